import { type DescriptionKind, maxGaps } from '../description.ts';
import type { TimeSpan } from './gaps.ts';

/** Where a description may speak. */
export interface DescriptionRequest {
  readonly kind: DescriptionKind;
  /** Where nobody speaks, in order. */
  readonly gaps: readonly TimeSpan[];
}

/** A gap as calls carry it: its start and its end in seconds. */
export type SentGap = [startSeconds: number, endSeconds: number];

/** Gaps as calls carry them, exact to a millisecond; of more than a call takes, the longest. */
export function toSentGaps(gaps: readonly TimeSpan[]): SentGap[] {
  return keepLongest(gaps).map(({ startSeconds, endSeconds }) => [
    Math.round(startSeconds * 1000) / 1000,
    Math.round(endSeconds * 1000) / 1000,
  ]);
}

/** The gaps that a call carries. */
export function fromSentGaps(gaps: readonly (readonly [number, number])[]): TimeSpan[] {
  return gaps.map(([startSeconds, endSeconds]) => ({ startSeconds, endSeconds }));
}

function keepLongest(gaps: readonly TimeSpan[]): readonly TimeSpan[] {
  if (gaps.length <= maxGaps) return gaps;
  const byLength = gaps.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const kept = new Set(byLength.slice(0, maxGaps));
  return gaps.filter(gap => kept.has(gap));
}

function lengthOf({ startSeconds, endSeconds }: TimeSpan): number {
  return endSeconds - startSeconds;
}
