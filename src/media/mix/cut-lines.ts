import { joinArrays } from '#shared/join-arrays.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import type { EditorsLine } from './editors-files.ts';

/** Kept after a sentence if the gap allows: its reverberation, or a breath. */
const keptSeconds = 0.15;

/**
 * Cuts a narration into its lines, buffering at most one line.
 * @param sounds pieces of one sample rate
 * @param cues times of the lines, in order
 */
export async function* cutLines(
  sounds: AsyncIterable<PlainSound>,
  cues: readonly SpokenCue[],
): AsyncGenerator<EditorsLine, void, undefined> {
  const held = new HeldSound();
  let rateHz = 0;
  let next = 0;
  const cutKnown = function* (knownSamples: number): Generator<EditorsLine> {
    for (let cue = cues[next]; cue; cue = cues[++next]) {
      const until = Math.round(findCutSeconds(cue, cues[next + 1]) * rateHz);
      const from = Math.round(cue.startSeconds * rateHz);
      if (until > knownSamples) {
        held.forgetBefore(from);
        return;
      }
      const samples = held.take(from, until);
      yield { startSeconds: cue.startSeconds, text: cue.text, sound: { sampleRateHz: rateHz, samples } };
    }
  };
  for await (const { sampleRateHz, samples } of sounds) {
    rateHz = sampleRateHz;
    held.add(samples);
    yield* cutKnown(held.endsAt);
  }
  // Times are rounded, so the last line may end slightly after the sound.
  if (rateHz > 0) yield* cutKnown(Number.POSITIVE_INFINITY);
}

function findCutSeconds({ endSeconds }: SpokenCue, next: SpokenCue | undefined): number {
  const nextSeconds = next?.startSeconds ?? Number.POSITIVE_INFINITY;
  return Math.max(endSeconds, Math.min(nextSeconds, endSeconds + keptSeconds));
}

/** The part of a sound that is still needed, indexed from the sound's start. */
class HeldSound {
  #pieces: Float32Array[] = [];
  #beginsAt = 0;
  endsAt = 0;

  add(samples: Float32Array): void {
    this.#pieces.push(samples);
    this.endsAt += samples.length;
  }

  /** Drops whole pieces only, to avoid copies. */
  forgetBefore(from: number): void {
    for (let first = this.#pieces[0]; first; first = this.#pieces[0]) {
      if (this.#beginsAt + first.length > from) return;
      this.#beginsAt += first.length;
      this.#pieces.shift();
    }
  }

  take(from: number, until: number): Float32Array {
    this.forgetBefore(from);
    const whole = joinArrays(Float32Array, this.#pieces);
    this.#pieces = [whole];
    return whole.slice(Math.max(0, from - this.#beginsAt), Math.max(0, until - this.#beginsAt));
  }
}
