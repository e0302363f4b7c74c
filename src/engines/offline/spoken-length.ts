import type { Language } from '#shared/languages.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import type { FrameDescription } from './frame-description.ts';

/**
 * A narrator's pause after a sentence. The time budget counts words of running text; ours are short sentences, and
 * spoken by espeak-ng in 57 languages their pauses made them a tenth too long for their video. Ours, measured.
 */
const pauseSeconds = 0.45;
/** What a colon, a comma or a digit takes, of which sentences with lists and quotations have many. Ours, measured the same way. */
const signSeconds = 0.25;
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
