import { createFourier, createWindow } from '../sound/fourier.ts';
import { soundRate } from './fingerprint.ts';

/** Of the sound from which prints are made: all that is used is below half of it. */
export const printRateHz = 5000;
const stepSamples = printRateHz / soundRate;
/** 0.4 s: steps overlap, so that it hardly matters where they begin. */
const windowSamples = 2048;
/** Nine bands, as wide for the ear, in which speech and music have most of their energy. */
const bandCount = 9;
const [lowestHz, highestHz] = [300, 2000];
const bandEdges = Array.from({ length: bandCount + 1 }, (_, at) =>
  Math.round((lowestHz * (highestHz / lowestHz) ** (at / bandCount) * windowSamples) / printRateHz),
);
/** Energies are as if so much noise were in them: in silence, noise of the coding would decide. */
const floor = 1e-6;
/** Of full scale. */
const silentDb = -60;

/**
 * Prints of sound: whether the energy of a band grew more than that of the next one, from step to step (Haitsma and Kalker, "A Highly
 * Robust Audio Fingerprinting System", ISMIR 2002).
 * @param seconds of all the sound: what is missing is silent, what is left over is not used
 */
export function createSoundPrinter(seconds: number) {
  const { places, transform } = createFourier(windowSamples);
  const window = createWindow(windowSamples);
  const [real, imaginary] = [new Float64Array(windowSamples), new Float64Array(windowSamples)];
  const latest = new Float64Array(windowSamples);
  const sound = new Uint8Array(Math.ceil(seconds * soundRate));
  const loudness = new Uint8Array(Math.ceil(seconds));
  let before = new Float64Array(bandCount);
  let received = 0;
  let step = 0;
  let squares = 0;

  const measureBands = () => {
    for (let at = 0; at < windowSamples; at++) {
      const place = places[at] as number;
      real[place] = (latest[(received + at) % windowSamples] as number) * (window[at] as number);
    }
    imaginary.fill(0);
    transform(real, imaginary);
    return Float64Array.from({ length: bandCount }, (_, band) => {
      const [from = 0, to = 0] = bandEdges.slice(band, band + 2);
      let energy = 0;
      for (let line = from; line < to; line++)
        energy += (real[line] as number) ** 2 + (imaginary[line] as number) ** 2;
      return Math.log(energy / (to - from) / windowSamples + floor);
    });
  };
  const print = () => {
    const bands = measureBands();
    const grew = bands.map((energy, band) => energy - (before[band] ?? 0));
    let bits = 0;
    for (let band = 0; band < 8; band++) if ((grew[band] ?? 0) > (grew[band + 1] ?? 0)) bits |= 1 << band;
    sound[step++] = bits;
    before = bands;
  };
  const receive = (sample: number) => {
    latest[received % windowSamples] = sample;
    received++;
    squares += sample * sample;
    if (received % printRateHz === 0) {
      const second = received / printRateHz - 1;
      if (second < loudness.length) loudness[second] = toLoudness(squares / printRateHz);
      squares = 0;
    }
    // The step is in the middle of the window.
    if (step < sound.length && received === (step + 0.5) * stepSamples + windowSamples / 2 - 0.5) print();
  };
  return {
    /** @returns seconds so far */
    add(samples: Float32Array): number {
      for (const sample of samples) receive(sample);
      return received / printRateHz;
    },
    finish() {
      while (step < sound.length || received < loudness.length * printRateHz) receive(0);
      return { sound, loudness };
    },
  };
}

function toLoudness(meanSquare: number): number {
  const db = 10 * Math.log10(meanSquare + 1e-12);
  return db <= silentDb ? 0 : Math.max(1, Math.min(255, Math.round((255 * (db - silentDb)) / -silentDb)));
}
