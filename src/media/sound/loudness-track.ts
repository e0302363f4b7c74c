import type { PlainSound } from './plain-sound.ts';

/** Twice as exact as the times that are told. */
export const trackStepSeconds = 0.01;

/** How loud a sound is from step to step of {@link trackStepSeconds}, while its samples pass by. */
export interface LoudnessTrack {
  add(sound: PlainSound): void;
  /** The root mean square of each step, 0 to 1; the last may be shorter than a step. */
  readonly levels: readonly number[];
  /** How long the sound is. */
  readonly seconds: number;
}

export function createLoudnessTrack(): LoudnessTrack {
  const levels: number[] = [];
  let seconds = 0;
  let energy = 0;
  let count = 0;
  return {
    add({ samples, sampleRateHz }) {
      // A plain loop: every sample of every sound comes by.
      for (let at = 0; at < samples.length; at++) {
        energy += (samples[at] ?? 0) ** 2;
        count++;
        if (seconds + (at + 1) / sampleRateHz < (levels.length + 1) * trackStepSeconds) continue;
        levels.push(Math.sqrt(energy / count));
        energy = 0;
        count = 0;
      }
      seconds += samples.length / sampleRateHz;
    },
    levels,
    get seconds() {
      return seconds;
    },
  };
}
