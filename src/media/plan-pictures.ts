/** What is known of a video around one moment, in milliseconds from its start. */
export interface MomentFacts {
  readonly momentMs: number;
  /** The start of the key frame nearest to the moment, when one is within reach. */
  readonly nearestKeyMs: number | undefined;
}

/** One picture to take. */
export interface PlannedPicture {
  /** A `key` frame is decoded alone; an `exact` one needs the pictures from the key frame before it. */
  readonly kind: 'key' | 'exact';
  /** When the picture is on show, in milliseconds from the video's start. */
  readonly pictureMs: number;
}

/**
 * Decides which picture stands for each moment: the key frame nearest to it when it lies within half a step and no
 * earlier moment took it, else the exact picture. Pure; one picture a moment, in time order.
 *
 * Exactly half a step is too far: so the very first picture, black in many videos, never stands for the first moment.
 */
export function planPictures(facts: readonly MomentFacts[], halfStepMs: number): PlannedPicture[] {
  const taken = new Set<number>();
  return facts.map(({ momentMs, nearestKeyMs }) => {
    const isUsable =
      nearestKeyMs !== undefined &&
      Math.abs(nearestKeyMs - momentMs) < halfStepMs &&
      !taken.has(nearestKeyMs);
    if (!isUsable) return { kind: 'exact', pictureMs: momentMs };
    taken.add(nearestKeyMs);
    return { kind: 'key', pictureMs: nearestKeyMs };
  });
}
