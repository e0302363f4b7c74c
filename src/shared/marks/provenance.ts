import type { Source } from '../api/fields.ts';

/** Who speaks; the voice's own name, such as "nova". */
export interface VoiceSource extends Partial<Source> {
  readonly name: string;
  /** It is made by rules alone, of no sampled speech. */
  readonly isAlgorithmic?: boolean | undefined;
}

export const offlineProviderName = 'the offline engine';

/** Of the offline engine only the English voices are trained (flite's, of recordings); the others are formants by rule (espeak-ng's). */
export function isAlgorithmicVoice(provider: string | undefined, languageCode: string): boolean {
  return provider === offlineProviderName && !['en', 'und'].includes(languageCode);
}

/** Who made what of a narration: what all marks are made of. */
export interface Provenance {
  /**
   * Who wrote the text. `ai and person`: each some of it. `unknown` is said; undefined, of documents that kept no writer, is not.
   */
  readonly text?: 'person' | 'ai' | 'ai and person' | 'unknown' | undefined;
  /** Who heard the words in the video. */
  readonly heardBy?: Source | undefined;
  /** Of some lines; `text` is of the others. */
  readonly isHeardInPart?: boolean | undefined;
  /** A machine changed what was written or heard. */
  readonly isRewritten?: boolean | undefined;
  /** Who wrote or translated what a person did not. */
  readonly writer?: Source | undefined;
  readonly isTranslated: boolean;
  readonly isDescription: boolean;
  /** Synthetic ones, in the order in which they are heard; none in a file without one. */
  readonly voices: readonly VoiceSource[];
  /** Some lines are a person's own recordings: all that are heard if there are no synthetic voices. */
  readonly hasRecording?: boolean | undefined;
  /** The sound has music of the user's own. */
  readonly hasMusic?: boolean | undefined;
  /** BCP 47. */
  readonly language: string;
}

/** What is marked: a sound of voices, a video or sound that is mixed with them, or a text. */
export type MarkedKind = 'voice' | 'mixed' | 'text';

/**
 * IPTC's digital source types, https://cv.iptc.org/newscodes/digitalsourcetype/. A mixed file is made from real pictures or sound and
 * synthetic voices. Where nobody knows of any, it may still have some. That a voice is only recorded, no file says. What an algorithm
 * made "not based on any sampled training data" has a type of its own; mixed, it is a composite, which need not be generative AI.
 */
export const digitalSourceTypes = {
  voice: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  algorithmic: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
  unknown: 'http://cv.iptc.org/newscodes/digitalsourcetype/composite',
  mixed: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
} as const;

/** What stands in a file about how it was made, whatever the container calls it. */
export interface Marks {
  /** Such as "Benshi 0.1.0". */
  readonly software: string;
  /** One or two sentences, such as "Narration: synthetic voice, nova by PROVIDER (MODEL). Text: written by a person." */
  readonly sentence: string;
  /** IRI; undefined for a text that a person wrote, and where all voices are recorded. */
  readonly digitalSourceType: string | undefined;
  /** ISO 8601, in seconds. */
  readonly madeAt: string;
  /** Of providers, about their speech (C2PA), byte for byte: only mp3 and WAV keep them. */
  readonly manifests?: readonly Uint8Array[] | undefined;
}
