import { joinSpans, type TimeSpan } from '#shared/script/gaps.ts';

/** Duration of the fade before the voice; a longer one follows it. */
export const attackSeconds = 0.2;
export const releaseSeconds = 0.4;
/** The original stays low over shorter pauses of the voice, to avoid pumping. */
const joinedGapSeconds = 1.5;

/** A point of the gain curve; gain in dB is linear between points. */
export interface EnvelopePoint {
  readonly seconds: number;
  readonly db: number;
}

/**
 * Gain of the original over time, for drawing, mixing or playing: 0 dB except while the voice sounds, fully lowered from its first
 * sample on.
 * @param spans of the voice, in order
 * @param duckDb attenuation, 0 or more
 */
export function planEnvelope(spans: readonly TimeSpan[], duckDb: number): EnvelopePoint[] {
  return joinSpans(spans, joinedGapSeconds).flatMap(({ startSeconds, endSeconds }) => [
    { seconds: startSeconds - attackSeconds, db: 0 },
    { seconds: startSeconds, db: -duckDb },
    { seconds: endSeconds, db: -duckDb },
    { seconds: endSeconds + releaseSeconds, db: 0 },
  ]);
}

/** Reads an envelope at ascending times, in constant time each; at an earlier one it begins anew. */
export function createEnvelopeReader(points: readonly EnvelopePoint[]): (seconds: number) => number {
  let next = 0;
  return seconds => {
    if ((points[next - 1]?.seconds ?? 0) > seconds) next = 0;
    while (next < points.length && (points[next] as EnvelopePoint).seconds <= seconds) next++;
    const before = points[next - 1];
    const after = points[next];
    if (!before || !after) return 0;
    const share = (seconds - before.seconds) / (after.seconds - before.seconds);
    return before.db + share * (after.db - before.db);
  };
}
