import type { CuePoint } from '#engines/cue-point.ts';
import type { Language } from '#shared/languages.ts';
import { computeAvailableSeconds } from '#shared/script/cues.ts';
import { computeWritableBudget } from '#shared/script/time-budget.ts';

/** A line that goes on for longer says things that are not to be seen any more. */
const longestLineSeconds = 20;
/** In less time hardly a short sentence can be said. */
const shortestAvailableSeconds = 3;
/** Times in an analysis are told to a tenth of a second. */
const printedSeconds = 0.06;
/** Speech that fills more of its room than this has no pause before the next line. */
const spokenShare = 0.9;

/**
 * The moments at which a line may begin, each with what can be said calmly until the next.
 * @param startSeconds in order
 * @param changeSeconds when something new is to be seen, where that is known
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
 * Leaves out moments that come right beside another, rather those at which nothing changes, and those right before the end; one stays in any
 * case.
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

/**
 * Parts of a long video, each with as much room as a writer can fill in one call.
 * @param moments at least one
 */
export function splitIntoParts(cuePoints: readonly CuePoint[], language: Language): CuePoint[][] {
  const most = computeWritableBudget(language, Number.POSITIVE_INFINITY).count;
  const parts: CuePoint[][] = [];
  let count = 0;
  for (const cuePoint of cuePoints) {
    const part = parts.at(-1);
    const { count: available } = cuePoint.gap?.availableWhilePaused ?? cuePoint.available;
    if (!part || count + available > most) {
      parts.push([cuePoint]);
      count = 0;
    } else part.push(cuePoint);
    count += available;
  }
  return parts;
}
