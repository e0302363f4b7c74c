import type { VideoSample } from 'mediabunny';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import type { Frame } from '#shared/frame.ts';
import { findPrint } from '#shared/print/find-print.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { OpenVideo } from '../container/open-video.ts';
import {
  countMovements,
  type KeyFrameFacts,
  type PlannedPicture,
  weighNovelty,
} from './choose-cue-points.ts';
import { computeDifference, computeMovement, dropSimilar, type Sketch, sketchPicture } from './pictures.ts';
import { planGivenPictures, planTimedVideo, startMsOf, toFileSeconds } from './plan-pictures.ts';
import * as sampling from './sample-frames.ts';

export interface MomentTools extends sampling.PictureReader {
  /** Of pictures. */
  readonly most: number;
  /** Of an audio description: between speech. */
  readonly gaps?: readonly TimeSpan[] | undefined;
  /** Only moments of this part of the video. */
  readonly within?: TimeSpan | undefined;
  /** The times of the moments, if they are known. */
  readonly seconds?: readonly number[] | undefined;
  /** Three small pictures for a movement, and others as large as what they show needs. Else a moment is one picture of full size. */
  readonly showsMovement: boolean;
  readonly signal: AbortSignal;
  readonly report?: (done: number, total: number) => void;
  readonly readClockMs?: () => number;
}

type Tools = MomentTools & Required<Pick<MomentTools, 'readClockMs'>>;

/** Time limits for looking at key frames, for locating cuts, and for movement: a video that is slow to decode does without. */
const limitsMs = { looks: 1000, cuts: 500, movement: 2000 } as const;

/**
 * The pictures of the moments of a video, in time order: as many moments as `countCuePoints`, fewer where nothing changes. A movement
 * is three pictures with the same `momentSeconds`, before, at and after it, as far as `most` allows, those that change most first.
 * @throws CodedError as `sampleFrames`
 */
export async function takeMoments(video: OpenVideo, given: MomentTools): Promise<Frame[]> {
  const tools: Tools = { readClockMs: () => performance.now(), ...given };
  const { most, seconds, showsMovement, signal, report } = tools;
  requireNotCancelled(signal);
  const planned = seconds
    ? planGivenPictures(seconds, video.durationMs).slice(0, most)
    : await planMoments(video, tools);
  const total = planned.length + (showsMovement ? countMovements(planned.length, most) : 0);
  let done = 0;
  const goOn = () => report?.(Math.min(total, done++), total);
  goOn();
  const read = async (picture: VideoSample, { pictureMs }: PlannedPicture) => {
    const taken = await readPicture(picture, pictureMs, tools);
    goOn();
    return taken;
  };
  const runs = await sampling.planSampling(video, planned);
  const taken = sampling.decodePictures(video, runs, read, signal);
  const moments = await Array.fromAsync(dropSimilar(taken, video.durationSeconds));
  if (!showsMovement) return moments;
  const moving = new Map<Frame, readonly Frame[]>();
  for await (const [moment, frames] of takeMovements(video, moments, tools)) {
    moving.set(moment, frames);
    goOn();
  }
  return moments.flatMap(moment => moving.get(moment) ?? [moment]);
}

async function planMoments(video: OpenVideo, tools: Tools): Promise<PlannedPicture[]> {
  const { most, gaps, within, signal, readClockMs } = tools;
  const looks: LookAtKey[] = [];
  const weigh = async (keyFrames: readonly KeyFrameFacts[], mostLooks: number) => {
    const likely = weighNovelty(keyFrames).toSorted((one, other) => other.novelty - one.novelty);
    const pictures = likely.slice(0, mostLooks).map(({ startMs: pictureMs }) => toPicture('key', pictureMs));
    const endMs = readClockMs() + limitsMs.looks;
    const seen = await sampling.lookAt(video, pictures, tools, () => readClockMs() < endMs).catch(() => []);
    requireNotCancelled(signal);
    const early = new Set(likely.flatMap(each => (each.earliness > minEarliness ? each.startMs : [])));
    for (const look of seen.toSorted((one, other) => one.ms - other.ms))
      looks.push({ ...look, isEarly: early.has(look.ms) });
    if (seen.length < 2) return keyFrames;
    return keyFrames.map(each => ({ ...each, novelty: findNovelty(each, looks) }));
  };
  return beginAtCuts(
    video,
    await planTimedVideo(video, most, { gaps, within, weigh, readClockMs }),
    looks,
    tools,
  );
}

