import type { EncodedPacket } from 'mediabunny';
import { framesPerVideo } from '#shared/defaults.ts';
import { clipSpans, type TimeSpan } from '#shared/script/gaps.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { withCodedErrors } from '../container/video-file.ts';
import {
  chooseDescriptionCuePoints,
  chooseTimedCuePoints,
  countCuePoints,
  type KeyFrameFacts,
  type PlannedPicture,
  splitGaps,
} from './choose-cue-points.ts';

/**
 * Cue points of a video in whole milliseconds, in order: the middles of equal parts.
 * Middles, because the first and last picture of many videos are black or a title, and so that nothing is farther than half a part
 * from a picture. Whole milliseconds, because Matroska stores those: a sparse copy then has the same cue points as its original.
 */
export function chooseCuePoints(durationMs: number): number[] {
  const length = framesPerVideo;
  return Array.from({ length }, (_, index) => Math.floor(((index + 0.5) * durationMs) / length));
}

/** As a share of a step: neighbouring pictures are then half a step to one and a half steps apart. */
const keyFrameReach = 1 / 4;

/** The pictures at given times; times outside the video are dropped. A sparse copy comes with the times of its pictures. */
export function planGivenPictures(seconds: readonly number[], durationMs: number): PlannedPicture[] {
  const times = new Set(seconds.map(second => Math.round(second * 1000)));
  return [...times]
    .filter(pictureMs => pictureMs >= 0 && pictureMs < durationMs)
    .toSorted((one, other) => one - other)
    .map(pictureMs => ({ kind: 'exact', pictureMs }));
}

/**
 * Plans the pictures of a video, in time order: for each cue point the nearest key frame if it is less than {@link keyFrameReach} of
 * a step away, else the exact picture. So the very first picture, black in many videos, is never used, and no picture is used twice.
 * Reads only the index, or little more where there is none; decodes nothing.
 */
export async function planVideo(video: OpenVideo): Promise<PlannedPicture[]> {
  const planned: PlannedPicture[] = [];
  const reachMs = Math.ceil((video.durationMs / framesPerVideo) * keyFrameReach);
  for (const cuePointMs of chooseCuePoints(video.durationMs)) {
    const keyMs = await findNearestKeyMs(video, cuePointMs, reachMs);
    const isNear = keyMs >= 0 && Math.abs(keyMs - cuePointMs) < reachMs;
    planned.push(isNear ? { kind: 'key', pictureMs: keyMs } : { kind: 'exact', pictureMs: cuePointMs });
  }
  return planned;
}

/** The file's time for a picture that starts at, or is shown at, a millisecond of the video. */
export function toFileSeconds(video: OpenVideo, ms: number): number {
  // Half a millisecond later, so that a start rounded to this millisecond is found.
  return video.startSeconds + (ms + 0.499) / 1000;
}

export function startMsOf(video: OpenVideo, packet: EncodedPacket): number {
  return Math.round((packet.timestamp - video.startSeconds) * 1000);
}

/** The nearest key frame, the earlier on a tie; one after the cue point only if it is less than `reachMs` away. */
async function findNearestKeyMs(video: OpenVideo, cuePointMs: number, reachMs: number): Promise<number> {
  const beforeMs = await findKeyMsUpTo(video, cuePointMs);
  const untilMs = cuePointMs + Math.min(reachMs, cuePointMs - beforeMs) - 1;
  return (await findFirstKeyMsBetween(video, cuePointMs, untilMs)) ?? beforeMs;
}

/** Bisects instead of walking: with a coarse index each step of a walk reads megabytes. */
async function findFirstKeyMsBetween(
  video: OpenVideo,
  lowMs: number,
  highMs: number,
): Promise<number | undefined> {
  if (highMs <= lowMs) return undefined;
  let foundMs = await findKeyMsUpTo(video, highMs);
  if (foundMs <= lowMs) return undefined;
  let emptyUpToMs = lowMs;
  while (foundMs - emptyUpToMs > 1) {
    const middleMs = Math.floor((emptyUpToMs + foundMs) / 2);
    const earlierMs = await findKeyMsUpTo(video, middleMs);
    if (earlierMs > lowMs && earlierMs <= middleMs) {
      foundMs = earlierMs;
      continue;
    }
    emptyUpToMs = middleMs;
    const lastMs = await findKeyMsUpTo(video, foundMs - 1);
    // A damaged file may return other times than requested; following them might never end.
    if (lastMs <= lowMs || lastMs >= foundMs) break;
    foundMs = lastMs;
  }
  return foundMs;
}

