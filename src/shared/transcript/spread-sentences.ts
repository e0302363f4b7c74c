import type { TimeSpan } from '../script/gaps.ts';
import { splitSentences } from '../script/split-sentences.ts';
import type { HeardSegment } from './heard.ts';

/** Recognisers without times answer half a minute at once. */
const maxSeconds = 12;
/** A sentence ends at a pause that is this near to where its length says. */
const maxMoveSeconds = 2;

/**
 * Gives the sentences of a long segment without times of words times of their own: by their lengths, at pauses of the speech.
 * @param speech found in the same sound, in order
 */
export function spreadSentences(segment: HeardSegment, speech: readonly TimeSpan[]): HeardSegment[] {
  const { startSeconds, endSeconds } = segment;
  const sentences = splitSentences(segment.text).map(text => text.trim());
  const spoken = listSpoken(segment, speech);
  const spokenSeconds = spoken.at(-1)?.endAfter ?? 0;
  if (sentences.length < 2 || spokenSeconds === 0 || endSeconds - startSeconds <= maxSeconds)
    return [segment];
  const characters = sentences.reduce((sum, { length }) => sum + length, 0);
  let read = 0;
  let start = spoken[0]?.startSeconds ?? startSeconds;
  return sentences.flatMap(text => {
    read += text.length;
    const end = findEnd((read / characters) * spokenSeconds, spoken);
    const part = { ...segment, text, startSeconds: start, endSeconds: end };
    // The next one begins with the speech after the pause.
    const next = spoken[findFirst(spoken, span => span.endSeconds > end)];
    start = Math.max(end, next?.startSeconds ?? end);
    return end > part.startSeconds ? [part] : [];
  });
}

/** A span of speech within a segment. */
interface SpokenSpan extends TimeSpan {
  /** Seconds of speech up to its end. */
  readonly endAfter: number;
}

function listSpoken(segment: TimeSpan, speech: readonly TimeSpan[]): SpokenSpan[] {
  let endAfter = 0;
  return listWithin(segment, speech).flatMap(span => {
    const startSeconds = Math.max(span.startSeconds, segment.startSeconds);
    const endSeconds = Math.min(span.endSeconds, segment.endSeconds);
    if (endSeconds <= startSeconds) return [];
    endAfter += endSeconds - startSeconds;
    return [{ startSeconds, endSeconds, endAfter }];
  });
}

/** When so many seconds were spoken, or the end of a span of speech near it. */
function findEnd(seconds: number, spoken: readonly SpokenSpan[]): number {
  const at = findFirst(spoken, ({ endAfter }) => endAfter >= seconds);
  const [before, within] = [spoken[at - 1], spoken[at]];
  const isBefore =
    before && seconds - before.endAfter <= (within?.endAfter ?? Number.POSITIVE_INFINITY) - seconds;
  const nearest = isBefore ? before : within;
  if (nearest && Math.abs(nearest.endAfter - seconds) <= maxMoveSeconds) return nearest.endSeconds;
  return within ? within.endSeconds - (within.endAfter - seconds) : (spoken.at(-1)?.endSeconds ?? 0);
}

/** The index of the first item, of items in order, from which on something holds; their number if it never does. */
function findFirst<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(items[middle] as Item)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The speech that overlaps a span, without reading all of it. */
export function listWithin(
  { startSeconds, endSeconds }: TimeSpan,
  speech: readonly TimeSpan[],
): readonly TimeSpan[] {
  const first = findFirst(speech, span => span.endSeconds > startSeconds);
  return speech.slice(
    first,
    findFirst(speech, span => span.startSeconds >= endSeconds),
  );
}
