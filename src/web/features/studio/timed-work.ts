import type { LanguageName } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { SpeechRate } from '#shared/script/estimate-speech.ts';
import type { DescribedVideo } from '#shared/script/plan-description.ts';
import type { BenchLine, LineSound, LineSounds, SpokenWith } from '../line-editor/public.ts';
import type { Spoken } from './script-history.ts';

/** What a person does to lines, beside their words. */
export interface TimedLines {
  /** By when they begin: their words stay. */
  readonly locked: ReadonlySet<number>;
  readonly selected: number | undefined;
  select(index: number): void;
  change(lines: readonly Cue[]): void;
  move(index: number, seconds: number): void;
  lock(index: number): void;
  /** Takes up locks from before, by when their lines begin. */
  keepLocked(seconds: readonly number[]): void;
}

/** What lines are spoken with, and for. */
export interface TimedSurroundings {
  /** Undefined while there is no voice. */
  readonly spokenWith: SpokenWith | undefined;
  readonly chosenLanguage: LanguageName;
  readonly videoSeconds: number | undefined;
  readonly video: File | undefined;
  readonly prompt: string;
}

/** The sound of some of the lines. */
export type PartlySpoken = Pick<Spoken, 'audio' | 'described'>;

/** What is done with a timed script, line by line. */
export interface TimedWork extends TimedLines, Omit<TimedSurroundings, 'videoSeconds' | 'video' | 'prompt'> {
  readonly isTimed: boolean;
  /** Empty for a text without times, and until what reads them has arrived. */
  readonly lines: readonly BenchLine[];
  /** The video's length; without a video that of the script, as far as anybody knows. */
  readonly durationSeconds: number;
  /** In which it is spoken, as far as anybody knows. */
  readonly spokenLanguage: LanguageName;
  readonly sounds: LineSounds;
  /** What has been spoken so far, at its times, while the whole has not. */
  readonly spokenSoFar: PartlySpoken | undefined;
  preview(spokenSoFar: PartlySpoken): void;
  /** The video that the lines describe; undefined for a narration, and while the gaps are unknown. */
  readonly described: DescribedVideo | undefined;
  /** How fast the voice speaks; undefined while nothing is known of it. */
  setRate(rate: SpeechRate | undefined): void;
  findSound(index: number): LineSound | undefined;
  speakLine(index: number): void;
  /** Speaks every line that was not spoken so before. */
  speakAll(spokenWith: SpokenWith): void;
  /** As {@link speakAll}, and has what is too long said more shortly. */
  fit(): void;
  /** Takes up sounds of lines, such as those from before a reload. */
  restore(sounds: readonly LineSound[]): void;
}
