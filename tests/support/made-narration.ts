import { createWording } from '#engines/offline/phrases.ts';
import type { Language } from '#shared/languages.ts';
import { makeFrames } from './made-analysis.ts';
import { sentences } from './sentences.ts';

/** Sentences of a person, and between them what the offline engine says of a made video with things and print, determined by the seed. */
export function makeNarration(seed: number, language: Language, durationSeconds: number): string {
  const { tell, quote } = createWording(language);
  const said = makeFrames(seed, durationSeconds).flatMap(({ things, lines }) => [
    ...(things.length > 0 ? [tell(things)] : []),
    ...(lines.length > 0 ? [quote(lines.map(({ text }) => text))] : []),
  ]);
  return sentences[language.name].flatMap((sentence, at) => [sentence, said[at] ?? '']).join(' ');
}
