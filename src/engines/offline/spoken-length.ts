import type { Language } from '#shared/languages.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { type FrameDescription, maxLines } from './frame-description.ts';
import type { Wording } from './wording.ts';

/**
 * A narrator's pause after a sentence. The time budget counts words of running text; ours are short sentences, and
 * spoken by espeak-ng in 57 languages their pauses made them a tenth too long for their video. Ours, measured.
 */
const pauseSeconds = 0.45;
/** What a colon, a comma or a digit takes, of which sentences with lists and quotations have many. Ours, measured the same way. */
const signSeconds = 0.25;
/** Print may take so much of the words that there is time for; things want a word, too. Ours. */
const printShare = 0.8;
/** What nothing but a clock, a counter or a timecode shows: it runs on, and the voice that names it speaks at another time. */
const clock =
  /^(?:\d{1,3}(?::\d{2}){1,3}(?:[.,;]\d{1,3})?|\d{1,4}(?:\.\d{1,3})? ?(?:h|min|sec|s|ms))(?: ?[ap]m)?$/iu;

/** The picture without print that names a time which the sound does not keep. */
export function withoutClocks(frame: FrameDescription): FrameDescription {
  return { ...frame, lines: frame.lines.filter(({ text }) => !clock.test(text.trim())) };
}

/** Counts what a sentence takes in the unit of its language, the pause behind it included. */
export function createCounter(language: Language) {
  const { perMinute } = language.speakingRate;
  const pauseUnits = computePauseUnits(language);
  return (text: string): number =>
    countSpokenUnits(language, text) + pauseUnits + (countSigns(text) * signSeconds * perMinute) / 60;
}

/** What the pause behind a sentence would hold. */
export function computePauseUnits({ speakingRate }: Language): number {
  return (pauseSeconds / 60) * speakingRate.perMinute;
}

function countSigns(text: string): number {
  return text.match(/[:：՝,、،\d%]/gu)?.length ?? 0;
}

/**
 * Leaves as many lines of print in each picture as can be told of all of them, without clocks: rather the heading of every slide than
 * all lines of a few.
 * @param budget in the unit that `count` counts
 */
export function shortenPrint(
  frames: readonly FrameDescription[],
  budget: number,
  { quote, phrases }: Wording,
  count: (text: string) => number,
): FrameDescription[] {
  const lasting = frames.map(withoutClocks);
  const shorten = (most: number) => lasting.map(frame => ({ ...frame, lines: frame.lines.slice(0, most) }));
  for (let most = maxLines; most > 1; most--) {
    const shortened = shorten(most);
    const printed = shortened
      .map(({ lines }) => lines.map(({ text }) => text))
      .filter(({ length }) => length > 0);
    const counts = printed.map(texts => count(quote(phrases.written[0], texts)));
    if (counts.reduce((sum, each) => sum + each, 0) <= printShare * budget) return shortened;
  }
  return shorten(1);
}
