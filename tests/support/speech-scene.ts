import type { SoundPiece } from '#media/sound/decode-video-sound.ts';
import { createResampler } from '#media/sound/resample.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { type Background, makeBackground } from './made-backgrounds.ts';
import { computeLevel } from './measure-sound.ts';

/** A sound with speech at known times. */
export interface SpeechScene {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  /** From the first to the last sound of each utterance. */
  readonly speech: readonly TimeSpan[];
}

/** Before each utterance, in turn. */
const pausesSeconds = [3, 0.9, 5, 1.6, 8, 2.7];

/** Concatenates utterances, with pauses before, between and after. */
export function placeSpeech(
  said: readonly Float32Array[],
  fromHz: number,
  sampleRateHz: number,
): SpeechScene {
  const speech: TimeSpan[] = [];
  const pieces: Float32Array[] = [];
  let length = 0;
  const add = (piece: Float32Array) => {
    pieces.push(piece);
    length += piece.length;
  };
  const pause = (at: number) =>
    new Float32Array(Math.round((pausesSeconds[at % pausesSeconds.length] ?? 0) * sampleRateHz));
  for (const [index, sound] of said.entries()) {
    add(pause(index));
    const startSeconds = length / sampleRateHz;
    const resampler = createResampler(fromHz, sampleRateHz);
    add(resampler.add(sound));
    add(resampler.finish());
    speech.push({ startSeconds, endSeconds: length / sampleRateHz });
  }
  add(pause(said.length));
  return { samples: joinArrays(Float32Array, pieces), sampleRateHz, speech };
}

/**
 * The same with a background.
 * @param signalDb how much louder the speech is
 */
export function addBackground(scene: SpeechScene, kind: Background, signalDb: number): SpeechScene {
  const { samples, sampleRateHz, speech } = scene;
  const behind = makeBackground(kind, { seconds: samples.length / sampleRateHz, sampleRateHz });
  const spoken = speech.map(({ startSeconds, endSeconds }) =>
    samples.subarray(Math.round(startSeconds * sampleRateHz), Math.round(endSeconds * sampleRateHz)),
  );
  const level = computeLevel(joinArrays(Float32Array, spoken));
  const gain = level / computeLevel(behind) / 10 ** (signalDb / 20);
  return { ...scene, samples: samples.map((sample, at) => sample + gain * (behind[at] ?? 0)) };
}

/** The scene in small pieces, as a video's sound arrives. */
export async function* cutScene({ samples, sampleRateHz }: SpeechScene): AsyncGenerator<SoundPiece> {
  const length = 1024;
  for (let from = 0; from < samples.length; from += length)
    yield {
      startSeconds: from / sampleRateHz,
      sampleRateHz,
      samples: samples.subarray(from, from + length),
    };
}

/** Total overlap of two lists of spans, in seconds. */
export function computeOverlap(one: readonly TimeSpan[], other: readonly TimeSpan[]): number {
  return one.reduce(
    (sum, a) =>
      sum +
      other.reduce(
        (within, b) =>
          within +
          Math.max(0, Math.min(a.endSeconds, b.endSeconds) - Math.max(a.startSeconds, b.startSeconds)),
        0,
      ),
    0,
  );
}

export function computeSeconds(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
}
