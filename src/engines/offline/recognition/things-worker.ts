import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { readThingFile } from './model-files.ts';
import { detectorSidePixels } from './recognised.ts';

/** Addresses of model, weights, TensorFlow, and the folder with its WebAssembly files. */
export type ThingsWorkerData = readonly string[];

/** To the pixels of a square of {@link detectorSidePixels}, three bytes of sRGB each, row by row. */
export interface ThingsAnswer {
  /**
   * 100 rows, the surest first: left, top, right, bottom in pixels of that square, confidence 0 to 1, and the index of the
   * name in `thingNames`.
   */
  readonly detections: Float32Array;
  /** How many tensors are held: the same before and after each picture. */
  readonly tensors: number;
}

/** The parts we use of TensorFlow.js 4.22.0 as `@vladmandic/human` bundles it, which brings no types of its own. */
interface TensorFlow {
  env(): {
    set(flag: string, value: boolean): void;
    getAsync(flag: string): Promise<boolean>;
    platform: { fetch(address: string): Promise<Response> };
  };
  /** Where the WebAssembly files are asked for: a folder, and a promise that its names are the usual ones. */
  setWasmPaths(folder: string, usePlatformFetch: boolean): void;
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  loadGraphModel(source: { load(): Promise<object> }): Promise<{
    /** Works at once. The caller disposes of what comes back. */
    execute(input: Tensor, outputName: string): Tensor;
  }>;
  tensor4d(values: Float32Array, shape: readonly [number, number, number, number]): Tensor;
  dispose(tensors: readonly Tensor[]): void;
  memory(): { readonly numTensors: number };
}

interface Tensor {
  /** Its values, row by row. */
  dataSync(): Float32Array;
}

const [model = '', weights = '', bundle = '', wasmFolder] = workerData as ThingsWorkerData;
const detect = await loadDetector();

parentPort?.on('message', (pixels: Uint8Array) => {
  parentPort?.postMessage(detect(pixels));
});
parentPort?.postMessage('ready');

/** Takes about 0.2 s and 130 MB. @throws Error with a sentence when a file is missing or damaged */
async function loadDetector() {
  const artifacts = await readModel();
  await readThingFile(new URL(bundle));
  const tensorFlow = await loadTensorFlow();
  const graph = await tensorFlow.loadGraphModel({ load: async () => artifacts });
  const side = detectorSidePixels;
  // One for all pictures, 3 MB: TensorFlow copies it at once.
  const values = new Float32Array(side * side * 3);
  return (pixels: Uint8Array): ThingsAnswer => {
    // The graph scales the bytes itself.
    values.set(pixels);
    const input = tensorFlow.tensor4d(values, [1, side, side, 3]);
    const output = graph.execute(input, 'tower_0/detections');
    const detections = new Float32Array(output.dataSync());
    tensorFlow.dispose([input, output]);
    return { detections, tensors: tensorFlow.memory().numTensors };
  };
}

async function readModel(): Promise<object> {
  const json = JSON.parse(Buffer.from(await readThingFile(new URL(model))).toString()) as {
    readonly modelTopology: unknown;
    readonly weightsManifest: readonly { readonly weights: readonly unknown[] }[];
    readonly signature: unknown;
  };
  const { buffer, byteOffset, byteLength } = await readThingFile(new URL(weights));
  return {
    modelTopology: json.modelTopology,
    signature: json.signature,
    weightSpecs: json.weightsManifest.flatMap(group => group.weights),
    weightData: buffer.slice(byteOffset, byteOffset + byteLength),
  };
}

/**
 * Loads the bundle and starts its WebAssembly backend, on this thread alone. The bundle is made for browsers. It works in Node
 * where it takes the thread for a worker of a browser; for that the thread hides `process` while the bundle looks around.
 */
async function loadTensorFlow(): Promise<TensorFlow> {
  const { process } = globalThis;
  Reflect.deleteProperty(globalThis, 'process');
  Object.assign(globalThis, {
    self: globalThis,
    WorkerGlobalScope: class {},
    importScripts() {},
    location: { href: 'http://localhost/' },
  });
  try {
    // The package does not export this file, so it cannot be imported by name.
    const tensorFlow = createRequire(import.meta.url)(fileURLToPath(bundle)) as TensorFlow;
    // Its threads are those of a browser. One core a picture is what we want to spend, too.
    tensorFlow.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
    const hasSimd = await tensorFlow.env().getAsync('WASM_HAS_SIMD_SUPPORT');
    // Read before it is asked for: a failure there would come out of the bundle as one that nobody can catch.
    const file = hasSimd ? 'tfjs-backend-wasm-simd.wasm' : 'tfjs-backend-wasm.wasm';
    const wasm = await readThingFile(new URL(file, wasmFolder));
    tensorFlow.env().platform.fetch = async () =>
      new Response(wasm, { headers: { 'content-type': 'application/wasm' } });
    tensorFlow.setWasmPaths('/', true);
    if (!(await tensorFlow.setBackend('wasm'))) throw new Error('WebAssembly did not start.');
    await tensorFlow.ready();
    return tensorFlow;
  } finally {
    globalThis.process = process;
  }
}
