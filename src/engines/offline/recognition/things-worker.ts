import { parentPort, workerData } from 'node:worker_threads';
import { loadThingDetector } from './detect-things.ts';
import type { ThingFileAddresses } from './thing-files.ts';

/** {@link ThingFileAddresses} as text, because addresses cannot be sent. */
export type ThingsWorkerData = { readonly [file in keyof ThingFileAddresses]: string };

/** What `ThingDetector` answers to the pixels of a picture. */
export interface ThingsAnswer {
  readonly detections: Float32Array;
  readonly tensors: number;
}

const { model, weights, tensorFlow, wasmFolder } = workerData as ThingsWorkerData;
const detector = await loadThingDetector({
  model: new URL(model),
  weights: new URL(weights),
  tensorFlow: new URL(tensorFlow),
  wasmFolder: new URL(wasmFolder),
});

parentPort?.on('message', (pixels: Uint8Array) => {
  const detections = detector.detect(pixels);
  parentPort?.postMessage({ detections, tensors: detector.countTensors() } satisfies ThingsAnswer);
});
parentPort?.postMessage('ready');
