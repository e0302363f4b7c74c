import type { DescribedThing, RecognisedFrame, Word } from './frame-description.ts';
import type { Box, SeenThing } from './recognition/recognised.ts';
import type { ThingName } from './thing-names.ts';

/**
 * Where a figure becomes a word; all ours, set beside clips in which things move in a known way. Shares of the picture.
 */
const borders = {
  /** Of its area: it fills the view, or is a detail. */
  nearAbove: 0.35,
  farBelow: 0.015,
  /** Times its area since the picture before. A detector's box trembles by a quarter. */
  growth: 1.8,
  /** Of the width: from one side to the other. */
  crossing: 0.4,
  /** A box that ends here is cut off by the edge, and its size says nothing. */
  edge: 0.01,
} as const;

/** So many pictures running without a kind are more than a slip of the detector. */
const leastMisses = 2;
/** What was seen so often was there. */
const leastSights = 2;

/** All things of one kind in one picture. */
interface Sight {
  readonly confidence: number;
  readonly count: number;
  /** Of the largest of them. */
  readonly box: Box;
}

/**
 * Follows each kind of thing through the pictures of a video. What is seen in a picture is there, but what is not seen may
 * have been missed: so a kind comes only after two pictures of its scene without it, and goes only when it was seen in
 * two and is missing from two.
 * @param pictures what may be said to be in each picture, in time order
 * @param isCut for each picture, whether another scene begins with it
 */
export function followThings(
  pictures: readonly (readonly SeenThing[])[],
  isCut: readonly boolean[],
): Pick<RecognisedFrame, 'things' | 'gone'>[] {
  const names = [...new Set(pictures.flatMap(things => things.map(({ name }) => name)))];
  const tracks = names.map(name => ({ name, sights: pictures.map(things => lookFor(name, things)) }));
  return pictures.map((_, at) => ({
    things: tracks
      .flatMap(({ name, sights }) => {
        const sight = sights[at];
        return sight ? [{ sight, thing: describeThing(name, sight, findMotion(sights, isCut, at)) }] : [];
      })
      .sort((one, other) => computeArea(other.sight.box) - computeArea(one.sight.box))
      .map(({ thing }) => thing),
    gone: tracks.filter(({ sights }) => isGone(sights, isCut, at)).map(({ name }) => name),
  }));
}

function lookFor(name: ThingName, things: readonly SeenThing[]): Sight | undefined {
  const found = things.filter(thing => thing.name === name);
  const [first, ...others] = found;
  if (!first) return undefined;
  const largest = others.reduce(
    (box, other) => (computeArea(other.box) > computeArea(box) ? other.box : box),
    first.box,
  );
  return { confidence: Math.max(...found.map(each => each.confidence)), count: found.length, box: largest };
}

function describeThing(
  name: ThingName,
  { confidence, count, box }: Sight,
  motion: Word<'motion'>,
): DescribedThing {
  const area = computeArea(box);
  const distance = area > borders.nearAbove ? 'near' : area < borders.farBelow ? 'far' : undefined;
  return { name, confidencePercent: Math.round(confidence * 100), isSeveral: count > 1, motion, distance };
}

function findMotion(
  sights: readonly (Sight | undefined)[],
  isCut: readonly boolean[],
  at: number,
): Word<'motion'> {
  const run = listRun(sights, isCut, at);
  const [now, before] = run;
  if (!now || !before) return at - findSceneStart(isCut, at) < leastMisses ? 'seen' : 'coming';
  // Of several, no one knows which is which.
  if (run.some(({ count }) => count > 1)) return 'staying';
  return findCrossing(run) ?? findGrowth(now, before) ?? 'staying';
}

/** The sights of this scene up to a picture, the latest first; it ends where two pictures running had none. */
function listRun(sights: readonly (Sight | undefined)[], isCut: readonly boolean[], at: number): Sight[] {
  const run: Sight[] = [];
  let misses = 0;
  for (let index = at; index >= findSceneStart(isCut, at) && misses < leastMisses; index--) {
    const sight = sights[index];
    misses = sight ? 0 : misses + 1;
    if (sight) run.push(sight);
  }
  return run;
}

/** Told once: at the picture in which it has come far enough. */
function findCrossing(run: readonly Sight[]): Word<'motion'> | undefined {
  const [now, before] = run;
  const start = run.at(-1);
  if (!now || !before || !start) return undefined;
  const way = computeCentre(now.box) - computeCentre(start.box);
  const wayBefore = computeCentre(before.box) - computeCentre(start.box);
  if (Math.abs(way) < borders.crossing || Math.abs(wayBefore) >= borders.crossing) return undefined;
  return way > 0 ? 'left to right' : 'right to left';
}

function findGrowth(now: Sight, before: Sight): Word<'motion'> | undefined {
  const growth = computeArea(now.box) / computeArea(before.box);
  if (growth > borders.growth && !isCutOff(before.box)) return 'nearing';
  if (growth < 1 / borders.growth && !isCutOff(now.box)) return 'receding';
  return undefined;
}

function findSceneStart(isCut: readonly boolean[], at: number): number {
  return Math.max(0, isCut.lastIndexOf(true, at));
}

/** It was there, and two pictures of the same scene are without it. */
function isGone(sights: readonly (Sight | undefined)[], isCut: readonly boolean[], at: number): boolean {
  const isSameScene = at > 0 && at + 1 < sights.length && !isCut[at] && !isCut[at + 1];
  if (!isSameScene || sights[at] || sights[at + 1] || !sights[at - 1]) return false;
  return listRun(sights, isCut, at - 1).length >= leastSights;
}

function computeArea({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

function computeCentre({ left, right }: Box): number {
  return (left + right) / 2;
}

function isCutOff({ left, top, right, bottom }: Box): boolean {
  return Math.min(left, top, 1 - right, 1 - bottom) < borders.edge;
}
