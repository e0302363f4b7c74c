import type { VisionRequest } from './ports.ts';

/** A JPEG, and how large its picture is. */
export interface FittedPicture {
  readonly width: number;
  readonly height: number;
  readonly jpeg: Uint8Array<ArrayBuffer>;
}

/**
 * Makes JPEGs smaller whose longer side has more than `maxSidePixels`; the others stay as they are, byte by byte. Given from
 * outside, because strangers' pictures are decoded where a crash costs nothing.
 * @throws CodedError for what is no JPEG, damaged or too large, and what else the decoder has to say
 */
export type FitPictures = (
  jpegs: readonly Uint8Array<ArrayBuffer>[],
  maxSidePixels: number,
  request: Pick<VisionRequest, 'requester' | 'signal'>,
) => Promise<readonly FittedPicture[]>;
