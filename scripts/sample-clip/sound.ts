export const sampleRate = 48_000;

/** Notes of the Japanese in scale on D, with their times: plucked slowly, and left to fade. */
const notes: readonly (readonly [seconds: number, hertz: number])[] = [
  [0.5, 146.83],
  [1.6, 220],
  [2.5, 293.66],
  [3.6, 311.13],
  [5.2, 196],
  [6.2, 220],
  [7.4, 293.66],
  [8.4, 233.08],
  [9.6, 220],
  [11.3, 392],
  [12.1, 440],
  [13.2, 311.13],
  [14.3, 293.66],
  [16.2, 146.83],
  [17.1, 220],
  [18.2, 233.08],
  [19.3, 196],
  [20.3, 146.83],
];

/** Water and a plucked string, deterministic. @returns samples of one channel, -1 to 1 */
export function makeSound(seconds: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  addWater(samples);
  for (const [at, hertz] of notes) addPluck(samples, at, hertz);
  fadeEnds(samples);
  return samples;
}

/** Low-pass filtered noise in slow waves. */
function addWater(samples: Float32Array): void {
  const random = createRandom(7);
  let [low, lower] = [0, 0];
  for (let index = 0; index < samples.length; index++) {
    const seconds = index / sampleRate;
    low += 0.06 * (random() - low);
    lower += 0.004 * (low - lower);
    const wave = 0.55 + 0.3 * Math.sin(seconds * 1.9) + 0.15 * Math.sin(seconds * 3.1 + 1);
    samples[index] = (samples[index] ?? 0) + 0.22 * wave * (low - lower);
  }
}

/**
 * A plucked string by Karplus and Strong: noise in a loop of one period, low-pass filtered at each turn (Computer Music Journal 7, 1983).
 */
function addPluck(samples: Float32Array, at: number, hertz: number): void {
  const random = createRandom(Math.round(hertz));
  const string = Float32Array.from({ length: Math.round(sampleRate / hertz) }, random);
  const start = Math.round(at * sampleRate);
  const length = Math.min(samples.length - start, 5 * sampleRate);
  for (let index = 0; index < length; index++) {
    const here = index % string.length;
    const next = (here + 1) % string.length;
    const value = string[here] ?? 0;
    samples[start + index] = (samples[start + index] ?? 0) + 0.2 * value;
    string[here] = 0.4985 * (value + (string[next] ?? 0));
  }
}

function fadeEnds(samples: Float32Array): void {
  const [inSamples, outSamples] = [0.4 * sampleRate, 1.5 * sampleRate];
  for (let index = 0; index < samples.length; index++) {
    const share = Math.min(1, index / inSamples, (samples.length - index) / outSamples);
    samples[index] = Math.max(-1, Math.min(1, (samples[index] ?? 0) * share));
  }
}

/** Mulberry32, which its author placed in the public domain: -1 to 1, deterministic for a seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}
