import { thingNames } from '../thing-names.ts';
import { detectionValues, detectorSidePixels } from './detect-things.ts';
import type { Box, SeenThing } from './recognised.ts';

/** Below this the detector guesses: nothing is made of it, however often it is seen. */
export const leastConfidence = 0.25;
/** Two boxes of a kind that share more than this (intersection by union) are one thing. */
const sameThingShare = 0.5;

/** Things from the detector's rows, the surest first; of boxes of a kind that lie on each other the surest stays. */
export function readDetections(detections: Float32Array): readonly SeenThing[] {
  const things: SeenThing[] = [];
  for (let start = 0; start + detectionValues <= detections.length; start += detectionValues) {
    const [left = 0, top = 0, right = 0, bottom = 0, confidence = 0, kind = -1] = detections.subarray(start);
    const name = thingNames[kind];
    if (!name || !(confidence >= leastConfidence)) continue;
    const box = {
      left: toShare(left),
      top: toShare(top),
      right: toShare(right),
      bottom: toShare(bottom),
    };
    if (box.right > box.left && box.bottom > box.top) things.push({ name, confidence, box });
  }
  things.sort((one, other) => other.confidence - one.confidence);
  return things.filter((thing, at) =>
    things
      .slice(0, at)
      .every(surer => surer.name !== thing.name || measureOverlap(surer.box, thing.box) <= sameThingShare),
  );
}

function toShare(pixels: number): number {
  return Math.min(1, Math.max(0, pixels / detectorSidePixels));
}

/** How much two boxes share: the area of their intersection by that of their union, 0 to 1. */
export function measureOverlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (measureArea(one) + measureArea(other) - shared);
}

function measureArea({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
