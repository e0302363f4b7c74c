import { computePitchHz } from './measure-sound.ts';

/** Properties of a voice, independent of the text. */
export interface VoiceMeasure {
  /** The median pitch; 0 for a whisper. */
  readonly pitchHz: number;
  /** The mean level in each of {@link bandCount} bands of the ear, in dB around their mean. */
  readonly spectrumDb: readonly number[];
}

const frameLength = 1024;
const bandCount = 24;
const lowestHz = 100;
const highestHz = 8000;

/** Measures a few sentences: shorter texts depend on their own sounds. */
export function measureVoice(samples: Float32Array, sampleRateHz: number): VoiceMeasure {
  const power = new Float64Array(frameLength / 2);
  for (let start = 0; start + frameLength <= samples.length; start += frameLength)
    addPower(power, samples.subarray(start, start + frameLength));
  const levels = sumBands(power, sampleRateHz).map(sum => 10 * Math.log10(sum + 1e-9));
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return {
    pitchHz: computePitchHz(samples, sampleRateHz),
    spectrumDb: levels.map(level => level - mean),
  };
}

/** The smallest audible difference of pitch between speakers, about a semitone. */
const pitchStepSemitones = 1;
/** An audible change of the mean spectrum. */
const spectrumStepDb = 1.5;

/**
 * The audible distance of two voices, from pitch and spectrum.
 * @returns 0 for the same voice; under 1 they are hardly distinguishable
 */
export function computeVoiceDistance(a: VoiceMeasure, b: VoiceMeasure): number {
  const squares = a.spectrumDb.map((level, band) => (level - (b.spectrumDb[band] ?? 0)) ** 2);
  const spectrumDb = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  return Math.hypot(comparePitches(a.pitchHz, b.pitchHz) / pitchStepSemitones, spectrumDb / spectrumStepDb);
}

function comparePitches(a: number, b: number): number {
  // A whisper has no pitch; the spectrum distinguishes it.
  if (a === 0 || b === 0) return 0;
  return Math.abs(12 * Math.log2(a / b));
}

function sumBands(power: Float64Array, sampleRateHz: number): number[] {
  const toMel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
  const step = (toMel(highestHz) - toMel(lowestHz)) / bandCount;
  const bands = Array.from({ length: bandCount }, () => 0);
  for (const [bin, value] of power.entries()) {
    const band = Math.floor((toMel((bin * sampleRateHz) / frameLength) - toMel(lowestHz)) / step);
    const before = bands[band];
    if (before !== undefined) bands[band] = before + value;
  }
  return bands;
}

/** Computed once: the tests analyse thousands of seconds. */
const cosines = Float64Array.from({ length: frameLength }, (_, at) =>
  Math.cos((2 * Math.PI * at) / frameLength),
);
const sines = Float64Array.from({ length: frameLength }, (_, at) =>
  Math.sin((2 * Math.PI * at) / frameLength),
);
const hannWindow = cosines.map(cosine => 0.5 - 0.5 * cosine);

/** Adds the power spectrum of one frame (FFT with a Hann window). */
function addPower(power: Float64Array, frame: Float32Array): void {
  const real = hannWindow.map((weight, at) => weight * (frame[at] ?? 0));
  const imaginary = new Float64Array(frameLength);
  transform(real, imaginary);
  for (let bin = 0; bin < power.length; bin++)
    power[bin] = (power[bin] ?? 0) + (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
}

/** Radix 2, in place: samples in bit-reversed order, then joined in pairs, fours, eights … */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let at = 0, mirrored = 0; at < frameLength; at++) {
    if (at < mirrored) swap(real, at, mirrored);
    let bit = frameLength >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored |= bit;
  }
  for (let half = 1; half < frameLength; half *= 2)
    for (let at = 0; at < half; at++) {
      const turn = (at * frameLength) / (2 * half);
      const cosine = cosines[turn] ?? 0;
      const sine = -(sines[turn] ?? 0);
      for (let even = at; even < frameLength; even += 2 * half) {
        const odd = even + half;
        const turnedReal = cosine * (real[odd] ?? 0) - sine * (imaginary[odd] ?? 0);
        const turnedImaginary = cosine * (imaginary[odd] ?? 0) + sine * (real[odd] ?? 0);
        real[odd] = (real[even] ?? 0) - turnedReal;
        imaginary[odd] = (imaginary[even] ?? 0) - turnedImaginary;
        real[even] = (real[even] ?? 0) + turnedReal;
        imaginary[even] = (imaginary[even] ?? 0) + turnedImaginary;
      }
    }
}

function swap(values: Float64Array, one: number, other: number): void {
  const kept = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = kept;
}
