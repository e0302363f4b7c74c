import type { TimeSpan } from '#shared/script/gaps.ts';
import { createLoudnessMeter, meterStepSeconds } from '../sound/loudness-meter.ts';
import type { PlainSound } from '../sound/plain-sound.ts';

/** What is softer is not the voice: -50 dB, below the breath before a word. */
const heardPeak = 0.003;
/** Pauses that are shorter are part of what is said. */
const joinedPauseSeconds = 0.1;

/** What must be known of a voice before it can be laid under a picture: two numbers for each hundredth of a second. */
export interface VoiceMeasure {
  /** The weighted energy of each step, as `computeLufs` reads it. */
  readonly energies: readonly number[];
  /** The loudest sample of each step. */
  readonly peaks: readonly number[];
  /** Where it is heard, in order. */
  readonly spans: readonly TimeSpan[];
  readonly seconds: number;
}

/** Listens to a whole voice once; it has one rate from beginning to end. */
export async function measureVoice(voice: AsyncIterable<PlainSound>): Promise<VoiceMeasure> {
  let meter: ReturnType<typeof createLoudnessMeter> | undefined;
  const peaks: number[] = [];
  let peak = 0;
  let count = 0;
  let seconds = 0;
  for await (const { samples, sampleRateHz } of voice) {
    meter ??= createLoudnessMeter(sampleRateHz, 1);
    meter.add([samples]);
    const samplesPerStep = Math.round(meterStepSeconds * sampleRateHz);
    for (let at = 0; at < samples.length; at++) {
      const size = Math.abs(samples[at] as number);
      if (size > peak) peak = size;
      if (++count < samplesPerStep) continue;
      peaks.push(peak);
      peak = 0;
      count = 0;
    }
    seconds += samples.length / sampleRateHz;
  }
  if (count > 0) peaks.push(peak);
  return {
    energies: meter?.energies ?? [],
    peaks,
    spans: findSpans(peaks),
    seconds,
  };
}

function findSpans(peaks: readonly number[]): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const [step, peak] of peaks.entries()) {
    if (peak <= heardPeak) continue;
    const startSeconds = step * meterStepSeconds;
    const endSeconds = startSeconds + meterStepSeconds;
    const last = spans.at(-1);
    if (last && startSeconds - last.endSeconds < joinedPauseSeconds)
      spans[spans.length - 1] = { startSeconds: last.startSeconds, endSeconds };
    else spans.push({ startSeconds, endSeconds });
  }
  return spans;
}
