import type { Plan } from './plans.ts';
import type { PremiumVoice } from './premium-voices.ts';
import { allVoices, getVoicePlan, isStandardVoice, type StandardVoice, type Voice } from './voices.ts';

/**
 * The tags of voices, each of one kind. They are the vendor's labels for the default voices with the premium names,
 * each reduced to one word, and our own for the five standard voices.
 */
export const voiceTagVocabulary = {
  accent: [
    'american',
    'american-irish',
    'american-southern',
    'australian',
    'british',
    'british-essex',
    'english-italian',
    'english-swedish',
    'irish',
  ],
  age: ['young', 'middle-aged', 'old'],
  gender: ['male', 'female'],
  mood: [
    'anxious',
    'balanced',
    'bright',
    'calm',
    'casual',
    'childish',
    'clear',
    'crisp',
    'deep',
    'doubtful',
    'excited',
    'expressive',
    'foreigner',
    'friendly',
    'gentle',
    'grave',
    'ground-reporter',
    'hoarse',
    'jolly',
    'light',
    'lively',
    'neutral',
    'orotund',
    'overhyped',
    'pleasant',
    'raspy',
    'sailor',
    'seductive',
    'shouty',
    'soft',
    'strong',
    'war-veteran',
    'warm',
    'well-rounded',
    'whisper',
    'witch',
  ],
  use: [
    'animation',
    'asmr',
    'audiobook',
    'childrens-stories',
    'christmas',
    'conversational',
    'documentary',
    'interactive',
    'meditation',
    'narration',
    'news',
    'storytelling',
    'video-games',
  ],
} as const;

export type VoiceTagKind = keyof typeof voiceTagVocabulary;
export type VoiceTag = (typeof voiceTagVocabulary)[VoiceTagKind][number];

export interface CatalogueVoice {
  readonly name: Voice;
  readonly plan: Plan;
  /** In the order accent, age, gender, mood, use; a standard voice has only mood tags. */
  readonly tags: readonly VoiceTag[];
  /** `ours` if at least one tag is our own choice. */
  readonly tagSource: 'vendor' | 'ours';
}

export type VoiceAccent = (typeof voiceTagVocabulary.accent)[number];
type Age = (typeof voiceTagVocabulary.age)[number];
type Gender = (typeof voiceTagVocabulary.gender)[number];
type Mood = (typeof voiceTagVocabulary.mood)[number];
type Use = (typeof voiceTagVocabulary.use)[number];
type PremiumTags = readonly [CatalogueVoice['tagSource'], VoiceAccent, Age, Gender, Mood, Use, ...Use[]];

const premiumTags: Readonly<Record<PremiumVoice, PremiumTags>> = {
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
};

const standardTags: Readonly<Record<StandardVoice, readonly VoiceTag[]>> = {
  fable: ['lively', 'expressive', 'storytelling'],
  alloy: ['balanced', 'clear'],
  onyx: ['deep', 'calm', 'grave'],
  nova: ['bright', 'warm', 'friendly'],
  shimmer: ['soft', 'gentle', 'light'],
};

/** All 46 voices, the standard ones first. */
export const voiceCatalogue: readonly CatalogueVoice[] = allVoices.map(name => {
  const plan = getVoicePlan(name);
  if (isStandardVoice(name)) return { name, plan, tags: standardTags[name], tagSource: 'ours' };
  const [tagSource, ...tags] = premiumTags[name];
  return { name, plan, tags, tagSource };
});

/** The English accent of a premium voice. */
export function getAccent(voice: PremiumVoice): VoiceAccent {
  return premiumTags[voice][1];
}
