import type { TimeSpan } from '#shared/script/gaps.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { withCodedErrors } from '../container/with-coded-errors.ts';
import {
  type CuePoint,
  chooseTimedCuePoints,
  countCuePoints,
  type KeyFrameFacts,
} from './choose-cue-points.ts';
import { chooseDescriptionCuePoints, splitGaps } from './choose-description-cue-points.ts';
import { startMsOf, toFileSeconds } from './find-key-frames.ts';
import type { PlannedPicture } from './plan-pictures.ts';

/** Key frame lookups per picture: bounded work for any length. */
const lookupsPerCuePoint = 4;
/** Time limit of lookups: without an index (MPEG-TS) each reads megabytes. The results by then are spread over the whole video. */
const lookupMs = 1000;

/**
 * Plans the pictures of a timed narration. Reads only the index, or little more where there is none; decodes nothing.
 * @param most pictures altogether
 * @throws CodedError as `openVideo`
 */
export function planTimedVideo(
  video: OpenVideo,
  most: number,
  readClockMs = () => performance.now(),
): Promise<PlannedPicture[]> {
  return withCodedErrors(async () => {
    const { durationMs } = video;
    const keyFrames = await listKeyFrames(video, spreadTimes(durationMs, most), readClockMs);
    return chooseTimedCuePoints(durationMs, keyFrames, most).map(toPicture);
  });
}

/**
 * Plans the pictures of an audio description, first those in gaps, where they can be described. As much work as {@link
 * planTimedVideo}.
 * @param gaps without speech, in order
 * @throws CodedError as `openVideo`
 */
export function planDescribedVideo(
  video: OpenVideo,
  gaps: readonly TimeSpan[],
  most: number,
  readClockMs = () => performance.now(),
): Promise<PlannedPicture[]> {
  return withCodedErrors(async () => {
    const { durationMs } = video;
    const parts = splitGaps(gaps, durationMs, most);
    function* listTimes() {
      for (const { fromMs, untilMs } of parts) yield* [untilMs - 1, Math.floor((fromMs + untilMs) / 2)];
      yield* spreadTimes(durationMs, most);
    }
    const keyFrames = await listKeyFrames(video, listTimes(), readClockMs);
    return chooseDescriptionCuePoints(durationMs, keyFrames, parts, most).map(toPicture);
  });
}

function toPicture({ cuePointMs, isKeyFrame }: CuePoint): PlannedPicture {
  return { kind: isKeyFrame ? 'key' : 'exact', pictureMs: cuePointMs };
}

/** Times for key frame lookups all over a video, the most useful first. */
function* spreadTimes(durationMs: number, most: number): Generator<number> {
  const lookups = countCuePoints(durationMs, most) * lookupsPerCuePoint;
  for (const index of coarseToFine(lookups)) yield Math.floor(((index + 1) * durationMs) / lookups) - 1;
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
    const packet = await video.packets.getKeyPacket(toFileSeconds(video, ms), { metadataOnly: true });
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
