import type { LanguageName } from './languages.ts';
import type { Plan } from './plans.ts';

/** Whose tags they are, the accent, age, gender, mood, and uses. */
type TagRow = readonly ['vendor' | 'ours', string, string, string, string, string, ...string[]];

/**
 * The 41 voices of the premium plan, in the specification's order, with the vendor's labels for the default voices of these names, each
 * reduced to one word.
 */
export const premiumTags = {
  Santa: ['ours', 'american', 'old', 'male', 'jolly', 'christmas'],
  Adam: ['vendor', 'american', 'middle-aged', 'male', 'deep', 'narration'],
  Antoni: ['vendor', 'american', 'young', 'male', 'well-rounded', 'narration'],
  Arnold: ['vendor', 'american', 'middle-aged', 'male', 'crisp', 'narration'],
  Bill: ['vendor', 'american', 'middle-aged', 'male', 'strong', 'documentary'],
  Callum: ['vendor', 'american', 'middle-aged', 'male', 'hoarse', 'video-games'],
  Charlie: ['vendor', 'australian', 'middle-aged', 'male', 'casual', 'conversational'],
  Charlotte: ['vendor', 'english-swedish', 'middle-aged', 'female', 'seductive', 'video-games'],
  Clyde: ['vendor', 'american', 'middle-aged', 'male', 'war-veteran', 'video-games'],
  Daniel: ['vendor', 'british', 'middle-aged', 'male', 'deep', 'news'],
  Dave: ['ours', 'british-essex', 'young', 'male', 'casual', 'conversational', 'video-games'],
  Domi: ['vendor', 'american', 'young', 'female', 'strong', 'narration'],
  Dorothy: ['vendor', 'british', 'young', 'female', 'pleasant', 'childrens-stories'],
  Drew: ['vendor', 'american', 'middle-aged', 'male', 'well-rounded', 'news'],
  Emily: ['vendor', 'american', 'young', 'female', 'calm', 'meditation'],
  Ethan: ['vendor', 'american', 'young', 'male', 'whisper', 'asmr'],
  Fin: ['vendor', 'irish', 'old', 'male', 'sailor', 'video-games'],
  Freya: ['vendor', 'american', 'young', 'female', 'overhyped', 'video-games'],
  George: ['vendor', 'british', 'middle-aged', 'male', 'raspy', 'narration'],
  Gigi: ['vendor', 'american', 'young', 'female', 'childish', 'animation'],
  Giovanni: ['vendor', 'english-italian', 'young', 'male', 'foreigner', 'audiobook'],
  Glinda: ['vendor', 'american', 'middle-aged', 'female', 'witch', 'video-games'],
  Grace: ['vendor', 'american-southern', 'young', 'female', 'gentle', 'audiobook'],
  Harry: ['vendor', 'american', 'young', 'male', 'anxious', 'video-games'],
  James: ['vendor', 'australian', 'old', 'male', 'calm', 'news'],
  Jeremy: ['vendor', 'american-irish', 'young', 'male', 'excited', 'narration'],
  Jessie: ['vendor', 'american', 'old', 'male', 'raspy', 'video-games'],
  Joseph: ['vendor', 'british', 'middle-aged', 'male', 'ground-reporter', 'news'],
  Josh: ['vendor', 'american', 'young', 'male', 'deep', 'narration'],
  Liam: ['vendor', 'american', 'young', 'male', 'neutral', 'narration'],
  Lily: ['vendor', 'british', 'middle-aged', 'female', 'raspy', 'narration'],
  Matilda: ['vendor', 'american', 'young', 'female', 'warm', 'audiobook'],
  Michael: ['vendor', 'american', 'old', 'male', 'orotund', 'audiobook'],
  Mimi: ['vendor', 'english-swedish', 'young', 'female', 'childish', 'animation'],
  Nicole: ['vendor', 'american', 'young', 'female', 'whisper', 'audiobook'],
  Patrick: ['vendor', 'american', 'middle-aged', 'male', 'shouty', 'video-games'],
  Paul: ['vendor', 'american', 'middle-aged', 'male', 'ground-reporter', 'news'],
  Rachel: ['vendor', 'american', 'young', 'female', 'calm', 'narration'],
  Sam: ['vendor', 'american', 'young', 'male', 'raspy', 'narration'],
  Serena: ['vendor', 'american', 'middle-aged', 'female', 'pleasant', 'interactive'],
  'Doubting Thomas': ['ours', 'british', 'middle-aged', 'male', 'doubtful', 'audiobook'],
} as const satisfies Readonly<Record<string, TagRow>>;

export type PremiumVoice = keyof typeof premiumTags;

export const premiumVoices = Object.keys(premiumTags) as [PremiumVoice, ...PremiumVoice[]];

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

/** A voice that can be chosen instead; a preset has neither provider nor id. */
export type OfferedVoice = Pick<OwnVoice, 'sex' | 'languages'> & {
  readonly [Name in 'provider' | 'id']?: string | undefined;
};

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
