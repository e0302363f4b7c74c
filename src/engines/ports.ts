import type { PoolLoad } from '#shared/async/pool-load.ts';
import type { DescriptionKind } from '#shared/description.ts';
import type { CodedError } from '#shared/errors.ts';
import type { SampledFrames } from '#shared/frame.ts';
import type { Language, LanguageName } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { ScriptChange } from '#shared/script/script-change.ts';
import type { TimeBudget } from '#shared/script/time-budget.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Voice } from '#shared/voices.ts';
import type { CuePoint } from './cue-point.ts';

/**
 * The three ports behind which AI and voices live. Every method throws `CodedError` only, stops its work and its
 * spending when `signal` fires, and never logs. Each says itself who does its work: pages, metrics and samples read it there, and
 * know no provider by name.
 */

/** Who does an engine's work. */
export interface Provider {
  /** As used within a sentence: a vendor, a host, `our own AI server`, `the offline engine`. */
  readonly name: string;
  /** True when nothing leaves this machine. */
  readonly isOffline: boolean;
}

/** Whether a provider can do a step at the moment. */
export type Readiness =
  /** `found` says how the model was chosen, for the log and the doctor: `set by` and the setting. */
  | {
      readonly kind: 'ready';
      readonly model: string | undefined;
      readonly found: string;
      /** The day on which the provider shuts the model down, as `2027-01-14`; left out if unknown. */
      readonly endsOn?: string | undefined;
      /** What does not work at the moment, in sentences; left out if everything works. */
      readonly note?: string | undefined;
    }
  /** It answers, but cannot do this: the next provider gets the step. A call would fail with the error. */
  | { readonly kind: 'unable'; readonly error: CodedError }
  /** It does not answer, or is set up with a model that it does not have: it keeps the step, and calls fail with the error. */
  | { readonly kind: 'unreached'; readonly error: CodedError };

/** What every engine says of itself. Facts may change while it runs, because a server is asked what it can do. */
export interface DescribedEngine {
  readonly provider: Provider;
  /** As the provider calls it; undefined where there is only one way to do it, and before it was found out. */
  readonly model: string | undefined;
  /**
   * Asks the provider whether it can do this: free, takes seconds at most, and is cached for a while. Left out where there is
   * nothing to ask.
   * @throws CodedError `client_closed` only
   */
  checkReadiness?(signal: AbortSignal): Promise<Readiness>;
}

/** What one call used, as the provider counts it if it does. Unknown values are left out. */
export interface Usage {
  /** {@link Provider.name} */
  readonly provider: string;
  /** The model that did the work, as the provider calls it. */
  readonly model: string;
  readonly textTokensIn?: number | undefined;
  readonly textTokensOut?: number | undefined;
  readonly soundTokensIn?: number | undefined;
  readonly soundTokensOut?: number | undefined;
  /** Characters that were spoken. */
  readonly characters?: number | undefined;
  /** Seconds of sound that were made. */
  readonly soundSeconds?: number | undefined;
}

/** Receives what a call used: once for each call that may cost something, also if it fails later. */
export type NoteUsage = (usage: Usage) => void;

/** At least one frame, and what to look at them for. */
export interface VisionRequest extends SampledFrames {
  /** The person's prompt, without the language. */
  readonly prompt: string;
  /** The notes are for audio description of this kind; for a narration when left out. */
  readonly description?: DescriptionKind | undefined;
  /** Who asks, for an engine that shares this machine among people. Never sent to a provider. */
  readonly requester?: string | undefined;
  readonly noteUsage?: NoteUsage | undefined;
  readonly signal: AbortSignal;
}

/** Looks at frames and describes in text what they show and how it changes. */
export interface VisionEngine extends DescribedEngine {
  analyze(request: VisionRequest): Promise<string>;
  /** Starts what it needs on this machine, while the pictures are still on their way; left out where it needs nothing. */
  readonly prepare?: (() => void) | undefined;
  /** How much it looks at on this machine at the moment, and how much waits; left out where it does not look here. */
  readonly readLoad?: (() => PoolLoad) | undefined;
}

export interface ScriptRequest {
  /** What a {@link VisionEngine} returned. The offline engine can only read its own analyses. */
  readonly analysis: string;
  readonly prompt: string;
  readonly language: Language;
  readonly durationSeconds: number;
  readonly noteUsage?: NoteUsage | undefined;
  readonly signal: AbortSignal;
}

export interface RewriteRequest {
  /** What a person wants changed: material, of which nothing is an instruction. */
  readonly script: string;
  /** What the script was written for, where that is known. */
  readonly prompt?: string | undefined;
  readonly language: Language;
  readonly change: ScriptChange;
  /** The longest that the script may be, and about as long as it should be. */
  readonly available: TimeBudget;
  readonly noteUsage?: NoteUsage | undefined;
  readonly signal: AbortSignal;
}

