/** Streaming loudness by ITU-R BS.1770-4, of one or two channels. */
export interface LoudnessMeter {
  /** @param channels of equal length, as many as the meter was created for */
  add(channels: readonly Float32Array[]): void;
  /** Weighted energy of each complete {@link meterStepSeconds}, all channels together. */
  readonly energies: readonly number[];
}

/** Fine enough to compute the effect of a limiter. */
export const meterStepSeconds = 0.01;
/** A block is 0.4 s long, and the next starts a quarter of it later. */
const stepsPerBlock = 40;
const stepsPerHop = 10;
/** Softer sound is silence. */
const absoluteGateLufs = -70;
/** Sound this much softer than the rest is a pause. */
const relativeGateLu = -10;
/** Makes a sine of 1 kHz at full scale in one channel measure -3.01 LUFS. */
const offsetLufs = -0.691;

/** @param sampleRateHz any: the standard's filters, specified for 48 kHz, are adapted */
export function createLoudnessMeter(sampleRateHz: number, channelCount: number): LoudnessMeter {
  const filters = Array.from({ length: channelCount }, () => createWeighting(sampleRateHz));
  const samplesPerStep = Math.round(meterStepSeconds * sampleRateHz);
  const energies: number[] = [];
  let energy = 0;
  let count = 0;
  return {
    add(channels) {
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + samplesPerStep - count);
        for (const [index, samples] of channels.entries())
          energy += filters[index]?.sumSquares(samples, from, to) ?? 0;
        count += to - from;
        from = to;
        if (count < samplesPerStep) continue;
        energies.push(energy / samplesPerStep);
        energy = 0;
        count = 0;
      }
    },
    energies,
  };
}

/** Gated: pauses do not count. @returns undefined for sound that is too soft or too short */
export function computeLufs(energies: readonly number[]): number | undefined {
  const blocks: number[] = [];
  for (let from = 0; from + stepsPerBlock <= energies.length; from += stepsPerHop) {
    let sum = 0;
    for (let step = from; step < from + stepsPerBlock; step++) sum += energies[step] as number;
    blocks.push(sum / stepsPerBlock);
  }
  const loud = blocks.filter(energy => toLufs(energy) > absoluteGateLufs);
  const least = toLufs(average(loud)) + relativeGateLu;
  const counted = loud.filter(energy => toLufs(energy) > least);
  return counted.length > 0 ? toLufs(average(counted)) : undefined;
}

function toLufs(energy: number): number {
  return offsetLufs + 10 * Math.log10(energy);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard's two filters: a shelf for the head, then a high pass. */
function createWeighting(rateHz: number) {
  const shelf = computeShelf(rateHz);
  const pass = computeHighPass(rateHz);
  // Filter state: the second's input is the first's output.
  const kept = { x1: 0, x2: 0, y1: 0, y2: 0, z1: 0, z2: 0 };
  return {
    sumSquares(samples: Float32Array, from: number, to: number): number {
      let { x1, x2, y1, y2, z1, z2 } = kept;
      let sum = 0;
      for (let at = from; at < to; at++) {
        const x = samples[at] as number;
        const y = shelf.b0 * x + shelf.b1 * x1 + shelf.b2 * x2 - shelf.a1 * y1 - shelf.a2 * y2;
        const z = y - 2 * y1 + y2 - pass.a1 * z1 - pass.a2 * z2;
        x2 = x1;
        x1 = x;
        y2 = y1;
        y1 = y;
        z2 = z1;
        z1 = z;
        sum += z * z;
      }
      Object.assign(kept, { x1, x2, y1, y2, z1, z2 });
      return sum;
    },
  };
}

// The analogue filters behind the standard's table for 48 kHz, derived by Brecht De Man ("Evaluation of Implementations of the EBU
// R128 Loudness Measurement", AES 145, 2018): they reproduce the table to its last digit.
const shelfHz = 1681.974450955533;
const shelfDb = 3.999843853973347;
const shelfQ = 0.7071752369554196;
const highPassHz = 38.13547087602444;
const highPassQ = 0.5003270373238773;

function computeShelf(rateHz: number) {
  const k = Math.tan((Math.PI * shelfHz) / rateHz);
  const high = 10 ** (shelfDb / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / shelfQ + k * k;
  return {
    b0: (high + (band * k) / shelfQ + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / shelfQ + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / shelfQ + k * k) / a0,
  };
}

function computeHighPass(rateHz: number) {
  const k = Math.tan((Math.PI * highPassHz) / rateHz);
  const a0 = 1 + k / highPassQ + k * k;
  return { a1: (2 * (k * k - 1)) / a0, a2: (1 - k / highPassQ + k * k) / a0 };
}
