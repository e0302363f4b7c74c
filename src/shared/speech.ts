import type { SpokenCue } from './script/cues.ts';
import type { Unspoken } from './script/unspoken.ts';

/** How a line is spoken, in our own words. Engines translate them; one that cannot perform a manner speaks plainly. */
export const manners = [
  'calm',
  'friendly',
  'cheerful',
  'excited',
  'serious',
  'sad',
  'angry',
  'whispering',
  'shouting',
] as const;

export type Manner = (typeof manners)[number];

/** Sound from an engine, in order and as it is generated: an mp3, or plain samples (mono, -1 to 1) for us to encode. */
export type SpokenSound = (
  | { readonly format: 'mp3'; readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly format: 'pcm'; readonly sampleRateHz: number; readonly samples: AsyncIterable<Float32Array> }
) & {
  /** Times of the spoken texts, if the engine knows them: grows while the sound is read, complete at its end. */
  readonly cues?: readonly SpokenCue[] | undefined;
  /** The provider's own manifests (C2PA), byte for byte; grows as the times do. */
  readonly manifests?: readonly Uint8Array[] | undefined;
};

/** A part of a spoken script, in order. Cues follow their piece, and those of one sound do not overlap. */
export type SpeechPart =
  | {
      readonly mp3: Uint8Array;
      /** Of providers, of the sound so far. */
      readonly manifests?: readonly Uint8Array[] | undefined;
    }
  /** A sentence of the script and its times in the sound. */
  | { readonly cue: SpokenCue }
  /** Text that is not spoken; at any position. */
  | { readonly unspoken: Unspoken }
  /** Duration of the sound; last. */
  | { readonly seconds: number };

const maxManifests = 20;
const maxManifestBytes = 512 * 1024;

/** Adds the manifests that are not there yet: 20 of 512 KB in all are kept in a file. */
export function addManifests(kept: Uint8Array[], found: readonly Uint8Array[] = []): void {
  for (const manifest of found) {
    const bytes = kept.reduce((sum, { length }) => sum + length, manifest.length);
    const isKept = kept.some(each => isSame(each, manifest));
    if (!isKept && kept.length < maxManifests && bytes <= maxManifestBytes) kept.push(manifest);
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || (one.length === other.length && one.every((byte, at) => byte === other[at]));
}

/** Only the sound. */
export async function* takeMp3(parts: AsyncIterable<SpeechPart>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) if ('mp3' in part) yield part.mp3;
}
