import type { DescribedPerson, DescriptionDetail, DescriptionKind } from '../description.ts';
import { maxGaps } from '../limits.ts';

/** A part of a video, in seconds from its beginning. */
export type TimeSpan = { readonly startSeconds: number; readonly endSeconds: number };

/** The shortest gap that is useful for a line. */
export const minGapSeconds = 2.5;
/**
 * A picture shown during speech is described in the preceding gap if that ends at most this long before. Pictures of one scene are
 * about this close (at most one per 6 s is used); later events must not be revealed.
 */
export const maxAheadSeconds = 5;
/** A line that begins this shortly before a gap waits for it. */
export const maxWaitSeconds = 1;
/** Shorter sounds are coughs or clicks and end no gap. */
export const minSpeechSeconds = 0.3;

/** The gaps in the speech (in order, no overlaps) of at least {@link minGapSeconds}; the whole video without speech. */
export function computeGaps(speech: readonly TimeSpan[], durationSeconds: number): TimeSpan[] {
  const spoken = speech.filter(
    ({ startSeconds, endSeconds }) => endSeconds - startSeconds >= minSpeechSeconds,
  );
  return listPauses(spoken, durationSeconds, minGapSeconds);
}

/** The parts of at least `minSeconds` before, between and after spans (in order, no overlaps). */
export function listPauses(
  spans: readonly TimeSpan[],
  durationSeconds: number,
  minSeconds: number,
): TimeSpan[] {
  const starts = [0, ...spans.map(({ endSeconds }) => endSeconds)];
  return starts
    .map((startSeconds, index) => ({
      startSeconds,
      endSeconds: Math.min(durationSeconds, spans[index]?.startSeconds ?? durationSeconds),
    }))
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= minSeconds);
}

/** The parts of spans that lie in another. */
export function clipSpans(spans: readonly TimeSpan[], within: TimeSpan): TimeSpan[] {
  return spans
    .map(({ startSeconds, endSeconds }) => ({
      startSeconds: Math.max(startSeconds, within.startSeconds),
      endSeconds: Math.min(endSeconds, within.endSeconds),
    }))
    .filter(({ startSeconds, endSeconds }) => endSeconds > startSeconds);
}

/** Joins spans that overlap or are less than `gapSeconds` apart, and puts them in order. */
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
  const measure = ({ startSeconds, endSeconds }: TimeSpan) => endSeconds - startSeconds;
  const byLength = gaps.toSorted((one, other) => measure(other) - measure(one));
  const kept = new Set(byLength.slice(0, maxGaps));
  const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
  return gaps
    .filter(gap => kept.has(gap))
    .map(({ startSeconds, endSeconds }) => [round(startSeconds), round(endSeconds)]);
}

export function fromSentGaps(gaps: readonly (readonly [number, number])[]): TimeSpan[] {
  return gaps.map(([startSeconds, endSeconds]) => ({ startSeconds, endSeconds }));
}
