import { readTitleTags } from '#media/container/kept-parts.ts';
import type { OpenVideo } from '#media/container/open-video.ts';
import { countCuePoints } from '#media/frames/choose-cue-points.ts';
import { decodeFrames, planSampling } from '#media/frames/sample-frames.ts';
import { takeMoments } from '#media/frames/take-moments.ts';
import { copyOlderFile } from '#media/node/copy-older-file.ts';
import { encodeJpeg, readGrey } from '#media/node/encode-jpeg.ts';
import { openVideoFile, withFileBytes } from '#media/node/open-video-file.ts';
import { fitJpeg } from '#media/node/read-jpeg.ts';
import { findVideoSpeech } from '#media/speech/find-speech.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import type { TakenFrames } from '#shared/frame.ts';
import { maxPicturePixels } from '#shared/limits.ts';
import { findTitle } from '#shared/video-title.ts';
import { allowWork, answerTask, measureWorkSeconds } from './bounded-child.ts';
import type {
  CopyTask,
  DecodedValue,
  DecodingAnswer,
  DecodingTask,
  FileTask,
  FoundSpeech,
  FramesTask,
  SpeechTask,
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
  using video = await openVideoFile(path, { maxSeconds });
  return await work(video);
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
  { path, name, timed, decodingSeconds }: FramesTask,
): Promise<TakenFrames> {
  const tags = await withFileBytes(path, file => readTitleTags(file, video.track.input));
  const { durationSeconds } = video;
  const title = findTitle(name, tags);
  // Cancelling kills this process.
  const { signal } = new AbortController();
  if (timed) {
    allowWork(decodingSeconds);
    // A sparse copy has no pictures between those that were asked for.
    const showsMovement = timed.showsMovement && !timed.seconds;
    const { most, gaps } = timed;
    const maxPixels = countPixelsOfEach(gaps ? most : countCuePoints(video.durationMs, most));
    const encode: typeof encodeJpeg = (picture, bounds) => encodeJpeg(picture, { maxPixels, ...bounds });
    // Work is limited, not time.
    const readClockMs = () => 1000 * measureWorkSeconds();
    const tools = { ...timed, showsMovement, encodeJpeg: encode, readGrey, readClockMs, signal };
    return { durationSeconds, frames: await takeMoments(video, tools), title };
  }
  const runs = await planSampling(video);
  allowWork(decodingSeconds);
  const frames = decodeFrames(video, runs, encodeJpeg, signal);
  return { durationSeconds, frames: await Array.fromAsync(frames), title };
}

/** Any number of frames has at most the pixels of ten of the largest, which limits memory. */
function countPixelsOfEach(pictures: number): number {
  return Math.floor((maxPicturePixels * framesPerVideo) / Math.max(framesPerVideo, pictures));
}
