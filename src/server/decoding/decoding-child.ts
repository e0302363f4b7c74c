import { encodeJpeg } from '#media/node/encode-jpeg.ts';
import { fitJpeg } from '#media/node/fit-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { decodeFrames, planSampling } from '#media/sample-frames.ts';
import type { Frame, SampledFrames } from '#shared/frame.ts';
import { allowWork, answerTask } from './bounded-child.ts';
import type { DecodedValue, DecodingAnswer, DecodingTask, FramesTask, LengthTask } from './decoding-task.ts';

/** Runs in a child process of its own, where strangers' videos, and pictures that only have to be smaller, are decoded. */
export default function decode(task: DecodingTask): Promise<DecodingAnswer<DecodedValue>> {
  return answerTask(() => work(task));
}

function work(task: DecodingTask): Promise<DecodedValue> {
  if (task.kind === 'frames') return readFrames(task);
  if (task.kind === 'length') return readDuration(task);
  if (task.kind === 'nothing') return Promise.resolve(undefined);
  allowWork(task.decodingSeconds);
  return fitJpeg(task.jpeg, task.maxSidePixels, task.place);
}

async function readDuration({ openingSeconds, path, maxSeconds }: LengthTask): Promise<number> {
  allowWork(openingSeconds);
  const video = await openVideoFile(path, { maxSeconds });
  video.close();
  return video.durationSeconds;
}

async function readFrames(task: FramesTask): Promise<SampledFrames> {
  allowWork(task.openingSeconds);
  const video = await openVideoFile(task.path, { maxSeconds: task.maxSeconds });
  try {
    const plan = await planSampling(video);
    allowWork(task.decodingSeconds);
    const frames: Frame[] = [];
    // Whoever loses interest kills this process: there is nothing to listen for.
    const never = new AbortController().signal;
    for await (const frame of decodeFrames(plan, encodeJpeg, never)) frames.push(frame);
    return { durationSeconds: video.durationSeconds, frames };
  } finally {
    video.close();
  }
}
