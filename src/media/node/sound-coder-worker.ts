import { parentPort, workerData } from 'node:worker_threads';
import { type CodedSound, createSoundCoder, type SoundCoderConfig } from './sound-coder.ts';

/** What the worker is asked: sound to code, or to give the rest. */
export type CoderQuestion =
  | { readonly channels: readonly Float32Array<ArrayBuffer>[] }
  | { readonly ends: true };

/** What it answers, a message for each question. */
export interface CoderAnswer {
  readonly pieces: readonly CodedSound[];
  readonly description: Uint8Array<ArrayBuffer>;
}

const coder = createSoundCoder(workerData as SoundCoderConfig);

parentPort?.on('message', (question: CoderQuestion) => {
  const pieces = 'ends' in question ? coder.finish() : coder.add(question.channels);
  const answer: CoderAnswer = { pieces, description: coder.description };
  parentPort?.postMessage(
    answer,
    pieces.map(({ data }) => data.buffer),
  );
  if (!('ends' in question)) return;
  coder.close();
  parentPort?.close();
});
