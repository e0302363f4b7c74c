import type { DescribedThing, Distance, Motion, RecognisedThings } from './frame-description.ts';
import { several } from './frame-description.ts';
import { type Box, measureArea, type SeenThing } from './recognition/recognised.ts';
import { type ThingName, thingNames } from './thing-names.ts';

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

/** From which confidence on a box is counted. What is less sure may be there: it neither comes nor goes. */
const leastSure = 0.34;

/** So many pictures running without a kind are more than a slip of the detector. */
const leastMisses = 2;
/** What was seen so often was there. */
const leastSights = 2;

/** What looks small only because it is far away: people, vehicles and large animals. */
const largeKinds: ReadonlySet<ThingName> = new Set([
  ...thingNames.slice(0, thingNames.indexOf('boat') + 1),
  ...thingNames.slice(thingNames.indexOf('horse'), thingNames.indexOf('giraffe') + 1),
]);

interface Sight {
  readonly at: number;
  readonly confidence: number;
  /** How many boxes there are, sure ones and all. */
  readonly sure: number;
  readonly all: number;
  /** Of the largest of them. */
  readonly box: Box;
}

/** A kind in one scene, from its first sight to its last. */
interface Stay {
  readonly name: ThingName;
  readonly sights: readonly [Sight, ...Sight[]];
  /** How many there are at once, as in {@link DescribedThing}. */
  readonly count: number;
}

/**
 * Follows each kind of thing through the scenes of a video. What is seen in a picture is there, but what is not seen may
 * have been missed: so a kind comes only after two pictures of its scene without it, and goes only when it was seen in
 * two and is missing from the last two or more.
 * @param pictures what may be said to be in each picture, in time order
 * @param isNewScene for each picture, whether another scene begins with it
 */
export function followThings(
  pictures: readonly (readonly SeenThing[])[],
  isNewScene: readonly boolean[],
): RecognisedThings[] {
  const starts = pictures.flatMap((_, at) => (at === 0 || isNewScene[at] ? [at] : []));
  return starts.flatMap((start, index) => followScene(pictures.slice(start, starts[index + 1])));
}

function followScene(pictures: readonly (readonly SeenThing[])[]): RecognisedThings[] {
  const names = [...new Set(pictures.flatMap(things => things.map(({ name }) => name)))];
  const stays = names.flatMap(name => {
    const [first, ...others] = pictures.flatMap((things, at) => lookFor(name, things, at));
    if (!first || ![first, ...others].some(({ sure }) => sure > 0)) return [];
    const sights = [first, ...others] as const;
    return [{ name, sights, count: count(sights) }];
  });
  return pictures.map((_, at) => {
    const here = stays
      .flatMap(stay => {
        const sight = stay.sights.find(each => each.at === at);
        return sight ? [{ stay, sight }] : [];
      })
      .sort((one, other) => measureArea(other.sight.box) - measureArea(one.sight.box));
    return {
      things: here.map(({ stay, sight }) => describeThing(stay, sight)),
      beside: findBeside(here.filter(({ stay, sight }) => sight === stay.sights[0] && at < leastMisses)),
      gone: stays.filter(stay => isGone(stay, at, pictures.length)).map(({ name }) => name),
    };
  });
}

function lookFor(name: ThingName, things: readonly SeenThing[], at: number): Sight[] {
  const bySurety = things
    .filter(thing => thing.name === name)
    .sort((one, other) => other.confidence - one.confidence);
  const all = bySurety.filter(
    (thing, index) => !bySurety.slice(0, index).some(surer => isInside(thing, surer)),
  );
  const sure = all.filter(({ confidence }) => confidence >= leastSure);
  const [surest] = all;
  const [largest] = all.toSorted((one, other) => measureArea(other.box) - measureArea(one.box));
  if (!surest || !largest) return [];
  return [{ at, confidence: surest.confidence, sure: sure.length, all: all.length, box: largest.box }];
}

