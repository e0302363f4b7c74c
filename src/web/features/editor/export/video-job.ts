import type { MixSettings, SoundChoice } from '#media/mix/mix-settings.ts';
import type { WritingProgress, WrittenVideo } from '#media/mix/narrate-video.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { FilledMessage } from '#shared/messages/message.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';

/** What a video is written into, as the worker receives it. */
export type WritingPlace =
  /** `disk`: where the person wants it; `browser`: in the browser's own storage, from where it is downloaded. */
  | { readonly kind: 'disk' | 'browser'; readonly handle: FileSystemFileHandle }
  /** Where the browser has no store. */
  | { readonly kind: 'memory'; readonly mimeType: string };

/** A narrated video to make, as the worker receives it. */
export interface VideoJob {
  readonly video: File;
  /** The voice from the beginning of the finished video on, as mp3. */
  readonly voice: Blob;
  readonly language: LanguageName;
  readonly sound: SoundChoice;
  /** Which of the original sounds are mixed. */
  readonly audioTrack?: AudioTrackChoice | undefined;
  readonly mix: MixSettings;
  readonly pauses: readonly PicturePause[];
  /** Empty where none are wanted in the file. */
  readonly subtitles: readonly SpokenCue[];
  readonly isDescription: boolean;
  readonly place: WritingPlace;
}

/** What the worker receives: the job first, then perhaps the request to end it. */
export type VideoQuestion = { readonly job: VideoJob } | { readonly cancels: true };

/** A video that is whole. */
export interface MadeVideo extends WrittenVideo {
  /** Where it was written into memory. */
  readonly file: Blob | undefined;
}

/** What the worker reports; the last is `made` or `failure`. */
export type VideoAnswer =
  | { readonly progress: WritingProgress }
  | { readonly made: MadeVideo }
  | { readonly failure: { readonly code: ErrorCode; readonly message: FilledMessage | string } };
