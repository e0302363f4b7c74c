import { requireNotCancelled } from '#shared/cancellation.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { PlainSound } from '../sound/channels.ts';
import { createTempoChanger } from '../sound/line-sound.ts';
import { createResampler, type SoundStep } from '../sound/resample.ts';

export interface LineToPlace {
  readonly startSeconds: number;
  readonly sound: PlainSound;
  /** 0.5 to 2; default 1. */
  readonly speed?: number | undefined;
}

export interface PlaceOptions {
  /** Minimum duration of the sound; a later end of the last line extends it. */
  readonly durationSeconds: number;
  /** Receives the times of each line, in order, before its samples. */
  readonly noteLine: (times: TimeSpan) => void;
  readonly signal: AbortSignal;
}

/** Size of a step, so that a long line does not block the event loop. */
const pieceSeconds = 1;
const usualRateHz = 24_000;

/**
 * Places lines of speech at their times, with silence between them. Starts are counted in samples from the beginning, so that
 * nothing drifts; a line that would overlap starts right after the previous one.
 * @param lines in order of time
 * @returns continuous sound at the first line's rate, a second at a time
 * @throws CodedError `client_closed`, or the signal's own reason
 */
export async function* placeLines(
  lines: AsyncIterable<LineToPlace>,
  { durationSeconds, noteLine, signal }: PlaceOptions,
): AsyncGenerator<PlainSound> {
  let rateHz: number | undefined;
  let at = 0;
  const give = function* (pieces: Iterable<Float32Array>, sampleRateHz: number): Generator<PlainSound> {
    for (const samples of pieces) {
      requireNotCancelled(signal);
      at += samples.length;
      yield { sampleRateHz, samples };
    }
  };
  for await (const { startSeconds, sound, speed = 1 } of lines) {
    const { samples, sampleRateHz } = sound;
    rateHz ??= sampleRateHz;
    yield* give(makeSilence(Math.round(startSeconds * rateHz) - at, rateHz), rateHz);
    const length = Math.round((Math.round(samples.length / speed) * rateHz) / sampleRateHz);
    noteLine({ startSeconds: at / rateHz, endSeconds: (at + length) / rateHz });
    let pieces = cutIntoPieces(samples, sampleRateHz);
    if (speed !== 1) pieces = passThrough(pieces, createTempoChanger(speed, sampleRateHz));
    if (sampleRateHz !== rateHz) pieces = passThrough(pieces, createResampler(sampleRateHz, rateHz));
    yield* give(pieces, rateHz);
  }
  const restHz = rateHz ?? usualRateHz;
  yield* give(makeSilence(Math.round(durationSeconds * restHz) - at, restHz), restHz);
}

function* makeSilence(samples: number, sampleRateHz: number): Generator<Float32Array> {
  for (let left = samples; left > 0; left -= pieceSeconds * sampleRateHz)
    yield new Float32Array(Math.min(left, pieceSeconds * sampleRateHz));
}

function* cutIntoPieces(samples: Float32Array, sampleRateHz: number): Generator<Float32Array> {
  const length = pieceSeconds * sampleRateHz;
  for (let from = 0; from < samples.length; from += length) yield samples.subarray(from, from + length);
}

function* passThrough(pieces: Iterable<Float32Array>, step: SoundStep): Generator<Float32Array> {
  for (const samples of pieces) yield step.add(samples);
  yield step.finish();
}