/** A part of a thing is taken for another one: the tie of a person for a second person. */
function isInside({ box }: SeenThing, { box: outer }: SeenThing): boolean {
  return box.left > outer.left && box.right < outer.right && box.top > outer.top && box.bottom < outer.bottom;
}

/** Things are counted where nothing is unsure; where there may be more than two, there are several. */
function count(sights: readonly Sight[]): number {
  const clear = sights.filter(sight => sight.sure > 0);
  const sure = findMedian(clear.map(sight => sight.sure));
  const all = findMedian(clear.map(sight => sight.all));
  if (sure === all || sure === 1) return Math.min(several, sure);
  return several;
}

function findMedian(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0;
}

function describeThing(stay: Stay, sight: Sight): DescribedThing {
  const { name, count } = stay;
  const confidencePercent = Math.round(sight.confidence * 100);
  return {
    name,
    confidencePercent,
    count,
    motion: findMotion(stay, sight),
    distance: findDistance(stay, sight),
  };
}

function findDistance({ name, count }: Stay, { box }: Sight): Distance | undefined {
  const area = measureArea(box);
  if (area > borders.nearAbove && count === 1) return 'near';
  return area < borders.farBelow && largeKinds.has(name) ? 'far' : undefined;
}

function findMotion({ sights }: Stay, now: Sight): Motion {
  const [start] = sights;
  const before = sights[sights.indexOf(now) - 1];
  if (!before) return now.at < leastMisses ? 'seen' : 'coming';
  // Of several, no one knows which is which.
  if (sights.some(({ all }) => all > 1)) return 'staying';
  return findCrossing(start, before, now) ?? findGrowth(before, now) ?? 'staying';
}

/** Told once: at the picture in which it has come far enough. */
function findCrossing(start: Sight, before: Sight, now: Sight): Motion | undefined {
  const way = computeCentre(now.box) - computeCentre(start.box);
  const wayBefore = computeCentre(before.box) - computeCentre(start.box);
  if (Math.abs(way) < borders.crossing || Math.abs(wayBefore) >= borders.crossing) return undefined;
  return way > 0 ? 'left to right' : 'right to left';
}

function findGrowth(before: Sight, now: Sight): Motion | undefined {
  const growth = measureArea(now.box) / measureArea(before.box);
  if (growth > borders.growth && !isCutOff(before.box)) return 'nearing';
  if (growth < 1 / borders.growth && !isCutOff(now.box)) return 'receding';
  return undefined;
}

/** It was there, and the rest of the scene, two pictures or more, is without it. */
function isGone({ sights }: Stay, at: number, sceneLength: number): boolean {
  return sights.at(-1)?.at === at - 1 && sights.length >= leastSights && sceneLength - at >= leastMisses;
}

/** Two things, one of each kind, whose boxes are next to each other and of like height. */
function findBeside(here: readonly { readonly stay: Stay; readonly sight: Sight }[]): ThingName[] {
  const single = here.filter(({ stay }) => stay.count === 1);
  for (const [index, one] of single.entries())
    for (const other of single.slice(index + 1))
      if (isBeside(one.sight.box, other.sight.box)) return [one.stay.name, other.stay.name];
  return [];
}

/** They stand on one line, reach as high, and little lies between them. */
function isBeside(one: Box, other: Box): boolean {
  const [left, right] = one.left < other.left ? [one, other] : [other, one];
  const width = Math.min(left.right - left.left, right.right - right.left);
  const height = Math.min(left.bottom - left.top, right.bottom - right.top);
  return (
    Math.abs(right.left - left.right) < width / 3 &&
    Math.abs(left.bottom - right.bottom) < height / 5 &&
    Math.abs(left.top - right.top) < height / 2
  );
}

function computeCentre({ left, right }: Box): number {
  return (left + right) / 2;
}

function isCutOff({ left, top, right, bottom }: Box): boolean {
  return Math.min(left, top, 1 - right, 1 - bottom) < borders.edge;
}
