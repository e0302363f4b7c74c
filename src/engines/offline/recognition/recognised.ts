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

/** A thing that was recognised in one picture. */
export interface SeenThing {
  readonly name: ThingName;
  /** The detector's own, 0 to 1. */
  readonly confidence: number;
  readonly box: Box;
}

/** A line of print that was read in one picture, as it is written. */
export interface ReadLine {
  readonly text: string;
  /** The reader's own, 0 to 1: the mean over its words. */
  readonly confidence: number;
  readonly box: Box;
}
