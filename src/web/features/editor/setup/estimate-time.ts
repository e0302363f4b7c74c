import { t } from '#shared/messages/message.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';

/** What a piece of work took. Its size is seconds of video for a script, and characters for a sound. */
export interface PastWork {
  readonly size: number;
  readonly seconds: number;
}

/** So many are looked back at: enough for a median that one slow answer does not move. */
export const mostPastWork = 10;

/** Work that was this many times larger or smaller says nothing about this one. */
const mostRatio = 10;

/**
 * How many seconds a piece of work will take: the median of what such work took, scaled to its size. A call takes its time
 * whatever it is about (ten pictures are looked at, however long the video is), so half of it is taken to grow with the size.
 * Undefined without anything to go by.
 * @param past of the same kind, by the same providers
 */
export function estimateSeconds(past: readonly PastWork[], size: number): number | undefined {
  const scaled = past
    .slice(-mostPastWork)
    .map(work => ({ ratio: size / work.size, seconds: work.seconds }))
    .filter(({ ratio }) => ratio <= mostRatio && ratio >= 1 / mostRatio)
    .map(({ ratio, seconds }) => (seconds * (1 + ratio)) / 2)
    .sort((one, other) => one - other);
  const middle = Math.floor(scaled.length / 2);
  const [upper, lower] = [scaled[middle], scaled[scaled.length % 2 === 0 ? middle - 1 : middle]];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}

/**
 * Such as "About 20 seconds left.", in steps, so that it seldom changes; undefined once the estimate is over.
 */
export function describeTimeLeft(seconds: number): string | undefined {
  if (seconds <= 0) return undefined;
  if (seconds <= 5) return t(studioStatusMessages.nearlyDone);
  if (seconds <= 90) return t(studioStatusMessages.secondsLeft, { seconds: Math.ceil(seconds / 10) * 10 });
  return t(studioStatusMessages.minutesLeft, { minutes: Math.ceil(seconds / 60) });
}
