import { parentPort, workerData } from 'node:worker_threads';
import { answerQuestion, type CoderQuestion, type SoundCoderConfig } from '../sound/sound-coder.ts';
import { createSoundCoder } from './sound-coder.ts';

const coder = createSoundCoder(workerData as SoundCoderConfig);

parentPort?.on('message', (question: CoderQuestion) => {
  const { answer, transferred, ends } = answerQuestion(coder, question);
  parentPort?.postMessage(answer, transferred);
  if (ends) parentPort?.close();
});
