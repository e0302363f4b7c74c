import type {
  DescribedEngine,
  EngineRequest,
  EngineStep,
  NoteUsage,
  Provider,
  ScriptEngine,
  SpeechEngine,
  TranscriptionEngine,
  Usage,
  VisionEngine,
} from '#engines/ports.ts';
import { override, wrapScript } from '#engines/wrap-engine.ts';
import { CodedError } from '#shared/errors.ts';
import type { SpokenSound } from '#shared/speech.ts';

/** Receives how a call ended: `ok`, `cancelled` or an error code, and the error. */
type EndCall = (outcome: string, error?: unknown) => void;

export interface EngineWatcher {
  begin(provider: Provider, step: EngineStep): EndCall;
  /** As `EngineRequest.noteUsage`. */
  noteUsage(step: EngineStep, usage: Usage): void;
  countFrames?(provider: string, frames: number): void;
  /** Characters count once they are certain to be spoken. */
  countCharacters?(provider: string, characters: number): void;
}

export interface EngineWrappers {
  readonly vision: (engine: VisionEngine) => VisionEngine;
  readonly script: (engine: ScriptEngine) => ScriptEngine;
  readonly speech: (engine: SpeechEngine) => SpeechEngine;
  readonly transcription: (engine: TranscriptionEngine) => TranscriptionEngine;
}

/** Wraps engines so that each call is watched from its start to the end of its answer. */
export function watchEngines(watcher: EngineWatcher): EngineWrappers {
  return {
    vision: engine =>
      override(engine, {
        analyze(asked) {
          const { request, end } = beginCall(watcher, 'vision', engine, asked);
          watcher.countFrames?.(engine.provider.name, request.frames.length);
          return watchAnswer(engine.analyze(request), end);
        },
      }),
    script: engine =>
      wrapScript(engine, async function* (asked, write) {
        const { request, end } = beginCall(watcher, 'script', engine, asked);
        yield* watchStream(write(request), end);
      }),
    speech: engine =>
      override(engine, {
        async speak(asked) {
          const { request, end } = beginCall(watcher, 'speech', engine, asked);
          try {
            const sound = await engine.speak(request);
            watcher.countCharacters?.(engine.provider.name, request.text.length);
            return watchSound(sound, end);
          } catch (error) {
            end(nameOutcome(error), error);
            throw error;
          }
        },
      }),
    transcription: engine =>
      override(engine, {
        transcribe(asked) {
          const { request, end } = beginCall(watcher, 'transcription', engine, asked);
          return watchAnswer(engine.transcribe(request), end);
        },
      }),
  };
}

/** A call ends once, also by its signal: queued sound may never be requested. */
function beginCall<Request extends EngineRequest>(
  watcher: EngineWatcher,
  step: EngineStep,
  { provider }: DescribedEngine,
  asked: Request,
) {
  let endCall: EndCall | undefined = watcher.begin(provider, step);
  const end: EndCall = (outcome, error) => {
    endCall?.(outcome, error);
    endCall = undefined;
  };
  asked.signal.addEventListener('abort', () => end('cancelled'), { once: true });
  const noteUsage: NoteUsage = usage => {
    watcher.noteUsage(step, usage);
    asked.noteUsage?.(usage);
  };
  return { request: { ...asked, noteUsage }, end };
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