interface LookAtKey extends sampling.Look {
  /** An encoder put it where a shot begins. */
  readonly isEarly: boolean;
}

const minEarliness = 0.1;

/** In five steps, so that browsers and servers, which decode a little differently, choose the same. */
function findNovelty({ startMs }: KeyFrameFacts, looks: readonly sampling.Look[]): number | undefined {
  const at = looks.findIndex(({ ms }) => ms === startMs);
  const [before, look] = [looks[at - 1], looks[at]];
  if (!before || !look) return undefined;
  const difference = computeDifference(before.sketch, look.sketch);
  return Math.min(1, Math.floor((5 * difference) / sampling.cutDifference) / 5);
}

/** Each located cut decodes a few seconds. */
const maxLocated = framesPerVideo;
/** Farther apart, key frames may have many cuts between them. */
const maxBetweenMs = 12_000;
/** A key frame at most this long after a cut is as good as the shot's first picture. */
const beforeKeyMs = 1000;
const minShotMs = 2000;

/** Moves pictures to where their shots begin, if that is long before their key frames. */
async function beginAtCuts(
  video: OpenVideo,
  planned: readonly PlannedPicture[],
  looks: readonly LookAtKey[],
  tools: Tools,
): Promise<PlannedPicture[]> {
  const endMs = tools.readClockMs() + limitsMs.cuts;
  let located = 0;
  const moved: PlannedPicture[] = [];
  for (const picture of planned) {
    moved.push(picture);
    const at = looks.findIndex(({ ms }) => ms === picture.pictureMs);
    const [before, after] = [looks[at - 1], looks[at]];
    if (!before || !after || after.isEarly || after.ms - before.ms > maxBetweenMs) continue;
    if (computeDifference(before.sketch, after.sketch) < sampling.cutDifference) continue;
    if (located >= maxLocated || tools.readClockMs() >= endMs) continue;
    located++;
    const cutMs = await sampling.locateCut(video, [before, after], tools).catch(() => after.ms);
    requireNotCancelled(tools.signal);
    const isApart = cutMs >= (moved.at(-2)?.pictureMs ?? 0) + minShotMs && cutMs <= after.ms - beforeKeyMs;
    const holdsCut = ({ startSeconds, endSeconds }: TimeSpan) =>
      startSeconds * 1000 <= cutMs && cutMs < endSeconds * 1000;
    if (isApart && (tools.gaps?.some(holdsCut) ?? true)) moved.splice(-1, 1, toPicture('exact', cutMs));
  }
  return moved;
}

function toPicture(kind: PlannedPicture['kind'], pictureMs: number): PlannedPicture {
  return { kind, pictureMs };
}

/** The longer side of a picture without print, and of one that print is looked for in. */
const small = { maxSidePixels: 768 };
const readable = { maxSidePixels: 960 };
/** Fewer shapes like letters in a row are fences, windows and the like. */
const minLetters = 5;

async function readPicture(
  picture: VideoSample,
  pictureMs: number,
  { encodeJpeg, readGrey, showsMovement }: MomentTools,
): Promise<{ readonly frame: Frame; readonly sketch: Sketch }> {
  const grey = await readGrey(picture, showsMovement ? readable : sampling.lookedAt);
  const sketch = sketchPicture(grey);
  const seconds = pictureMs / 1000;
  if (!showsMovement) return { frame: { seconds, jpeg: await encodeJpeg(picture) }, sketch };
  const hasPrint = findPrint(grey).some(({ letters }) => letters >= minLetters);
  const jpeg = await encodeJpeg(picture, hasPrint ? undefined : small);
  return { frame: { seconds, jpeg, detail: hasPrint ? 'high' : 'medium' }, sketch };
}

/** A movement begins with its moment's first picture; the one that gives it its time is half of this later. */
const movementMs = 1000;
const stepCount = 4;
const runsAtOnce = 2;

