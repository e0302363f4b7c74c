import { leastSpeechSeconds, type TimeSpan } from '#shared/script/gaps.ts';

// Measured (docs/decisions/speech-gaps.md).
/** From this likelihood on somebody speaks, … */
const beginsFrom = 0.4;
/** … and goes on as long as it is not less than this: a soft sound within a word is no end. … */
const goesOnFrom = 0.3;
/** … What was said ended when it was last as likely as this: the network forgets a voice slowly. */
const endsFrom = 0.6;
/** Shorter pauses are those between words. */
const pauseSeconds = 0.3;
/** Soft consonants are heard a little late. */
const leadSeconds = 0.06;

export interface SpeechSpans {
  /** Takes how likely somebody speaks within a span; each begins where the one before ended, or later. */
  add(likelihood: number, span: TimeSpan): void;
  /** Where people speak, in order, more than a pause between words apart; none too short to be speech. */
  finish(): TimeSpan[];
}

/** Makes spans of likelihoods, and keeps nothing else of them. */
export function createSpeechSpans(): SpeechSpans {
  const spans: TimeSpan[] = [];
  let startSeconds: number | undefined;
  let saidSeconds = 0;
  let heardSeconds = 0;
  const close = () => {
    if (startSeconds !== undefined) append(spans, { startSeconds, endSeconds: saidSeconds });
    startSeconds = undefined;
  };
  return {
    add(likelihood, span) {
      if (span.startSeconds - heardSeconds >= pauseSeconds) close();
      heardSeconds = span.endSeconds;
      if (likelihood < (startSeconds === undefined ? beginsFrom : goesOnFrom)) return close();
      if (startSeconds === undefined || likelihood >= endsFrom) saidSeconds = span.endSeconds;
      startSeconds ??= Math.max(0, span.startSeconds - leadSeconds);
    },
    finish() {
      close();
      return spans.filter(isLongEnough);
    },
  };
}

/** Joins it to the last one over a short pause; a last one that stayed a blip leaves for it. */
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
