import type { LanguageName } from '#shared/languages.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import { estimateSeconds, type SpeechRate, startRate } from '#shared/script/estimate-speech.ts';
import type { DescribedVideo } from '#shared/script/plan-description.ts';
import { findSound, type LineSounds, type SpokenWith } from './line-sound.ts';
import { type Mix, mixDescription, mixLines } from './mix-lines.ts';

/** Which lines are to be spoken, and what is known of the others. */
export interface SpeakingPlan {
  readonly lines: readonly number[];
  readonly known: readonly { readonly index: number; readonly seconds: number }[];
}

/**
 * The lines of a script that were not spoken so before, or the one that is asked for.
 * @param only its place, from 0 on
 */
export function planSpeaking(
  script: string,
  sounds: LineSounds,
  { spokenWith, only }: { readonly spokenWith: SpokenWith; readonly only: number | undefined },
): SpeakingPlan {
  const { cues } = parseTimedScript(script);
  const spoken = cues.map(({ text }) => findSound(sounds, text, spokenWith)?.seconds);
  const isAsked = (index: number) =>
    only === undefined ? spoken[index] === undefined && cues[index]?.text !== '' : index === only;
  return {
    lines: [...spoken.keys()].filter(isAsked),
    known: spoken.flatMap((seconds, index) =>
      seconds === undefined || isAsked(index) ? [] : [{ index, seconds }],
    ),
  };
}

/** How many lines of a script were spoken so. */
export function countSpoken(
  script: string,
  sounds: LineSounds,
  spokenWith: SpokenWith,
): 'all' | 'some' | 'none' {
  const cues = parseTimedScript(script).cues.filter(({ text }) => text !== '');
  const spoken = cues.filter(({ text }) => findSound(sounds, text, spokenWith)).length;
  if (spoken === 0) return 'none';
  return spoken === cues.length ? 'all' : 'some';
}

/** How lines that were spoken are to be laid. */
interface MixOrder {
  readonly spokenWith: SpokenWith;
  readonly durationSeconds: number;
  /** They are an audio description of this video. */
  readonly described: DescribedVideo | undefined;
  readonly signal: AbortSignal;
}

/**
 * Lays the lines of a script that were spoken at their times, or into the gaps where they are a description.
 * @throws the signal's reason
 */
export function mixScript(script: string, sounds: LineSounds, order: MixOrder): Promise<Mix> {
  const { cues } = parseTimedScript(script);
  const { described: video, signal } = order;
  if (video) {
    const spoken = cues.flatMap(cue => {
      const sound = findSound(sounds, cue.text, order.spokenWith);
      return sound?.mp3.size ? [{ ...cue, mp3: sound.mp3, seconds: sound.seconds }] : [];
    });
    return mixDescription(spoken, { video, signal });
  }
  const lines = cues.map(cue => ({ ...cue, mp3: findSound(sounds, cue.text, order.spokenWith)?.mp3 }));
  return mixLines(lines, order);
}

/** Where a script without a video ends: with its last words. */
export function findEnd(script: string, estimate: (text: string) => number): number {
  const last = parseTimedScript(script).cues.at(-1);
  return last ? Math.ceil(last.startSeconds + 1.2 * estimate(last.text) + 1) : 0;
}

/** Guessed lengths are kept for as long as their rate: with each letter that is typed all other lines stay as they are. */
const guesses = new WeakMap<SpeechRate, Map<string, number>>();
/** Each step of what is typed is a text. */
const mostGuesses = 5000;
const firstRates = new Map<LanguageName, SpeechRate>();

/** How long texts take with a voice; before anything was spoken, by the usual rate of the language. */
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
