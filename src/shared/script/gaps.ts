/** A part of a video, in seconds from its beginning. */
export interface TimeSpan {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** In less time nothing worth hearing can be said. */
export const leastGapSeconds = 2.5;
/** What is shorter is a cough or a click, and ends no gap. */
export const leastSpeechSeconds = 0.3;

/**
 * The gaps between speech in which a describer may speak, each at least {@link leastGapSeconds} long.
 * @param speech where people speak, in order, none in another
 * @returns in order; the whole video where nobody speaks
 */
export function computeGaps(speech: readonly TimeSpan[], durationSeconds: number): TimeSpan[] {
  const spoken = speech.filter(
    ({ startSeconds, endSeconds }) => endSeconds - startSeconds >= leastSpeechSeconds,
  );
  const starts = [0, ...spoken.map(({ endSeconds }) => endSeconds)];
  return starts
    .map((startSeconds, index) => ({
      startSeconds,
      endSeconds: Math.min(durationSeconds, spoken[index]?.startSeconds ?? durationSeconds),
    }))
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= leastGapSeconds);
}

/**
 * Joins spans that overlap, or have less than so many seconds between them.
 * @returns in order, none in another
 */
export function joinSpans(spans: readonly TimeSpan[], gapSeconds = 0): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.startSeconds - other.startSeconds)) {
    const last = joined.at(-1);
    if (last && span.startSeconds - last.endSeconds < gapSeconds)
      joined[joined.length - 1] = {
        startSeconds: last.startSeconds,
        endSeconds: Math.max(last.endSeconds, span.endSeconds),
      };
    else joined.push(span);
  }
  return joined;
}
