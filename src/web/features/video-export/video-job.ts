import type { MixSettings, SoundChoice } from '#media/mix-settings.ts';
import type { WritingProgress } from '#media/narrate-video.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';

/** A narrated video to make, as the worker is told of it. */
export interface VideoJob {
  readonly video: File;
  /** The voice from the beginning of the finished video on, as mp3. */
  readonly voice: Blob;
  readonly language: LanguageName;
  readonly sound: SoundChoice;
  readonly mix: MixSettings;
  readonly pauses: readonly PicturePause[];
  /** Empty where none are wanted in the file. */
  readonly subtitles: readonly SpokenCue[];
  readonly isDescription: boolean;
  /** The file that it is written into, piece by piece. */
  readonly place: FileSystemFileHandle;
}

/** What the worker is told: the job first, then perhaps to end it. */
export type VideoQuestion = { readonly job: VideoJob } | { readonly cancels: true };

/** What the worker tells; the last is `done` or `failure`. */
export type VideoAnswer =
  | { readonly progress: WritingProgress }
  | { readonly done: true }
  | { readonly failure: { readonly code: ErrorCode; readonly message: string } };
