import { parentPort, workerData } from 'node:worker_threads';
import { type CoderRequest, handleRequest, type SoundCoderConfig } from '../sound/sound-coder.ts';
import { createSoundCoder } from './sound-coder.ts';

const coder = createSoundCoder(workerData as SoundCoderConfig);

parentPort?.on('message', (question: CoderRequest) => {
  const { answer, transferred, ends } = handleRequest(coder, question);
  parentPort?.postMessage(answer, transferred);
  if (ends) parentPort?.close();
});
