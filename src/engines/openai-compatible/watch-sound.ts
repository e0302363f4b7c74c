import { CodedError, LoggedCause } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { SpeechRequest } from '../ports.ts';
import { createMp3Clock } from '../provider/mp3-clock.ts';

/** Nobody reads aloud more than twice as fast as calmly; a server that needs less of the time has left something out. */
const leastShare = 0.4;
/** Off every text, because short ones have no measure. */
const graceSeconds = 1;

/** The least that a text takes to speak, so low that whatever is below it is not all of the text. */
export function computeLeastSeconds(text: string, language: Language, speed: number): number {
  const calmSeconds = computeUsualSeconds(text, language);
  return Math.max(0, (calmSeconds / speed) * leastShare - graceSeconds);
}

export interface SoundWatch {
  /** Below this the sound is not all of the text. */
  readonly leastSeconds: number;
  /** Called at the end, however it comes, with the length of the sound. */
  readonly reportSeconds: (seconds: number) => void;
}

/**
 * Passes sound on and counts how long it is. A server may leave out a sentence on which it failed and say nothing
 * (Kokoro-FastAPI, `tts_service.py`): at its end such sound fails with `provider_garbage`.
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
  { leastSeconds, reportSeconds }: SoundWatch,
): AsyncGenerator<T, void, undefined> {
  try {
    for await (const piece of pieces) {
      count(piece);
      yield piece;
    }
    if (readSeconds() < leastSeconds) throw leftOut(readSeconds(), leastSeconds);
  } finally {
    reportSeconds(readSeconds());
  }
}

function leftOut(seconds: number, leastSeconds: number): CodedError {
  return new CodedError('provider_garbage', {
    message: fill(engineMessages.textSkipped),
    cause: new LoggedCause(
      `${seconds.toFixed(1)} s of sound where ${leastSeconds.toFixed(1)} s are the least`,
    ),
  });
}

export interface UsageNote {
  /** Called once sound begins; its result is called with the seconds at the end. If nobody listens that far, they stay unknown. */
  reportAtEnd(): (soundSeconds: number) => void;
  /** Notes what may have been paid for in vain. */
  reportFailure(error: CodedError): CodedError;
}

/** Notes what one call used, once. */
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
      // Sound that waits for its turn may never be listened to.
      signal.addEventListener('abort', () => note(), { once: true });
      return note;
    },
    reportFailure(error) {
      if (!error.costsNothing) note();
      return error;
    },
  };
}
