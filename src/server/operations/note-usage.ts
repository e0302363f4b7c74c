import type { NoteUsage, ScriptEngine, SpeechEngine, Usage, VisionEngine } from '#engines/ports.ts';
import { wrapScript, wrapSpeech, wrapVision } from '#engines/wrap-engine.ts';
import type { EngineCall } from './watch-engines.ts';

/** Receives the usage of each call and its step. */
export type NoteStepUsage = (step: EngineCall['step'], usage: Usage) => void;

/** Wraps an engine so that the usage of its calls is also reported here. */
export function noteVision(engine: VisionEngine, note: NoteStepUsage): VisionEngine {
  return wrapVision(engine, request => engine.analyze(addNote(request, usage => note('vision', usage))));
}

/** As {@link noteVision}. */
export function noteScript(engine: ScriptEngine, note: NoteStepUsage): ScriptEngine {
  return wrapScript(engine, (request, write) => write(addNote(request, usage => note('script', usage))));
}

/** As {@link noteVision}. */
export function noteSpeech(engine: SpeechEngine, note: NoteStepUsage): SpeechEngine {
  return wrapSpeech(engine, request => engine.speak(addNote(request, usage => note('speech', usage))));
}

function addNote<Request extends { readonly noteUsage?: NoteUsage | undefined }>(
  request: Request,
  note: NoteUsage,
): Request {
  const noteUsage: NoteUsage = usage => {
    note(usage);
    request.noteUsage?.(usage);
  };
  return { ...request, noteUsage };
}
