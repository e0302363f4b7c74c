import type { ReadLine, SeenThing } from '#engines/offline/recognition/recognised.ts';
import type { FileFormat } from '#media/container/video-file.ts';
import type { FittedJpeg } from '#media/node/read-jpeg.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { SampledFrames } from '#shared/frame.ts';
import type { FilledMessage } from '#shared/messages/message.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';

export interface TimedSampling {
  readonly most: number;
  /** Times in seconds chosen by the client; else the server chooses. */
  readonly seconds?: readonly number[] | undefined;
  /** For an audio description: the speech gaps in order, where most frames are taken. */
  readonly gaps?: readonly TimeSpan[] | undefined;
}

export interface FileTask {
  readonly path: string;
  readonly maxSeconds: number;
  readonly openingSeconds: number;
}

interface LengthTask extends FileTask {
  readonly kind: 'length';
}

export interface FramesTask extends FileTask {
  readonly kind: 'frames';
  readonly timed?: TimedSampling | undefined;
  readonly decodingSeconds: number;
}

export interface SpeechTask extends FileTask {
  readonly kind: 'speech';
  readonly listeningSeconds: number;
}

export interface FoundSpeech {
  readonly speech: readonly TimeSpan[];
  readonly durationSeconds: number;
}

export interface CopyTask {
  readonly kind: 'copy';
  readonly path: string;
  readonly format: FileFormat;
  readonly copyPath: string;
  readonly keepsPictures: boolean;
  readonly maxSeconds: number;
  readonly copyingSeconds: number;
}

interface FitTask {
  readonly kind: 'fit';
  readonly jpeg: Uint8Array;
  readonly maxSidePixels: number;
  readonly number: number;
  readonly decodingSeconds: number;
}

export interface NoTask {
  readonly kind: 'nothing';
}

export type DecodingTask = FramesTask | LengthTask | SpeechTask | CopyTask | FitTask | NoTask;

export type DecodedValue = SampledFrames | number | FoundSpeech | FittedJpeg | undefined;

/** A child's answer with its processor time; errors are sent as code and message, with a detail for the log. */
export type DecodingAnswer<Value> = { readonly workSeconds: number } & (
  | { readonly value: Value }
  | { readonly code: ErrorCode; readonly message: FilledMessage | string; readonly detail: string }
);

export interface ObserveTask {
  readonly kind: 'observe';
  readonly jpeg: Uint8Array;
  readonly number: number;
  readonly decodingSeconds: number;
}

export type RecognitionTask = ObserveTask | NoTask;

export interface RecognitionFault {
  /** For a person; contains nothing of the image. */
  readonly sentence: string;
  /** Files are missing or damaged, so the next image will fail, too. Otherwise only this image failed. */
  readonly isLasting: boolean;
}

export interface RecognitionResult {
  /** As in `ObservedPicture`. */
  readonly square: Uint8Array;
  readonly things: readonly SeenThing[];
  readonly lines: readonly ReadLine[];
  readonly faults: readonly RecognitionFault[];
}
