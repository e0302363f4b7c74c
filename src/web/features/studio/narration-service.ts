import type { DescriptionKind } from '#shared/description.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { ScriptChange } from '#shared/script/script-change.ts';
import type { SentGap } from '#shared/script/sent-gaps.ts';
import type { FitContext } from '#shared/script/time-budget.ts';
import type { Voice } from '#shared/voices.ts';
import type { LineSound, SpokenWith } from '../line-editor/public.ts';
import type { CollectedSound } from './collect-sound.ts';
import type { NarrationEvent } from './narration-state.ts';
import type { WrittenScript } from './written-script.ts';

export interface ScriptOrder {
  readonly video: File;
  readonly prompt: string;
  readonly language: LanguageName;
  /** The longest video that the server accepts. */
  readonly maxVideoSeconds: number;
  /** Each sentence shall have its time. */
  readonly timing?: 'cues' | undefined;
  /** An audio description: lines with times, where nobody speaks. */
  readonly description?: DescriptionKind | undefined;
  /** The most pictures that are looked at for lines with times. */
  readonly maxTimedFrames: number;
  readonly signal: AbortSignal;
}

/** A script that shall fit its video. */
export interface RewriteOrder extends FitContext {
  readonly change: ScriptChange;
  /** The server finds it out when left out. */
  readonly language: LanguageName | undefined;
  /** May be empty. */
  readonly prompt: string;
  readonly signal: AbortSignal;
}

export interface AudioOrder {
  readonly script: string;
  readonly voice: Voice;
  /** The server finds it out when left out. */
  readonly language: LanguageName | undefined;
  /** The id of the voice provider; the server chooses by the language when left out. */
  readonly provider: string | undefined;
  readonly signal: AbortSignal;
}

/** Lines of a timed script to be spoken, and made to fit where that is asked for. */
export interface LinesOrder extends SpokenWith {
  readonly script: string;
  readonly durationSeconds: number;
  /** Which are to be spoken, from 0 on. */
  readonly lines: readonly number[];
  /** How long lines are that were spoken before, so that they are not spoken only to be measured. */
  readonly known: readonly { readonly index: number; readonly seconds: number }[];
  /** Lines whose words must not be changed. */
  readonly locked: readonly number[];
  /** Whether the writer may say lines more shortly that are too long. */
  readonly shorten: boolean;
  /** They are an audio description, and fit into these gaps. */
  readonly description?: DescriptionKind | undefined;
  readonly gaps?: readonly SentGap[] | undefined;
  /** May be empty. */
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** What a service reports while it works on a script. */
export type ScriptStep = Extract<NarrationEvent, { type: 'went on' | 'reached' | 'script grew' }>;

/** Does the work for the studio. The free page and the dashboards differ in this alone. */
export interface NarrationService {
  /** Fetches what {@link createScript} needs, once it is clear that it will be needed. */
  prepare(): Promise<void>;
  /** Rejects with an error for `describeFailure`, or with the signal's reason. */
  createScript(order: ScriptOrder, report: (step: ScriptStep) => void): Promise<WrittenScript>;
  /** Writes a script anew, so that it fits; rejects as {@link createScript} does. */
  rewriteScript(order: RewriteOrder, report: (step: ScriptStep) => void): Promise<string>;
  /**
   * Speaks lines of a timed script one by one; lines that were reported before a failure stay spoken.
   * @returns the script, in which the writer may have changed words
   */
  speakLines(order: LinesOrder, report: (line: LineSound) => void): Promise<string>;
  /** Resolves to an mp3 and when each sentence is heard in it. `report` gets the bytes of sound that have arrived. */
  createAudio(order: AudioOrder, report: (receivedBytes: number) => void): Promise<CollectedSound>;
}
