import { joinArrays } from '#shared/join-arrays.ts';

/** Zero crossings of the sinc on each side: no audible aliasing of speech. */
const usualReach = 16;

/** Changes streamed sound. */
export type SoundStep = { add(samples: Float32Array): Float32Array; finish(): Float32Array };

/**
 * Changes the sample rate of streamed sound (band-limited interpolation; Smith, "Digital Audio Resampling",
 * https://ccrma.stanford.edu/~jos/resample/). The weights of each phase are computed once.
 * @param reach zero crossings of the sinc on each side; fewer are faster and alias more
 */
export function createResampler(fromHz: number, toHz: number, reach = usualReach): SoundStep {
  const divisor = findCommonDivisor(fromHz, toHz);
  // A new sample is `step / phases` old ones after the previous one.
  const step = fromHz / divisor;
  const phases = toHz / divisor;
  // For downsampling, a wider sinc filters out higher frequencies.
  const scale = Math.min(1, toHz / fromHz);
  const halfWidth = Math.ceil(reach / scale);
  const taps = 2 * halfWidth;
  const weights = computeWeights(phases, halfWidth, { scale, reach });
  // One buffer for all: hours of sound would leave a hundred megabytes of garbage in the page.
  let kept = new Float32Array(4 * taps);
  let keptFrom = -halfWidth;
  let keptLength = halfWidth;
  let received = 0;
  let given = 0;

  const append = (samples: Float32Array) => {
    const length = keptLength + samples.length;
    if (length > kept.length) {
      const longer = new Float32Array(2 * length);
      longer.set(kept);
      kept = longer;
    }
    kept.set(samples, keptLength);
    keptLength = length;
  };
  const emitUntil = (end: number) => {
    const samples = new Float32Array(Math.max(0, end - given));
    for (let index = 0; index < samples.length; index++) {
      const position = (given + index) * step;
      const before = Math.floor(position / phases);
      const weightsFrom = (position - before * phases) * taps;
      const from = before - halfWidth + 1 - keptFrom;
      let sum = 0;
      for (let tap = 0; tap < taps; tap++)
        sum += (kept[from + tap] as number) * (weights[weightsFrom + tap] as number);
      samples[index] = sum;
    }
    given += samples.length;
    const unneeded = Math.floor((given * step) / phases) - halfWidth - keptFrom;
    if (unneeded > 0) {
      kept.copyWithin(0, unneeded, keptLength);
      keptFrom += unneeded;
      keptLength -= unneeded;
    }
    return samples;
  };
  return {
    add(samples) {
      append(samples);
      received += samples.length;
      return emitUntil(Math.floor(((received - halfWidth) * toHz) / fromHz));
    },
    finish() {
      append(new Float32Array(taps));
      return emitUntil(Math.round((received * toHz) / fromHz));
    },
  };
}

/** The same for sound whose own rate changes; what has the wanted one passes through. */
export function createRateChanger(toHz: number) {
  let current: { readonly fromHz: number; readonly steps: SoundStep } | undefined;
  const finish = (): Float32Array => {
    const rest = current?.steps.finish() ?? new Float32Array();
    current = undefined;
    return rest;
  };
  return {
    finish,
    add(samples: Float32Array, fromHz: number): Float32Array {
      const rest = current?.fromHz === fromHz ? new Float32Array() : finish();
      if (fromHz !== toHz) current ??= { fromHz, steps: createResampler(fromHz, toHz) };
      const changed = current ? current.steps.add(samples) : samples;
      return rest.length > 0 ? joinArrays(Float32Array, [rest, changed]) : changed;
    },
  };
}

/** For each phase, the weights of the surrounding samples: a Hann-windowed sinc. */
function computeWeights(
  phases: number,
  halfWidth: number,
  { scale, reach }: { scale: number; reach: number },
): Float32Array {
  const taps = 2 * halfWidth;
  return Float32Array.from({ length: phases * taps }, (_, index) => {
    const phase = Math.floor(index / taps);
    const distance = Math.abs((index % taps) - halfWidth + 1 - phase / phases) * scale;
    if (distance >= reach) return 0;
    const angle = Math.PI * distance;
    const sinc = distance === 0 ? 1 : Math.sin(angle) / angle;
    return scale * sinc * (0.5 + 0.5 * Math.cos(angle / reach));
  });
}

function findCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : findCommonDivisor(other, one % other);
}
