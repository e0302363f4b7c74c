import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type ListedOwnVoice,
  type OwnVoicesAnswer,
  ownVoicesAnswerSchema,
  type VoicesAnswer,
} from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import type { Plan } from '#shared/plans.ts';
import { type VoiceTag, type VoiceTagKind, voiceTagVocabulary } from '#shared/voice-catalogue.ts';
import type { ChosenVoice } from '#shared/voices.ts';
import { keepItem, readItem } from '../../lib/browser-storage.ts';
import { getAnswer } from '../../lib/call-server.ts';
import { simplifyText } from '../../lib/format.ts';
import { markLanguage } from '../language-picker/public.ts';
import { findSpeaker, listSpeakers, nameSpeaker } from '../voice-samples/public.ts';

/** The voices of all providers under their own names; asked again when a list is opened after five minutes. */
const ownVoicesQuery = queryOptions({
  queryKey: ['voices', 'own'],
  queryFn: ({ signal }) => getAnswer('/api/voices/own', ownVoicesAnswerSchema, { signal }),
  staleTime: 5 * 60_000,
});

export const useOwnVoices = (isWanted = true) => useQuery({ ...ownVoicesQuery, enabled: isWanted });

/** Uses in display order, narration first: the catalogue itself starts with Santa. */
const uses: readonly VoiceTag[] = [
  'narration',
  'documentary',
  'audiobook',
  'storytelling',
  'childrens-stories',
  'news',
  'meditation',
  'interactive',
  'conversational',
  'asmr',
  'animation',
  'video-games',
  'christmas',
];

const moods: readonly VoiceTag[] = [
  'calm',
  'warm',
  'well-rounded',
  'neutral',
  'gentle',
  'pleasant',
  'deep',
  'orotund',
  'crisp',
  'strong',
];

type Preset = { readonly plan: Plan; readonly tags: readonly string[] };

export function orderForNarration<Voice extends Preset>(voices: readonly Voice[]): Voice[] {
  const rank = ({ tags }: Voice, order: readonly string[]) => {
    const places = tags.flatMap(tag => (order.includes(tag) ? [order.indexOf(tag)] : []));
    return Math.min(...places, order.length);
  };
  // Only one of the five standard voices has a use.
  if (voices.every(({ plan }) => plan === 'standard')) return [...voices];
  return [...voices].sort(
    (one, other) => rank(one, uses) - rank(other, uses) || rank(one, moods) - rank(other, moods),
  );
}

export interface ListedVoice extends SearchedVoice {
  readonly voice: ChosenVoice;
  readonly mark: string | undefined;
  readonly tags: readonly string[];
  readonly facts: string | undefined;
}

export interface VoiceRows {
  readonly label: string;
  readonly note?: string;
  readonly voices: readonly ListedVoice[];
}

export function listPresets(catalogue: VoicesAnswer, plan: Plan, language: LanguageName): VoiceRows {
  const speakers = listSpeakers(catalogue, plan);
  const speaker = nameSpeaker(findSpeaker(speakers, language));
  const mark = markLanguage(speakers, language);
  const presets = orderForNarration(
    catalogue.voices
      .filter(voice => voice.plan === plan)
      .map(({ name, description }) => ({ name, plan, tags: description.split(' ') })),
  );
  return {
    label: t(plan === 'premium' ? studioMessages.premiumVoices : studioMessages.standardVoices),
    note: t(voiceListMessages.spokenBy, { speaker }),
    voices: presets.map(({ name, tags }) => ({
      id: name,
      voice: name,
      name,
      mark,
      tags,
      facts: undefined,
      speaksLanguage: mark === undefined,
      facets: { ...groupTags(tags), provider: [speaker] },
      words: splitIntoWords([name, ...tags, speaker]),
    })),
  };
}

