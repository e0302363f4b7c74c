import { type VideoSample, VideoSampleSink } from 'mediabunny';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Frame } from '#shared/frame.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import type { GreyPicture } from '#shared/print/grey-picture.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { withCodedErrors } from '../container/video-file.ts';
import type { PlannedPicture } from './choose-cue-points.ts';
import { computeDifference, type PictureBounds, type Sketch, sketchPicture } from './pictures.ts';
import { findKeyPacket, planTimedVideo, planVideo, toFileSeconds } from './plan-pictures.ts';

/** What a host does with a decoded picture, which it does not close: upright, square pixels, size by `fitPicture`. */
export interface PictureReader {
  /** Quality 0.5. */
  encodeJpeg(picture: VideoSample, bounds?: PictureBounds): Promise<Uint8Array<ArrayBuffer>>;
  readGrey(picture: VideoSample, bounds: PictureBounds): Promise<GreyPicture>;
}

type EncodeJpeg = PictureReader['encodeJpeg'];
type ReadPicture<Value> = (picture: VideoSample, planned: PlannedPicture) => Promise<Value>;

/** Runs decoded in parallel: one decodes while the JPEG of another is written. */
const runsAtOnce = 2;

type Runs = readonly PlannedPicture[][];

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
  yield* decodeFrames(video, await planSampling(video), encodeJpeg, signal);
}

/** The first half of {@link sampleFrames}: reads the index, decodes nothing. @param pictures default: ten for the video */
export function planSampling(video: OpenVideo, pictures?: readonly PlannedPicture[]): Promise<Runs> {
  return withCodedErrors(async () => {
    if (!(await video.canDecode())) throw new CodedError('unsupported_codec');
    return await splitIntoRuns(video, pictures ?? (await planVideo(video)));
  });
}

export function decodeFrames(
  video: OpenVideo,
  runs: Runs,
  encodeJpeg: EncodeJpeg,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  const read = async (picture: VideoSample, { pictureMs }: PlannedPicture) => ({
    seconds: pictureMs / 1000,
    jpeg: await encodeJpeg(picture),
  });
  return decodePictures(video, runs, read, signal);
}

/** The second half of {@link sampleFrames}, whatever is made of the pictures. */
export async function* decodePictures<Value>(
  video: OpenVideo,
  runs: Runs,
  read: ReadPicture<Value>,
  signal: AbortSignal,
): AsyncGenerator<Value> {
  let failure: unknown;
  let count = 0;
  const jobs = runs.map(run => () => decodeRun(video, run, read, signal));
  for await (const { values, error } of runInOrder(jobs, runsAtOnce)) {
    requireNotCancelled(signal);
    failure ??= error;
    count += values.length;
    yield* values;
  }
  requireNotCancelled(signal);
  if (count === 0)
    throw new CodedError('invalid_video', { message: fill(videoMessages.noneDecoded), cause: failure });
}

/** Exact pictures after the same key frame form one run, so that the pictures before them are decoded once. */
async function splitIntoRuns(video: OpenVideo, pictures: readonly PlannedPicture[]): Promise<Runs> {
  const runs: PlannedPicture[][] = [];
  let sharedKey = -1;
  for (const picture of pictures) {
    let key = -1;
    if (picture.kind === 'exact') key = (await findKeyPacket(video, picture.pictureMs))?.sequenceNumber ?? -1;
    if (key >= 0 && key === sharedKey) runs.at(-1)?.push(picture);
    else runs.push([picture]);
    sharedKey = key;
  }
  return runs;
}

