import type { VideoSample } from 'mediabunny';
import type { OpenVideo } from '#media/container/open-video.ts';
import { dropSimilar } from '#media/frames/pictures.ts';
import {
  type PlannedPicture,
  planDescribedVideo,
  planGivenPictures,
  planTimedVideo,
} from '#media/frames/plan-pictures.ts';
import { decodeFrames, planSampling } from '#media/frames/sample-frames.ts';
import { copyOlderFile } from '#media/node/copy-older-file.ts';
import { encodeJpeg } from '#media/node/encode-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { fitJpeg, sketchJpeg } from '#media/node/read-jpeg.ts';
import { findVideoSpeech } from '#media/speech/find-speech.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import type { TakenFrames } from '#shared/frame.ts';
import { maxPicturePixels } from '#shared/limits.ts';
import { findTitle } from '#shared/video-title.ts';
import { allowWork, answerTask } from './bounded-child.ts';
import type {
  CopyTask,
  DecodedValue,
  DecodingAnswer,
  DecodingTask,
  FileTask,
  FoundSpeech,
  FramesTask,
  SpeechTask,
  TimedSampling,
} from './decoding-pool.ts';

/** Runs in a child process that decodes clients' videos and shrinks their images. */
export default function decode(task: DecodingTask): Promise<DecodingAnswer<DecodedValue>> {
  return answerTask(() => work(task));
}

function work(task: DecodingTask): Promise<DecodedValue> {
  if (task.kind === 'frames') return withVideo(task, video => readFrames(video, task));
  if (task.kind === 'length') return withVideo(task, async video => video.durationSeconds);
  if (task.kind === 'speech') return withVideo(task, video => findSpeech(video, task));
  if (task.kind === 'nothing') return Promise.resolve(undefined);
  if (task.kind === 'copy') return copyOlder(task);
  allowWork(task.decodingSeconds);
  return fitJpeg(task.jpeg, task.maxSidePixels, task.number);
}

async function copyOlder(task: CopyTask): Promise<undefined> {
  allowWork(task.copyingSeconds);
  await copyOlderFile(task.path, task.format, task.copyPath, task);
  return undefined;
}

async function withVideo<Result>(
  { path, maxSeconds, openingSeconds }: FileTask,
  work: (video: OpenVideo) => Promise<Result>,
): Promise<Result> {
  allowWork(openingSeconds);
  const video = await openVideoFile(path, { maxSeconds });
  try {
    return await work(video);
  } finally {
    video.close();
  }
}

/** Of work, at least. */
const listenedPerSecond = 100;

async function findSpeech(video: OpenVideo, { listeningSeconds }: SpeechTask): Promise<FoundSpeech> {
  allowWork(listeningSeconds);
  // Cancelling kills this process, so there is no signal.
  const maxSeconds = listeningSeconds * listenedPerSecond;
  const speech = await findVideoSpeech(video, new AbortController().signal, { maxSeconds });
  return { speech, durationSeconds: video.durationSeconds };
}

async function readFrames(
  video: OpenVideo,
  { name, timed, decodingSeconds }: FramesTask,
): Promise<TakenFrames> {
  // A video with damaged tags is as good as one without.
  const tags = await video.track.input.getMetadataTags().catch(() => undefined);
  const pictures = timed && (await planTimed(video, timed));
  const plan = await planSampling(video, pictures);
  allowWork(decodingSeconds);
  const maxPixels = countPixelsOfEach(pictures?.length ?? framesPerVideo);
  const encode = (picture: VideoSample) => encodeJpeg(picture, maxPixels);
  const taken = decodeFrames(plan, encode, new AbortController().signal);
  const { durationSeconds } = video;
  const kept = timed ? dropSimilar(taken, durationSeconds, sketchJpeg) : taken;
  return { durationSeconds, frames: await Array.fromAsync(kept), title: findTitle(name, tags) };
}

async function planTimed(
  video: OpenVideo,
  { most, seconds, gaps }: TimedSampling,
): Promise<readonly PlannedPicture[]> {
  if (seconds) return planGivenPictures(seconds, video.durationMs).slice(0, most);
  return gaps ? await planDescribedVideo(video, gaps, most) : await planTimedVideo(video, most);
}

/** Any number of frames has at most the pixels of ten of the largest, which limits memory. */
function countPixelsOfEach(pictures: number): number {
  return Math.floor((maxPicturePixels * framesPerVideo) / Math.max(framesPerVideo, pictures));
}
