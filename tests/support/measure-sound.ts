/** Measures mono samples from -1 to 1. */

/** Root mean square of the whole sound. */
export function computeLevel(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** The largest absolute sample. */
export function computePeak(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

const windowLength = 1024;
const lowestHz = 60;
const highestHz = 400;

/** The median pitch of all voiced windows, by autocorrelation; 0 when nothing is voiced. */
export function computePitchHz(samples: Float32Array, sampleRateHz: number): number {
  const pitches: number[] = [];
  for (let start = 0; start + 2 * windowLength < samples.length; start += 4 * windowLength) {
    const pitch = computePitchAt(samples.subarray(start, start + 2 * windowLength), sampleRateHz);
    if (pitch > 0) pitches.push(pitch);
  }
  return pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0;
}

function computePitchAt(window: Float32Array, sampleRateHz: number): number {
  const level = computeLevel(window.subarray(0, windowLength));
  if (level < 0.05) return 0;
  const shortest = Math.floor(sampleRateHz / highestHz);
  const longest = Math.floor(sampleRateHz / lowestHz);
  const likeness = Array.from({ length: longest - shortest }, (_, index) =>
    computeLikeness(window, shortest + index),
  );
  const best = Math.max(...likeness);
  if (best < 0.6) return 0;
  // The first peak nearly as good as the best; otherwise an octave below might win.
  const at = likeness.findIndex(
    (value, index) =>
      value > 0.92 * best && value >= (likeness[index - 1] ?? 1) && value >= (likeness[index + 1] ?? 1),
  );
  return at < 0 ? 0 : sampleRateHz / (shortest + at);
}

/** Normalised autocorrelation at a lag, at most 1. */
function computeLikeness(window: Float32Array, lag: number): number {
  let product = 0;
  let energy = 0;
  let laterEnergy = 0;
  for (let at = 0; at < windowLength; at++) {
    const now = window[at] ?? 0;
    const later = window[at + lag] ?? 0;
    product += now * later;
    energy += now * now;
    laterEnergy += later * later;
  }
  return product / Math.sqrt(energy * laterEnergy + 1e-9);
}
