import type { LanguageName } from './languages.ts';
import type { Plan } from './plans.ts';

/** The 41 voices of the premium plan, in the specification's order. */
export const premiumVoices = [
  'Santa',
  'Adam',
  'Antoni',
  'Arnold',
  'Bill',
  'Callum',
  'Charlie',
  'Charlotte',
  'Clyde',
  'Daniel',
  'Dave',
  'Domi',
  'Dorothy',
  'Drew',
  'Emily',
  'Ethan',
  'Fin',
  'Freya',
  'George',
  'Gigi',
  'Giovanni',
  'Glinda',
  'Grace',
  'Harry',
  'James',
  'Jeremy',
  'Jessie',
  'Joseph',
  'Josh',
  'Liam',
  'Lily',
  'Matilda',
  'Michael',
  'Mimi',
  'Nicole',
  'Patrick',
  'Paul',
  'Rachel',
  'Sam',
  'Serena',
  'Doubting Thomas',
] as const;

export type PremiumVoice = (typeof premiumVoices)[number];

/** The five voices of the standard plan, in the specification's order. */
export const standardVoices = ['fable', 'alloy', 'onyx', 'nova', 'shimmer'] as const;

export type StandardVoice = (typeof standardVoices)[number];

export type Voice = StandardVoice | PremiumVoice;

/** All 46: the five standard voices first, then the 41 of the premium plan. */
export const allVoices: readonly [...typeof standardVoices, ...typeof premiumVoices] = [
  ...standardVoices,
  ...premiumVoices,
];

export function isStandardVoice(voice: string): voice is StandardVoice {
  return standardVoices.some(standard => standard === voice);
}

/** The lowest plan that includes a preset. Each plan's presets have their own engine. */
export function getVoicePlan(voice: string): Plan {
  return isStandardVoice(voice) ? 'standard' : 'premium';
}

export function isPreset(name: string): name is Voice {
  return allVoices.some(voice => voice === name);
}

export type VoiceSex = 'female' | 'male' | 'neutral';

/** A voice of a provider, under its own name. */
export interface OwnVoice {
  /** The id of the engine, as in `GET /api/voices`. */
  readonly provider: string;
  /** The provider's id of it. */
  readonly id: string;
  readonly name: string;
  /** For finding the nearest one if it is gone. */
  readonly sex?: VoiceSex | undefined;
  /** Those that it is made for; undefined or empty if it speaks whatever its model does. */
  readonly languages?: readonly LanguageName[] | undefined;
}

/** A voice as a document has it: the name of one of the 46 presets, which every engine maps to a voice of its own, or an own voice. */
export type ChosenVoice = string | OwnVoice;

export function getVoiceName(voice: ChosenVoice): string {
  return typeof voice === 'string' ? voice : voice.name;
}

/** A voice as calls name it: `nova`, or `PROVIDER:21m00Tcm4TlvDq8ikWAM`. */
export function toVoiceId(voice: string | Pick<OwnVoice, 'provider' | 'id'>): string {
  return typeof voice === 'string' ? voice : `${voice.provider}:${voice.id}`;
}

/** The provider and its own id of a voice that a call names; undefined for anything else, such as a preset. */
export function readOwnVoiceId(voiceId: string): Pick<OwnVoice, 'provider' | 'id'> | undefined {
  const { provider, id } = /^(?<provider>[a-z][\w-]*):(?<id>\S.*)$/u.exec(voiceId)?.groups ?? {};
  return provider === undefined || id === undefined ? undefined : { provider, id };
}

/** The voices of a mixture with their weights, such as `af_bella(2)+af_sky(1)`. None for anything else. */
export function listMixed(id: string): string[] {
  const mixture = id.replaceAll(' ', '');
  const isMixture = /^\w+(?:\(\d+(?:\.\d+)?\))?(?:[+-]\w+(?:\(\d+(?:\.\d+)?\))?)+$/u.test(mixture);
  return isMixture ? mixture.replaceAll(/\([^()]*\)/gu, '').split(/[+-]/u) : [];
}

/** A voice that can be chosen instead. */
export interface OfferedVoice {
  /** Undefined for a preset. */
  readonly provider?: string | undefined;
  readonly id?: string | undefined;
  readonly sex?: VoiceSex | undefined;
  /** Undefined or empty if it speaks whatever its model does. */
  readonly languages?: readonly LanguageName[] | undefined;
}

/**
 * The voice that is most like one that is gone: of the same provider, then for the language, then of the same sex, then the first that is
 * offered. Presets come last.
 * @returns undefined if there is no other
 */
export function findNearestVoice<Offered extends OfferedVoice>(
  gone: OwnVoice,
  offered: readonly Offered[],
  language: LanguageName | undefined,
): Offered | undefined {
  const others = offered.filter(({ provider, id }) => provider !== gone.provider || id !== gone.id);
  const rank = ({ provider, sex, languages = [] }: OfferedVoice) => {
    const isForLanguage = !language || languages.length === 0 || languages.includes(language);
    const likeness = [provider !== undefined, provider === gone.provider, isForLanguage, sex === gone.sex];
    return likeness.reduce((sum, isAlike) => 2 * sum + Number(isAlike), 0);
  };
  // Sorting is stable.
  return others.toSorted((one, other) => rank(other) - rank(one))[0];
}
