import { Worker } from 'node:worker_threads';
import { encodeJpeg } from '#media/node/encode-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { sampleFrames } from '#media/sample-frames.ts';
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import type { Frame } from '#shared/frame.ts';
import type { VideoFrames } from './frame-reader.ts';
import type { WatchdogData } from './watchdog-worker.ts';

/** What a decoding child is asked. */
export interface ReadFramesTask {
  readonly path: string;
  readonly maxSeconds: number;
}

/** What it answers: errors cross as code and sentence, with a detail for the log. */
export type ReadFramesAnswer =
  | VideoFrames
  | { readonly code: ErrorCode; readonly message: string; readonly detail: string };

// A thread of its own, because a hostile file can keep this one busy for ever.
const watchdogData: WatchdogData = {
  // Told, not asked for: a server that is killed while this process starts is no longer its parent.
  parentPid: Number(process.env.BENSHI_SERVER_PID),
  maxBytes: Number(process.env.BENSHI_MAX_CHILD_BYTES),
};
new Worker(new URL('./watchdog-worker.ts', import.meta.url), { workerData: watchdogData }).unref();
// The server is gone. An orderly exit would wait for a decoder that may never return.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

/** Runs in a child process of its own: the only place of the server where native decoders work. */
export default async function readFrames(task: ReadFramesTask): Promise<ReadFramesAnswer> {
  try {
    const video = await openVideoFile(task.path, { maxSeconds: task.maxSeconds });
    try {
      const frames: Frame[] = [];
      // Whoever loses interest kills this process: there is nothing to listen for.
      const never = new AbortController().signal;
      for await (const frame of sampleFrames(video, encodeJpeg, never)) frames.push(frame);
      return { durationSeconds: video.durationSeconds, frames };
    } finally {
      video.close();
    }
  } catch (error) {
    const coded = error instanceof CodedError ? error : new CodedError('invalid_video', { cause: error });
    return { code: coded.code, message: coded.message, detail: String(coded.cause ?? '') };
  }
}
