import { joinArrays } from '#shared/join-arrays.ts';
import type { PlainSound } from './channels.ts';
import { createRateChanger, type SoundStep } from './resample.ts';

/** Below this, the ends of a line count as silence: -50 dB, below the breath before a word. */
const silenceLevel = 0.003;
/** Kept at both ends, for soft consonants. */
const keptSeconds = 0.02;
/** For empty sound. */
const usualRateHz = 24_000;

/** Joins the pieces of a sound; pieces of another rate than the first are resampled. */
export async function collectSound(pieces: AsyncIterable<PlainSound>): Promise<PlainSound> {
  const collected: Float32Array[] = [];
  let first:
    | { readonly sampleRateHz: number; readonly changer: ReturnType<typeof createRateChanger> }
    | undefined;
  for await (const { sampleRateHz, samples } of pieces) {
    first ??= { sampleRateHz, changer: createRateChanger(sampleRateHz) };
    collected.push(first.changer.add(samples, sampleRateHz));
  }
  if (first) collected.push(first.changer.finish());
  return { sampleRateHz: first?.sampleRateHz ?? usualRateHz, samples: joinArrays(Float32Array, collected) };
}

/** Removes silence at both ends. Silent sound becomes empty. */
export function trimSilence({ sampleRateHz, samples }: PlainSound): PlainSound {
  const isAudible = (sample: number) => Math.abs(sample) > silenceLevel;
  const first = samples.findIndex(isAudible);
  if (first < 0) return { sampleRateHz, samples: new Float32Array() };
  const kept = Math.round(keptSeconds * sampleRateHz);
  const last = samples.findLastIndex(isAudible);
  return { sampleRateHz, samples: samples.subarray(Math.max(0, first - kept), last + 1 + kept) };
}

/** @param speed 0.5 to 2; the duration is divided by it, the pitch stays */
export function changeSpeed({ sampleRateHz, samples }: PlainSound, speed: number): PlainSound {
  if (speed === 1) return { sampleRateHz, samples };
  const changer = createTempoChanger(speed, sampleRateHz);
  return { sampleRateHz, samples: joinArrays(Float32Array, [changer.add(samples), changer.finish()]) };
}

export function getSeconds({ sampleRateHz, samples }: PlainSound): number {
  return samples.length / sampleRateHz;
}

/** Half a window and crossfade of speech, in seconds; about two periods of a deep voice. */
const fadeSeconds = 0.015;
/** Maximum shift of a piece, in seconds: a period of a voice of 80 Hz. */
const reachSeconds = 0.0125;
/** The search checks every so many samples first, then each one around the best. */
const coarseStep = 4;

/**
 * Changes the tempo of speech without its pitch: overlapping pieces are moved closer together or apart, each to where it best
 * continues the one before, and crossfaded (WSOLA; Verhelst and Roelands 1993, "An overlap-add technique based on waveform
 * similarity (WSOLA) for high quality time-scale modification of speech", https://doi.org/10.1109/ICASSP.1993.319366). Memory and
 * delay are a few hundredths of a second for any duration.
 * @param speed 0.5 to 2; the duration is divided by it
 */
