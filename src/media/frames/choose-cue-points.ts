import { framesPerVideo } from '#shared/limits.ts';

/** A key frame as the file's index lists it. */
export interface KeyFrameFacts {
  /** When it is on show, in milliseconds from the video's start. */
  readonly startMs: number;
  readonly bytes: number;
}

/** A cue point to look at. */
export interface CuePoint {
  readonly cuePointMs: number;
  /** Whether a key frame stands there, which is decoded alone. */
  readonly isKeyFrame: boolean;
}

/** One picture for so much of the video at most; in less time hardly a line can be said. */
const closestSeconds = 6;
/** Moments are at least this share of their even distance apart. */
const leastGapShare = 0.4;

/** How many pictures a timed narration of a video looks at, at most. */
export function countCuePoints(durationMs: number, most: number): number {
  const count = Math.floor(durationMs / 1000 / closestSeconds);
  return Math.min(most, Math.max(framesPerVideo, count));
}

/**
 * The cue points at which a video is looked at for a narration that follows it: at least one in each tenth of it, as without
 * times, and more where something seems to happen, at most one for 6 s and `most` altogether. What happens is read off the key
 * frames, of which nothing is decoded: an encoder puts one at a cut before its turn, and another picture takes another size.
 * @param keyFrames in order; some of them, or none
 */
export function chooseTimedCuePoints(
  durationMs: number,
  keyFrames: readonly KeyFrameFacts[],
  most: number,
): CuePoint[] {
  const count = countCuePoints(durationMs, most);
  const weighed = weighNews(keyFrames);
  const leastGapMs = (durationMs / count) * leastGapShare;
  const chosen: CuePoint[] = [];
  for (let tenth = 0; tenth < framesPerVideo; tenth++) {
    const fromMs = (tenth * durationMs) / framesPerVideo;
    const untilMs = ((tenth + 1) * durationMs) / framesPerVideo;
    const cells = countUntil(tenth + 1, count) - countUntil(tenth, count);
    const cellMs = (untilMs - fromMs) / cells;
    const before = chosen.length;
    for (let cell = 0; cell < cells; cell++) {
      const earliestMs = (chosen.at(-1)?.cuePointMs ?? Number.NEGATIVE_INFINITY) + leastGapMs;
      const best = findMostChanged(
        weighed,
        Math.max(fromMs + cell * cellMs, earliestMs),
        fromMs + (cell + 1) * cellMs,
      );
      if (best) chosen.push({ cuePointMs: best.startMs, isKeyFrame: true });
    }
    // A tenth of the video without a key frame is looked at all the same.
    if (chosen.length === before)
      chosen.push({ cuePointMs: Math.floor((fromMs + untilMs) / 2), isKeyFrame: false });
  }
  return chosen;
}

/** How many cue points lie in so many tenths of the video. */
function countUntil(tenths: number, count: number): number {
  return Math.floor((tenths * count) / framesPerVideo);
}

function findMostChanged(weighed: readonly WeighedKeyFrame[], fromMs: number, untilMs: number) {
  return weighed
    .filter(({ startMs }) => startMs >= fromMs && startMs < untilMs)
    .toSorted((one, other) => other.news - one.news)[0];
}

interface WeighedKeyFrame extends KeyFrameFacts {
  readonly news: number;
}

/** Each key frame with how much seems to be new in it: before its turn, and of another size than the one before. */
function weighNews(keyFrames: readonly KeyFrameFacts[]): WeighedKeyFrame[] {
  const gaps = keyFrames.map(({ startMs }, at) => startMs - (keyFrames[at - 1]?.startMs ?? 0));
  const usualGap = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * 0.75)] ?? 1;
  return keyFrames.map((frame, at) => {
    const before = keyFrames[at - 1];
    const earliness = at === 0 ? 0 : Math.max(0, 1 - (gaps[at] ?? 0) / Math.max(1, usualGap));
    const change = before ? Math.abs(Math.log(frame.bytes / before.bytes)) : 0;
    return { ...frame, news: earliness + Math.min(1, change) };
  });
}
