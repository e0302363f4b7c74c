import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readThingFile, type ThingFileAddresses } from './thing-files.ts';

/** What the detector looks at is a square of so many pixels a side. */
export const detectorSidePixels = 512;
/** The detector's answer: 100 rows, the surest first, of so many values each. */
export const detectionValues = 6;

export interface ThingDetector {
  /**
   * Looks at a square of {@link detectorSidePixels}: three bytes of sRGB a pixel, row by row.
   * @returns 100 rows: left, top, right, bottom in pixels of that square, confidence 0 to 1, and the
   * index of the name in `thingNames`
   */
  detect(pixels: Uint8Array): Float32Array<ArrayBuffer>;
  /** How many tensors are held: the same before and after each picture. */
  countTensors(): number;
}

/**
 * Loads the detector on the calling thread, which it dresses up (`loadTensorFlow`). Takes about 0.2 s and 130 MB.
 * @throws Error with a sentence when a file is missing or damaged
 */
export async function loadThingDetector(files: ThingFileAddresses): Promise<ThingDetector> {
  const model = await readModel(files);
  await readThingFile(files.tensorFlow);
  const tensorFlow = await loadTensorFlow(files.tensorFlow, name =>
    readThingFile(new URL(name, files.wasmFolder)),
  );
  const graph = await tensorFlow.loadGraphModel({ load: async () => model });
  const side = detectorSidePixels;
  // One for all pictures, 3 MB: TensorFlow copies it at once.
  const values = new Float32Array(side * side * 3);

  return {
    detect(pixels) {
      // The graph scales the bytes itself.
      values.set(pixels);
      const input = tensorFlow.tensor4d(values, [1, side, side, 3]);
      const output = graph.execute(input, 'tower_0/detections');
      const detections = new Float32Array(output.dataSync());
      tensorFlow.dispose([input, output]);
      return detections;
    },
    countTensors: () => tensorFlow.memory().numTensors,
  };
}

async function readModel({ model, weights }: ThingFileAddresses): Promise<ModelArtifacts> {
  const json = JSON.parse(Buffer.from(await readThingFile(model)).toString()) as {
    readonly modelTopology: unknown;
    readonly weightsManifest: readonly { readonly weights: readonly unknown[] }[];
    readonly signature: unknown;
  };
  const { buffer, byteOffset, byteLength } = await readThingFile(weights);
  return {
    modelTopology: json.modelTopology,
    signature: json.signature,
    weightSpecs: json.weightsManifest.flatMap(group => group.weights),
    weightData: buffer.slice(byteOffset, byteOffset + byteLength),
  };
}

/** The parts we use of TensorFlow.js 4.22.0 as `@vladmandic/human` bundles it, which brings no types of its own. */
export interface TensorFlow {
  env(): {
    set(flag: string, value: boolean): void;
    getAsync(flag: string): Promise<boolean>;
    platform: { fetch(address: string): Promise<Response> };
  };
  /** Where the WebAssembly files are asked for: a folder, and a promise that its names are the usual ones. */
  setWasmPaths(folder: string, usePlatformFetch: boolean): void;
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  loadGraphModel(source: { load(): Promise<ModelArtifacts> }): Promise<GraphModel>;
  tensor4d(values: Float32Array, shape: readonly [number, number, number, number]): Tensor;
  dispose(tensors: readonly Tensor[]): void;
  memory(): { readonly numTensors: number };
}

export interface Tensor {
  /** Its values, row by row. */
  dataSync(): Float32Array;
}

export interface GraphModel {
  /** Works at once. The caller disposes of what comes back. */
  execute(input: Tensor, outputName: string): Tensor;
}

/** A model as its two files hold it. */
export interface ModelArtifacts {
  readonly modelTopology: unknown;
  readonly weightSpecs: readonly unknown[];
  readonly weightData: ArrayBuffer;
  readonly signature: unknown;
}

/**
 * Loads the bundle and starts its WebAssembly backend, on the calling thread alone. The bundle is made for browsers. It
 * works in Node where it takes the thread for a worker of a browser; for that the thread must hide `process` while the
 * bundle looks around. So call it only in a thread of its own, and once.
 * @param bundle the address of the bundle
 * @param readWasm gives the WebAssembly file of a name
 */
async function loadTensorFlow(
  bundle: URL,
  readWasm: (fileName: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<TensorFlow> {
  const { process } = globalThis;
  dressAsBrowserWorker();
  try {
    // The package does not export this file, so it cannot be imported by name.
    const tensorFlow = createRequire(import.meta.url)(fileURLToPath(bundle)) as TensorFlow;
    // Its threads are those of a browser. One core a picture is what we want to spend, too.
    tensorFlow.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
    const hasSimd = await tensorFlow.env().getAsync('WASM_HAS_SIMD_SUPPORT');
    // Read before it is asked for: a failure there would come out of the bundle as one that nobody can catch.
    const wasm = await readWasm(hasSimd ? 'tfjs-backend-wasm-simd.wasm' : 'tfjs-backend-wasm.wasm');
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

function dressAsBrowserWorker(): void {
  Reflect.deleteProperty(globalThis, 'process');
  Object.assign(globalThis, {
    self: globalThis,
    WorkerGlobalScope: class {},
    importScripts() {},
    location: { href: 'http://localhost/' },
  });
}
