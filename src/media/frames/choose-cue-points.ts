import { framesPerVideo } from '#shared/defaults.ts';

/** A key frame from the file's index. */
export interface KeyFrameFacts {
  /** Start in milliseconds from the video's start. */
  readonly startMs: number;
  readonly bytes: number;
}

export interface CuePoint {
  readonly cuePointMs: number;
  /** Whether it is a key frame, which is decoded alone. */
  readonly isKeyFrame: boolean;
}

/** Minimum distance of pictures; less time has no space for a line. */
const closestSeconds = 6;
/** Minimum distance as a share of the even distance. */
const minGapShare = 0.4;

/** Maximum number of pictures of a timed narration. */
export function countCuePoints(durationMs: number, most: number): number {
  const count = Math.floor(durationMs / 1000 / closestSeconds);
  return Math.min(most, Math.max(framesPerVideo, count));
}

/**
 * The cue points of a timed narration: at least one in each tenth of the video, and more where something seems to happen, at most
 * one per 6 s and `most` altogether. Changes are read from the key frames without decoding: an encoder adds one early at a cut, and
 * a different picture has a different size.
 * @param keyFrames in order; some of them, or none
 */
export function chooseTimedCuePoints(
  durationMs: number,
  keyFrames: readonly KeyFrameFacts[],
  most: number,
): CuePoint[] {
  const count = countCuePoints(durationMs, most);
  const weighed = weighNovelty(keyFrames);
  const minGapMs = (durationMs / count) * minGapShare;
  const chosen: CuePoint[] = [];
  for (let tenth = 0; tenth < framesPerVideo; tenth++) {
    const fromMs = (tenth * durationMs) / framesPerVideo;
    const untilMs = ((tenth + 1) * durationMs) / framesPerVideo;
    const cells = countUntil(tenth + 1, count) - countUntil(tenth, count);
    const cellMs = (untilMs - fromMs) / cells;
    const before = chosen.length;
    for (let cell = 0; cell < cells; cell++) {
      const earliestMs = (chosen.at(-1)?.cuePointMs ?? Number.NEGATIVE_INFINITY) + minGapMs;
      const best = findMostChanged(
        weighed,
        Math.max(fromMs + cell * cellMs, earliestMs),
        fromMs + (cell + 1) * cellMs,
      );
      if (best) chosen.push({ cuePointMs: best.startMs, isKeyFrame: true });
    }
    // A tenth without a key frame still gets a cue point.
    if (chosen.length === before)
      chosen.push({ cuePointMs: Math.floor((fromMs + untilMs) / 2), isKeyFrame: false });
  }
  return chosen;
}

/** Number of cue points up to this tenth of the video. */
function countUntil(tenths: number, count: number): number {
  return Math.floor((tenths * count) / framesPerVideo);
}

function findMostChanged(weighed: readonly WeighedKeyFrame[], fromMs: number, untilMs: number) {
  return weighed
    .filter(({ startMs }) => startMs >= fromMs && startMs < untilMs)
    .toSorted((one, other) => other.novelty - one.novelty)[0];
}

interface WeighedKeyFrame extends KeyFrameFacts {
  readonly novelty: number;
}

/** Weighs how new each key frame seems: early, and of another size than the previous one. */
function weighNovelty(keyFrames: readonly KeyFrameFacts[]): WeighedKeyFrame[] {
  const gaps = keyFrames.map(({ startMs }, at) => startMs - (keyFrames[at - 1]?.startMs ?? 0));
  const usualGap = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * 0.75)] ?? 1;
  return keyFrames.map((frame, at) => {
    const before = keyFrames[at - 1];
    const earliness = at === 0 ? 0 : Math.max(0, 1 - (gaps[at] ?? 0) / Math.max(1, usualGap));
    const change = before ? Math.abs(Math.log(frame.bytes / before.bytes)) : 0;
    return { ...frame, novelty: earliness + Math.min(1, change) };
  });
}
