import { readFileSync } from 'node:fs';
import type { OfflineSpeech } from '#engines/offline/speech.ts';
import { getSeconds } from '#media/sound/line-sound.ts';
import { speakLine } from '#narration/speak-line.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { estimateSeconds, learn, startRate } from '#shared/script/estimate-speech.ts';
import type { Voice } from '#shared/voices.ts';

/** Ten languages and their scripts; `narration-lines/` has lines of each, with numbers and abbreviations. */
export const estimatedLanguages = [
  ['English', 'Latin'],
  ['German', 'Latin'],
  ['French', 'Latin'],
  ['Finnish', 'Latin'],
  ['Russian', 'Cyrillic'],
  ['Greek', 'Greek'],
  ['Arabic', 'Arabic'],
  ['Hindi', 'Devanagari'],
  ['Japanese', 'Japanese'],
  ['Chinese', 'Chinese'],
] as const satisfies readonly (readonly [LanguageName, string])[];

/** Lines spoken before the first estimate. */
export const heardLines = 20;

export interface SpokenLine {
  readonly text: string;
  readonly seconds: number;
}

/** Errors of estimates, as shares of the true length. */
export interface GuessErrors {
  readonly median: number;
  /** The share of lines whose estimate is off by at most 15 %. */
  readonly within15: number;
}

export function readNarrationLines(language: LanguageName): string[] {
  const file = new URL(`./narration-lines/${language}.txt`, import.meta.url);
  return readFileSync(file, 'utf8').trim().split('\n');
}

export async function speakLines(
  speech: OfflineSpeech,
  name: LanguageName,
  voice: Voice = 'nova',
): Promise<SpokenLine[]> {
  const language = getLanguage(name);
  const lines: SpokenLine[] = [];
  for (const text of readNarrationLines(name)) {
    const { sound } = await speakLine(speech, { text, voice, language }, new AbortController().signal);
    lines.push({ text, seconds: getSeconds(sound) });
  }
  return lines;
}

/** Estimates each line after others were spoken, in many orders. */
export function computeGuessErrors(language: LanguageName, lines: readonly SpokenLine[]): GuessErrors {
  const errors: number[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    // 5 and the number of lines are coprime, so that each comes once.
    const order = lines.map((_, at) => lines[(5 * (from + at)) % lines.length] as SpokenLine);
    let rate = startRate(language);
    for (const { text, seconds } of order.slice(0, heardLines)) rate = learn(rate, text, seconds);
    for (const { text, seconds } of order.slice(heardLines))
      errors.push(Math.abs(estimateSeconds(text, rate) / seconds - 1));
  }
  errors.sort((one, other) => one - other);
  const within15 = errors.filter(error => error <= 0.15).length / errors.length;
  return { median: errors[Math.floor(errors.length / 2)] ?? Number.NaN, within15 };
}
