import { loadTensorFlow, type ModelArtifacts } from './tensorflow.ts';
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
