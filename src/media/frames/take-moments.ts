import type { VideoSample } from 'mediabunny';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import type { Frame } from '#shared/frame.ts';
import { findPrint } from '#shared/print/find-print.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { type KeyFrameFacts, listEarliness, weighNovelty } from './choose-cue-points.ts';
import {
  computeDifference,
  computeMovement,
  dropSimilar,
  type PictureBounds,
  type Sketch,
  sketchPicture,
} from './pictures.ts';
import {
  type PlannedPicture,
  planGivenPictures,
  planTimedVideo,
  startMsOf,
  toFileSeconds,
} from './plan-pictures.ts';
import {
  cutDifference,
  decodePictures,
  decodeRun,
  type Look,
  locateCut,
  lookAt,
  lookedAt,
  type PictureReader,
  planSampling,
} from './sample-frames.ts';

export interface MomentTools extends PictureReader {
  /** Of pictures. */
  readonly most: number;
  /** Of an audio description: between speech. */
  readonly gaps?: readonly TimeSpan[] | undefined;
  /** The times of the moments, if they are known: those of a sparse copy, which has no pictures between them that could show movement. */
  readonly seconds?: readonly number[] | undefined;
  /**
   * Whether three small pictures show a movement, and others are as large as what they show needs: for a model that takes many. Else a
   * moment is one picture of full size.
   */
  readonly showsMovement: boolean;
  /** The size of each of so many pictures, at full size. */
  readonly boundEach?: (pictures: number) => PictureBounds;
  readonly signal: AbortSignal;
  readonly report?: (done: number, total: number) => void;
  readonly readClockMs?: () => number;
}

/** Time limits for looking at key frames, for locating cuts, and for movement: a video that is slow to decode does without. */
const limitsMs = { looks: 1500, cuts: 1500, movement: 3000 } as const;

/**
 * The pictures of the moments of a video, in time order: as many moments as `countCuePoints`, fewer where nothing changes. A movement
 * is three pictures with the same `momentSeconds`, before, at and after it, as far as `most` allows, those that change most first.
 * @throws CodedError as `sampleFrames`
 */
export async function takeMoments(video: OpenVideo, tools: MomentTools): Promise<Frame[]> {
  const { most, seconds, showsMovement, signal, report } = tools;
  requireNotCancelled(signal);
  const planned = seconds
    ? planGivenPictures(seconds, video.durationMs).slice(0, most)
    : await planMoments(video, tools);
  const total = planned.length + (showsMovement ? countMovements(planned.length, most) : 0);
  let done = 0;
  const goOn = () => report?.(Math.min(total, done++), total);
  goOn();
  const bounds = tools.boundEach?.(planned.length) ?? {};
  const plan = await planSampling(video, planned);
  async function* take() {
    const read = (picture: VideoSample, { pictureMs }: PlannedPicture) =>
      readPicture(picture, pictureMs, bounds, tools);
    for await (const each of decodePictures(plan, read, signal)) {
      yield each;
      goOn();
    }
  }
  const moments = await Array.fromAsync(dropSimilar(take(), video.durationSeconds));
  if (!showsMovement) return moments;
  const moving = new Map<Frame, readonly Frame[]>();
  for await (const { moment, frames } of takeMovements(video, moments, bounds, tools)) {
    moving.set(moment, frames);
    goOn();
  }
  return moments.flatMap(moment => moving.get(moment) ?? [moment]);
}

/** Each takes two pictures more. */
function countMovements(moments: number, most: number): number {
  return Math.min(moments, Math.floor((most - moments) / 2));
}

/** Cuts that are located: each decodes a few seconds. */
const maxLocated = framesPerVideo;
/** A shot that begins at most this long before its key frame begins with it. */
const beforeKeyMs = 1000;
/** Key frames farther apart than this may have many cuts between them. */
const maxBetweenMs = 12_000;
const minShotMs = 2000;

