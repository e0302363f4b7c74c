import type { Plan } from './plans.ts';
import {
  allVoices,
  getVoicePlan,
  isStandardVoice,
  type PremiumVoice,
  premiumTags,
  type StandardVoice,
  type Voice,
} from './voices.ts';

/** Our own for the five standard voices: moods, and one use. */
const standardTags = {
  fable: ['lively', 'expressive', 'storytelling'],
  alloy: ['balanced', 'clear'],
  onyx: ['deep', 'calm', 'grave'],
  nova: ['bright', 'warm', 'friendly'],
  shimmer: ['soft', 'gentle', 'light'],
} as const satisfies Readonly<Record<StandardVoice, readonly string[]>>;

type PremiumRow = (typeof premiumTags)[PremiumVoice];
export type VoiceAccent = PremiumRow[1];
export type VoiceTag =
  | Exclude<PremiumRow[number], PremiumRow[0]>
  | (typeof standardTags)[StandardVoice][number];

const premiumRows: readonly PremiumRow[] = Object.values(premiumTags);
const standardUse = 'storytelling';
const standardMoods = Object.values(standardTags)
  .flat()
  .filter(tag => tag !== standardUse);

const sortTags = (tags: readonly VoiceTag[]) => [...new Set(tags)].sort();

/** All tags, each of one kind. */
export const voiceTagVocabulary = {
  accent: sortTags(premiumRows.map(row => row[1])),
  age: ['young', 'middle-aged', 'old'],
  gender: ['male', 'female'],
  mood: sortTags([...premiumRows.map(row => row[4]), ...standardMoods]),
  use: sortTags([...premiumRows.flatMap(row => row.slice(5) as VoiceTag[]), standardUse]),
} as const satisfies Readonly<Record<string, readonly VoiceTag[]>>;

export type VoiceTagKind = keyof typeof voiceTagVocabulary;

export interface CatalogueVoice {
  readonly name: Voice;
  readonly plan: Plan;
  /** In the order accent, age, gender, mood, use; a standard voice has only mood tags. */
  readonly tags: readonly VoiceTag[];
  /** `ours` if at least one tag is our own choice. */
  readonly tagSource: 'vendor' | 'ours';
}

/** All 46 voices, the standard ones first. */
export const voiceCatalogue: readonly CatalogueVoice[] = allVoices.map(name => {
  const plan = getVoicePlan(name);
  if (isStandardVoice(name)) return { name, plan, tags: standardTags[name], tagSource: 'ours' };
  const [tagSource, ...tags] = premiumTags[name];
  return { name, plan, tags, tagSource };
});

export function getAccent(voice: PremiumVoice): VoiceAccent {
  return premiumTags[voice][1];
}
