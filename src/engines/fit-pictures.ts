import type { VisionRequest } from './ports.ts';

export interface FittedPicture {
  readonly width: number;
  readonly height: number;
  readonly jpeg: Uint8Array<ArrayBuffer>;
}

/**
 * Scales down JPEGs whose longer side exceeds `maxSidePixels`; others stay byte for byte. Injected, because untrusted pictures are
 * decoded in a process that may crash.
 * @throws CodedError for damaged, oversized or non-JPEG data, and other errors of the decoder
 */
export type FitPictures = (
  jpegs: readonly Uint8Array<ArrayBuffer>[],
  maxSidePixels: number,
  request: Pick<VisionRequest, 'requester' | 'signal'>,
) => Promise<readonly FittedPicture[]>;
