import { leastSpeechSeconds, type TimeSpan } from '#shared/script/gaps.ts';
import type { SoundPiece } from '../sound/decode-video-sound.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import { createResampler } from '../sound/resample.ts';
import { type SpeechNetwork, speechRateHz, speechWindowSamples } from './speech-network.ts';

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

interface SpeechSpans {
  /** Adds the likelihood of a span; spans do not overlap. */
  add(likelihood: number, span: TimeSpan): void;
  /** Spans of speech in order, with pauses longer than between words; none too short to be speech. */
  finish(): TimeSpan[];
}

export interface SpeechFinder {
  /** Adds the next piece; a gap between two counts as silence. */
  add(piece: SoundPiece): void;
  /** Adds an undecodable part, which counts as speech. */
  addUndecodable(span: TimeSpan): void;
  finish(): TimeSpan[];
}

/** Smaller gaps are rounding. */
const toleratedSeconds = 0.05;

/** A finer filter takes as long as decoding and finds nothing else. */
const resamplingReach = 6;

/** Detects speech in streamed sound, buffering at most one piece. */
export function createSpeechFinder(network: SpeechNetwork): SpeechFinder {
  const spans = createSpeechSpans();
  let stretch: Stretch | undefined;
  const close = () => {
    stretch?.finish();
    stretch = undefined;
  };
  return {
    add(piece) {
      if (!stretch?.isFollowedBy(piece)) {
        close();
        stretch = createStretch(piece, network, spans);
      }
      stretch.add(piece);
    },
    addUndecodable(span) {
      close();
      spans.add(1, span);
    },
    finish() {
      close();
      return spans.finish();
    },
  };
}

/** Continuous sound of one sample rate. */
interface Stretch {
  isFollowedBy(piece: SoundPiece): boolean;
  add(sound: PlainSound): void;
  finish(): void;
}

function createStretch(
  { startSeconds, sampleRateHz }: SoundPiece,
  network: SpeechNetwork,
  spans: SpeechSpans,
): Stretch {
  const resampler =
    sampleRateHz === speechRateHz ? undefined : createResampler(sampleRateHz, speechRateHz, resamplingReach);
  const window = new Float32Array(speechWindowSamples);
  let received = 0;
  let judged = 0;
  let filled = 0;
  network.forget();

  const judge = () => {
    const toSeconds = (samples: number) => startSeconds + samples / speechRateHz;
    const span = {
      startSeconds: toSeconds(judged),
      endSeconds: toSeconds(judged + filled),
    };
    window.fill(0, filled);
    spans.add(network.judge(window), span);
    judged += filled;
    filled = 0;
  };
  const take = (samples: Float32Array) => {
    for (let from = 0; from < samples.length; ) {
      const taken = samples.subarray(from, from + window.length - filled);
      window.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled === window.length) judge();
    }
  };
  return {
    isFollowedBy(piece) {
      const lateSeconds = piece.startSeconds - startSeconds - received / sampleRateHz;
      return piece.sampleRateHz === sampleRateHz && Math.abs(lateSeconds) < toleratedSeconds;
    },
    add({ samples }) {
      received += samples.length;
      take(resampler ? resampler.add(samples) : samples);
    },
    finish() {
      if (resampler) take(resampler.finish());
      if (filled > 0) judge();
    },
  };
}

function createSpeechSpans(): SpeechSpans {
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
