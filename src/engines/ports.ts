import type { Source } from '#shared/api/fields.ts';
import type { ListedOwnVoice } from '#shared/api/voices.ts';
import type { PoolLoad } from '#shared/async/semaphore.ts';
import type { DescribedPerson, DescriptionDetail, DescriptionKind } from '#shared/description.ts';
import type { CodedError } from '#shared/errors.ts';
import type { SampledFrames } from '#shared/frame.ts';
import type { Language, LanguageName } from '#shared/languages.ts';
import type { Cue, ScriptPart } from '#shared/script/cues.ts';
import type { ScriptChange, TimeBudget } from '#shared/script/time-budget.ts';
import type { Manner, SpokenSound } from '#shared/speech.ts';
import type { Heard, SaidPart } from '#shared/transcript/heard.ts';
import type { Voice } from '#shared/voices.ts';

/** A time of a video at which a line may begin, and the time available until the next one. */
export interface CuePoint {
  readonly startSeconds: number;
  readonly available: TimeBudget;
  /** How it lies between the speech of a video; only for an audio description. */
  readonly gap?:
    | {
        /** Equals the cue point, with 0 s available, where there is no gap. */
        readonly endSeconds: number;
        /** When the described picture is visible: at the cue point or shortly after it; before it only for text that it shows. */
        readonly seenSeconds: number;
        /** Time available if the video pauses; undefined if it never pauses. */
        readonly availableWhilePaused?: TimeBudget | undefined;
      }
    | undefined;
}

/**
 * The four interfaces to AI and voices. Every method throws only `CodedError`, stops work and cost when `signal` fires, and never
 * logs. Each engine names its provider: pages, metrics and samples read it there.
 */

export interface Provider {
  /** For use inside a sentence: a vendor, a host, `our own AI server`, `the offline engine`. */
  readonly name: string;
  /** True for the engine without AI: no data leaves this machine. */
  readonly isOffline: boolean;
  /** True for an AI model that this server runs itself: no data leaves this machine, and calls cost nothing. */
  readonly isLocal?: boolean;
}

/** Whether a provider can currently do a step. */
export type Readiness =
  /** `found` states how the model was chosen, for the log and the doctor: `set by` and the setting. */
  | {
      readonly kind: 'ready';
      readonly model: string | undefined;
      readonly found: string;
      /** Shutdown date of the model, such as `2027-01-14`; undefined if unknown. */
      readonly endsOn?: string | undefined;
      /** Those that the model knows; undefined if nobody says so. */
      readonly languages?: readonly LanguageName[] | undefined;
      /** What currently does not work, in sentences. */
      readonly note?: string | undefined;
    }
  /** It answers but cannot do the step: the next provider gets it. Calls would fail with the error. */
  | { readonly kind: 'unable'; readonly error: CodedError }
  /** It does not answer, or its configured model does not exist: it keeps the step, and calls fail with the error. */
  | { readonly kind: 'unreached'; readonly error: CodedError };

/** What a model is asked to do, each with a prompt of its own. */
export type PromptTask =
  | 'look'
  | 'narrate'
  | 'narrateMoments'
  | 'describe'
  | 'fitScript'
  | 'shortenLines'
  | 'rewriteLine'
  | 'translate';

/** Common properties of engines. They may change at run time, because servers are asked. */
export interface DescribedEngine {
  readonly provider: Provider;
  /** Versions of its prompts, such as `narrate 2`; undefined without a model that answers prompts. */
  readonly promptVersions?: Readonly<Partial<Record<PromptTask, string>>> | undefined;
  /** The provider's name for it; undefined if there is no choice, and until it is known. */
  readonly model: string | undefined;
  /**
   * Asks the provider whether it can do this: free, takes seconds at most, cached. Undefined if there is nothing to ask.
   * @throws CodedError `client_closed` only
   */
  checkReadiness?(signal: AbortSignal): Promise<Readiness>;
  /** Ends processes kept between calls. */
  close?(): Promise<void>;
  /** A receipt for what it makes, of a server that signs files. */
  vouch?(engine: DescribedEngine, translatedInto?: LanguageName, spokenIn?: LanguageName): string | undefined;
}

