import type { SpokenCue } from './script/cues.ts';
import type { Unspoken } from './script/unspoken.ts';

/**
 * Sound as an engine gives it, in order and as it is made: an mp3 of its own, or plain samples (mono, -1 to 1)
 * for us to encode.
 */
export type SpokenSound = (
  | { readonly format: 'mp3'; readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly format: 'pcm'; readonly sampleRateHz: number; readonly samples: AsyncIterable<Float32Array> }
) & {
  /** What is said where in this sound, where the engine knows it: grows while the sound is read, and is whole at its end. */
  readonly cues?: readonly SpokenCue[] | undefined;
};

/** A part of a spoken script, in order. The cues of a piece follow it, those of one sound do not overlap. */
export type SpeechPart =
  | { readonly mp3: Uint8Array }
  /** A sentence, as it stands in the script, and where it is heard in the sound. */
  | { readonly cue: SpokenCue }
  /** What is not spoken, at any place. */
  | { readonly unspoken: Unspoken }
  /** How long the sound is; last. */
  | { readonly seconds: number };

/** The sound alone. */
export async function* takeMp3(
  parts: AsyncIterable<SpeechPart>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const part of parts) if ('mp3' in part) yield part.mp3;
}
