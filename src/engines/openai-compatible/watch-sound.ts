import { CodedError, LoggedCause } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { createMp3FrameReader } from '#shared/mp3-frames.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { SpeechRequest } from '../ports.ts';
import { noSound } from '../provider/read-sound.ts';

interface Mp3Clock {
  add(bytes: Uint8Array): void;
  readonly seconds: number;
}

/** Reading aloud is at most twice as fast as calm speech; a shorter result has left something out. */
const minShare = 0.4;
/** Subtracted for every text, because estimates for short ones are inexact. */
const graceSeconds = 1;

/** Minimum duration of a text; less means that part of it is missing. */
export function computeMinSeconds(text: string, language: Language, speed: number): number {
  const calmSeconds = computeUsualSeconds(text, language);
  return Math.max(0, (calmSeconds / speed) * minShare - graceSeconds);
}

export interface SoundWatch {
  /** Shorter sound fails. */
  readonly minSeconds: number;
  /** Called once at the end, also on failure, with the duration of the sound. */
  readonly reportSeconds: (seconds: number) => void;
}

/**
 * Passes sound on and measures its duration. A server may silently skip a sentence on which it failed (Kokoro-FastAPI,
 * `tts_service.py`): such sound fails at its end with `provider_garbage`.
 */
export function watchSound(sound: SpokenSound, watch: SoundWatch): SpokenSound {
  if (sound.format === 'mp3') {
    const clock = createMp3Clock();
    const count = (bytes: Uint8Array) => clock.add(bytes);
    return { ...sound, bytes: watchStream(sound.bytes, { count, readSeconds: () => clock.seconds }, watch) };
  }
  let samples = 0;
  const meter = {
    count: (piece: Float32Array) => {
      samples += piece.length;
    },
    readSeconds: () => samples / sound.sampleRateHz,
  };
  return { ...sound, samples: watchStream(sound.samples, meter, watch) };
}

interface Meter<T> {
  readonly count: (piece: T) => void;
  readonly readSeconds: () => number;
}

async function* watchStream<T>(
  pieces: AsyncIterable<T>,
  { count, readSeconds }: Meter<T>,
  { minSeconds, reportSeconds }: SoundWatch,
): AsyncGenerator<T, void, undefined> {
  try {
    for await (const piece of pieces) {
      count(piece);
      yield piece;
    }
    if (readSeconds() === 0) throw noSound();
    if (readSeconds() < minSeconds) throw leftOut(readSeconds(), minSeconds);
  } finally {
    reportSeconds(readSeconds());
  }
}

function leftOut(seconds: number, minSeconds: number): CodedError {
  return new CodedError('provider_garbage', {
    message: fill(engineMessages.textSkipped),
    cause: new LoggedCause(`${seconds.toFixed(1)} s of sound where ${minSeconds.toFixed(1)} s are the least`),
  });
}

export interface UsageNote {
  /** Called when sound starts; returns a function for its duration at the end, which stays unknown if the client disconnects. */
  reportAtEnd(): (soundSeconds: number) => void;
  /** Notes usage that may have been charged despite the failure. */
  reportFailure(error: CodedError): CodedError;
}

/** Notes the usage of one call, once. */
export function createUsageNote(
  { text, signal, noteUsage }: SpeechRequest,
  provider: string,
  model: string,
): UsageNote {
  let isNoted = false;
  const note = (soundSeconds?: number) => {
    if (!isNoted) noteUsage?.({ provider, model, characters: text.length, soundSeconds });
    isNoted = true;
  };
  return {
    reportAtEnd() {
      // Queued sound may never be read.
      signal.addEventListener('abort', () => note(), { once: true });
      return note;
    },
    reportFailure(error) {
      if (!error.costsNothing) note();
      return error;
    },
  };
}

/** Counts frames by their headers; skips anything between them. */
export function createMp3Clock(): Mp3Clock {
  let seconds = 0;
  return {
    add: createMp3FrameReader(({ samples, rateHz }) => {
      seconds += samples / rateHz;
    }),
    get seconds() {
      return seconds;
    },
  };
}
