import type { FileFormat } from '#media/container/older-format.ts';
import type { FittedJpeg } from '#media/node/read-jpeg.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { SampledFrames } from '#shared/frame.ts';
import type { FilledMessage } from '#shared/messages/message.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';

/** Which frames are taken for a narration that follows the video. */
export interface TimedSampling {
  readonly most: number;
  /** When the pictures are to be seen, in seconds, where the sender of the video has chosen them; else they are chosen here. */
  readonly seconds?: readonly number[] | undefined;
  /** For an audio description: where nobody speaks, in order; there most are chosen. */
  readonly gaps?: readonly TimeSpan[] | undefined;
}

export interface FramesTask {
  readonly kind: 'frames';
  readonly path: string;
  readonly maxSeconds: number;
  /** Ten frames are taken when left out. */
  readonly timed?: TimedSampling | undefined;
  readonly openingSeconds: number;
  readonly decodingSeconds: number;
}

/** Only opens the video. */
export interface LengthTask {
  readonly kind: 'length';
  readonly path: string;
  readonly maxSeconds: number;
  readonly openingSeconds: number;
}

/** Listens to all of a video's sound. */
export interface SpeechTask {
  readonly kind: 'speech';
  readonly path: string;
  readonly maxSeconds: number;
  readonly openingSeconds: number;
  readonly listeningSeconds: number;
}

/** Where people speak in a video, in order. */
export interface HeardSpeech {
  readonly speech: readonly TimeSpan[];
  readonly durationSeconds: number;
}

/** Makes of a file of an older format one that is read like any other. */
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
  /** What the picture is called in an error. */
  readonly number: number;
  readonly decodingSeconds: number;
}

/** Only has a child started. */
export interface NoTask {
  readonly kind: 'nothing';
}

/** What a decoding child is asked. */
export type DecodingTask = FramesTask | LengthTask | SpeechTask | CopyTask | FitTask | NoTask;

/** What comes of it. */
export type DecodedValue = SampledFrames | number | HeardSpeech | FittedJpeg | undefined;

/** What a child answers, and the processor time that it took: errors cross as code and sentence, with a detail for the log. */
export type DecodingAnswer<Value> = { readonly workSeconds: number } & (
  | { readonly value: Value }
  | { readonly code: ErrorCode; readonly message: FilledMessage | string; readonly detail: string }
);