/** The own voices of each provider for these plans; those made for the language first, then those of the account. */
export function listOwn(
  { voices }: OwnVoicesAnswer,
  catalogue: VoicesAnswer,
  plans: readonly Plan[],
  language: LanguageName,
): VoiceRows[] {
  const offered = voices.filter(({ plan }) => plans.includes(plan));
  const byProvider = Map.groupBy(offered, ({ provider }) => provider);
  return [...byProvider]
    .map(([id, own]) => {
      const provider = nameProvider(catalogue, id);
      const sorted = own.sort(
        (one, other) =>
          rank(one, language) - rank(other, language) ||
          Number(!one.isOfAccount) - Number(!other.isOfAccount),
      );
      return {
        label: t(voiceListMessages.ownVoices, { provider }),
        voices: sorted.map(voice => describeOwn(voice, provider, language)),
      };
    })
    .sort((one, other) => Number(!speaks(one)) - Number(!speaks(other)));
}

const speaks = ({ voices: [first] }: VoiceRows): boolean => first?.speaksLanguage === true;

export function nameProvider({ engines, others }: VoicesAnswer, id: string): string {
  const all = [engines.standard, engines.premium, ...others.standard, ...others.premium];
  return all.find(engine => engine.id === id)?.name ?? id;
}

function rank({ languages }: ListedOwnVoice, language: LanguageName): number {
  if (languages.length === 0) return 1;
  return languages.includes(language) ? 0 : 2;
}

function describeOwn(own: ListedOwnVoice, provider: string, language: LanguageName): ListedVoice {
  const { voice: id, name, languages, description } = own;
  const speaksLanguage = rank(own, language) < 2;
  const sex = own.sex === 'neutral' ? undefined : own.sex;
  const tags = [...new Set([sex, own.age, ...own.tags].filter(tag => tag !== undefined))];
  const facts = [provider, nameLanguages(languages), description].filter(Boolean).join(' · ');
  return {
    id,
    voice: toChosen(own),
    name,
    mark: speaksLanguage ? undefined : t(voiceListMessages.otherLanguage, { language }),
    tags,
    facts,
    speaksLanguage,
    facets: { ...groupTags(tags), provider: [provider] } satisfies Facets,
    words: splitIntoWords([name, ...tags, provider, ...languages]),
  };
}

export function toChosen({ provider, id, name, sex, languages }: ListedOwnVoice): ChosenVoice {
  return { provider, id, name, ...(sex && { sex }), ...(languages.length > 0 && { languages }) };
}

function nameLanguages(languages: readonly LanguageName[]): string {
  const shown = languages.slice(0, 3).join(', ');
  const count = languages.length - 3;
  return count > 0 ? t(voiceListMessages.moreLanguages, { languages: shown, count }) : shown;
}

const maxRecent = 5;
const keys = { favourites: 'favourite-voices', recent: 'recent-voices' } as const;

/** Ids of voices, as calls name them; the newest first. Kept in this browser. */
export function readKept(kind: keyof typeof keys): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readItem(keys[kind]) ?? '[]');
    return Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** @returns the favourites, with this one or without it */
export function toggleFavourite(id: string): readonly string[] {
  const before = readKept('favourites');
  const favourites = before.includes(id) ? before.filter(other => other !== id) : [id, ...before];
  keepItem(keys.favourites, JSON.stringify(favourites));
  return favourites;
}

export function keepRecent(id: string): void {
  const recent = [id, ...readKept('recent').filter(other => other !== id)];
  keepItem(keys.recent, JSON.stringify(recent.slice(0, maxRecent)));
}

export function putKeptFirst(
  groups: readonly VoiceRows[],
  favourites: readonly string[],
  recent: readonly string[],
): VoiceRows[] {
  const byId = new Map(groups.flatMap(({ voices }) => voices.map(voice => [voice.id, voice] as const)));
  const pick = (ids: readonly string[]) => ids.flatMap(id => byId.get(id) ?? []);
  const kept = new Set([...favourites, ...recent]);
  return [
    { label: t(voiceListMessages.favourites), voices: pick(favourites) },
    { label: t(voiceListMessages.recent), voices: pick(recent.filter(id => !favourites.includes(id))) },
    ...groups.map(group => ({ ...group, voices: group.voices.filter(({ id }) => !kept.has(id)) })),
  ].filter(({ voices }) => voices.length > 0);
}

const tagKinds = Object.keys(voiceTagVocabulary) as VoiceTagKind[];