/** Uses its own decoder, so that damage only affects the pictures that depend on it. */
export async function decodeRun<Value>(
  video: OpenVideo,
  run: readonly PlannedPicture[],
  read: ReadPicture<Value>,
  signal: AbortSignal,
): Promise<{ readonly values: Value[]; readonly error?: unknown }> {
  const values: Value[] = [];
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
      if (!signal.aborted) values.push(await read(open, picture));
    }
    return { values };
  } catch (error) {
    // The decoder discarded earlier output at the damage: retry the rest one by one.
    const rest = run.length > 1 && !signal.aborted ? run.slice(done) : [];
    for (const picture of rest) values.push(...(await decodeRun(video, [picture], read, signal)).values);
    return { values, error };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Sketches before and after a cut differ by at least this on average, of 255; in a steady shot by up to 14. Our measurement. */
export const cutDifference = 20;
/** A shorter scene has no time for a line. */
const minSceneMs = 2000;
/** A longer one gets several lines. */
const longestSceneMs = 20_000;
/** A cut is found to within this. */
const exactMs = 150;
/** A shorter time is walked through at once; halving it would decode it several times. */
const walkMs = 2500;

type LookTools = Pick<PictureReader, 'readGrey'> & { readonly signal: AbortSignal };

/** A picture of so many pixels a side is enough for a sketch. */
export const lookedAt: PictureBounds = { maxSidePixels: 96 };

export type Look = { readonly ms: number; readonly sketch: Sketch };

/**
 * Starts of a video's scenes in seconds, in order, the first at 0. Looks at a few pictures and, where two differ like two shots, at
 * some between them. A long scene is divided evenly.
 * @param most pictures looked at, besides those that locate a cut
 * @throws CodedError as `sampleFrames`
 */
export async function findScenes(
  video: OpenVideo,
  { most, ...tools }: LookTools & { readonly most: number },
): Promise<number[]> {
  const looks = await lookAt(video, await planTimedVideo(video, most), tools);
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

/** In the order given. @param mayGoOn asked after each picture @throws CodedError as `sampleFrames` */
export async function lookAt(
  video: OpenVideo,
  planned: readonly PlannedPicture[],
  { readGrey, signal }: LookTools,
  mayGoOn = () => true,
): Promise<Look[]> {
  const runs = await planSampling(video, planned);
  const read = async (picture: VideoSample, { pictureMs: ms }: PlannedPicture) => ({
    ms,
    sketch: sketchPicture(await readGrey(picture, lookedAt)),
  });
  const looks: Look[] = [];
  for await (const look of decodePictures(video, runs, read, signal)) {
    looks.push(look);
    if (!mayGoOn()) break;
  }
  return looks;
}

/** Halves the time between two pictures, then walks through it, until the first picture of the second shot is known. */
export async function locateCut(
  video: OpenVideo,
  [before, after]: readonly [Look, Look],
  tools: LookTools,
): Promise<number> {
  const isAfter = ({ sketch }: Look) =>
    computeDifference(after.sketch, sketch) < computeDifference(before.sketch, sketch);
  const toPicture = (pictureMs: number): PlannedPicture => ({ kind: 'exact', pictureMs });
  let [fromMs, untilMs] = [before.ms, after.ms];
  while (untilMs - fromMs > walkMs) {
    const pictureMs = Math.round((fromMs + untilMs) / 2);
    const [between] = await lookAt(video, [toPicture(pictureMs)], tools);
    if (!between) return untilMs;
    if (isAfter(between)) untilMs = pictureMs;
    else fromMs = pictureMs;
  }
  const steps = Math.ceil((untilMs - fromMs) / exactMs) - 1;
  if (steps < 1) return untilMs;
  const walked = Array.from({ length: steps }, (_, at) => toPicture(fromMs + (at + 1) * exactMs));
  return (await lookAt(video, walked, tools)).find(isAfter)?.ms ?? untilMs;
}

function divideLong(startsMs: readonly number[], durationMs: number): number[] {
  return startsMs.flatMap((startMs, at) => {
    const lengthMs = (startsMs[at + 1] ?? durationMs) - startMs;
    const parts = Math.ceil(lengthMs / longestSceneMs);
    return Array.from({ length: parts }, (_, part) => Math.round(startMs + (part * lengthMs) / parts));
  });
}
