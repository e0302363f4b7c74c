import { type VoiceTagKind, voiceTagVocabulary } from '#shared/voice-catalogue.ts';
import { simplifyText } from '../../lib/format.ts';

const tagKinds = Object.keys(voiceTagVocabulary) as VoiceTagKind[];

/** What voices are filtered by. `style` has the tags of own voices that are no preset's. */
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
  /** A voice matches with one of these of every kind. */
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

export function getTagKind(tag: string): FacetKind {
  return kindByTag.get(tag) ?? 'style';
}

export function groupTags(tags: readonly string[]): Facets {
  return Object.fromEntries(Map.groupBy(tags, getTagKind));
}

export function splitIntoWords(texts: readonly string[]): string[] {
  return simplifyText(texts.join(' ')).split(' ');
}

/** Matching voices in order; those whose name starts with the query come first. */
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

/** In the order of the vocabulary, then as they come. */
function countValues(voices: readonly SearchedVoice[], kind: FacetKind): Map<string, number> {
  const vocabulary: Readonly<Record<string, readonly string[]>> = voiceTagVocabulary;
  const counts = new Map<string, number>((vocabulary[kind] ?? []).map(value => [value, 0]));
  for (const { facets } of voices)
    for (const value of facets[kind] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const [value, count] of counts) if (count === 0) counts.delete(value);
  return counts;
}

/**
 * A mix of voices that a server makes of listed ones, such as `af_bella+af_sky` or `af_bella(2)+af_sky`.
 * @returns its id for calls if all its parts are voices of one provider
 */
export function findBlend(query: string, ids: ReadonlySet<string>, providers: readonly string[]) {
  const blend = query.trim();
  if (!/^[\w-]+(?:\([\d.]+\))?(?:\+[\w-]+(?:\([\d.]+\))?)+$/u.test(blend)) return undefined;
  const parts = blend.split('+').map(part => part.split('(', 1)[0]);
  const provider = providers.find(each => parts.every(part => ids.has(`${each}:${part}`)));
  return provider === undefined ? undefined : { provider, id: blend, name: blend };
}
