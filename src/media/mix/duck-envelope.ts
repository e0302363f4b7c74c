import { joinSpans, type TimeSpan } from '#shared/script/gaps.ts';

/** How long the original takes to become softer before the voice, and louder after it. */
export const attackSeconds = 0.2;
export const releaseSeconds = 0.4;
/** Over shorter pauses of the voice the original stays soft: it would pump. */
const joinedGapSeconds = 1.5;

/** A time at which the original is so loud; between two such times its loudness in dB changes evenly. */
export interface EnvelopePoint {
  readonly seconds: number;
  readonly db: number;
}

/**
 * How loud the original is over time, to draw, mix or play it: 0 dB but while the voice sounds, soft from
 * its first sample on.
 * @param spans where the voice sounds, in order
 * @param duckDb how much softer, 0 or more
 */
export function planEnvelope(spans: readonly TimeSpan[], duckDb: number): EnvelopePoint[] {
  return joinSpans(spans, joinedGapSeconds).flatMap(({ startSeconds, endSeconds }) => [
    { seconds: startSeconds - attackSeconds, db: 0 },
    { seconds: startSeconds, db: -duckDb },
    { seconds: endSeconds, db: -duckDb },
    { seconds: endSeconds + releaseSeconds, db: 0 },
  ]);
}

/** Reads an envelope at times that never go back, in constant time each. */
export function createEnvelopeReader(points: readonly EnvelopePoint[]): (seconds: number) => number {
  let next = 0;
  return seconds => {
    while (next < points.length && (points[next] as EnvelopePoint).seconds <= seconds) next++;
    const before = points[next - 1];
    const after = points[next];
    if (!before || !after) return 0;
    const share = (seconds - before.seconds) / (after.seconds - before.seconds);
    return before.db + share * (after.db - before.db);
  };
}
