import { composeNarration } from '#engines/offline/compose-narration.ts';
import type { Language } from '#shared/languages.ts';
import { makeFrames } from './made-analysis.ts';

/** The offline script of a made video with objects and print, determined by the seed. */
export function makeNarration(seed: number, language: Language, durationSeconds: number): string {
  const frames = makeFrames(seed, durationSeconds);
  const sentences = composeNarration(frames, language, durationSeconds);
  return sentences.map(({ text }) => text).join(' ');
}
