import type { CuePoint } from '#engines/ports.ts';
import type { Language } from '#shared/languages.ts';
import { computeAvailableSeconds } from '#shared/script/cues.ts';
import { computeWritableBudget } from '#shared/script/time-budget.ts';

/** A longer line mentions things that are no longer visible. */
const longestLineSeconds = 20;
/** Less time is hardly enough for a short sentence. */
const shortestAvailableSeconds = 3;
/** Times in an analysis are rounded to a tenth of a second. */
const printedSeconds = 0.06;
/** Speech that fills more than this leaves no pause before the next line. */
const spokenShare = 0.9;

/**
 * Cue points of a timed script, each with the duration for calm speech until the next.
 * @param startSeconds in order
 * @param changeSeconds times when something new appears, if known
 */
export function planCuePoints(
  startSeconds: readonly number[],
  durationSeconds: number,
  language: Language,
  changeSeconds: readonly number[] = [],
): CuePoint[] {
  const { unit, perMinute } = language.speakingRate;
  const far = keepApart(startSeconds, durationSeconds, changeSeconds);
  const availableDurations = computeAvailableSeconds(
    far.map(seconds => ({ startSeconds: seconds, text: '' })),
    durationSeconds,
  );
  return far.map((seconds, index) => {
    const availableSeconds = Math.min(longestLineSeconds, availableDurations[index] ?? 0);
    const count = Math.max(1, Math.floor((availableSeconds / 60) * perMinute * spokenShare));
    return { startSeconds: seconds, available: { unit, count } };
  });
}

/**
 * Drops cue points that are too close to another, preferring those without a change, and those right before the end; at least one
 * stays.
 */
function keepApart(
  startSeconds: readonly number[],
  durationSeconds: number,
  changeSeconds: readonly number[],
): number[] {
  const isChange = (seconds: number) =>
    changeSeconds.some(each => Math.abs(each - seconds) <= printedSeconds);
  const kept: number[] = [];
  for (const seconds of [...startSeconds.filter(isChange), ...startSeconds]) {
    const isApart = [...kept, durationSeconds].every(
      other => Math.abs(other - seconds) >= shortestAvailableSeconds,
    );
    if (isApart || kept.length === 0) kept.push(seconds);
  }
  return kept.toSorted((one, other) => one - other);
}

/** Splits a long video into parts that a script engine can write in one call. */
export function splitIntoParts(cuePoints: readonly CuePoint[], language: Language): CuePoint[][] {
  return splitByBudget(
    cuePoints,
    ({ gap, available }) => (gap?.availableWhilePaused ?? available).count,
    language,
  );
}

/**
 * Groups what a script engine writes in as few calls as possible, in order.
 * @param countUnits the most that is written for an item
 */
export function splitByBudget<Item>(
  items: readonly Item[],
  countUnits: (item: Item) => number,
  language: Language,
): Item[][] {
  const most = computeWritableBudget(language, Number.POSITIVE_INFINITY).count;
  const parts: Item[][] = [];
  let count = 0;
  for (const item of items) {
    const units = countUnits(item);
    const part = parts.at(-1);
    if (!part || count + units > most) {
      parts.push([item]);
      count = 0;
    } else part.push(item);
    count += units;
  }
  return parts;
}
