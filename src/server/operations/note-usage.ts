import type {
  EngineStep,
  NoteUsage,
  ScriptEngine,
  SpeechEngine,
  TranscriptionEngine,
  Usage,
  VisionEngine,
} from '#engines/ports.ts';
import { wrapScript, wrapSpeech, wrapTranscription, wrapVision } from '#engines/wrap-engine.ts';

/** Receives the usage of each call and its step. */
export type NoteStepUsage = (step: EngineStep, usage: Usage) => void;

/** Wraps the engine of each step. */
export interface EngineWrappers {
  readonly vision: (engine: VisionEngine) => VisionEngine;
  readonly script: (engine: ScriptEngine) => ScriptEngine;
  readonly speech: (engine: SpeechEngine) => SpeechEngine;
  readonly transcription: (engine: TranscriptionEngine) => TranscriptionEngine;
}

/** Wraps engines so that the usage of their calls is also reported here. */
export function reportUsage(note: NoteStepUsage): EngineWrappers {
  const noteVision: NoteUsage = usage => note('vision', usage);
  const noteScript: NoteUsage = usage => note('script', usage);
  const noteSpeech: NoteUsage = usage => note('speech', usage);
  const noteTranscription: NoteUsage = usage => note('transcription', usage);
  return {
    vision: engine => wrapVision(engine, request => engine.analyze(addNote(request, noteVision))),
    script: engine => wrapScript(engine, (request, write) => write(addNote(request, noteScript))),
    speech: engine => wrapSpeech(engine, request => engine.speak(addNote(request, noteSpeech))),
    transcription: engine =>
      wrapTranscription(engine, request => engine.transcribe(addNote(request, noteTranscription))),
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
