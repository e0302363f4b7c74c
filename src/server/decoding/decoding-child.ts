import { Worker } from 'node:worker_threads';
import { encodeJpeg } from '#media/node/encode-jpeg.ts';
import { type FittedJpeg, fitJpeg } from '#media/node/fit-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { shrinkJpeg } from '#media/node/shrink-jpeg.ts';
import { decodeFrames, planSampling } from '#media/sample-frames.ts';
import { CodedError } from '#shared/errors.ts';
import type { Frame, SampledFrames } from '#shared/frame.ts';
import type { DecodingAnswer, DecodingTask, FramesTask } from './decoding-task.ts';
import { listThreads, lowerPriority } from './lower-priority.ts';
import { measureWorkSeconds } from './measure-work.ts';
import type { WatchdogData, WorkLimit } from './watchdog-worker.ts';

const threads = listThreads();
// A thread of its own, because a hostile file can keep this one busy for ever.
const watchdogData: WatchdogData = {
  // Told, not asked for: a server that is killed while this process starts is no longer its parent.
  parentPid: Number(process.env.BENSHI_SERVER_PID),
  maxBytes: Number(process.env.BENSHI_MAX_CHILD_BYTES),
};
const watchdog = new Worker(new URL('./watchdog-worker.ts', import.meta.url), { workerData: watchdogData });
watchdog.unref();
lowerPriority(threads);
// The server is gone. An orderly exit would wait for a decoder that may never return.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

/** Runs in a child process of its own: the only place of the server where strangers' videos and pictures are decoded. */
export default async function decode(task: DecodingTask): Promise<DecodingAnswer> {
  const start = measureWorkSeconds();
  const measure = () => measureWorkSeconds() - start;
  try {
    const value = await work(task);
    requireWithinLimit();
    return { workSeconds: measure(), value };
  } catch (error) {
    const coded = error instanceof CodedError ? error : new CodedError('invalid_video', { cause: error });
    const { code, message, cause } = coded;
    return { workSeconds: measure(), code, message, detail: String(cause ?? '') };
  } finally {
    setLimit(Number.POSITIVE_INFINITY);
  }
}

function work(task: DecodingTask): Promise<SampledFrames | Uint8Array | FittedJpeg | undefined> {
  if (task.kind === 'frames') return readFrames(task);
  if (task.kind === 'nothing') return Promise.resolve(undefined);
  allow(task.decodingSeconds);
  if (task.kind === 'fit') return fitJpeg(task.jpeg, task.maxSidePixels, task.place);
  return shrinkJpeg(task.jpeg, task.sidePixels, task.place);
}

async function readFrames(task: FramesTask): Promise<SampledFrames> {
  allow(task.openingSeconds);
  const video = await openVideoFile(task.path, { maxSeconds: task.maxSeconds });
  try {
    const plan = await planSampling(video);
    allow(task.decodingSeconds);
    const frames: Frame[] = [];
    // Whoever loses interest kills this process: there is nothing to listen for.
    const never = new AbortController().signal;
    for await (const frame of decodeFrames(plan, encodeJpeg, never)) frames.push(frame);
    return { durationSeconds: video.durationSeconds, frames };
  } finally {
    video.close();
  }
}

let lastSecond = Number.POSITIVE_INFINITY;

/** From here on so much processor time may be used; then the watchdog ends this process. What came before is judged first. */
function allow(seconds: number): void {
  requireWithinLimit();
  setLimit(measureWorkSeconds() + seconds);
}

/** Told as the second at which it is over: the watchdog may hear of it late, and shall not count from then. */
function setLimit(second: number): void {
  lastSecond = second;
  watchdog.postMessage({ lastSecond } satisfies WorkLimit);
}

/** Work that was over between two looks of the watchdog is too much all the same. */
function requireWithinLimit(): void {
  if (measureWorkSeconds() > lastSecond) throw new CodedError('video_too_demanding');
}
