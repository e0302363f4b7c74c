import { type VideoSample, VideoSampleSink } from 'mediabunny';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Frame } from '#shared/frame.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { withCodedErrors } from '../container/video-file.ts';
import { computeDifference, type Sketch, type SketchJpeg } from './pictures.ts';
import { type PlannedPicture, planTimedVideo, planVideo, toFileSeconds } from './plan-pictures.ts';

/** Encodes a decoded picture as JPEG: upright, square pixels, quality 0.5, size by `fitPicture`. Does not close the picture. */
type EncodeJpeg = (picture: VideoSample) => Promise<Uint8Array<ArrayBuffer>>;

/** Runs decoded in parallel: one decodes while the JPEG of another is written. */
const runsAtOnce = 2;

interface SamplingPlan {
  readonly video: OpenVideo;
  readonly runs: readonly PlannedPicture[][];
}

/**
 * Ten pictures of a video as JPEG, in time order, as they are made: each key frame alone, exact pictures with a common key frame
 * together. Undecodable pictures are skipped.
 * @throws CodedError `unsupported_codec` if this platform has no decoder, `invalid_video` if no picture can be decoded,
 * `client_closed` when `signal` fires.
 */
export async function* sampleFrames(
  video: OpenVideo,
  encodeJpeg: EncodeJpeg,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  requireNotCancelled(signal);
  yield* decodeFrames(await planSampling(video), encodeJpeg, signal);
}

/** The first half of {@link sampleFrames}: reads the index, decodes nothing. @param pictures default: ten for the video */
export function planSampling(video: OpenVideo, pictures?: readonly PlannedPicture[]): Promise<SamplingPlan> {
  return withCodedErrors(async () => {
    if (!(await video.canDecode())) throw new CodedError('unsupported_codec');
    return { video, runs: await splitIntoRuns(video, pictures ?? (await planVideo(video))) };
  });
}

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

/** Exact pictures after the same key frame form one run, so that the pictures before them are decoded once. */
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

/** Uses its own decoder, so that damage only affects the pictures that depend on it. */
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
    // The decoder discarded earlier output at the damage: retry the rest one by one.
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

/** Sketches before and after a cut differ by at least this on average, of 255; in a steady shot by up to 14. Our measurement. */
const cutDifference = 20;
/** A shorter scene has no time for a line. */
const minSceneMs = 2000;
/** A longer one gets several lines. */
const longestSceneMs = 20_000;
/** A cut is found to within this. */
const exactMs = 150;

interface SceneTools {
  readonly encodeJpeg: EncodeJpeg;
  readonly sketchJpeg: SketchJpeg;
  /** Pictures looked at, besides those that locate a cut. */
  readonly most: number;
  readonly signal: AbortSignal;
}

interface Look {
  readonly ms: number;
  readonly sketch: Sketch;
}

/**
 * Starts of a video's scenes in seconds, in order, the first at 0. Looks at a few pictures and, where two differ like two shots, at
 * some between them. A long scene is divided evenly.
 * @throws CodedError as `sampleFrames`
 */
export async function findScenes(video: OpenVideo, tools: SceneTools): Promise<number[]> {
  const looks = await lookAt(video, await planTimedVideo(video, tools.most), tools);
  const starts = [0];
  for (const [at, look] of looks.entries()) {
    const before = looks[at - 1];
    if (!before || computeDifference(before.sketch, look.sketch) < cutDifference) continue;
    const startMs = await locateCut(video, [before, look], tools);
    const isApart = startMs - (starts.at(-1) ?? 0) >= minSceneMs;
    if (isApart && video.durationMs - startMs >= minSceneMs) starts.push(startMs);
  }
  return divideLong(starts, video.durationMs).map(ms => ms / 1000);
}

async function lookAt(
  video: OpenVideo,
  planned: readonly PlannedPicture[],
  { encodeJpeg, sketchJpeg, signal }: SceneTools,
): Promise<Look[]> {
  const looks: Look[] = [];
  for await (const { seconds, jpeg } of decodeFrames(await planSampling(video, planned), encodeJpeg, signal))
    looks.push({ ms: Math.round(seconds * 1000), sketch: await sketchJpeg(jpeg) });
  return looks;
}

/** Halves the time between two pictures until the first picture of the second shot is known. */
async function locateCut(
  video: OpenVideo,
  [before, after]: readonly [Look, Look],
  tools: SceneTools,
): Promise<number> {
  let [fromMs, untilMs] = [before.ms, after.ms];
  while (untilMs - fromMs > exactMs) {
    const pictureMs = Math.round((fromMs + untilMs) / 2);
    const [between] = await lookAt(video, [{ kind: 'exact', pictureMs }], tools);
    if (!between) break;
    const isAfter =
      computeDifference(after.sketch, between.sketch) < computeDifference(before.sketch, between.sketch);
    if (isAfter) untilMs = pictureMs;
    else fromMs = pictureMs;
  }
  return untilMs;
}

function divideLong(startsMs: readonly number[], durationMs: number): number[] {
  return startsMs.flatMap((startMs, at) => {
    const lengthMs = (startsMs[at + 1] ?? durationMs) - startMs;
    const parts = Math.ceil(lengthMs / longestSceneMs);
    return Array.from({ length: parts }, (_, part) => Math.round(startMs + (part * lengthMs) / parts));
  });
}
