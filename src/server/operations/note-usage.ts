import type { NoteUsage, ScriptEngine, SpeechEngine, Usage, VisionEngine } from '#engines/ports.ts';
import { wrapScript, wrapSpeech, wrapVision } from '#engines/wrap-engine.ts';
import type { EngineCall } from './watch-engines.ts';

/** Receives the usage of each call and its step. */
export type NoteStepUsage = (step: EngineCall['step'], usage: Usage) => void;

/** Wraps the engine of each step. */
export interface EngineWrappers {
  readonly vision: (engine: VisionEngine) => VisionEngine;
  readonly script: (engine: ScriptEngine) => ScriptEngine;
  readonly speech: (engine: SpeechEngine) => SpeechEngine;
}

/** Wraps engines so that the usage of their calls is also reported here. */
export function reportUsage(note: NoteStepUsage): EngineWrappers {
  const noteVision: NoteUsage = usage => note('vision', usage);
  const noteScript: NoteUsage = usage => note('script', usage);
  const noteSpeech: NoteUsage = usage => note('speech', usage);
  return {
    vision: engine => wrapVision(engine, request => engine.analyze(addNote(request, noteVision))),
    script: engine => wrapScript(engine, (request, write) => write(addNote(request, noteScript))),
    speech: engine => wrapSpeech(engine, request => engine.speak(addNote(request, noteSpeech))),
  };
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
