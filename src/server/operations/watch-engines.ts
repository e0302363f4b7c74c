import type {
  EngineStep,
  ScriptEngine,
  SpeechEngine,
  TranscriptionEngine,
  VisionEngine,
} from '#engines/ports.ts';
import { wrapScript, wrapSpeech, wrapTranscription, wrapVision } from '#engines/wrap-engine.ts';
import { CodedError } from '#shared/errors.ts';
import type { SpokenSound } from '#shared/speech.ts';

export interface EngineCall {
  readonly provider: string;
  readonly step: EngineStep;
}

/** Receives how a call ended: `ok`, `cancelled` or an error code, and the error. */
export type EndCall = (outcome: string, error?: unknown) => void;

/** Receives metrics of engine calls; engines do not know it. */
export interface EngineWatcher {
  begin(call: EngineCall): EndCall;
  countFrames(provider: string, frames: number): void;
  countCharacters(provider: string, characters: number): void;
}

/** Wraps an engine so that each call is measured from its start to the end of its answer. */
export function watchVision(engine: VisionEngine, watcher: EngineWatcher): VisionEngine {
  return wrapVision(engine, request => {
    const end = beginCall(watcher, { provider: engine.provider.name, step: 'vision' }, request.signal);
    watcher.countFrames(engine.provider.name, request.frames.length);
    return watchAnswer(engine.analyze(request), end);
  });
}

/** As {@link watchVision}. */
export function watchTranscription(engine: TranscriptionEngine, watcher: EngineWatcher): TranscriptionEngine {
  return wrapTranscription(engine, request => {
    const call = { provider: engine.provider.name, step: 'transcription' } as const;
    return watchAnswer(engine.transcribe(request), beginCall(watcher, call, request.signal));
  });
}

/** As {@link watchVision}. */
export function watchScript(engine: ScriptEngine, watcher: EngineWatcher): ScriptEngine {
  return wrapScript(engine, async function* (request, write) {
    const end = beginCall(watcher, { provider: engine.provider.name, step: 'script' }, request.signal);
    yield* watchStream(write(request), end);
  });
}

/** As {@link watchVision}. Characters count once they are certain to be spoken. */
export function watchSpeech(engine: SpeechEngine, watcher: EngineWatcher): SpeechEngine {
  return wrapSpeech(engine, async request => {
    const end = beginCall(watcher, { provider: engine.provider.name, step: 'speech' }, request.signal);
    try {
      const sound = await engine.speak(request);
      watcher.countCharacters(engine.provider.name, request.text.length);
      return watchSound(sound, end);
    } catch (error) {
      end(nameOutcome(error), error);
      throw error;
    }
  });
}

/** A call ends once, also by its signal: queued sound may never be requested. */
function beginCall(watcher: EngineWatcher, call: EngineCall, signal: AbortSignal): EndCall {
  let end: EndCall | undefined = watcher.begin(call);
  const endOnce: EndCall = (outcome, error) => {
    end?.(outcome, error);
    end = undefined;
  };
  signal.addEventListener('abort', () => endOnce('cancelled'), { once: true });
  return endOnce;
}

async function watchAnswer<Answer>(answer: Promise<Answer>, end: EndCall): Promise<Answer> {
  try {
    const answered = await answer;
    end('ok');
    return answered;
  } catch (error) {
    end(nameOutcome(error), error);
    throw error;
  }
}

function watchSound(sound: SpokenSound, end: EndCall): SpokenSound {
  if (sound.format === 'mp3') return { ...sound, bytes: watchStream(sound.bytes, end) };
  return { ...sound, samples: watchStream(sound.samples, end) };
}

/** Passes a stream on; a consumer that stops early cancels it. */
async function* watchStream<T>(stream: AsyncIterable<T>, end: EndCall): AsyncGenerator<T, void, undefined> {
  try {
    yield* stream;
    end('ok');
  } catch (error) {
    end(nameOutcome(error), error);
    throw error;
  } finally {
    end('cancelled');
  }
}

function nameOutcome(error: unknown): string {
  if (!(error instanceof CodedError)) return 'internal';
  return error.code === 'client_closed' ? 'cancelled' : error.code;
}
