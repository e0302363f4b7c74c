import { measureArea, measureOverlap, type Rectangle, type RgbPicture } from '#shared/print/grey-picture.ts';
import type { ThingName } from '../thing-names.ts';

/** Where something is in a picture: shares of its width and height, 0 to 1, from the left and from the top. */
export type Box = Rectangle;

export interface SeenThing {
  readonly name: ThingName;
  /** The detector's own, 0 to 1. */
  readonly confidence: number;
  readonly box: Box;
}

export interface ReadLine {
  readonly text: string;
  /** The reader's own, 0 to 1: the mean over its words. */
  readonly confidence: number;
  readonly box: Box;
}

/** The detector looks at a square of so many pixels a side. */
export const detectorSidePixels = 512;
/** Scenes are told apart by pictures of this size, whatever their shape. */
export const measuredSidePixels = 96;

/** Whether two boxes are about one thing: they share more than half (intersection by union). */
export function isSamePlace(one: Box, other: Box): boolean {
  const shared = measureOverlap(one, other);
  return shared / (measureArea(one) + measureArea(other) - shared) > 0.5;
}

/**
 * Gives a picture's memory back at once; its pixels are gone for whoever still has it. Left to the garbage collector, which
 * counts the small heap and not what hangs on it, ten pictures of 1080p stayed for long: 60 MB.
 */
export function freePicture({ pixels }: RgbPicture): void {
  const { buffer } = pixels;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
