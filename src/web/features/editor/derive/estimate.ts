import type { LanguageName } from '#shared/languages.ts';
import { estimateSeconds, type SpeechRate, startRate } from '#shared/script/estimate-speech.ts';

/** Guessed lengths are kept for as long as their rate: with each letter that is typed all other lines stay as they are. */
const guesses = new WeakMap<SpeechRate, Map<string, number>>();
/** Each step of what is typed is a text. */
const mostGuesses = 5000;
const firstRates = new Map<LanguageName, SpeechRate>();

/** How long texts take with a voice, in seconds; before anything was spoken, by the usual rate of the language. */
export function createEstimate(
  rate: SpeechRate | undefined,
  language: LanguageName,
): (text: string) => number {
  const first = firstRates.get(language) ?? startRate(language);
  firstRates.set(language, first);
  const known = rate ?? first;
  const guessed = guesses.get(known) ?? new Map<string, number>();
  guesses.set(known, guessed);
  return text => {
    const before = guessed.get(text);
    if (before !== undefined) return before;
    const seconds = estimateSeconds(text, known);
    if (guessed.size >= mostGuesses) guessed.clear();
    guessed.set(text, seconds);
    return seconds;
  };
}