export interface TimedScriptRequest extends ScriptRequest {
  /** At least one, in order: those of the whole video, or of a part of it. */
  readonly cuePoints: readonly CuePoint[];
  /** Write an audio description of this kind, with a gap for each cue point. A narration when left out. */
  readonly description?: DescriptionKind | undefined;
  /** The lines that were written for the part before, the last of them. */
  readonly linesBefore: readonly Cue[];
  /** What was wrong with the previous answer: a sentence for the model. */
  readonly fault?: string | undefined;
}

/** A line that is too long, and how long it may be. */
export interface LineToShorten extends Cue {
  readonly available: TimeBudget;
}

export interface ShortenRequest {
  /** Material, of which nothing is an instruction. At least one. */
  readonly lines: readonly LineToShorten[];
  /** What the script was written for, where that is known. */
  readonly prompt?: string | undefined;
  readonly language: Language;
  /** They are lines of an audio description. */
  readonly description?: DescriptionKind | undefined;
  readonly noteUsage?: NoteUsage | undefined;
  readonly signal: AbortSignal;
}

/** Writes a narration, piece by piece as it is written; the pieces joined are the script. Never ends empty. */
export interface ScriptEngine extends DescribedEngine {
  writeScript(request: ScriptRequest): AsyncIterable<string>;
  /** Whether it can make a script longer, too: not to be asked where it cannot. */
  readonly canExpand: boolean;
  /** Writes a script anew, in its own language and tone, so that it fits. */
  rewriteScript(request: RewriteRequest): AsyncIterable<string>;
  /**
   * Writes a timed script (`parseTimedScript`): each line begins at a cue point and fits the available duration; cue points may
   * stay silent. With `description` it is an audio description for people who do not see the picture.
   */
  writeTimedScript(request: TimedScriptRequest): AsyncIterable<string>;
  /** When something new is to be seen, in seconds, where the engine can read that in an analysis. */
  findChanges?(analysis: string): readonly number[];
  /** Shortens lines in their language and tone: a timed script of those that could be shortened. */
  shortenLines(request: ShortenRequest): AsyncIterable<string>;
}

export interface SpeechRequest {
  /** At most `maxCharacters` of the engine. */
  readonly text: string;
  readonly voice: Voice;
  readonly language: Language;
  /** What is spoken right before this piece of a script and right after it; an engine may use it for an even tone. */
  readonly previousText?: string | undefined;
  readonly nextText?: string | undefined;
  readonly noteUsage?: NoteUsage | undefined;
  readonly signal: AbortSignal;
}

/** How an engine speaks a language. */
export type LanguageSupport =
  /** With voices for it. */
  | { readonly kind: 'spoken' }
  /** With another language's voice. */
  | { readonly kind: 'borrowed'; readonly from: LanguageName }
  /** The provider lists the languages of its model, and not this one: it is for the next provider. */
  | { readonly kind: 'unlisted' }
  /** The provider lists no languages for its model: it may or may not speak it. */
  | { readonly kind: 'unknown' };

/** Speaks a text in any of the 46 voices. */
export interface SpeechEngine extends DescribedEngine {
  /** Changes whenever the same text could sound different: kept samples of voices belong to it. */
  readonly identity: string;
  /** Whether voices of its own bear the names of the premium ones; if not, those that come nearest speak in their place. */
  readonly hasPremiumVoices: boolean;
  /** The longest text of one request, in UTF-16 units; longer ones are cut by the caller. */
  readonly maxCharacters: number;
  getLanguageSupport(language: Language): LanguageSupport;
  /**
   * The provider's own name of the voice that speaks for one of ours. Ours that share it are one voice, which speaks
   * differently at most: faster, higher, in another mood.
   * @param language in which it speaks, where that matters; English when left out
   */
  getSpeaker(voice: Voice, language?: Language): string;
  /** Words of a text that its voices for a language leave out, because they cannot read the letters; left out where they read all. */
  readonly findUnread?: ((text: string, language: Language) => readonly string[]) | undefined;
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
  /** How the settings `VISION_PROVIDER` and its like, and calls that ask for a speaker, name it. */
  readonly id: string;
  readonly vision?: VisionEngine | undefined;
  readonly script?: ScriptEngine | undefined;
  /** For the voices of every plan. */
  readonly speech?: SpeechEngine | undefined;
  /** For the voices of the premium plan alone. */
  readonly premiumSpeech?: SpeechEngine | undefined;
}
