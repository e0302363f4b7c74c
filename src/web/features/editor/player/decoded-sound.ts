import type { Mp3Section } from '#media/mp3/decode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { createPeakCollector } from '#media/sound/peaks.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { FilledMessage } from '#shared/messages/message.ts';

/** A sound in a quarter of an mp3 decoder's memory: mono, 16 bits a sample. */
export interface DecodedSound {
  readonly sampleRateHz: number;
  readonly samples: Int16Array<ArrayBuffer>;
  /** For drawing, as in `Loudness`. */
  readonly peaks: Float32Array;
}

/** What the worker receives: a whole mp3, the frames around a part of one, or a sound that is to be heard at another speed. */
export type DecodeQuestion = { readonly id: number } & (
  | { readonly mp3: Blob; readonly section?: Mp3Section }
  | { readonly sound: DecodedSound; readonly speed: number }
);

export type DecodeAnswer = { readonly id: number } & (
  | { readonly sound: DecodedSound }
  | { readonly failure: { readonly code: ErrorCode; readonly message: FilledMessage | string } }
);

const fullScale = 0x7fff;

/** Samples beyond full scale are limited to it. */
export function packSound({ sampleRateHz, samples }: PlainSound): DecodedSound {
  const collector = createPeakCollector();
  collector.add(samples, sampleRateHz);
  return {
    sampleRateHz,
    samples: Int16Array.from(samples, sample => Math.round(fullScale * Math.max(-1, Math.min(sample, 1)))),
    peaks: collector.read(true).peaks,
  };
}

export function unpackSamples({ samples }: DecodedSound): Float32Array<ArrayBuffer> {
  return Float32Array.from(samples, sample => sample / fullScale);
}
