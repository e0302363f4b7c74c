import type { PremiumVoice } from '#shared/premium-voices.ts';
import {
  type VoiceTag,
  type VoiceTagKind,
  voiceCatalogue,
  voiceTagVocabulary,
} from '#shared/voice-catalogue.ts';
import { allVoices, isStandardVoice, type StandardVoice, type Voice } from '#shared/voices.ts';

/**
 * The ten voices of the Realtime API (openai 7.55.0, `RealtimeAudioConfigOutput.voice`). `fable`, `onyx` and `nova` are not
 * among them.
 */
type StandardSpeaker = 'alloy' | 'ballad' | 'cedar' | 'marin' | 'shimmer';
type PremiumSpeaker = 'ash' | 'coral' | 'echo' | 'sage' | 'verse';
export type Speaker = StandardSpeaker | PremiumSpeaker;

/**
 * Who speaks for the five, each another voice. OpenAI publishes no tags; the choice is ours:
 *
 * - `alloy` and `shimmer` are there under their own names.
 * - `cedar` for `onyx`: the deepest man there, and one of the two that OpenAI recommends.
 * - `marin` for `nova`: a bright woman, and the other of the two.
 * - `ballad` for `fable`: a teller with a touch of British.
 */
const standardSpeakers: Readonly<Record<StandardVoice, StandardSpeaker>> = {
  alloy: 'alloy',
  fable: 'ballad',
  nova: 'marin',
  onyx: 'cedar',
  shimmer: 'shimmer',
};

/**
 * Who speaks for each premium voice: five that speak for none of the free plan, so that 41 names share them and differ by
 * their manner and their speed.
 *
 * - `ash`, a rougher and livelier man: hoarse, raspy, strong and shouting voices, reporters, sailors and veterans.
 * - `echo`, an even man: deep, well-rounded, neutral and calm voices, and the whisper.
 * - `verse`, an expressive man: casual, excited, jolly, anxious, foreign and doubtful voices.
 * - `coral`, a warm woman: warm, seductive, strong, raspy and overhyped voices, and the witch.
 * - `sage`, a calm woman: calm, gentle, pleasant and childish voices, and the whisper.
 */
const premiumSpeakers: Readonly<Record<PremiumVoice, PremiumSpeaker>> = {
  Santa: 'verse',
  Adam: 'echo',
  Antoni: 'echo',
  Arnold: 'ash',
  Bill: 'ash',
  Callum: 'ash',
  Charlie: 'verse',
  Charlotte: 'coral',
  Clyde: 'ash',
  Daniel: 'echo',
  Dave: 'verse',
  Domi: 'coral',
  Dorothy: 'sage',
  Drew: 'echo',
  Emily: 'sage',
  Ethan: 'echo',
  Fin: 'ash',
  Freya: 'coral',
  George: 'ash',
  Gigi: 'sage',
  Giovanni: 'verse',
  Glinda: 'coral',
  Grace: 'sage',
  Harry: 'verse',
  James: 'echo',
  Jeremy: 'verse',
  Jessie: 'ash',
  Joseph: 'verse',
  Josh: 'echo',
  Liam: 'echo',
  Lily: 'coral',
  Matilda: 'coral',
  Michael: 'echo',
  Mimi: 'sage',
  Nicole: 'sage',
  Patrick: 'ash',
  Paul: 'ash',
  Rachel: 'sage',
  Sam: 'ash',
  Serena: 'coral',
  'Doubting Thomas': 'verse',
};

/** Speeds that a mood or an age asks for; 1 is usual, the API takes 0.25 to 1.5. */
const speeds: Partial<Record<VoiceTag, number>> = {
  anxious: 1.08,
  calm: 0.94,
  excited: 1.1,
  gentle: 0.95,
  'ground-reporter': 1.08,
  grave: 0.94,
  old: 0.92,
  orotund: 0.92,
  overhyped: 1.12,
  seductive: 0.92,
  shouty: 1.06,
  whisper: 0.9,
};

/** How a voice of ours is spoken. */
export interface SpokenVoice {
  readonly speaker: Speaker;
  readonly speed: number;
  /** What the model is told of its manner, a sentence; undefined where the voice is to be as it is. */
  readonly manner: string | undefined;
}

export function findSpokenVoice(voice: Voice): SpokenVoice {
  if (isStandardVoice(voice)) return { speaker: standardSpeakers[voice], speed: 1, manner: undefined };
  const tags = voiceCatalogue.find(({ name }) => name === voice)?.tags ?? [];
  const slowest = tags.flatMap(tag => speeds[tag] ?? []).at(-1);
  return { speaker: premiumSpeakers[voice], speed: slowest ?? 1, manner: describeManner(tags) };
}

function describeManner(tags: readonly VoiceTag[]): string {
  const list = (kind: VoiceTagKind) =>
    tags.filter(tag => voiceTagVocabulary[kind].some(each => each === tag)).join(', ');
  return `Your manner: ${list('mood')}, ${list('age')}, as for ${list('use')}; where the text is English, with an accent that is ${list('accent')}.`;
}

/** Changes when a voice of ours would sound different. */
export function identifyVoices(): string {
  return JSON.stringify(allVoices.map(findSpokenVoice));
}
