import type { PlainSound } from '#media/sound/channels.ts';

export const voiceHz = 24_000;
export const lineSeconds = 0.8;

/**
 * A voice for tests: for each line a sweep from 600 Hz to 2.4 kHz, which can be located to a millisecond, with
 * speech-like peaks.
 */
export function makeVoiceLine(): Float32Array {
  let phase = 0;
  return Float32Array.from({ length: lineSeconds * voiceHz }, (_, at) => {
    const share = at / (lineSeconds * voiceHz);
    phase += (2 * Math.PI * (600 + 1800 * share)) / voiceHz;
    const syllable = 0.25 + 0.75 * Math.abs(Math.sin(2 * Math.PI * 5 * share)) ** 3;
    return 0.3 * syllable * Math.sin(phase);
  });
}

/** Lines at their times, with silence between them and to the end. */
export function makeVoice(starts: readonly number[], seconds: number): () => AsyncIterable<PlainSound> {
  return async function* () {
    const samples = new Float32Array(Math.round(seconds * voiceHz));
    const line = makeVoiceLine();
    for (const start of starts) samples.set(line, Math.round(start * voiceHz));
    for (let from = 0; from < samples.length; from += voiceHz)
      yield { sampleRateHz: voiceHz, samples: samples.subarray(from, from + voiceHz) };
  };
}
