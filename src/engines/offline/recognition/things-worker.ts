import { parentPort, workerData } from 'node:worker_threads';
import { loadThingDetector, type ThingDetector } from './detect-things.ts';
import type { ThingFileAddresses } from './thing-files.ts';

/** What the thread is told at its start: {@link ThingFileAddresses} as text, because addresses cannot be sent. */
export type ThingsWorkerData = { readonly [file in keyof ThingFileAddresses]: string };

/** A picture as `ThingDetector.detect` takes it. */
export interface ThingsTask {
  readonly id: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** The first message has no task: it says whether the detector is there. */
export type ThingsAnswer =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'detections';
      readonly id: number;
      readonly detections: Float32Array;
      readonly tensors: number;
    }
  /** A sentence. Without `id` no picture can be looked at. */
  | { readonly kind: 'failure'; readonly id?: number; readonly sentence: string };

const data = workerData as ThingsWorkerData;

function answer(message: ThingsAnswer, moved: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}

function look(detector: ThingDetector, { id, pixels }: ThingsTask): void {
  try {
    const detections = detector.detect(pixels);
    answer({ kind: 'detections', id, detections, tensors: detector.countTensors() }, [detections.buffer]);
  } catch (error) {
    answer({ kind: 'failure', id, sentence: `The detector of things broke off: ${String(error)}` });
  }
}

try {
  const detector = await loadThingDetector({
    model: new URL(data.model),
    weights: new URL(data.weights),
    tensorFlow: new URL(data.tensorFlow),
    wasmFolder: new URL(data.wasmFolder),
  });
  parentPort?.on('message', (task: ThingsTask) => look(detector, task));
  answer({ kind: 'ready' });
} catch (error) {
  answer({ kind: 'failure', sentence: error instanceof Error ? error.message : String(error) });
}
