export const spectrumSamples = 256;
/** From 0 to half the sample rate. */
export const spectrumLines = spectrumSamples / 2 + 1;

/** Two samples are processed as one complex number, which takes half the time. */
const half = spectrumSamples / 2;
const cosines = Float64Array.from({ length: half + 1 }, (_, at) => Math.cos((Math.PI * at) / half));
const sines = Float64Array.from({ length: half + 1 }, (_, at) => Math.sin((Math.PI * at) / half));
/** A Hann window. */
const window = Float64Array.from(
  { length: spectrumSamples },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / spectrumSamples),
);
/** Bit-reversed indexes. */
const turned = Uint8Array.from({ length: half }, (_, at) => {
  let place = 0;
  for (let bit = 1; bit < half; bit *= 2) place = place * 2 + (at & bit ? 1 : 0);
  return place;
});

/**
 * Computes magnitude spectra of {@link spectrumSamples} samples.
 * @returns a function that writes the {@link spectrumLines} magnitudes at `to`, `to + stride` and so on
 */
export function createSpectrum(): (samples: Float64Array, from: number, out: SpectrumTarget) => void {
  const real = new Float64Array(half);
  const imaginary = new Float64Array(half);
  return (samples, from, { values, to, stride }) => {
    for (let at = 0; at < half; at++) {
      const place = turned[at] as number;
      real[place] = (samples[from + 2 * at] as number) * (window[2 * at] as number);
      imaginary[place] = (samples[from + 2 * at + 1] as number) * (window[2 * at + 1] as number);
    }
    transform(real, imaginary);
    for (let line = 0; line <= half; line++) values[to + line * stride] = measureLine(real, imaginary, line);
  };
}

interface SpectrumTarget {
  readonly values: Float64Array;
  readonly to: number;
  readonly stride: number;
}

/** In-place fast Fourier transform (Cooley and Tukey). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let width = 1; width < half; width *= 2)
    for (let twist = 0; twist < width; twist++) {
      const cosine = cosines[(twist * half) / width] as number;
      const sine = sines[(twist * half) / width] as number;
      for (let at = twist; at < half; at += 2 * width) {
        const other = at + width;
        const [a, b] = [real[other] as number, imaginary[other] as number];
        const turnedReal = cosine * a + sine * b;
        const turnedImaginary = cosine * b - sine * a;
        real[other] = (real[at] as number) - turnedReal;
        imaginary[other] = (imaginary[at] as number) - turnedImaginary;
        real[at] = (real[at] as number) + turnedReal;
        imaginary[at] = (imaginary[at] as number) + turnedImaginary;
      }
    }
}

/** Separates even and odd samples, which were transformed as one complex signal. */
function measureLine(real: Float64Array, imaginary: Float64Array, line: number): number {
  const at = line % half;
  const mirrored = (half - line) % half;
  const evenReal = ((real[at] as number) + (real[mirrored] as number)) / 2;
  const evenImaginary = ((imaginary[at] as number) - (imaginary[mirrored] as number)) / 2;
  const oddReal = ((imaginary[at] as number) + (imaginary[mirrored] as number)) / 2;
  const oddImaginary = ((real[mirrored] as number) - (real[at] as number)) / 2;
  const cosine = cosines[line] as number;
  const sine = sines[line] as number;
  const sumReal = evenReal + cosine * oddReal + sine * oddImaginary;
  const sumImaginary = evenImaginary + cosine * oddImaginary - sine * oddReal;
  return Math.sqrt(sumReal * sumReal + sumImaginary * sumImaginary);
}