/** Who makes what an engine makes: asked once it knows its model. */
export function getSource(
  engine: DescribedEngine,
  {
    task,
    translatedInto,
    spokenIn,
  }: { task?: PromptTask; translatedInto?: LanguageName; spokenIn?: LanguageName | undefined } = {},
): Source {
  const receipt = engine.vouch?.(engine, translatedInto, spokenIn);
  const prompt = task && engine.promptVersions?.[task];
  return {
    provider: engine.provider.name,
    model: engine.model,
    ...(prompt && { prompt }),
    ...(receipt && { receipt }),
  };
}

/** Usage of one call, by the provider's count if it has one. Unknown values are undefined. */
export interface Usage {
  readonly provider: string;
  readonly model: string;
  readonly textTokensIn?: number | undefined;
  readonly textTokensOut?: number | undefined;
  readonly soundTokensIn?: number | undefined;
  readonly soundTokensOut?: number | undefined;
  /** Characters of the spoken text. */
  readonly characters?: number | undefined;
  readonly soundSeconds?: number | undefined;
}

/** Called once for each call that may cost something, also if it fails later. */
export type NoteUsage = (usage: Usage) => void;

export interface EngineRequest {
  readonly noteUsage?: NoteUsage | undefined;
  readonly signal: AbortSignal;
}

/** What is known of a video before it is looked at: data, never instructions. */
export interface VisionContext {
  /** The file's name and its tags, where they are words. */
  readonly title?: string | undefined;
  /** What is said in the video, in order. */
  readonly said?: readonly SaidPart[] | undefined;
  /** Who is who, as a person has confirmed. */
  readonly cast?: readonly DescribedPerson[] | undefined;
}

/** At least one frame, and the prompt. */
export interface VisionRequest extends SampledFrames, EngineRequest {
  /** The user's prompt, without the language. */
  readonly prompt: string;
  readonly context?: VisionContext | undefined;
  /** Undefined for a narration. */
  readonly description?: DescriptionKind | undefined;
  /** Identifies the client, for an engine that shares this machine fairly. Never sent to a provider. */
  readonly requester?: string | undefined;
}

interface FittedPicture {
  readonly width: number;
  readonly height: number;
  readonly jpeg: Uint8Array<ArrayBuffer>;
}

/**
 * Scales down JPEGs whose longer side exceeds `maxSidePixels`; others stay byte for byte. Injected, because untrusted pictures are
 * decoded in a process that may crash.
 * @throws CodedError for damaged, oversized or non-JPEG data, and other errors of the decoder
 */
export type FitPictures = (
  jpegs: readonly Uint8Array<ArrayBuffer>[],
  maxSidePixels: number,
  request: Pick<VisionRequest, 'requester' | 'signal'>,
) => Promise<readonly FittedPicture[]>;

export interface VisionEngine extends DescribedEngine {
  analyze(request: VisionRequest): Promise<string>;
  /** Starts local processes before the pictures arrive. */
  readonly prepare?: (() => void) | undefined;
  /** Current work and queue on this machine; undefined for remote engines. */
  readonly readLoad?: (() => PoolLoad) | undefined;
}

export interface ScriptRequest extends EngineRequest {
  /** Text of a {@link VisionEngine}. The offline engine reads only its own. */
  readonly analysis: string;
  /** What is said in the video, in order: data, never instructions. Empty or undefined if unknown. */
  readonly said?: readonly SaidPart[] | undefined;
  readonly prompt: string;
  readonly language: Language;
  readonly durationSeconds: number;
  /** What was wrong with the previous response: a sentence for the model. */
  readonly fault?: string | undefined;
}

interface ChangeRequest extends EngineRequest {
  readonly prompt?: string | undefined;
  readonly language: Language;
}

export interface RewriteRequest extends ChangeRequest {
  /** The script to change: data, never instructions. */
  readonly script: string;
  readonly change: ScriptChange;
  /** Maximum and target length of the script. */
  readonly available: TimeBudget;
}

export interface TimedScriptRequest extends ScriptRequest {
  /** At least one, in order: of the whole video or a part of it. */
  readonly cuePoints: readonly CuePoint[];
  /** Kind of audio description, with a gap for each cue point; undefined for a narration. */
  readonly description?: DescriptionKind | undefined;
  /** Of an audio description; standard if undefined. */
  readonly detail?: DescriptionDetail | undefined;
  /** Who is who: data, never instructions. */
  readonly cast?: readonly DescribedPerson[] | undefined;
  /** The last lines of the previous part. */
  readonly linesBefore: readonly Cue[];
  /** Lines are asked for in it alone. */
  readonly part?: ScriptPart | undefined;
}

