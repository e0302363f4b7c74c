import type { ThingName } from '../thing-names.ts';
import type { SeenThing } from './recognised.ts';

/** A kind that was seen once with this confidence may be said. */
export const sureOnce = 0.5;
/** A kind that was seen in two pictures, each time with this confidence, may be said. */
export const sureTwice = 0.4;

/**
 * Of what was recognised in the pictures of one video only what may be said: the boxes of a kind that was seen in one
 * picture with {@link sureOnce}, or in two with {@link sureTwice}.
 * @param pictures what the recogniser saw, a list a picture, in time order
 * @returns as many lists
 */
export function keepSureThings(
  pictures: readonly (readonly SeenThing[])[],
): readonly (readonly SeenThing[])[] {
  const isSure = (name: ThingName) => {
    const confidences = pictures.map(things =>
      Math.max(0, ...things.filter(thing => thing.name === name).map(thing => thing.confidence)),
    );
    return (
      confidences.some(each => each >= sureOnce) || confidences.filter(each => each >= sureTwice).length >= 2
    );
  };
  const sureNames = new Set(
    pictures
      .flat()
      .map(thing => thing.name)
      .filter(isSure),
  );
  return pictures.map(things =>
    things.filter(thing => sureNames.has(thing.name) && thing.confidence >= sureTwice),
  );
}
