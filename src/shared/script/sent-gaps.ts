import type { DescribedPerson, DescriptionDetail, DescriptionKind } from '../description.ts';
import { maxGaps } from '../limits.ts';
import type { TimeSpan } from './gaps.ts';

export interface DescriptionRequest {
  readonly kind: DescriptionKind;
  /** The speech gaps, in order. */
  readonly gaps: readonly TimeSpan[];
  /** Standard if undefined. */
  readonly detail?: DescriptionDetail | undefined;
  readonly cast?: readonly DescribedPerson[] | undefined;
}

/** A gap in an API call: start and end in seconds. */
export type SentGap = [startSeconds: number, endSeconds: number];

/** Converts gaps for a call, to the millisecond; above the limit, keeps the longest. */
export function toSentGaps(gaps: readonly TimeSpan[]): SentGap[] {
  return keepLongest(gaps).map(({ startSeconds, endSeconds }) => [
    Math.round(startSeconds * 1000) / 1000,
    Math.round(endSeconds * 1000) / 1000,
  ]);
}

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
