import { createWording } from '#engines/offline/phrases.ts';
import type { Language } from '#shared/languages.ts';
import { makeFrames } from './made-analysis.ts';
import { sentences } from './sentences.ts';

/** What the offline engine says of a made video with things and print, determined by the seed, between sentences of a person. */
export function makeNarration(seed: number, language: Language, durationSeconds: number): string {
  const { tell, quote } = createWording(language);
  const said = makeFrames(seed, durationSeconds).flatMap(({ things, lines }) => [
    ...(things.length > 0 ? [tell(things)] : []),
    ...(lines.length > 0 ? [quote(lines.map(({ text }) => text))] : []),
  ]);
  const written = sentences[language.name];
  return [...written, ...said]
    .map((_, at) => [written[at], said[at]].filter(Boolean).join(' '))
    .join(' ')
    .trim();
}
