import type { PlainSound } from './encode-mp3.ts';
import { changeRate } from './line-sound.ts';

/** A line's sound and when it is to begin. */
export interface LineToLay {
  readonly startSeconds: number;
  readonly sound: PlainSound;
}

/** Where a line came to lie. */
export interface LaidTimes {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface LayOptions {
  /** The sound is so long, or as long as its last line sounds. */
  readonly durationSeconds: number;
  /** Is told where each line lies, in order, before its samples come. */
  readonly noteLine: (times: LaidTimes) => void;
}

/** Silence is given so much at a time. */
const silenceSeconds = 1;
const usualRateHz = 24_000;

/**
 * Lays lines of speech at their times, with silence between them. Each begins at its sample counted from the very start, so
 * that nothing drifts however long it gets; one that would begin in the line before it begins right after that.
 * @param lines in the order of their times
 * @returns sound of the first line's rate without a gap
 */
export async function* layLines(
  lines: AsyncIterable<LineToLay>,
  { durationSeconds, noteLine }: LayOptions,
): AsyncGenerator<PlainSound, void, undefined> {
  let rateHz: number | undefined;
  let at = 0;
  const fillUntil = function* (end: number, sampleRateHz: number): Generator<PlainSound> {
    while (at < end) {
      const samples = new Float32Array(Math.min(end - at, silenceSeconds * sampleRateHz));
      at += samples.length;
      yield { sampleRateHz, samples };
    }
  };
  for await (const { startSeconds, sound } of lines) {
    rateHz ??= sound.sampleRateHz;
    const samples = changeRate(sound.samples, sound.sampleRateHz, rateHz);
    yield* fillUntil(Math.round(startSeconds * rateHz), rateHz);
    noteLine({ startSeconds: at / rateHz, endSeconds: (at + samples.length) / rateHz });
    at += samples.length;
    yield { sampleRateHz: rateHz, samples };
  }
  const restHz = rateHz ?? usualRateHz;
  yield* fillUntil(Math.round(durationSeconds * restHz), restHz);
}
