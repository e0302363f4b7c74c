import { setImmediate } from 'node:timers/promises';
import type { VisionEngine, VisionRequest } from '../ports.ts';
import { writeAnalysis } from './analysis-text.ts';
import { compareFrames } from './compare-frames.ts';
import { describeFrame } from './describe-frame.ts';
import type { FrameDescription } from './frame-description.ts';
import { type FrameMeasure, measuredSidePixels, measureFrame } from './measure-frame.ts';

/**
 * Decodes JPEGs, each to a square of `sidePixels` a side, whatever its shape: three bytes of sRGB a pixel, row by row. Given
 * from outside, because strangers' pictures are decoded where a crash costs nothing.
 * @throws CodedError for what is no JPEG, damaged or too large, and what else the decoder has to say
 */
export type ShrinkPictures = (
  jpegs: readonly Uint8Array[],
  sidePixels: number,
  request: Pick<VisionRequest, 'asker' | 'signal'>,
) => Promise<readonly Uint8Array[]>;

/**
 * Looks at pictures without any AI: measures light, contrast, colours, detail and movement, and recognises nothing.
 * The analysis is text for a person that `createOfflineScript` reads back.
 */
export function createOfflineVision(shrinkPictures: ShrinkPictures): VisionEngine {
  return {
    provider: { name: 'Measured light and colour', isOffline: true, receives: 'nothing' },
    model: undefined,
    async analyze(request) {
      const jpegs = request.frames.map(({ jpeg }) => jpeg);
      return describeAll(request, await shrinkPictures(jpegs, measuredSidePixels, request));
    },
  };
}

async function describeAll({ frames }: VisionRequest, pictures: readonly Uint8Array[]): Promise<string> {
  const descriptions: FrameDescription[] = [];
  let before: FrameMeasure | undefined;
  for (const [at, { seconds }] of frames.entries()) {
    const now = measureFrame(pictures[at] as Uint8Array);
    descriptions.push(describeFrame(seconds, now, before && compareFrames(before, now)));
    before = now;
    // A picture takes milliseconds; others want to be heard between them.
    await setImmediate();
  }
  return writeAnalysis(descriptions);
}
