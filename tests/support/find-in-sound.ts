/** Positions are sampled at this step: enough to tell speech apart. */
const step = 4;
/** A coarse search with fewer samples; odd, so that no tone aligns with it. */
const coarseStep = 29;

/** The range to search. */
interface Place {
  readonly aroundSeconds: number;
  readonly reachSeconds: number;
  readonly sampleRateHz: number;
}

/**
 * Finds a sound in a longer one by cross-correlation.
 * @returns the second of the maximum, and its value, 1 for the same
 */
export function findInSound(
  whole: Float32Array,
  part: Float32Array,
  { aroundSeconds, reachSeconds, sampleRateHz }: Place,
): { seconds: number; likeness: number } {
  const first = Math.max(0, Math.round((aroundSeconds - reachSeconds) * sampleRateHz));
  const last = Math.round((aroundSeconds + reachSeconds) * sampleRateHz);
  let best = { at: first, likeness: Number.NEGATIVE_INFINITY };
  for (let at = first; at <= last; at += step) {
    const likeness = computeLikeness(whole, part, { from: at, by: coarseStep });
    if (likeness > best.likeness) best = { at, likeness };
  }
  const likeness = computeLikeness(whole, part, { from: best.at, by: step });
  return { seconds: best.at / sampleRateHz, likeness };
}

function computeLikeness(
  whole: Float32Array,
  part: Float32Array,
  { from, by }: { readonly from: number; readonly by: number },
): number {
  let product = 0;
  let energyOfWhole = 0;
  let energyOfPart = 0;
  for (let at = 0; at < part.length; at += by) {
    const one = whole[from + at] ?? 0;
    const other = part[at] ?? 0;
    product += one * other;
    energyOfWhole += one * one;
    energyOfPart += other * other;
  }
  return product / (Math.sqrt(energyOfWhole * energyOfPart) || 1);
}
