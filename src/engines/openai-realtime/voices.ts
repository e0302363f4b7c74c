import {
  type VoiceTag,
  type VoiceTagKind,
  voiceCatalogue,
  voiceTagVocabulary,
} from '#shared/voice-catalogue.ts';
import { allVoices, isStandardVoice, type Voice } from '#shared/voices.ts';
import { describeManner } from '../openai-compatible/known-models.ts';
import { getRealtimeSpeaker, requireOpenAiVoice } from '../openai-compatible/speech-voices.ts';
import type { SpeechRequest } from '../ports.ts';

/** Speeds for moods and ages; 1 is normal, the API takes 0.25 to 1.5. */
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

export interface SpokenVoice {
  readonly speaker: string;
  readonly speed: number;
  /** Style instruction, one sentence; undefined for none. */
  readonly style: string | undefined;
}

/** @throws CodedError `voice_gone` for an own voice that is not OpenAI's */
export function requireSpokenVoice({ voice, manner }: Pick<SpeechRequest, 'voice' | 'manner'>): SpokenVoice {
  const { style, ...spoken } =
    typeof voice === 'string'
      ? findSpokenVoice(voice)
      : { speaker: requireOpenAiVoice(voice, 'realtime'), speed: 1, style: undefined };
  const sentences = [style, describeManner(manner)].filter(sentence => sentence !== undefined);
  return { ...spoken, style: sentences.join(' ') || undefined };
}

export function findSpokenVoice(voice: Voice): SpokenVoice {
  const speaker = getRealtimeSpeaker(voice);
  if (isStandardVoice(voice)) return { speaker, speed: 1, style: undefined };
  const tags = voiceCatalogue.find(({ name }) => name === voice)?.tags ?? [];
  const slowest = tags.flatMap(tag => speeds[tag] ?? []).at(-1);
  return { speaker, speed: slowest ?? 1, style: describeStyle(tags) };
}

function describeStyle(tags: readonly VoiceTag[]): string {
  const list = (kind: VoiceTagKind) =>
    tags.filter(tag => voiceTagVocabulary[kind].some(each => each === tag)).join(', ');
  return `Your manner: ${list('mood')}, ${list('age')}, as for ${list('use')}; where the text is English, with an accent that is ${list('accent')}.`;
}

/** Changes when a voice would sound different. */
export function identifyVoices(): string {
  return JSON.stringify(allVoices.map(findSpokenVoice));
}
