/** Compared at every so many samples: enough to tell speech apart, and eight times as quick. */
const step = 4;

/** Where in a sound another one is to be sought. */
interface Place {
  readonly aroundSeconds: number;
  readonly reachSeconds: number;
  readonly sampleRateHz: number;
}

/**
 * Finds a sound in a longer one by cross-correlation.
 * @returns the second at which it is most alike, and how much, 1 for the same
 */
export function findInSound(
  whole: Float32Array,
  part: Float32Array,
  { aroundSeconds, reachSeconds, sampleRateHz }: Place,
): { seconds: number; likeness: number } {
  const first = Math.max(0, Math.round((aroundSeconds - reachSeconds) * sampleRateHz));
  const last = Math.round((aroundSeconds + reachSeconds) * sampleRateHz);
  let best = { seconds: Number.NaN, likeness: Number.NEGATIVE_INFINITY };
  for (let at = first; at <= last; at += step) {
    const likeness = computeLikeness(whole, part, at);
    if (likeness > best.likeness) best = { seconds: at / sampleRateHz, likeness };
  }
  return best;
}

function computeLikeness(whole: Float32Array, part: Float32Array, from: number): number {
  let product = 0;
  let energyOfWhole = 0;
  let energyOfPart = 0;
  for (let at = 0; at < part.length; at += step) {
    const one = whole[from + at] ?? 0;
    const other = part[at] ?? 0;
    product += one * other;
    energyOfWhole += one * one;
    energyOfPart += other * other;
  }
  return product / (Math.sqrt(energyOfWhole * energyOfPart) || 1);
}
