import type { ThingName } from '../thing-names.ts';
import { isSamePlace, measureArea } from './read-detections.ts';
import type { SeenThing } from './recognised.ts';

/** How sure the detector must be of a kind, 0 to 1. */
interface Threshold {
  /** In one picture of a video. */
  readonly once: number;
  /** In each of two pictures. Those of a video are alike, and so are the mistakes: this is not the half of `once`. */
  readonly twice: number;
}

/*
 * Chosen by 556 pictures: 206 photographs of COCO's validation set, which the detector had not learned from, and 350 other
 * photographs, screens, slides, drawings and textures. Of what is said of one picture 256 of 259 were right, of what is said
 * of two that are alike 394 of 403; of 77 photographs that were first looked at when all was chosen, 55 of 55 and 90 of 91.
 */

const usual: Threshold = { once: 0.55, twice: 0.42 };

/**
 * Kinds of a plain outline, which much else has: coins and a jersey were clocks, caps and figures kites or airplanes, a
 * retina an umbrella, a jellyfish a banana, a bison a bear; and in drawings, a mug a vase.
 */
const plain: Threshold = { once: 0.65, twice: 0.6 };

/**
 * Kinds of which the detector can be sure for as long as something is in view, and wrong: a car from above was a cell phone
 * in five pictures of a video, with up to 0.73, a drawn football a stop sign with up to 0.78. Nothing is gained by asking twice.
 */
const neverTwice: Threshold = { once: 0.8, twice: Number.POSITIVE_INFINITY };

const thresholds: Partial<Record<ThingName, Threshold>> = {
  airplane: plain,
  banana: plain,
  bear: plain,
  'cell phone': neverTwice,
  clock: plain,
  frisbee: plain,
  kite: plain,
  remote: plain,
  'stop sign': neverTwice,
  umbrella: plain,
  vase: plain,
};

/** Of the picture's area: a square of a twentieth of its sides. What is smaller was right in 24 of 28 cases only. */
const leastArea = 0.0025;

/**
 * Where the detector takes a thing for another kind as well, and is at least half as sure of that, it hesitates: what it
 * said with 0.4 or more was then right in 36 of 55 cases, and else in 479 of 504. In a video the sums over all pictures are
 * compared, because it hesitates from picture to picture, too: a rabbit of clay was a bird in one and a cat in the next.
 */
const hesitationShare = 0.5;

/** A box of a kind that is sure, in a picture where it is less clear, tells where the thing is. */
const leastToFollow = 0.35;

/**
 * Of what was recognised in the pictures of one video only what may be said: things of a kind that was seen clearly in one
 * picture, or in two, and of which the detector did not hesitate what it is.
 * @param pictures what the recogniser answered, a list a picture, in time order
 * @returns as many lists; the order within each stays
 */
export function keepSureThings(
  pictures: readonly (readonly SeenThing[])[],
): readonly (readonly SeenThing[])[] {
  const large = pictures.map(things => things.filter(({ box }) => measureArea(box) >= leastArea));
  const names = new Set(large.flat().map(({ name }) => name));
  const sureNames = new Set([...names].filter(name => isSure(name, large)));
  return large.map(things =>
    things.filter(({ name, confidence }) => sureNames.has(name) && confidence >= leastToFollow),
  );
}

function isSure(name: ThingName, pictures: readonly (readonly SeenThing[])[]): boolean {
  const { once, twice } = thresholds[name] ?? usual;
  let [seen, rivals, clear, clearest] = [0, 0, 0, 0];
  for (const things of pictures) {
    const surest = findSurest(things.filter(thing => thing.name === name));
    if (!surest) continue;
    const rival = findSurest(
      things.filter(thing => thing.name !== name && isSamePlace(thing.box, surest.box)),
    );
    seen += surest.confidence;
    rivals += rival?.confidence ?? 0;
    if (surest.confidence >= twice) clear++;
    clearest = Math.max(clearest, surest.confidence);
  }
  return rivals < hesitationShare * seen && (clearest >= once || clear >= 2);
}

function findSurest(things: readonly SeenThing[]): SeenThing | undefined {
  return things.toSorted((one, other) => other.confidence - one.confidence)[0];
}