/** The key frame at or before a time. Undefined, too, where the file is damaged on the way there: other times may be found. */
export async function findKeyPacket(video: OpenVideo, ms: number): Promise<EncodedPacket | undefined> {
  const index = { metadataOnly: true } as const;
  return (await video.packets.getKeyPacket(toFileSeconds(video, ms), index).catch(() => null)) ?? undefined;
}

async function findKeyMsUpTo(video: OpenVideo, ms: number): Promise<number> {
  const packet = await findKeyPacket(video, ms);
  return packet ? startMsOf(video, packet) : Number.NEGATIVE_INFINITY;
}

/** Key frame lookups per picture: bounded work for any length. */
const lookupsPerCuePoint = 4;
/** Time limit of lookups: without an index (MPEG-TS) each reads megabytes. The results by then are spread over the whole video. */
const lookupMs = 1000;

interface TimedPlanning {
  /** Of an audio description: between speech. The first pictures are taken there, where they can be described. */
  readonly gaps?: readonly TimeSpan[] | undefined;
  /** Only pictures of this part of the video, one in 6 s. */
  readonly within?: TimeSpan | undefined;
  /** Looks at key frames. Without it, their sizes tell what is new. @param most to look at */
  readonly weigh?: (keyFrames: readonly KeyFrameFacts[], most: number) => Promise<readonly KeyFrameFacts[]>;
  readonly readClockMs?: () => number;
}

/** How many key frames are looked at for each cue point. */
const looksPerCuePoint = 2;

/** Reads only the index, or little more where there is none; decodes nothing itself. @throws CodedError as `openVideo` */
export function planTimedVideo(
  video: OpenVideo,
  mostOfAll: number,
  { gaps, within, weigh = async keys => keys, readClockMs = () => performance.now() }: TimedPlanning = {},
): Promise<PlannedPicture[]> {
  return withCodedErrors(async () => {
    const { durationMs } = video;
    const own = within ? clipWithin(gaps, within) : gaps;
    const parts = own ? splitGaps(own, durationMs, mostOfAll) : [];
    const most = within ? parts.length : mostOfAll;
    const count = countCuePoints(durationMs, most);
    const lookups = count * lookupsPerCuePoint;
    function* listTimes() {
      for (const { fromMs, untilMs } of parts) yield* [untilMs - 1, Math.floor((fromMs + untilMs) / 2)];
      for (const index of coarseToFine(lookups)) yield Math.floor(((index + 1) * durationMs) / lookups) - 1;
    }
    const keyFrames = await weigh(
      await listKeyFrames(video, listTimes(), readClockMs),
      count * looksPerCuePoint,
    );
    return own
      ? chooseDescriptionCuePoints(durationMs, keyFrames, parts, most)
      : chooseTimedCuePoints(durationMs, keyFrames, most);
  });
}

/** As a description has pictures in gaps. */
function clipWithin(gaps: readonly TimeSpan[] = [], within: TimeSpan): readonly TimeSpan[] {
  const clipped = clipSpans(gaps, within);
  return clipped.length > 0 ? clipped : [within];
}

/** The key frames shown at, or right before, the given times, without duplicates, in order. */
async function listKeyFrames(
  video: OpenVideo,
  timesMs: Iterable<number>,
  readClockMs: () => number,
): Promise<KeyFrameFacts[]> {
  const found = new Map<number, KeyFrameFacts>();
  const endMs = readClockMs() + lookupMs;
  for (const ms of timesMs) {
    if (readClockMs() >= endMs) break;
    const packet = await findKeyPacket(video, ms);
    if (!packet) continue;
    const startMs = startMsOf(video, packet);
    // A damaged file may return other times than requested.
    if (startMs >= 0 && startMs <= ms) found.set(startMs, { startMs, bytes: packet.byteLength });
  }
  return [...found.values()].toSorted((one, other) => one.startMs - other.startMs);
}

/** The numbers below `count`: the middle, then the middles of both halves, and so on. */
function* coarseToFine(count: number): Generator<number> {
  const ranges: [from: number, until: number][] = [[0, count]];
  for (const [from, until] of ranges) {
    if (from === until) continue;
    const middle = Math.floor((from + until) / 2);
    yield middle;
    ranges.push([from, middle], [middle + 1, until]);
  }
}