/** Those that seem to change most by the sizes of their packets first; few are decoded in vain. */
async function* takeMovements(
  video: OpenVideo,
  moments: readonly Frame[],
  tools: Tools,
): AsyncGenerator<readonly [moment: Frame, frames: readonly Frame[]]> {
  const { signal, most, readClockMs } = tools;
  const endMs = readClockMs() + limitsMs.movement;
  let left = countMovements(moments.length, most);
  const ranked: { readonly moment: Frame; readonly bytes: number }[] = [];
  for (const [at, moment] of moments.entries()) {
    requireNotCancelled(signal);
    const freeSeconds = (moments[at + 1]?.seconds ?? video.durationSeconds) - moment.seconds;
    if (left < 1 || freeSeconds * 1000 <= movementMs || readClockMs() >= endMs) continue;
    const bytes = await countBytesAfter(video, moment.seconds * 1000).catch(() => 0);
    if (bytes > 0) ranked.push({ moment, bytes });
  }
  ranked.sort((one, other) => other.bytes - one.bytes);
  const jobs = ranked.map(({ moment }) => async () => {
    if (left < 1 || readClockMs() >= endMs) return undefined;
    const frames = await takeMovement(video, Math.round(moment.seconds * 1000), tools);
    return frames && ([moment, frames] as const);
  });
  for await (const taken of runInOrder(jobs, runsAtOnce)) {
    requireNotCancelled(signal);
    if (taken && left-- > 0) yield taken;
  }
}

/** Pictures that are decoded from a key frame before a movement begins. */
const maxWalkMs = 3000;
/** More packets in so short a time are no video's. */
const maxPackets = 600;

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

/** @returns three pictures; undefined where nothing moves, or a cut comes, or the pictures cannot be decoded */
async function takeMovement(
  video: OpenVideo,
  startMs: number,
  tools: MomentTools,
): Promise<readonly Frame[] | undefined> {
  const run = Array.from({ length: stepCount + 1 }, (_, at) =>
    toPicture('exact', startMs + (at * movementMs) / stepCount),
  );
  const [middleMs, endMs] = [startMs + movementMs / 2, startMs + movementMs];
  const read = async (
    picture: VideoSample,
    { pictureMs }: PlannedPicture,
  ): Promise<{ sketch: Sketch; frame?: Frame }> => {
    // All of one size: print has soft edges in a small picture.
    const sketch = sketchPicture(await tools.readGrey(picture, sampling.lookedAt));
    if (pictureMs === middleMs)
      return { sketch, frame: (await readPicture(picture, pictureMs, tools)).frame };
    if (pictureMs !== startMs && pictureMs !== endMs) return { sketch };
    return { sketch, frame: { seconds: pictureMs / 1000, jpeg: await tools.encodeJpeg(picture, small) } };
  };
  const { values } = await sampling.decodeRun(video, run, read, tools.signal);
  if (values.length < run.length || !isMovement(values.map(({ sketch }) => sketch))) return undefined;
  return values
    .flatMap(({ frame }) => frame ?? [])
    .map(frame => ({
      ...frame,
      momentSeconds: middleMs / 1000,
      detail: frame.detail === 'high' ? 'high' : 'low',
    }));
}

/** Sketches differ so much in their most changed cells where something moves. Noise and coding are 1 to 2. Our measurement. */
const minMovement = 4;
/** A cut is so many times as much as happens in the steps beside it. */
const cutRatio = 4;

/** Pictures of one shot, in which two steps move, or both halves slowly: where only one does, a slide is changed. */
export function isMovement(sketches: readonly Sketch[]): boolean {
  const measureSteps = (size: number, measure: (one: Sketch, other: Sketch) => number) => {
    const shown = sketches.filter((_, at) => at % size === 0);
    return shown.slice(1).map((sketch, at) => measure(shown[at] as Sketch, sketch));
  };
  const moveTwice = (size: number) =>
    measureSteps(size, computeMovement).filter(movement => movement >= minMovement).length >= 2;
  if (!moveTwice(1) && !moveTwice(stepCount / 2)) return false;
  const [largest = 0, ...others] = measureSteps(1, computeDifference).sort((one, other) => other - one);
  const usual = others.reduce((sum, each) => sum + each, 0) / others.length;
  return largest < sampling.cutDifference || largest < cutRatio * usual;
}
