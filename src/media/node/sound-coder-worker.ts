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
  const ends = 'ends' in question;
  const pieces = ends ? coder.finish() : coder.add(question.channels);
  // Given back at once: so small a heap would not be cleared before a hundred megabytes of sound lie about.
  if (!ends) for (const { buffer } of question.channels) buffer.transfer(0);
  const { description } = coder;
  if (ends) coder.close();
  const answer: CoderAnswer = { pieces, description };
  parentPort?.postMessage(
    answer,
    pieces.map(({ data }) => data.buffer),
  );
  if (ends) parentPort?.close();
});
