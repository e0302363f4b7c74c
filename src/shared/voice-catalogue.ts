import type { Plan } from './plans.ts';
import {
  allVoices,
  getVoicePlan,
  isStandardVoice,
  type PremiumVoice,
  type StandardVoice,
  type Voice,
} from './voices.ts';

/** Whose tags they are, the accent, age, gender, mood, and uses. */
type TagRow = readonly ['vendor' | 'ours', string, string, string, string, string, ...string[]];

/** The vendor's labels for the default voices with the premium names, each reduced to one word. */
const premiumTags = {
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
} as const satisfies Readonly<Record<PremiumVoice, TagRow>>;

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
