import { requireNotCancelled } from '#shared/cancellation.ts';
import type { VisionEngine, VisionRequest } from '../ports.ts';
import { writeAnalysis } from './analysis-text.ts';
import { compareFrames } from './compare-frames.ts';
import { describeFrame } from './describe-frame.ts';
import type { FrameDescription } from './frame-description.ts';
import { type FrameMeasure, measureFrame } from './measure-frame.ts';

/**
 * Looks at pictures without any AI: measures light, contrast, colours, detail and movement, and recognises nothing.
 * The analysis is text for a person that `createOfflineScript` reads back.
 */
export function createOfflineVision(): VisionEngine {
  return { name: 'Measured light and colour', isOffline: true, analyze };
}

async function analyze({ frames, signal }: VisionRequest): Promise<string> {
  const descriptions: FrameDescription[] = [];
  let before: FrameMeasure | undefined;
  for (const [at, frame] of frames.entries()) {
    requireNotCancelled(signal);
    const now = await measureFrame(frame.jpeg, `Picture ${at + 1}`);
    descriptions.push(describeFrame(frame.seconds, now, before && compareFrames(before, now)));
    before = now;
  }
  return writeAnalysis(descriptions);
}
