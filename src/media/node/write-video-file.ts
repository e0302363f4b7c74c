import { stat } from 'node:fs/promises';
import { refuse } from '#shared/errors.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { readKeptParts } from '../container/kept-parts.ts';
import type { VideoLimits } from '../container/open-video.ts';
import type { VideoFile } from '../container/video-file.ts';
import {
  narrateVideo,
  type VideoNarration,
  type WritingOptions,
  type WrittenVideo,
} from '../mix/narrate-video.ts';
import { planNarratedVideo } from '../mix/plan-narrated-video.ts';
import { openVideoFile, withFileBytes } from './open-video-file.ts';
import { createPartFile } from './temporary-files.ts';

/** Atomically. @throws CodedError as `openVideo` and `narrateVideo`; `invalid_video` if the video changed meanwhile */
export async function writeVideoFile(
  videoPath: string,
  narration: VideoNarration,
  path: string,
  { limits, ...options }: WritingOptions & { readonly limits: VideoLimits },
): Promise<WrittenVideo> {
  const before = await readState(videoPath);
  const requireUnchanged = async () => {
    if ((await readState(videoPath)) !== before) throw refuse('invalid_video', videoOutputMessages.changed);
  };
  const video = await openVideoFile(videoPath, limits);
  try {
    const plan = await planNarratedVideo(video, narration);
    const file = await createVideoFile(path, requireUnchanged);
    const kept = await withFileBytes(videoPath, readKeptParts);
    return await narrateVideo(video, plan, { kept, ...narration }, file, options);
  } finally {
    video.close();
  }
}

/** @param beforeKeeping throws if the file must not be kept */
async function createVideoFile(path: string, beforeKeeping: () => Promise<void>): Promise<VideoFile> {
  const { handle, keep, discard } = await createPartFile(path);
  return {
    async write(data, position) {
      for (let written = 0; written < data.length; )
        written += (await handle.write(data, written, data.length - written, position + written))
          .bytesWritten;
    },
    async keep() {
      await beforeKeeping();
      await keep();
    },
    discard,
  };
}

async function readState(path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path);
  return `${ino}:${size}:${mtimeMs}`;
}
