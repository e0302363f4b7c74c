import type { ListedOwnVoice, OwnVoicesAnswer, VoicesAnswer } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import type { Plan } from '#shared/plans.ts';
import type { ChosenVoice } from '#shared/voices.ts';
import { markLanguage } from '../language-picker/public.ts';
import { findSpeaker, listSpeakers, nameSpeaker } from '../voice-samples/public.ts';
import { orderForNarration } from './order-voices.ts';
import { type Facets, groupTags, type SearchedVoice, splitIntoWords } from './search-voices.ts';

export interface ListedVoice extends SearchedVoice {
  /** What is chosen with it. */
  readonly voice: ChosenVoice;
  /** A short note if the language is not one of its own. */
  readonly mark: string | undefined;
  readonly tags: readonly string[];
  /** Of an own voice: its provider, languages and description. */
  readonly facts: string | undefined;
}

/** The voices under one heading. */
export interface VoiceRows {
  readonly label: string;
  /** Beside the label. */
  readonly note?: string;
  readonly voices: readonly ListedVoice[];
}

/** The presets of a plan, those for narration first. */
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
        (one, other) => rank(one, language) - rank(other, language) || rankOrigin(one) - rankOrigin(other),
      );
      return {
        label: t(voiceListMessages.ownVoices, { provider }),
        voices: sorted.map(voice => describeOwn(voice, provider, language)),
      };
    })
    .sort((one, other) => Number(!speaks(one)) - Number(!speaks(other)));
}

function speaks({ voices: [first] }: VoiceRows): boolean {
  return first?.speaksLanguage === true;
}

/** The name of a speech provider by its id. */
export function nameProvider({ engines, others }: VoicesAnswer, id: string): string {
  const all = [engines.standard, engines.premium, ...others.standard, ...others.premium];
  return all.find(engine => engine.id === id)?.name ?? id;
}

function rank({ languages }: ListedOwnVoice, language: LanguageName): number {
  if (languages.length === 0) return 1;
  return languages.includes(language) ? 0 : 2;
}

function rankOrigin({ isOfAccount }: ListedOwnVoice): number {
  return isOfAccount ? 0 : 1;
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

/** What a document keeps of a listed voice. */
export function toChosen({ provider, id, name, sex, languages }: ListedOwnVoice): ChosenVoice {
  return { provider, id, name, ...(sex && { sex }), ...(languages.length > 0 && { languages }) };
}

function nameLanguages(languages: readonly LanguageName[]): string {
  const shown = languages.slice(0, 3).join(', ');
  const count = languages.length - 3;
  return count > 0 ? t(voiceListMessages.moreLanguages, { languages: shown, count }) : shown;
}
