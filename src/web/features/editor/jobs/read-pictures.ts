import { encodeJpeg, sketchJpeg } from '#media/browser/jpeg.ts';
import { withVideo } from '#media/browser/open-video-blob.ts';
import type { OpenVideo } from '#media/container/open-video.ts';
import { dropSimilar } from '#media/frames/pictures.ts';
import { type PlannedPicture, planDescribedVideo, planTimedVideo } from '#media/frames/plan-pictures.ts';
import { decodeFrames, planSampling } from '#media/frames/sample-frames.ts';
import { makeSparseCopy } from '#media/frames/sparse-copy.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import type { Frame, SampledFrames } from '#shared/frame.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { Activity } from '../model/activity.ts';
import type { VideoFacts } from '../model/editor-state.ts';

// The media code: fetched when the first file is chosen, never with the page.

export interface PictureLimits {
  readonly maxSeconds: number;
  /** Of pictures for a narration that follows the video; ten, evenly spread, are taken when left out. */
  readonly maxTimed?: number | undefined;
  /** For a description: where nobody speaks. */
  readonly gaps?: readonly TimeSpan[] | undefined;
}

/** The coded pictures of a video that will be looked at, as a video file of their own. */
export interface PictureCopy {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly durationSeconds: number;
  /** When the pictures are to be seen, where they were chosen here for a narration that follows the video. */
  readonly seconds?: readonly number[] | undefined;
}

export type Pictures =
  | ({ readonly kind: 'frames' } & SampledFrames)
  /** The coded pictures themselves, where this browser cannot decode them. */
  | ({ readonly kind: 'sparse copy' } & PictureCopy);

/**
 * Opens a file and reads its length and size, and whether it has sound.
 * @throws {CodedError} when it is no video, or longer or larger than is taken
 */
export async function inspectVideo(file: File, maxSeconds: number): Promise<VideoFacts> {
  return await withVideo(file, { maxSeconds }, async video => {
    const { durationSeconds, width, height } = video;
    const sounds = await video.track.input.getAudioTracks();
    // Of the first packets: an estimate of sizes needs no more.
    const stats = await Promise.all(sounds.map(each => each.computePacketStats(100).catch(() => undefined)));
    const soundBytesPerSecond = stats.reduce((sum, each) => sum + (each?.averageBitrate ?? 0) / 8, 0);
    return { durationSeconds, width, height, hasSound: sounds.length > 0, soundBytesPerSecond };
  });
}

/**
 * Takes the frames of a video in the browser, or copies their coded pictures where it cannot decode them.
 * @throws {CodedError} when the video cannot be read
 */
export async function readPictures(
  file: File,
  limits: PictureLimits,
  { signal, report }: { signal: AbortSignal; report: (activity: Activity) => void },
): Promise<Pictures> {
  return await withVideo(file, limits, async video => {
    signal.throwIfAborted();
    if (!(await video.canDecode())) {
      report({ kind: 'copying pictures', why: 'unreadable here' });
      return { kind: 'sparse copy', ...(await copy(video, limits, signal)) };
    }
    const frames = await collectFrames(video, await plan(video, limits), { signal, report });
    return { kind: 'frames', frames, durationSeconds: video.durationSeconds };
  });
}

/**
 * Copies the few coded pictures of a video that will be looked at.
 * @throws {CodedError} when the video cannot be read
 */
export async function copyPictures(
  file: File,
  limits: PictureLimits,
  signal: AbortSignal,
): Promise<PictureCopy> {
  return await withVideo(file, limits, video => copy(video, limits, signal));
}

async function copy(video: OpenVideo, limits: PictureLimits, signal: AbortSignal): Promise<PictureCopy> {
  const planned = await plan(video, limits);
  const bytes = await makeSparseCopy(video, signal, planned);
  const seconds = planned?.map(({ pictureMs }) => pictureMs / 1000);
  return { bytes, durationSeconds: video.durationSeconds, seconds };
}

/** Undefined where the usual ten are taken. */
async function plan(
  video: OpenVideo,
  { maxTimed, gaps }: PictureLimits,
): Promise<PlannedPicture[] | undefined> {
  if (maxTimed === undefined) return undefined;
  return await (gaps ? planDescribedVideo(video, gaps, maxTimed) : planTimedVideo(video, maxTimed));
}

/** Of pictures that were chosen for a narration that follows the video, those that show nothing new are left out. */
async function collectFrames(
  video: OpenVideo,
  planned: readonly PlannedPicture[] | undefined,
  { signal, report }: { signal: AbortSignal; report: (activity: Activity) => void },
): Promise<Frame[]> {
  const sampling = await planSampling(video, planned);
  const total = planned?.length ?? framesPerVideo;
  async function* decode() {
    let done = 0;
    report({ kind: 'reading frames', done, total });
    for await (const frame of decodeFrames(sampling, encodeJpeg, signal)) {
      yield frame;
      report({ kind: 'reading frames', done: ++done, total });
    }
  }
  const taken = planned ? dropSimilar(decode(), video.durationSeconds, sketchJpeg) : decode();
  const frames: Frame[] = [];
  for await (const frame of taken) frames.push(frame);
  return frames;
}
