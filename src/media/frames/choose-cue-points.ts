import { framesPerVideo } from '#shared/defaults.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';

export interface KeyFrameFacts {
  /** Start in milliseconds from the video's start. */
  readonly startMs: number;
  readonly bytes: number;
  /** How much in it was not seen before, 0 to 1; undefined where nobody looked. */
  readonly novelty?: number | undefined;
}

export interface PlannedPicture {
  /** A `key` frame is decoded alone; an `exact` one needs the pictures from the key frame before it. */
  readonly kind: 'key' | 'exact';
  /** Time of the picture, in milliseconds from the video's start. */
  readonly pictureMs: number;
}

/** Minimum distance of pictures; less time has no space for a line. */
const closestSeconds = 6;
/** Minimum distance as a share of the even distance. */
const minGapShare = 0.4;

export function countCuePoints(durationMs: number, most: number): number {
  const count = Math.floor(durationMs / 1000 / closestSeconds);
  return Math.min(most, Math.max(framesPerVideo, count));
}

/** How many moments may show a movement: each takes two pictures more. */
export function countMovements(moments: number, most: number): number {
  return Math.min(moments, Math.floor((most - moments) / 2));
}

/** What a moment counts that shows nothing new, beside a cut's 1: where nothing happens, too, somebody wants to know what is seen. */
const coverageShare = 0.25;

/**
 * The cue points of a timed narration: at least one in each tenth of the video, and more where something new is seen, or where none
 * is near; at most one per 6 s and `most` altogether. Coverage and novelty both count (AKS, arXiv 2502.21271; KFS-Bench, 2512.14017).
 * @param keyFrames in order; some of them, or none
 */
export function chooseTimedCuePoints(
  durationMs: number,
  keyFrames: readonly KeyFrameFacts[],
  most: number,
): PlannedPicture[] {
  const count = countCuePoints(durationMs, most);
  const weighed = weighNovelty(keyFrames);
  const evenGapMs = durationMs / count;
  const chosen: PlannedPicture[] = [];
  const addBest = (fromMs: number, untilMs: number): boolean => {
    let [best, bestScore]: [WeighedKeyFrame | undefined, number] = [undefined, 0];
    for (const key of weighed) {
      if (key.startMs < fromMs || key.startMs >= untilMs) continue;
      const nearestMs = Math.min(...chosen.map(({ pictureMs }) => Math.abs(pictureMs - key.startMs)));
      const score = (key.novelty + coverageShare) * Math.min(1, nearestMs / evenGapMs);
      if (nearestMs < evenGapMs * minGapShare || score <= bestScore) continue;
      [best, bestScore] = [key, score];
    }
    if (best) chosen.push({ kind: 'key', pictureMs: best.startMs });
    return best !== undefined;
  };
  for (let tenth = 0; tenth < framesPerVideo; tenth++) {
    const fromMs = (tenth * durationMs) / framesPerVideo;
    const untilMs = ((tenth + 1) * durationMs) / framesPerVideo;
    // A tenth without a key frame still gets a cue point.
    if (!addBest(fromMs, untilMs))
      chosen.push({ kind: 'exact', pictureMs: Math.floor((fromMs + untilMs) / 2) });
  }
  while (chosen.length < count && addBest(0, durationMs));
  return chosen.toSorted((one, other) => one.pictureMs - other.pictureMs);
}

interface WeighedKeyFrame extends KeyFrameFacts {
  /** How much sooner than most it follows the one before, 0 to 1. */
  readonly earliness: number;
  readonly novelty: number;
}

/**
 * Weighs how new each key frame is, 0 to 1: by what was seen in it or, where none was looked at, by what an encoder did. It adds one
 * early at a cut, and a different picture has a different size.
 */
export function weighNovelty(keyFrames: readonly KeyFrameFacts[]): WeighedKeyFrame[] {
  const isSeen = keyFrames.some(({ novelty }) => novelty !== undefined);
  const gaps = keyFrames.map(({ startMs }, at) => startMs - (keyFrames[at - 1]?.startMs ?? 0));
  const usualGap = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * 0.75)] ?? 1;
  return keyFrames.map((frame, at) => {
    const before = keyFrames[at - 1];
    const earliness = before ? Math.max(0, 1 - (gaps[at] ?? 0) / Math.max(1, usualGap)) : 0;
    const change = before ? Math.min(1, Math.abs(Math.log(frame.bytes / before.bytes))) : 0;
    const novelty = isSeen ? (frame.novelty ?? 0) : (earliness + change) / 2;
    return { ...frame, earliness, novelty };
  });
}

/** Minimum distance of pictures in a gap. */
const closestMs = 6000;
/** A gap without a key frame gets its picture this long after its start: later leaves less time for a line. */
const afterStartMs = 1000;
/** The very first pictures are black in many videos. */
const firstPicturesMs = 500;
/** Minimum distance from pictures in gaps, which would show the same. */
const minApartMs = 2500;

type GapPart = { readonly fromMs: number; readonly untilMs: number };

/** One part per gap first, then, if more are allowed, further ones; long gaps first. @param gaps in order */
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
): PlannedPicture[] {
  const chosen: PlannedPicture[] = [];
  // Gaps may need more pictures than a narration of a short video.
  const count = Math.min(most, Math.max(parts.length, countCuePoints(durationMs, most)));
  let walks = 0;
  for (const { fromMs, untilMs } of parts) {
    const earliestMs = Math.max(fromMs, firstPicturesMs);
    const inPart = keyFrames.filter(({ startMs }) => startMs >= earliestMs && startMs < untilMs);
    // After a cut in its second half there is little time for a line.
    const cut = inPart.find(({ startMs, novelty }) => novelty === 1 && startMs < (fromMs + untilMs) / 2);
    const key = cut ?? inPart[0];
    if (key) chosen.push({ kind: 'key', pictureMs: key.startMs });
    else if (walks++ < framesPerVideo) {
      const pictureMs = Math.floor(Math.min(fromMs + afterStartMs, (fromMs + untilMs) / 2));
      chosen.push({ kind: 'exact', pictureMs });
    }
  }
  for (const picture of chooseTimedCuePoints(durationMs, keyFrames, most)) {
    if (chosen.length >= count) break;
    const isApart = chosen.every(each => Math.abs(each.pictureMs - picture.pictureMs) >= minApartMs);
    if (isApart && (picture.kind === 'key' || walks++ < framesPerVideo)) chosen.push(picture);
  }
  return chosen.toSorted((one, other) => one.pictureMs - other.pictureMs);
}
