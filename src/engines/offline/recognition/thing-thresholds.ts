import { measureArea } from '#shared/print/grey-picture.ts';
import type { ThingName } from '../thing-names.ts';
import { isSamePlace, type SeenThing } from './recognised.ts';

/** How sure the detector must be of a kind, 0 to 1. */
interface Demand {
  /** In a video's one picture that shows it. */
  readonly once: number;
  /** What that falls to with many pictures: with two half the way, with three two thirds. */
  readonly often: number;
}

/*
 * Chosen by clips of 476 photographs: 339 of COCO's validation and test sets, from which the detector had not learned, and
 * 137 others. Of what is said of them 558 of 582 kinds are right; docs/performance.md has those that nothing was chosen by.
 */

const usual: Demand = { once: 0.52, often: 0.34 };
/** What the detector has seen most of. */
const person: Demand = { once: 0.45, often: 0.24 };
/**
 * Kinds of a plain outline, which much else has: coins and a jersey were clocks, caps and figures kites or airplanes, a
 * retina an umbrella, a jellyfish a banana, a bison a bear, a white wall a refrigerator; and in drawings, a mug a vase.
 */
const plain: Demand = { once: 0.62, often: 0.44 };
/**
 * Kinds of which the detector can be sure for as long as something is in view, and wrong: a car from above was a cell phone
 * in five pictures of a video, with up to 0.73, a drawn football a stop sign with up to 0.78. Nothing is gained by asking twice.
 */
const neverTwice: Demand = { once: 0.8, often: 0.8 };

const demands: readonly (readonly [Demand, readonly ThingName[]])[] = [
  [person, ['person']],
  [
    plain,
    ['airplane', 'banana', 'bear', 'clock', 'frisbee', 'kite', 'refrigerator', 'remote', 'umbrella', 'vase'],
  ],
  [neverTwice, ['cell phone', 'stop sign']],
];

/** Of the picture's area: a square of a twentieth of its sides. */
const minArea = 0.0025;

/** Where the detector takes a thing for another kind nearly as surely, over all pictures, it hesitates. */
const hesitationShare = 0.7;

/** A box of a kind that is sure tells where the thing is from here on, and how many there may be. */
const minToCount = 0.2;

/**
 * Of what was recognised in the pictures of one video only what may be said. What the detector is moderately sure of in many
 * pictures is surer than what it saw once; what else it took a thing for counts over all pictures, too.
 * @param pictures what the recogniser answered, a list a picture, in time order
 * @returns as many lists; the order within each stays
 */
export function keepSureThings(
  pictures: readonly (readonly SeenThing[])[],
): readonly (readonly SeenThing[])[] {
  const large = pictures.map(things => things.filter(({ box }) => measureArea(box) >= minArea));
  const names = new Set(large.flat().map(({ name }) => name));
  const sureNames = new Set([...names].filter(name => isSure(name, large)));
  return large.map(things =>
    things.filter(({ name, confidence }) => sureNames.has(name) && confidence >= minToCount),
  );
}

function isSure(name: ThingName, pictures: readonly (readonly SeenThing[])[]): boolean {
  const confidences: number[] = [];
  let rivals = 0;
  for (const things of pictures) {
    const surest = findSurest(things.filter(thing => thing.name === name));
    if (!surest) continue;
    const others = things.filter(thing => thing.name !== name && isSamePlace(thing.box, surest.box));
    confidences.push(surest.confidence);
    rivals += findSurest(others)?.confidence ?? 0;
  }
  const sum = confidences.reduce((total, confidence) => total + confidence, 0);
  if (rivals >= hesitationShare * sum) return false;
  const [{ once, often }] = demands.find(([, names]) => names.includes(name)) ?? [usual];
  return confidences
    .sort((one, other) => other - one)
    .some((confidence, at) => confidence >= often + (once - often) / (at + 1));
}

function findSurest(things: readonly SeenThing[]): SeenThing | undefined {
  return things.toSorted((one, other) => other.confidence - one.confidence)[0];
}
