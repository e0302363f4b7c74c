import { leastSpeechSeconds, type TimeSpan } from '#shared/script/gaps.ts';

// Measured (docs/decisions/speech-gaps.md).
/** Speech starts at this likelihood … */
const beginsFrom = 0.4;
/** … and continues while it is not below this: a soft sound within a word is no end. … */
const continuesFrom = 0.3;
/** … The end is the last time with at least this: the network forgets a voice slowly. */
const endsFrom = 0.6;
/** Shorter pauses are between words. */
const pauseSeconds = 0.3;
/** Soft consonants are detected slightly late. */
const leadSeconds = 0.06;

export interface SpeechSpans {
  /** Adds the likelihood of a span; spans do not overlap. */
  add(likelihood: number, span: TimeSpan): void;
  /** Spans of speech in order, with pauses longer than between words; none too short to be speech. */
  finish(): TimeSpan[];
}

/** Converts likelihoods to spans. */
export function createSpeechSpans(): SpeechSpans {
  const spans: TimeSpan[] = [];
  let startSeconds: number | undefined;
  let speechSeconds = 0;
  let heardSeconds = 0;
  const close = () => {
    if (startSeconds !== undefined) append(spans, { startSeconds, endSeconds: speechSeconds });
    startSeconds = undefined;
  };
  return {
    add(likelihood, span) {
      if (span.startSeconds - heardSeconds >= pauseSeconds) close();
      heardSeconds = span.endSeconds;
      if (likelihood < (startSeconds === undefined ? beginsFrom : continuesFrom)) return close();
      if (startSeconds === undefined || likelihood >= endsFrom) speechSeconds = span.endSeconds;
      startSeconds ??= Math.max(0, span.startSeconds - leadSeconds);
    },
    finish() {
      close();
      return spans.filter(isLongEnough);
    },
  };
}

/** Joins a span to the last one over a short pause; drops the last one if it was too short. */
function append(spans: TimeSpan[], span: TimeSpan): void {
  const last = spans.at(-1);
  if (last && span.startSeconds - last.endSeconds < pauseSeconds)
    spans[spans.length - 1] = { startSeconds: last.startSeconds, endSeconds: span.endSeconds };
  else if (last && !isLongEnough(last)) spans[spans.length - 1] = span;
  else spans.push(span);
}

function isLongEnough({ startSeconds, endSeconds }: TimeSpan): boolean {
  return endSeconds - startSeconds >= leastSpeechSeconds;
}
