import { type VideoSample, VideoSampleSink } from 'mediabunny';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Frame } from '#shared/frame.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { withCodedErrors } from '../container/with-coded-errors.ts';
import { planVideo, toFileSeconds } from './find-key-frames.ts';
import type { PlannedPicture } from './plan-pictures.ts';

/**
 * Makes a JPEG of a decoded picture: upright, square pixels, quality 0.5, original size if `fitPicture` leaves it. Does not
 * close the picture.
 */
export type EncodeJpeg = (picture: VideoSample) => Promise<Uint8Array<ArrayBuffer>>;

/** Runs of pictures that are decoded side by side: one decodes while the JPEG of another is written. */
const runsAtOnce = 2;

/** Which pictures of a video are decoded, and which of them together. */
export interface SamplingPlan {
  readonly video: OpenVideo;
  readonly runs: readonly PlannedPicture[][];
}

/**
 * Ten pictures of a video as JPEG, in time order, as they are made: each key frame by itself, exact pictures that share
 * a key frame together. Pictures that cannot be decoded are left out.
 *
 * @throws CodedError `unsupported_codec` when this platform cannot decode the video, `invalid_video` when not one
 * picture can be decoded, `client_closed` when `signal` fires.
 */
export async function* sampleFrames(
  video: OpenVideo,
  encodeJpeg: EncodeJpeg,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  requireNotCancelled(signal);
  yield* decodeFrames(await planSampling(video), encodeJpeg, signal);
}

/**
 * The first half of {@link sampleFrames}, which reads the index and decodes nothing. Throws as it does.
 * @param pictures the ten that stand for the video when left out
 */
export function planSampling(video: OpenVideo, pictures?: readonly PlannedPicture[]): Promise<SamplingPlan> {
  return withCodedErrors(async () => {
    if (!(await video.canDecode())) throw new CodedError('unsupported_codec');
    return { video, runs: await splitIntoRuns(video, pictures ?? (await planVideo(video))) };
  });
}

/** The other half. */
export async function* decodeFrames(
  { video, runs }: SamplingPlan,
  encodeJpeg: EncodeJpeg,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  let failure: unknown;
  let count = 0;
  const jobs = runs.map(run => () => decodeRun(video, run, encodeJpeg, signal));
  for await (const { frames, error } of runInOrder(jobs, runsAtOnce)) {
    requireNotCancelled(signal);
    failure ??= error;
    count += frames.length;
    yield* frames;
  }
  requireNotCancelled(signal);
  if (count === 0) {
    throw new CodedError('invalid_video', {
      message: fill(videoMessages.noneDecoded),
      cause: failure,
    });
  }
}

/** Exact pictures after the same key frame make one run, so that what leads to them is decoded once. */
async function splitIntoRuns(
  video: OpenVideo,
  pictures: readonly PlannedPicture[],
): Promise<PlannedPicture[][]> {
  const runs: PlannedPicture[][] = [];
  let sharedKey = -1;
  for (const picture of pictures) {
    let key = -1;
    if (picture.kind === 'exact') {
      const fileSeconds = toFileSeconds(video, picture.pictureMs);
      key = (await video.packets.getKeyPacket(fileSeconds, { metadataOnly: true }))?.sequenceNumber ?? -1;
    }
    if (key >= 0 && key === sharedKey) runs.at(-1)?.push(picture);
    else runs.push([picture]);
    sharedKey = key;
  }
  return runs;
}

interface RunResult {
  readonly frames: Frame[];
  readonly error?: unknown;
}

/** Decodes with a decoder of its own, so that damage in one place costs only the pictures that need it. */
async function decodeRun(
  video: OpenVideo,
  run: readonly PlannedPicture[],
  encodeJpeg: EncodeJpeg,
  signal: AbortSignal,
): Promise<RunResult> {
  const frames: Frame[] = [];
  const times = run.map(picture => toFileSeconds(video, picture.pictureMs));
  const samples = new VideoSampleSink(video.track).samplesAtTimestamps(times);
  const stop = () => void samples.return();
  signal.addEventListener('abort', stop, { once: true });
  let done = 0;
  try {
    for await (const sample of samples) {
      const picture = run[done++] as PlannedPicture;
      if (!sample) continue;
      using open = sample;
      if (!signal.aborted) frames.push(await takeFrame(picture, open, encodeJpeg));
    }
    return { frames };
  } catch (error) {
    // The decoder ran ahead to the damage and threw away what it had: the rest is tried one by one.
    const rest = run.length > 1 && !signal.aborted ? run.slice(done) : [];
    for (const picture of rest)
      frames.push(...(await decodeRun(video, [picture], encodeJpeg, signal)).frames);
    return { frames, error };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function takeFrame(
  picture: PlannedPicture,
  sample: VideoSample,
  encodeJpeg: EncodeJpeg,
): Promise<Frame> {
  return { seconds: picture.pictureMs / 1000, jpeg: await encodeJpeg(sample) };
}