async function planMoments(video: OpenVideo, tools: MomentTools): Promise<PlannedPicture[]> {
  const { most, gaps, signal, readClockMs = () => performance.now() } = tools;
  const looks: (Look & { readonly isEarly: boolean })[] = [];
  const weigh = async (keyFrames: readonly KeyFrameFacts[], mostLooks: number) => {
    const earliness = listEarliness(keyFrames);
    const early = new Set(keyFrames.filter((_, at) => (earliness[at] ?? 0) > 0.1).map(each => each.startMs));
    const likely = weighNovelty(keyFrames)
      .toSorted((one, other) => other.novelty - one.novelty)
      .slice(0, mostLooks)
      .map(({ startMs }) => ({ kind: 'key', pictureMs: startMs }) as const);
    const endMs = readClockMs() + limitsMs.looks;
    const seen = await lookAt(video, likely, tools, () => readClockMs() < endMs).catch(() => []);
    requireNotCancelled(signal);
    for (const look of seen.toSorted((one, other) => one.ms - other.ms))
      looks.push({ ...look, isEarly: early.has(look.ms) });
    return seen.length < 2
      ? keyFrames
      : keyFrames.map(each => ({ ...each, novelty: findNovelty(each, looks) }));
  };
  const planned = await planTimedVideo(video, most, { gaps, weigh, readClockMs });
  const endMs = readClockMs() + limitsMs.cuts;
  let located = 0;
  const moved: PlannedPicture[] = [];
  for (const picture of planned) {
    const at = looks.findIndex(({ ms }) => ms === picture.pictureMs);
    const [before, after] = [looks[at - 1], looks[at]];
    const earliestMs = Math.max((moved.at(-1)?.pictureMs ?? 0) + minShotMs, before?.ms ?? 0);
    const mayBeLate =
      before && after && !after.isEarly && after.ms - before.ms <= maxBetweenMs && isCut(before, after);
    if (!mayBeLate || located >= maxLocated || readClockMs() >= endMs) {
      moved.push(picture);
      continue;
    }
    located++;
    const cutMs = await locateCut(video, [before, after], tools).catch(() => after.ms);
    requireNotCancelled(signal);
    const isBetweenSpeech =
      !gaps || gaps.some(gap => gap.startSeconds * 1000 <= cutMs && cutMs < gap.endSeconds * 1000);
    const isEarlier = cutMs >= earliestMs && cutMs <= after.ms - beforeKeyMs;
    moved.push(isBetweenSpeech && isEarlier ? { kind: 'exact', pictureMs: cutMs } : picture);
  }
  return moved;
}

function isCut(before: Look, after: Look): boolean {
  return computeDifference(before.sketch, after.sketch) >= cutDifference;
}

/** In five steps, so that browsers and servers, which decode a little differently, choose the same. */
function findNovelty({ startMs }: KeyFrameFacts, looks: readonly Look[]): number | undefined {
  const at = looks.findIndex(({ ms }) => ms === startMs);
  const [before, look] = [looks[at - 1], looks[at]];
  if (!before || !look) return undefined;
  return Math.min(1, Math.floor((5 * computeDifference(before.sketch, look.sketch)) / cutDifference) / 5);
}

/** The longer side of a picture that shows no print, and of one that print is looked for in. */
const smallBounds: PictureBounds = { maxSidePixels: 768 };
const readableBounds: PictureBounds = { maxSidePixels: 960 };
/** Fewer shapes like letters in a row are fences, windows and the like. */
const minLetters = 5;

async function readPicture(
  picture: VideoSample,
  pictureMs: number,
  bounds: PictureBounds,
  { encodeJpeg, readGrey, showsMovement }: MomentTools,
) {
  const grey = await readGrey(picture, showsMovement ? readableBounds : lookedAt);
  const hasPrint = showsMovement && findPrint(grey).some(({ letters }) => letters >= minLetters);
  const isSmall = showsMovement && !hasPrint;
  const jpeg = await encodeJpeg(picture, isSmall ? { ...bounds, ...smallBounds } : bounds);
  const detail = hasPrint ? ('high' as const) : ('medium' as const);
  return {
    frame: { seconds: pictureMs / 1000, jpeg, ...(showsMovement && { detail }) } satisfies Frame,
    sketch: sketchPicture(grey),
  };
}

/** A moment begins with its first picture; the one that gives it its time is half of this later. */
const movementMs = 1000;
/** Pictures that are decoded from a key frame before it begins. */
const maxWalkMs = 3000;
/** More packets in so short a time are no video's. */
const maxPackets = 600;
const runsAtOnce = 2;

interface Movement {
  readonly moment: Frame;
  readonly frames: readonly Frame[];
}