export const facetKinds = [...tagKinds, 'style', 'provider'] as const;

export type FacetKind = (typeof facetKinds)[number];
export type Facets = Partial<Record<FacetKind, readonly string[]>>;

export interface SearchedVoice {
  readonly id: string;
  readonly name: string;
  readonly speaksLanguage: boolean;
  readonly facets: Facets;
  readonly words: readonly string[];
}

export interface VoiceSearch {
  /** Starts of words, in any order. */
  readonly query: string;
  readonly chosen: Facets;
  readonly isLanguageOnly: boolean;
}

export const noSearch: VoiceSearch = { query: '', chosen: {}, isLanguageOnly: false };

export function isSearching({ query, chosen, isLanguageOnly }: VoiceSearch): boolean {
  return query !== '' || isLanguageOnly || Object.values(chosen).some(values => values.length > 0);
}

const kindByTag = new Map<string, FacetKind>(
  tagKinds.flatMap(kind => voiceTagVocabulary[kind].map((tag): [string, FacetKind] => [tag, kind])),
);

export const getTagKind = (tag: string): FacetKind => kindByTag.get(tag) ?? 'style';

export function groupTags(tags: readonly string[]): Facets {
  return Object.fromEntries(Map.groupBy(tags, getTagKind));
}

export function splitIntoWords(texts: readonly string[]): string[] {
  return simplifyText(texts.join(' ')).split(' ');
}

export function searchVoices<Voice extends SearchedVoice>(
  voices: readonly Voice[],
  search: VoiceSearch,
): Voice[] {
  const query = simplifyText(search.query).trim();
  const parts = query.split(' ').filter(part => part !== '');
  const fitting = voices.filter(
    ({ words, facets, speaksLanguage }) =>
      (speaksLanguage || !search.isLanguageOnly) &&
      fitsFacets(facets, search.chosen) &&
      parts.every(part => words.some(word => word.startsWith(part))),
  );
  if (query === '') return fitting;
  const isNamed = ({ name }: Voice) => simplifyText(name).startsWith(query);
  return [...fitting.filter(isNamed), ...fitting.filter(voice => !isNamed(voice))];
}

function fitsFacets(facets: Facets, chosen: Facets): boolean {
  return facetKinds.every(kind => {
    const wanted = chosen[kind] ?? [];
    return wanted.length === 0 || wanted.some(value => facets[kind]?.includes(value));
  });
}

/** The values of a kind among voices, most common first, and the voices left if one were added to the search, besides those of its kind. */
export function countFacet(voices: readonly SearchedVoice[], kind: FacetKind, search: VoiceSearch) {
  const left = searchVoices(voices, { ...search, chosen: { ...search.chosen, [kind]: [] } });
  const totals = countValues(voices, kind);
  const counts = countValues(left, kind);
  return [...totals]
    .sort(([, one], [, other]) => other - one)
    .map(([value]) => ({ value, voices: counts.get(value) ?? 0 }));
}

function countValues(voices: readonly SearchedVoice[], kind: FacetKind): Map<string, number> {
  const vocabulary: Readonly<Record<string, readonly string[]>> = voiceTagVocabulary;
  const counts = new Map<string, number>((vocabulary[kind] ?? []).map(value => [value, 0]));
  for (const { facets } of voices)
    for (const value of facets[kind] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const [value, count] of counts) if (count === 0) counts.delete(value);
  return counts;
}

/** A mix of listed voices, such as `af_bella+af_sky` or `af_bella(2)+af_sky`. @returns its id for calls if all are of one provider */
export function findBlend(query: string, ids: ReadonlySet<string>, providers: readonly string[]) {
  const blend = query.trim();
  if (!/^[\w-]+(?:\([\d.]+\))?(?:\+[\w-]+(?:\([\d.]+\))?)+$/u.test(blend)) return undefined;
  const parts = blend.split('+').map(part => part.split('(', 1)[0]);
  const provider = providers.find(each => parts.every(part => ids.has(`${each}:${part}`)));
  return provider === undefined ? undefined : { provider, id: blend, name: blend };
}