export function createTempoChanger(speed: number, sampleRateHz: number): SoundStep {
  const fade = Math.round(fadeSeconds * sampleRateHz);
  const reach = Math.round(reachSeconds * sampleRateHz);
  const rising = Float32Array.from(
    { length: fade },
    (_, at) => Math.sin(((at + 0.5) / fade) * (Math.PI / 2)) ** 2,
  );
  let kept: Float32Array = new Float32Array();
  /** Position of the first kept sample in the whole sound. */
  let keptFrom = 0;
  let received = 0;
  let givenPieces = 0;
  /** Where the previous piece would continue; initially the start. */
  let goesOnAt = 0;

  const makePiece = () => {
    const evenAt = Math.round(givenPieces * fade * speed);
    const at =
      keptFrom +
      findMostSimilar(kept, { wanted: goesOnAt - keptFrom, around: evenAt - keptFrom, fade, reach });
    const piece = rising.map(
      (weight, index) =>
        weight * (kept[at - keptFrom + index] ?? 0) + (1 - weight) * (kept[goesOnAt - keptFrom + index] ?? 0),
    );
    givenPieces++;
    goesOnAt = at + fade;
    return piece;
  };
  const emitWhile = (isDue: () => boolean) => {
    const pieces: Float32Array[] = [];
    while (isDue()) pieces.push(makePiece());
    // Samples before both the next piece and its crossfade are no longer needed.
    const neededFrom = Math.min(goesOnAt, Math.round(givenPieces * fade * speed) - reach);
    if (neededFrom > keptFrom) {
      kept = kept.slice(neededFrom - keptFrom);
      keptFrom = neededFrom;
    }
    return joinArrays(Float32Array, pieces);
  };
  return {
    add(samples) {
      kept = joinArrays(Float32Array, [kept, samples]);
      received += samples.length;
      return emitWhile(
        () => Math.max(goesOnAt, Math.round(givenPieces * fade * speed) + reach) + fade <= received,
      );
    },
    finish() {
      const wanted = Math.round(received / speed);
      const given = givenPieces * fade;
      return emitWhile(() => givenPieces * fade < wanted).slice(0, Math.max(0, wanted - given));
    },
  };
}

/** The same for streamed sound. @param speed 0.5 to 2; the duration is divided by it */
export async function* changeTempo(
  sounds: AsyncIterable<PlainSound>,
  speed: number,
): AsyncGenerator<PlainSound> {
  let current: { readonly sampleRateHz: number; readonly changer: SoundStep } | undefined;
  for await (const { sampleRateHz, samples } of sounds) {
    if (current && current.sampleRateHz !== sampleRateHz) {
      yield { sampleRateHz: current.sampleRateHz, samples: current.changer.finish() };
      current = undefined;
    }
    current ??= { sampleRateHz, changer: createTempoChanger(speed, sampleRateHz) };
    yield { sampleRateHz, samples: current.changer.add(samples) };
  }
  if (current) yield { sampleRateHz: current.sampleRateHz, samples: current.changer.finish() };
}

interface Search {
  /** Where the sound would continue by itself. */
  readonly wanted: number;
  readonly around: number;
  readonly fade: number;
  readonly reach: number;
}

/** The position near `around` whose samples are most similar to the wanted ones; `around` itself in silence. */
function findMostSimilar(samples: Float32Array, { wanted, around, fade, reach }: Search): number {
  const first = Math.max(0, around - reach);
  const last = Math.max(0, Math.min(around + reach, samples.length - 1));
  /** Normalised cross-correlation, at most 1; 0 in silence. */
  const compare = (other: number, step: number) => {
    let [product, energyOne, energyOther] = [0, 0, 0];
    for (let at = 0; at < fade; at += step) {
      const a = samples[wanted + at] ?? 0;
      const b = samples[other + at] ?? 0;
      product += a * b;
      energyOne += a * a;
      energyOther += b * b;
    }
    const energy = Math.sqrt(energyOne * energyOther);
    return energy < 1e-9 ? 0 : product / energy;
  };
  const best = findBest(around, first, last, coarseStep, at => compare(at, coarseStep));
  const from = Math.max(first, best - coarseStep + 1);
  return findBest(best, from, Math.min(last, best + coarseStep - 1), 1, at => compare(at, 1));
}

function findBest(
  preferred: number,
  first: number,
  last: number,
  step: number,
  compare: (at: number) => number,
): number {
  let best = Math.max(first, Math.min(last, preferred));
  let bestLikeness = compare(best) + 1e-6;
  for (let at = first; at <= last; at += step) {
    const likeness = compare(at);
    if (likeness > bestLikeness) {
      best = at;
      bestLikeness = likeness;
    }
  }
  return best;
}
