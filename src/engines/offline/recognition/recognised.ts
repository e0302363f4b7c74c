import type { ThingName } from '../thing-names.ts';

/** A decoded picture: three bytes of sRGB a pixel, row by row, without padding. */
export interface RgbPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Where something is in a picture: shares of its width and height, 0 to 1, from the left and from the top. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

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

/** In the square of the unit that the sides have. */
export function measureArea({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

export function measureOverlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

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
