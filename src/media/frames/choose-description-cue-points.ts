import { framesPerVideo } from '#shared/defaults.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import {
  type CuePoint,
  chooseTimedCuePoints,
  countCuePoints,
  type KeyFrameFacts,
} from './choose-cue-points.ts';

/** Minimum distance of pictures in a gap. */
const closestMs = 6000;
/** A gap without a key frame gets its picture this long after its start: later leaves less time for a line. */
const afterStartMs = 1000;
/** The very first pictures are black in many videos. */
const firstPicturesMs = 500;
/** Minimum distance from pictures in gaps, which would show the same. */
const minApartMs = 2500;

/** A part of a gap in milliseconds, for one picture. */
export interface GapPart {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Splits gaps into parts of one picture each: first one per gap, then, if more are allowed, further ones; long gaps first.
 * @param gaps in order
 */
export function splitGaps(gaps: readonly TimeSpan[], durationMs: number, most: number): GapPart[] {
  const firsts: GapPart[] = [];
  const others: GapPart[] = [];
  const byLength = gaps
    .map(({ startSeconds, endSeconds }) => ({
      fromMs: startSeconds * 1000,
      untilMs: Math.min(endSeconds * 1000, durationMs),
    }))
    .filter(({ fromMs, untilMs }) => untilMs > fromMs)
    .toSorted((one, other) => other.untilMs - other.fromMs - (one.untilMs - one.fromMs));
  for (const { fromMs, untilMs } of byLength) {
    const count = Math.min(most, Math.max(1, Math.floor((untilMs - fromMs) / closestMs)));
    const partMs = (untilMs - fromMs) / count;
    firsts.push({ fromMs, untilMs: fromMs + partMs });
    for (let part = 1; part < count; part++)
      others.push({ fromMs: fromMs + part * partMs, untilMs: fromMs + (part + 1) * partMs });
  }
  return [...firsts, ...others].slice(0, most);
}

/**
 * The cue points of an audio description: one in each part of a gap and, if more are allowed, others spread over the video, so that
 * the script engine knows what happens in between. The pictures that need decoding from a key frame are limited to as many as in
 * any narration.
 * @param keyFrames in order; some of them, or none
 * @param parts most important first, at most `most`
 * @returns in order
 */
export function chooseDescriptionCuePoints(
  durationMs: number,
  keyFrames: readonly KeyFrameFacts[],
  parts: readonly GapPart[],
  most: number,
): CuePoint[] {
  const chosen: CuePoint[] = [];
  let walks = 0;
  for (const { fromMs, untilMs } of parts) {
    const earliestMs = Math.max(fromMs, firstPicturesMs);
    const key = keyFrames.find(({ startMs }) => startMs >= earliestMs && startMs < untilMs);
    if (key) chosen.push({ cuePointMs: key.startMs, isKeyFrame: true });
    else if (walks < framesPerVideo) {
      walks++;
      chosen.push({
        cuePointMs: Math.floor(Math.min(fromMs + afterStartMs, (fromMs + untilMs) / 2)),
        isKeyFrame: false,
      });
    }
  }
  for (const cuePoint of chooseTimedCuePoints(durationMs, keyFrames, most)) {
    if (chosen.length >= countAll(durationMs, parts, most)) break;
    const isApart = chosen.every(
      ({ cuePointMs }) => Math.abs(cuePointMs - cuePoint.cuePointMs) >= minApartMs,
    );
    if (isApart && (cuePoint.isKeyFrame || walks < framesPerVideo)) {
      if (!cuePoint.isKeyFrame) walks++;
      chosen.push(cuePoint);
    }
  }
  return chosen.toSorted((one, other) => one.cuePointMs - other.cuePointMs);
}

/** Gaps may need more pictures than a narration of a short video. */
function countAll(durationMs: number, parts: readonly GapPart[], most: number): number {
  return Math.min(most, Math.max(parts.length, countCuePoints(durationMs, most)));
}
