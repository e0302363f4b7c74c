import { decodeMp3, decodeSection, type Mp3Section } from '#media/mp3/decode-mp3.ts';
import { packSamples, unpackSamples } from '#media/sound/channels.ts';
import { changeSpeed, collectSound } from '#media/sound/line-sound.ts';
import { createPeakCollector } from '#media/sound/peaks.ts';
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import type { FilledMessage } from '#shared/messages/message.ts';
import { readPieces } from '../../../lib/call-server.ts';

/** A sound in a quarter of an mp3 decoder's memory: mono, 16 bits a sample. */
export interface DecodedSound {
  readonly sampleRateHz: number;
  readonly samples: Int16Array<ArrayBuffer>;
  readonly peaks: Float32Array;
}

/** What the worker receives: a whole mp3, the frames around a part of one, or a sound that is to be heard at another speed. */
export type DecodeQuestion =
  | { readonly mp3: Blob; readonly section?: Mp3Section }
  | { readonly sound: DecodedSound; readonly speed: number };

export type DecodeAnswer = { readonly id: number } & (
  | { readonly sound: DecodedSound }
  | { readonly code: ErrorCode; readonly message: FilledMessage | string }
);

const never = new AbortController().signal;

self.addEventListener(
  'message',
  async ({ data }: MessageEvent<{ readonly id: number; readonly question: DecodeQuestion }>) => {
    const { id, question } = data;
    try {
      const sound = await decode(question);
      self.postMessage({ id, sound } satisfies DecodeAnswer, { transfer: [sound.samples.buffer] });
    } catch (error) {
      const { code, filled, message } = error instanceof CodedError ? error : new CodedError('internal');
      self.postMessage({ id, code, message: filled ?? message } satisfies DecodeAnswer);
    }
  },
);

async function decode(question: DecodeQuestion): Promise<DecodedSound> {
  const { samples, sampleRateHz } = await readSound(question);
  const collector = createPeakCollector();
  collector.add(samples, sampleRateHz);
  return { sampleRateHz, samples: packSamples(samples), peaks: collector.read(true).peaks };
}

async function readSound(question: DecodeQuestion) {
  if ('sound' in question) {
    const { sound, speed } = question;
    return changeSpeed({ ...sound, samples: unpackSamples(sound.samples) }, speed);
  }
  const { mp3, section } = question;
  if (section) return decodeSection(new Uint8Array(await mp3.arrayBuffer()), section);
  return collectSound(decodeMp3(readPieces(new Response(mp3), never)));
}
