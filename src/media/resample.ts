/** Zero crossings of the sinc on each side: enough that nothing of speech is heard as a false tone. */
const reach = 16;
const stepsPerCrossing = 512;

/** Half of a Hann-windowed sinc, from its middle outwards. */
const weights = Float32Array.from({ length: reach * stepsPerCrossing + 1 }, (_, step) => {
  const distance = step / stepsPerCrossing;
  const angle = Math.PI * distance;
  return (distance === 0 ? 1 : Math.sin(angle) / angle) * (0.5 + 0.5 * Math.cos(angle / reach));
});

export interface Resampler {
  /** Takes the next samples and gives what is finished of the sound at the new rate. */
  add(samples: Float32Array): Float32Array;
  /** Gives the rest. */
  finish(): Float32Array;
}

/**
 * Changes the sample rate of a sound that comes in pieces (band-limited interpolation; Smith, "Digital Audio Resampling",
 * https://ccrma.stanford.edu/~jos/resample/).
 */
export function createResampler(fromHz: number, toHz: number): Resampler {
  // When going down, what the new rate cannot hold is filtered out by a wider sinc.
  const scale = Math.min(1, toHz / fromHz);
  const halfWidth = Math.ceil(reach / scale);
  let kept = new Float32Array(halfWidth);
  let keptFrom = -halfWidth;
  let received = 0;
  let given = 0;

  const compute = (center: number) => {
    let sum = 0;
    const last = Math.floor(center + halfWidth);
    for (let at = Math.ceil(center - halfWidth); at <= last; at++) {
      const step = Math.round(Math.abs(at - center) * scale * stepsPerCrossing);
      sum += (kept[at - keptFrom] ?? 0) * (weights[step] ?? 0);
    }
    return sum * scale;
  };
  const giveUntil = (end: number) => {
    const samples = Float32Array.from({ length: Math.max(0, end - given) }, (_, index) =>
      compute(((given + index) * fromHz) / toHz),
    );
    given += samples.length;
    const unneeded = Math.floor((given * fromHz) / toHz) - halfWidth - keptFrom;
    if (unneeded > 0) {
      kept = kept.slice(unneeded);
      keptFrom += unneeded;
    }
    return samples;
  };
  return {
    add(samples) {
      const longer = new Float32Array(kept.length + samples.length);
      longer.set(kept);
      longer.set(samples, kept.length);
      kept = longer;
      received += samples.length;
      return giveUntil(Math.floor(((received - halfWidth) * toHz) / fromHz));
    },
    finish: () => giveUntil(Math.round((received * toHz) / fromHz)),
  };
}
