import { thingNames } from '../thing-names.ts';
import { detectionValues } from './detect-things.ts';
import { type Box, measureArea, measureOverlap, type SeenThing } from './recognised.ts';

/** Below this the detector's answers are noise. What is above tells at least that it hesitates (`keepSureThings`). */
const leastConfidence = 0.15;
/** Two boxes that share more than this (intersection by union) are about one thing. */
const sameThingShare = 0.5;

/**
 * Things from the detector's rows, the surest first; of boxes of a kind that are about one thing the surest stays.
 * @param place where the picture lies in the detector's square, in pixels of it
 */
export function readDetections(detections: Float32Array, place: Box): readonly SeenThing[] {
  const things: SeenThing[] = [];
  for (let start = 0; start + detectionValues <= detections.length; start += detectionValues) {
    const [left = 0, top = 0, right = 0, bottom = 0, confidence = 0, kind = -1] = detections.subarray(start);
    const name = thingNames[kind];
    if (!name || !(confidence >= leastConfidence)) continue;
    const box = {
      left: toShare(left, place.left, place.right),
      top: toShare(top, place.top, place.bottom),
      right: toShare(right, place.left, place.right),
      bottom: toShare(bottom, place.top, place.bottom),
    };
    if (box.right > box.left && box.bottom > box.top) things.push({ name, confidence, box });
  }
  things.sort((one, other) => other.confidence - one.confidence);
  return things.filter((thing, at) =>
    things.slice(0, at).every(surer => surer.name !== thing.name || !isSamePlace(surer.box, thing.box)),
  );
}

/** Whether two boxes are about one thing. */
export function isSamePlace(one: Box, other: Box): boolean {
  const shared = measureOverlap(one, other);
  return shared / (measureArea(one) + measureArea(other) - shared) > sameThingShare;
}

function toShare(pixel: number, start: number, end: number): number {
  return Math.min(1, Math.max(0, (pixel - start) / (end - start)));
}
