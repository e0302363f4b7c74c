import { rename, rm, stat } from 'node:fs/promises';
import { FilePathTarget } from 'mediabunny';
import { CodedError } from '#shared/errors.ts';
import {
  narrateVideo,
  type VideoNarration,
  type WritingOptions,
  type WrittenVideo,
} from '../narrate-video.ts';
import type { VideoLimits } from '../open-video.ts';
import { planNarratedVideo } from '../plan-narrated-video.ts';
import { openVideoFile } from './open-video-file.ts';

export interface VideoFileOptions extends WritingOptions {
  readonly limits: VideoLimits;
}

/**
 * Writes a video file with its narration. It is there whole or not at all; what stood at its place before stays until then.
 * @throws CodedError as `openVideo` and `narrateVideo`; `invalid_video` where the video changed meanwhile
 */
export async function writeVideoFile(
  videoPath: string,
  narration: VideoNarration,
  path: string,
  { limits, ...options }: VideoFileOptions,
): Promise<WrittenVideo> {
  const before = await readState(videoPath);
  const video = await openVideoFile(videoPath, limits);
  const partPath = `${path}.${process.pid}.part`;
  try {
    const plan = await planNarratedVideo(video, narration.sound, narration.pauses);
    const written = await narrateVideo(video, plan, narration, new FilePathTarget(partPath), options);
    if ((await readState(videoPath)) !== before)
      throw new CodedError('invalid_video', {
        message: 'The video was changed while it was read. Try again, please.',
      });
    await rename(partPath, path);
    return written;
  } finally {
    video.close();
    await rm(partPath, { force: true });
  }
}

/** Changes when the file does. */
async function readState(path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path);
  return `${ino}:${size}:${mtimeMs}`;
}
