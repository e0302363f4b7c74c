import type { Cue } from '#shared/script/cues.ts';
import type { Preview } from '../player/public.ts';
import type { BenchLine } from './list-lines.ts';

/** What the line editor can have done. */
export interface LineWork {
  /** There is a voice, and nothing else is being done. */
  readonly canSpeak: boolean;
  speakLine(index: number): void;
  /** Has what is too long spoken, and said more shortly where nothing else helps. */
  fit(): void;
}

/** From where pictures of the lines can be taken. */
export interface PictureSource {
  readonly video: File | undefined;
  /** The cue points, in seconds; empty where they are not known. */
  readonly cuePoints: readonly number[];
}

export interface LineEditorProps {
  readonly lines: readonly BenchLine[];
  /** What was recognised in the video, at its times. */
  readonly hints: readonly Cue[];
  readonly preview: Preview;
  readonly pictures: PictureSource;
  readonly languageCode: string | undefined;
  readonly isWorking: boolean;
  readonly work: LineWork;
  readonly onChange: (lines: readonly Cue[]) => void;
  readonly onMove: (index: number, seconds: number) => void;
  readonly onLock: (index: number) => void;
  readonly onSelect: (index: number) => void;
  /** What was made shorter stays so: nothing is shown of it any more. */
  readonly onKeep: (index: number) => void;
}
