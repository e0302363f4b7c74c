import type { ReactNode } from 'react';
import type { SoundPart } from '#media/speech/cut-sound.ts';
import type { Cost } from '#shared/api/costs.ts';
import type { Source } from '#shared/api/fields.ts';
import type { RewriteLineRequest, RewriteRequest } from '#shared/api/rewrite.ts';
import type { TranscriptAnswer } from '#shared/api/transcript.ts';
import type { TranslateRequest } from '#shared/api/translate.ts';
import type { progressCheckpoints } from '#shared/defaults.ts';
import type { DescribedPerson, DescriptionDetail, DescriptionKind } from '#shared/description.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { Line, Observation, SpokenWith } from '#shared/narration/project.ts';
import type { ScriptPart } from '#shared/script/cues.ts';
import type { SentGap, TimeSpan } from '#shared/script/gaps.ts';
import type { Untold } from '#shared/script/untold.ts';
import type { SaidPart } from '#shared/transcript/heard.ts';
import type { ChosenVoice } from '#shared/voices.ts';
import type { Activity, Sound } from './editor-state.ts';

export type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Sent<Value[Key]> }
    : Value;

type Order<Request> = Sent<Request> & { readonly signal: AbortSignal };

export interface ScriptOrder {
  readonly video: File;
  readonly prompt: string;
  readonly language: LanguageName;
  readonly maxVideoSeconds: number;
  readonly isTimed: boolean;
  readonly description?: DescriptionKind | undefined;
  readonly detail?: DescriptionDetail | undefined;
  readonly title?: string | undefined;
  readonly cast: readonly DescribedPerson[];
  readonly maxTimedFrames: number;
  readonly showsMovement: boolean;
  readonly observations: readonly Observation[];
  readonly durationSeconds: number;
  readonly said: readonly SaidPart[];
  /** Where people speak by the words that are said; undefined where their times are unknown. */
  readonly speech?: readonly TimeSpan[] | undefined;
  /** Lines are asked for in it alone, and only its pictures are looked at. */
  readonly part?: ScriptPart | undefined;
  readonly signal: AbortSignal;
}

export interface WrittenScript {
  /** Its lines begin with times, where it has any. */
  readonly text: string;
  readonly notice?: string | undefined;
  /** Undefined where an older server does not say, and where sentences were only removed. */
  readonly writer?: Source | undefined;
  readonly untold?: readonly Untold[] | undefined;
  readonly cost?: Cost | undefined;
}

export type RewriteOrder = Order<RewriteRequest>;

export type AudioOrder = SpokenWith & { readonly script: string; readonly signal: AbortSignal };

export type SpokenScript = Omit<Sound, 'key'>;

export interface LinesOrder extends SpokenWith {
  readonly lines: readonly Line[];
  readonly findSpokenWith: (line: Line) => SpokenWith | undefined;
  /** Undefined for lines without times. */
  readonly durationSeconds: number | undefined;
  readonly asked: ReadonlySet<string>;
  /** How long lines are that were spoken before, in seconds, by id. */
  readonly known: ReadonlyMap<string, number>;
  readonly shorten: boolean;
  readonly description?: DescriptionKind | undefined;
  readonly gaps?: readonly SentGap[] | undefined;
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** A line as it was spoken: at its natural speed, without silence at its ends. */
export interface SpokenLine extends Omit<Sound, 'key'> {
  readonly lineId: string;
  /** Shorter than it was asked for, where `before` says what it was. */
  readonly text: string;
  readonly before?: string | undefined;
  readonly seconds: number;
}

export type HearingOrder = SoundPart & { readonly signal: AbortSignal };

export type HeardAnswer = Sent<TranscriptAnswer>;

export type LineRewriteOrder = Order<RewriteLineRequest>;

export type TranslateOrder = Order<TranslateRequest>;

export type ScriptStep =
  | { readonly type: 'went on'; readonly activity: Activity }
  | { readonly type: 'reached'; readonly checkpoint: Exclude<keyof typeof progressCheckpoints, 'script'> }
  | { readonly type: 'saw'; readonly observations: readonly Observation[] }
  | { readonly type: 'grew'; readonly delta: string };

/** The only difference of free page and dashboards. All reject with an error for `describeFailure`, or with the signal's reason. */
export interface NarrationService {
  prepare(): Promise<void>;
  createScript(order: ScriptOrder, report: (step: ScriptStep) => void): Promise<WrittenScript>;
  rewriteScript(order: RewriteOrder, report: (step: ScriptStep) => void): Promise<WrittenScript>;
  rewriteLine(order: LineRewriteOrder): Promise<string>;
  /** Translates lines and reports each as it comes; what was reported before a failure stays translated. @returns who translated */
  translateLines(
    order: TranslateOrder,
    report: (line: { readonly id: string; readonly text: string }) => void,
  ): Promise<Source | undefined>;
  transcribe(order: HearingOrder): Promise<HeardAnswer>;
  speakLines(order: LinesOrder, report: (line: SpokenLine) => void): Promise<void>;
  /** `report` gets the bytes of sound that have arrived. */
  createAudio(order: AudioOrder, report: (receivedBytes: number) => void): Promise<SpokenScript>;
}

export interface WorkFacts {
  readonly work: 'look and write' | 'write' | 'speak';
  readonly videoSeconds: number | undefined;
  readonly language: LanguageName;
  readonly voice: ChosenVoice | undefined;
  readonly script: string;
  readonly isTimed: boolean;
}

export type PageEntry = { readonly label: string } & (
  | { readonly to: string }
  | { readonly href: string; readonly onOpen?: () => void }
  | { readonly onChoose: () => void }
);

export interface NarrationEditorProps {
  readonly languageNames: readonly LanguageName[];
  readonly introduce?: (isFolded: boolean) => ReactNode;
  readonly promise?: ReactNode;
  readonly allowance?: ReactNode;
  readonly isUsedUp: boolean;
  readonly renderCost?: ((facts: WorkFacts) => ReactNode) | undefined;
  readonly menu: readonly PageEntry[];
  readonly menuTitle?: string;
  readonly children?: ReactNode;
}