export interface LineToShorten extends Cue {
  readonly available: TimeBudget;
}

interface LineChangeRequest extends ChangeRequest {
  /** Undefined for a narration. */
  readonly description?: DescriptionKind | undefined;
}

export interface ShortenRequest extends LineChangeRequest {
  /** Data, never instructions. At least one. */
  readonly lines: readonly LineToShorten[];
}

/** Data, never instructions. */
export interface LineToChange {
  readonly text: string;
  /** Maximum length; undefined if that does not matter. */
  readonly available?: TimeBudget | undefined;
}

export interface LineRewriteRequest extends LineChangeRequest, LineToChange {
  /** What to change, in any language, such as "funnier". */
  readonly wish: string;
  /** The neighbouring lines, in order. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A name or term, and how it is written in the other language: the same if it is never translated. */
export interface GlossaryTerm {
  readonly term: string;
  readonly translation: string;
}

/** `language` is that of the translations. */
export interface TranslateRequest extends LineChangeRequest, Pick<TimedScriptRequest, 'cast' | 'fault'> {
  /** At least one. */
  readonly lines: readonly LineToChange[];
  readonly from: Language;
  /** Those that occur in the lines: data, never instructions. */
  readonly glossary: readonly GlossaryTerm[];
  /** The neighbouring lines, in order, as context. */
  readonly before?: readonly string[] | undefined;
  readonly after?: readonly string[] | undefined;
  /** Rows are asked for as text, not as JSON. */
  readonly isPlain?: boolean | undefined;
}

/** Two texts that were written for the same video and prompt: data, never instructions. */
export interface CompareRequest extends EngineRequest {
  readonly kind: 'narration' | 'description' | 'translation';
  readonly prompt: string;
  readonly language: Language;
  /** Two. */
  readonly texts: readonly string[];
}

export type WritingRequest =
  | ScriptRequest
  | RewriteRequest
  | ShortenRequest
  | LineRewriteRequest
  | TranslateRequest
  | CompareRequest;

/** Streams a narration: the joined pieces are the script. Never empty. */
export interface ScriptEngine extends DescribedEngine {
  writeScript(request: ScriptRequest): AsyncIterable<string>;
  /** Whether it can lengthen a script; if not, it must not be asked to. */
  readonly canExpand: boolean;
  rewriteScript(request: RewriteRequest): AsyncIterable<string>;
  /**
   * Writes a timed script (`parseTimedScript`): each line starts at a cue point and fits the available duration; cue points may be
   * skipped, and what has no room stands in rows of its own (`readUntold`). With `description` it is an audio description for people who do not see the picture.
   */
  writeTimedScript(request: TimedScriptRequest): AsyncIterable<string>;
  /** Times in seconds when something new appears, if the engine can read them from an analysis. */
  findChanges?(analysis: string): readonly number[];
  /** Shortens lines in their language and tone; returns a timed script of those that it could shorten. */
  shortenLines(request: ShortenRequest): AsyncIterable<string>;
  /** Rewrites one line as wished, in its language; undefined if the engine cannot. */
  rewriteLine?(request: LineRewriteRequest): AsyncIterable<string>;
  /** Translates lines: a row `NUMBER|ECHO|TEXT` for each, numbered from 1, as text or in JSON. Undefined if the engine cannot. */
  translateLines?(request: TranslateRequest): AsyncIterable<string>;
  /** Says which of two texts is better: `A`, `B` or `TIE`, and a reason. Undefined if the engine cannot. */
  compareTexts?(request: CompareRequest): AsyncIterable<string>;
}

export type EngineVoice = Readonly<Omit<ListedOwnVoice, 'voice' | 'provider' | 'plan'>>;

export interface SpeechRequest extends EngineRequest {
  /** At most the engine's `maxCharacters`. */
  readonly text: string;
  /** A preset, or one of `listVoices`. */
  readonly voice: Voice | Pick<EngineVoice, 'id'>;
  readonly language: Language;
  /** Performed if the engine can; else the text is spoken plainly. */
  readonly manner?: Manner | undefined;
  /** Words of the text with their IPA, without slashes; only for an engine with `takesIpa`. */
  readonly ipa?: readonly { readonly term: string; readonly ipa: string }[] | undefined;
  /** The text directly before and after this piece, for an even tone. */
  readonly previousText?: string | undefined;
  readonly nextText?: string | undefined;
}

export type LanguageSupport =
  /** With voices for it. */
  | { readonly kind: 'spoken' }
  /** With another language's voice. */
  | { readonly kind: 'borrowed'; readonly from: LanguageName }
  /** Missing from the provider's list for the model: the next provider speaks it. */
  | { readonly kind: 'unlisted' }
  /** The provider lists no languages for its model. */
  | { readonly kind: 'unknown' };

export interface SpeechEngine extends DescribedEngine {
  /** Changes whenever the same text could sound different: cached voice samples depend on it. */
  readonly identity: string;
  /** Whether its voices have the premium names; if not, the nearest ones are used. */
  readonly hasPremiumVoices: boolean;
  /** Maximum text of one request in UTF-16 units; the caller cuts longer texts. */
  readonly maxCharacters: number;
  getLanguageSupport(language: Language): LanguageSupport;
  /**
   * The provider's own voices: free, cached. Undefined if there are none beside the presets'.
   * @throws CodedError of the provider; `client_closed`
   */
  listVoices?(signal: AbortSignal): Promise<readonly EngineVoice[]>;
  /** Whether it may take mixtures of its own voices, such as `af_bella(2)+af_sky(1)`. */
  readonly mixesVoices?: boolean | undefined;
  /** Those that it performs, in any voice. */
  readonly manners?: readonly Manner[] | undefined;
  readonly takesIpa?: boolean | undefined;
  /**
   * The provider's voice for one of ours. Names that share it differ only in speed, pitch or mood.
   * @param language English if undefined
   */
  getSpeaker(voice: Voice, language?: Language): string;
  /** Words that its voices for a language skip because they cannot read the letters; undefined if they read all. */
  readonly findUnread?: ((text: string, language: Language) => readonly string[]) | undefined;
  /** Resolves once the first sound is certain, so that a refusal is an error and not a broken stream. */
  speak(request: SpeechRequest): Promise<SpokenSound>;
  /** Current work and queue on this machine; undefined for remote engines. */
  readonly readLoad?: () => PoolLoad;
}

export interface TranscriptionRequest extends EngineRequest {
  /** Mono mp3 at 16 kHz, at most the engine's `maxSeconds` long: every server takes it. */
  readonly mp3: Uint8Array<ArrayBuffer>;
  readonly durationSeconds: number;
  readonly language?: Language | undefined;
}

export interface TranscriptionEngine extends DescribedEngine {
  /** The longest sound of one request; callers cut longer ones at pauses. */
  readonly maxSeconds: number;
  /** Without segments if nothing is said. Times never lie outside of the sound, and segments are in order. */
  transcribe(request: TranscriptionRequest): Promise<Heard>;
}

/** The engines that every server has; only transcription may be missing. */
export interface Engines {
  readonly vision: VisionEngine;
  readonly script: ScriptEngine;
  readonly speech: SpeechEngine;
}

export type EngineStep = keyof Engines | 'transcription';

/** As the settings name them, by step. */
export type NamedModels = Readonly<Record<`${EngineStep}Model`, string | undefined>>;

/** The engines of a configured provider. Missing roles are done by another provider or offline. */
export interface EngineOffer {
  /** Its name in `VISION_PROVIDER` and similar settings, and in API requests. */
  readonly id: string;
  readonly vision?: VisionEngine | undefined;
  readonly script?: ScriptEngine | undefined;
  /** For voices of all plans. */
  readonly speech?: SpeechEngine | undefined;
  /** For premium voices only. */
  readonly premiumSpeech?: SpeechEngine | undefined;
  readonly transcription?: TranscriptionEngine | undefined;
}

/** A key is enough for the vendor, a base URL for a server without keys. */
export function isSetUp(access: Readonly<Record<'apiKey' | 'baseUrl', string | undefined>>): boolean {
  return Boolean(access.apiKey || access.baseUrl);
}
