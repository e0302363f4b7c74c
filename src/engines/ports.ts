import type { PoolLoad } from '#shared/async/pool-load.ts';
import type { SampledFrames } from '#shared/frame.ts';
import type { Language, LanguageName } from '#shared/languages.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Voice } from '#shared/voices.ts';

/**
 * The three ports behind which AI and voices live. Every method throws `CodedError` only, stops its work and its
 * spending when `signal` fires, and never logs. Each says itself who does its work: pages, metrics and samples read it there, and
 * know no provider by name.
 */

/** Who does an engine's work. */
export interface Provider {
  /** As it stands in a sentence: a vendor, a host, `our own AI server`; of an engine on this machine, how it works. */
  readonly name: string;
  /** Where it is: true when nothing leaves this machine. */
  readonly isOffline: boolean;
  /** What of people's things it is sent, as the privacy page lists it. */
  readonly receives: string;
}

/** What every engine says of itself. */
export interface DescribedEngine {
  readonly provider: Provider;
  /** As the provider calls it; undefined where there is only one way to do it. */
  readonly model: string | undefined;
}

/** At least one frame, and what to look at them for. */
export interface VisionRequest extends SampledFrames {
  /** The person's wish, without the language. */
  readonly wish: string;
  /** Who asks, for an engine that shares this machine among people. Never told to a provider. */
  readonly asker?: string | undefined;
  readonly signal: AbortSignal;
}

/** Looks at frames and says in text what they show and how it changes. */
export interface VisionEngine extends DescribedEngine {
  analyze(request: VisionRequest): Promise<string>;
}

export interface ScriptRequest {
  /** What this adapter's own {@link VisionEngine} said. */
  readonly analysis: string;
  readonly wish: string;
  readonly language: Language;
  readonly durationSeconds: number;
  readonly signal: AbortSignal;
}

/** Writes a narration, piece by piece as it is written; the pieces joined are the script. Never ends empty. */
export interface ScriptEngine extends DescribedEngine {
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
export interface SpeechEngine extends DescribedEngine {
  /** Changes whenever the same text could sound different: kept samples of voices belong to it. */
  readonly identity: string;
  /** Whether voices of its own bear the names of the premium ones; if not, those that come nearest speak in their place. */
  readonly hasPremiumVoices: boolean;
  /** The longest text of one request, in UTF-16 units; longer ones are cut by the caller. */
  readonly maxCharacters: number;
  getLanguageSupport(language: Language): LanguageSupport;
  /** Resolves once the first sound is certain, so that a refusal is an error and not a broken stream. */
  speak(request: SpeechRequest): Promise<SpokenSound>;
  /** How much it speaks on this machine at the moment, and how much waits; left out where it does not speak here. */
  readonly readLoad?: () => PoolLoad;
  /** Ends what it keeps running between calls; left out where there is nothing. */
  close?(): Promise<void>;
}

export interface Engines {
  readonly vision: VisionEngine;
  readonly script: ScriptEngine;
  readonly speech: SpeechEngine;
}

/** What a provider does where it is set up. What it leaves out is done by another that is set up, or offline. */
export interface EngineOffer {
  /** Both together: a script engine reads what its own vision engine said. */
  readonly narration?: Pick<Engines, 'vision' | 'script'>;
  /** For the voices of every plan. */
  readonly speech?: SpeechEngine;
  /** For the voices of the premium plan alone, before any that speaks for every plan. */
  readonly premiumSpeech?: SpeechEngine;
}
