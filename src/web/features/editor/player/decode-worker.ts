import { decodeMp3, decodeSection } from '#media/mp3/decode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { changeSpeed, collectSound } from '#media/sound/line-sound.ts';
import { CodedError } from '#shared/errors.ts';
import { readPieces } from '../../../lib/call-server.ts';
import { type DecodeAnswer, type DecodeQuestion, packSound, unpackSamples } from './decoded-sound.ts';

const never = new AbortController().signal;

self.addEventListener('message', ({ data: question }: MessageEvent<DecodeQuestion>) => void answer(question));

async function answer(question: DecodeQuestion): Promise<void> {
  const { id } = question;
  try {
    const sound = packSound(await makeSound(question));
    report({ id, sound }, [sound.samples.buffer]);
  } catch (error) {
    const { code, filled, message } = error instanceof CodedError ? error : new CodedError('internal');
    report({ id, failure: { code, message: filled ?? message } }, []);
  }
}

async function makeSound(question: DecodeQuestion): Promise<PlainSound> {
  if ('sound' in question) {
    const { sound, speed } = question;
    return changeSpeed({ sampleRateHz: sound.sampleRateHz, samples: unpackSamples(sound) }, speed);
  }
  const { mp3, section } = question;
  if (section) return decodeSection(new Uint8Array(await mp3.arrayBuffer()), section);
  return collectSound(decodeMp3(readPieces(new Response(mp3), never)));
}

function report(answered: DecodeAnswer, transferred: Transferable[]): void {
  self.postMessage(answered, { transfer: transferred });
}
