import { encodeJpeg } from '#media/browser/encode-jpeg.ts';
import { openVideoBlob } from '#media/browser/open-video-blob.ts';
import type { OpenVideo } from '#media/open-video.ts';
import { sampleFrames } from '#media/sample-frames.ts';
import { makeSparseCopy } from '#media/sparse-copy.ts';
import type { Frame, SampledFrames } from '#shared/frame.ts';
import { framesPerVideo } from '#shared/limits.ts';
import type { Activity } from './activity.ts';

// The media code: fetched when the first file is chosen, never with the page.

export interface VideoFacts {
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
}

/** What goes to the server instead of the video. */
export type Pictures =
  | ({ readonly kind: 'frames' } & SampledFrames)
  /** The coded pictures themselves, where this browser cannot decode them. */
  | {
      readonly kind: 'sparse copy';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly durationSeconds: number;
    };

/**
 * Opens a file and tells what it is.
 * @throws {CodedError} when it is no video, or longer or larger than is taken
 */
export async function inspectVideo(file: File, maxSeconds: number): Promise<VideoFacts> {
  const video = await openVideoBlob(file, { maxSeconds });
  try {
    return { durationSeconds: video.durationSeconds, width: video.width, height: video.height };
  } finally {
    video.close();
  }
}

/**
 * Takes the frames of a video in the browser, or copies their coded pictures where it cannot decode them.
 * @throws {CodedError} when the video cannot be read
 */
export async function readPictures(
  file: File,
  maxSeconds: number,
  { signal, report }: { signal: AbortSignal; report: (activity: Activity) => void },
): Promise<Pictures> {
  const video = await openVideoBlob(file, { maxSeconds });
  try {
    signal.throwIfAborted();
    if (!(await video.canDecode())) {
      report({ kind: 'copying pictures', why: 'unreadable here' });
      const bytes = await makeSparseCopy(video, signal);
      return { kind: 'sparse copy', bytes, durationSeconds: video.durationSeconds };
    }
    const frames = await collectFrames(video, { signal, report });
    return { kind: 'frames', frames, durationSeconds: video.durationSeconds };
  } finally {
    video.close();
  }
}

/**
 * The few coded pictures of a video that will be looked at, as a video file of their own.
 * @throws {CodedError} when the video cannot be read
 */
export async function copyPictures(
  file: File,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const video = await openVideoBlob(file, { maxSeconds });
  try {
    return await makeSparseCopy(video, signal);
  } finally {
    video.close();
  }
}

async function collectFrames(
  video: OpenVideo,
  { signal, report }: { signal: AbortSignal; report: (activity: Activity) => void },
): Promise<Frame[]> {
  const frames: Frame[] = [];
  report({ kind: 'reading frames', done: 0, total: framesPerVideo });
  for await (const frame of sampleFrames(video, encodeJpeg, signal)) {
    frames.push(frame);
    report({ kind: 'reading frames', done: frames.length, total: framesPerVideo });
  }
  return frames;
}
