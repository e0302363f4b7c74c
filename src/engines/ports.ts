import type { Frame } from '#shared/frame.ts';
import type { Language, LanguageName } from '#shared/languages.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Voice } from '#shared/voices.ts';

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
  /** Who asks, for an engine that shares this machine among people. Never told to a provider. */
  readonly asker?: string | undefined;
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
  readonly voice: Voice;
  readonly language: Language;
  /** What is spoken right before this piece of a script and right after it; an engine may use it for an even tone. */
  readonly previousText?: string | undefined;
  readonly nextText?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * How an engine speaks a language: with voices for it, with another language's voice, or perhaps, because the provider
 * does not list the language for its model.
 */
export type LanguageSupport =
  | { readonly kind: 'spoken' }
  | { readonly kind: 'borrowed'; readonly from: LanguageName }
  | { readonly kind: 'unlisted' };

/** Speaks a text in any of the 46 voices. */
export interface SpeechEngine {
  readonly name: string;
  readonly isOffline: boolean;
  /** The longest text of one request, in UTF-16 units; longer ones are cut by the caller. */
  readonly maxCharacters: number;
  getLanguageSupport(language: Language): LanguageSupport;
  /** Resolves once the first sound is certain, so that a refusal is an error and not a broken stream. */
  speak(request: SpeechRequest): Promise<SpokenSound>;
}

export interface Engines {
  readonly vision: VisionEngine;
  readonly script: ScriptEngine;
  readonly speech: SpeechEngine;
}
