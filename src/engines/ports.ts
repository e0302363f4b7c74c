import type { Frame } from '#shared/frame.ts';
import type { Language } from '#shared/languages.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { StandardVoice } from '#shared/voices.ts';

/**
 * The three ports behind which AI and voices live. Every method throws `CodedError` only, stops its work and its
 * spending when `signal` fires, and never logs.
 */

export interface VisionRequest {
  /** The person's wish, without the language. */
  readonly prompt: string;
  /** In time order, at least one. */
  readonly frames: readonly Frame[];
  readonly durationSeconds: number;
  readonly signal: AbortSignal;
}

/** Looks at frames and says in text what they show and how it changes. */
export interface VisionEngine {
  readonly name: string;
  readonly isOffline: boolean;
  analyze(request: VisionRequest): Promise<string>;
}

export interface ScriptRequest {
  /** What this adapter's own {@link VisionEngine} said. */
  readonly analysis: string;
  readonly prompt: string;
  readonly language: Language;
  readonly durationSeconds: number;
  readonly signal: AbortSignal;
}

/** Writes a narration, piece by piece as it is written; the pieces joined are the script. Never ends empty. */
export interface ScriptEngine {
  readonly name: string;
  readonly isOffline: boolean;
  writeScript(request: ScriptRequest): AsyncIterable<string>;
}

export interface SpeechRequest {
  /** At most `maxCharacters` of the engine. */
  readonly text: string;
  readonly voice: StandardVoice;
  readonly language: Language;
  readonly signal: AbortSignal;
}

/** Speaks a text. */
export interface SpeechEngine {
  readonly name: string;
  readonly isOffline: boolean;
  /** The longest text of one request, in UTF-16 units; longer ones are cut by the caller. */
  readonly maxCharacters: number;
  /** The language whose voice speaks instead, where this engine has none of its own; undefined otherwise. */
  getBorrowedVoice(language: Language): string | undefined;
  /** Resolves once the first sound is certain, so that a refusal is an error and not a broken stream. */
  speak(request: SpeechRequest): Promise<SpokenSound>;
}

export interface Engines {
  readonly vision: VisionEngine;
  readonly script: ScriptEngine;
  readonly speech: SpeechEngine;
}