/** Those that seem to change most by the sizes of their packets first; few are decoded in vain. */
async function* takeMovements(
  video: OpenVideo,
  moments: readonly Frame[],
  bounds: PictureBounds,
  tools: MomentTools,
): AsyncGenerator<Movement> {
  const { signal, most, readClockMs = () => performance.now() } = tools;
  const endMs = readClockMs() + limitsMs.movement;
  let left = countMovements(moments.length, most);
  const ranked: { readonly moment: Frame; readonly bytes: number }[] = [];
  for (const [at, moment] of moments.entries()) {
    requireNotCancelled(signal);
    const nextMs = (moments[at + 1]?.seconds ?? video.durationSeconds) * 1000;
    const isApart = nextMs - moment.seconds * 1000 > movementMs;
    if (left < 1 || !isApart || readClockMs() >= endMs) continue;
    const bytes = await countBytesAfter(video, moment.seconds * 1000).catch(() => 0);
    if (bytes > 0) ranked.push({ moment, bytes });
  }
  ranked.sort((one, other) => other.bytes - one.bytes);
  const jobs = ranked.map(({ moment }) => async () => {
    if (left < 1 || readClockMs() >= endMs) return undefined;
    return { moment, frames: await takeMovement(video, moment.seconds * 1000, bounds, tools) };
  });
  for await (const taken of runInOrder(jobs, runsAtOnce)) {
    requireNotCancelled(signal);
    if (!taken?.frames || left < 1) continue;
    left--;
    yield { moment: taken.moment, frames: taken.frames };
  }
}

/** Of the packets during a movement; 0 where it begins too long after a key frame. */
async function countBytesAfter(video: OpenVideo, startMs: number): Promise<number> {
  const index = { metadataOnly: true } as const;
  const start = toFileSeconds(video, startMs);
  const key = await video.packets.getKeyPacket(start, index);
  let packet = await video.packets.getPacket(start, index);
  if (!key || startMsOf(video, key) < startMs - maxWalkMs) return 0;
  let bytes = 0;
  for (let count = 0; packet && count < maxPackets; count++) {
    packet = await video.packets.getNextPacket(packet, index);
    if (!packet || startMsOf(video, packet) > startMs + movementMs) break;
    // A key frame is large whether or not anything moves.
    bytes += packet.type === 'key' ? 1 : packet.byteLength;
  }
  return bytes;
}

/** Steps in which something moves: sketches differ so much in their most changed cells. Noise and coding are 1 to 2. Our measurement. */
const minMovement = 4;
/** A cut is so many times as much as happens in the steps beside it. */
const cutRatio = 4;
const stepCount = 4;

/** @returns three pictures; undefined where nothing moves, or in another shot, or where the pictures cannot be decoded */
async function takeMovement(
  video: OpenVideo,
  startMs: number,
  bounds: PictureBounds,
  tools: MomentTools,
): Promise<readonly Frame[] | undefined> {
  const { encodeJpeg, readGrey, signal } = tools;
  const stepMs = movementMs / stepCount;
  const run = Array.from(
    { length: stepCount + 1 },
    (_, at) => ({ kind: 'exact', pictureMs: startMs + at * stepMs }) as const,
  );
  const middleMs = startMs + movementMs / 2;
  const small = { ...bounds, ...smallBounds };
  const { values } = await decodeRun(
    video,
    run,
    async (picture, { pictureMs }): Promise<{ sketch: Sketch; frame?: Frame }> => {
      // All of one size: print has soft edges in a small picture.
      const sketch = sketchPicture(await readGrey(picture, lookedAt));
      if (pictureMs === middleMs) {
        const { frame } = await readPicture(picture, pictureMs, bounds, tools);
        return { sketch, frame };
      }
      if (pictureMs !== startMs && pictureMs !== startMs + movementMs) return { sketch };
      return { sketch, frame: { seconds: pictureMs / 1000, jpeg: await encodeJpeg(picture, small) } };
    },
    signal,
  );
  if (values.length < run.length || !isMovement(values.map(({ sketch }) => sketch))) return undefined;
  const momentSeconds = middleMs / 1000;
  return values.flatMap(({ frame }) => {
    if (!frame) return [];
    return [{ ...frame, momentSeconds, detail: frame.detail === 'high' ? 'high' : 'low' } as const];
  });
}

/** Pictures of one shot, in which two steps move, or both halves slowly: where only one does, a slide is changed. */
export function isMovement(sketches: readonly Sketch[]): boolean {
  const listSteps = (size: number) =>
    sketches.flatMap((one, at) => {
      const other = at % size === 0 ? sketches[at + size] : undefined;
      return other ? [[one, other] as const] : [];
    });
  const moveTwice = (size: number) =>
    listSteps(size).filter(([one, other]) => computeMovement(one, other) >= minMovement).length >= 2;
  if (!moveTwice(1) && !moveTwice(stepCount / 2)) return false;
  const steps = listSteps(1);
  const differences = steps.map(([one, other]) => computeDifference(one, other));
  const largest = Math.max(...differences);
  const others = (differences.reduce((sum, each) => sum + each, 0) - largest) / (differences.length - 1);
  return largest < cutDifference || largest < cutRatio * others;
}
