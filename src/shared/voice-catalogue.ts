import type { Plan } from './plans.ts';
import type { PremiumVoice } from './premium-voices.ts';
import { allVoices, getVoicePlan, isStandardVoice, type StandardVoice, type Voice } from './voices.ts';

/**
 * The words that describe voices, each of one kind only. They are those that ElevenLabs labels its default voices
 * with, each made one word, and our own for the five standard voices.
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
  /** In the order accent, age, gender, mood, use; a standard voice says only how it sounds. */
  readonly tags: readonly VoiceTag[];
  /** `ours` where at least one tag is our own choice. */
  readonly tagSource: 'elevenlabs' | 'ours';
}

export type VoiceAccent = (typeof voiceTagVocabulary.accent)[number];
type Age = (typeof voiceTagVocabulary.age)[number];
type Gender = (typeof voiceTagVocabulary.gender)[number];
type Mood = (typeof voiceTagVocabulary.mood)[number];
type Use = (typeof voiceTagVocabulary.use)[number];
type PremiumTags = readonly [CatalogueVoice['tagSource'], VoiceAccent, Age, Gender, Mood, Use, ...Use[]];

const premiumTags: Readonly<Record<PremiumVoice, PremiumTags>> = {
  Santa: ['ours', 'american', 'old', 'male', 'jolly', 'christmas'],
  Adam: ['elevenlabs', 'american', 'middle-aged', 'male', 'deep', 'narration'],
  Antoni: ['elevenlabs', 'american', 'young', 'male', 'well-rounded', 'narration'],
  Arnold: ['elevenlabs', 'american', 'middle-aged', 'male', 'crisp', 'narration'],
  Bill: ['elevenlabs', 'american', 'middle-aged', 'male', 'strong', 'documentary'],
  Callum: ['elevenlabs', 'american', 'middle-aged', 'male', 'hoarse', 'video-games'],
  Charlie: ['elevenlabs', 'australian', 'middle-aged', 'male', 'casual', 'conversational'],
  Charlotte: ['elevenlabs', 'english-swedish', 'middle-aged', 'female', 'seductive', 'video-games'],
  Clyde: ['elevenlabs', 'american', 'middle-aged', 'male', 'war-veteran', 'video-games'],
  Daniel: ['elevenlabs', 'british', 'middle-aged', 'male', 'deep', 'news'],
  Dave: ['ours', 'british-essex', 'young', 'male', 'casual', 'conversational', 'video-games'],
  Domi: ['elevenlabs', 'american', 'young', 'female', 'strong', 'narration'],
  Dorothy: ['elevenlabs', 'british', 'young', 'female', 'pleasant', 'childrens-stories'],
  Drew: ['elevenlabs', 'american', 'middle-aged', 'male', 'well-rounded', 'news'],
  Emily: ['elevenlabs', 'american', 'young', 'female', 'calm', 'meditation'],
  Ethan: ['elevenlabs', 'american', 'young', 'male', 'whisper', 'asmr'],
  Fin: ['elevenlabs', 'irish', 'old', 'male', 'sailor', 'video-games'],
  Freya: ['elevenlabs', 'american', 'young', 'female', 'overhyped', 'video-games'],
  George: ['elevenlabs', 'british', 'middle-aged', 'male', 'raspy', 'narration'],
  Gigi: ['elevenlabs', 'american', 'young', 'female', 'childish', 'animation'],
  Giovanni: ['elevenlabs', 'english-italian', 'young', 'male', 'foreigner', 'audiobook'],
  Glinda: ['elevenlabs', 'american', 'middle-aged', 'female', 'witch', 'video-games'],
  Grace: ['elevenlabs', 'american-southern', 'young', 'female', 'gentle', 'audiobook'],
  Harry: ['elevenlabs', 'american', 'young', 'male', 'anxious', 'video-games'],
  James: ['elevenlabs', 'australian', 'old', 'male', 'calm', 'news'],
  Jeremy: ['elevenlabs', 'american-irish', 'young', 'male', 'excited', 'narration'],
  Jessie: ['elevenlabs', 'american', 'old', 'male', 'raspy', 'video-games'],
  Joseph: ['elevenlabs', 'british', 'middle-aged', 'male', 'ground-reporter', 'news'],
  Josh: ['elevenlabs', 'american', 'young', 'male', 'deep', 'narration'],
  Liam: ['elevenlabs', 'american', 'young', 'male', 'neutral', 'narration'],
  Lily: ['elevenlabs', 'british', 'middle-aged', 'female', 'raspy', 'narration'],
  Matilda: ['elevenlabs', 'american', 'young', 'female', 'warm', 'audiobook'],
  Michael: ['elevenlabs', 'american', 'old', 'male', 'orotund', 'audiobook'],
  Mimi: ['elevenlabs', 'english-swedish', 'young', 'female', 'childish', 'animation'],
  Nicole: ['elevenlabs', 'american', 'young', 'female', 'whisper', 'audiobook'],
  Patrick: ['elevenlabs', 'american', 'middle-aged', 'male', 'shouty', 'video-games'],
  Paul: ['elevenlabs', 'american', 'middle-aged', 'male', 'ground-reporter', 'news'],
  Rachel: ['elevenlabs', 'american', 'young', 'female', 'calm', 'narration'],
  Sam: ['elevenlabs', 'american', 'young', 'male', 'raspy', 'narration'],
  Serena: ['elevenlabs', 'american', 'middle-aged', 'female', 'pleasant', 'interactive'],
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

/** How a premium voice speaks English. */
export function getAccent(voice: PremiumVoice): VoiceAccent {
  return premiumTags[voice][1];
}
