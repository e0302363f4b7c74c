import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { detectorSidePixels } from './detect-things.ts';
import { readDetections } from './read-detections.ts';
import type { Box, RgbPicture, SeenThing } from './recognised.ts';
import { findThingFiles, type ThingFileAddresses } from './thing-files.ts';
import type { ThingsAnswer, ThingsTask, ThingsWorkerData } from './things-worker.ts';

// Whoever recognises has a core or two: the resizer of pictures must not take them all.
sharp.concurrency(1);
sharp.cache(false);

/** What stands beside a picture that is no square: the middle grey, which the detector takes for nothing. */
const margin = { r: 128, g: 128, b: 128 };

interface FittedPicture {
  /** Three bytes of sRGB a pixel of a square of `detectorSidePixels`. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Where the picture lies in that square, in pixels of it. */
  readonly place: Box;
}

export interface ThingRecogniser {
  /**
   * What may be in a picture of any size, the surest first, with what else each of it could be: far more than may be
   * said (`keepSureThings`). Takes about 0.1 s on one core. Pictures are looked at one after another.
   * @throws Error with a sentence when the picture has not the bytes that its size says, or the detector broke off
   */
  recognise(picture: RgbPicture): Promise<readonly SeenThing[]>;
  /** Ends the thread; what it worked on is rejected. */
  close(): Promise<void>;
}

/**
 * Starts a thread of its own that recognises the 80 kinds of `thingNames` (about 0.3 s and 150 MB).
 * @throws Error with a sentence when a file of the detector is missing or damaged, or the thread ended
 */
export async function createThingRecogniser(
  files: ThingFileAddresses = findThingFiles(),
): Promise<ThingRecogniser> {
  const thread = await startThread(files);
  return {
    async recognise(picture) {
      const { pixels, place } = await fitToDetector(picture);
      return readDetections(await thread.detect(pixels), place);
    },
    close: thread.close,
  };
}

interface DetectorThread {
  detect(pixels: Uint8Array<ArrayBuffer>): Promise<Float32Array>;
  close(): Promise<void>;
}

async function startThread(files: ThingFileAddresses): Promise<DetectorThread> {
  const workerData: ThingsWorkerData = {
    model: files.model.href,
    weights: files.weights.href,
    tensorFlow: files.tensorFlow.href,
    wasmFolder: files.wasmFolder.href,
  };
  const worker = new Worker(new URL('./things-worker.ts', import.meta.url), { workerData });
  const waiting = new Map<number, PromiseWithResolvers<Float32Array>>();
  const start = Promise.withResolvers<void>();
  let ending: Error | undefined;
  let lastId = 0;

  const end = (error: Error) => {
    ending ??= error;
    start.reject(ending);
    for (const { reject } of waiting.values()) reject(ending);
    waiting.clear();
  };
  worker.on('message', (answer: ThingsAnswer) => {
    if (answer.kind === 'ready') return start.resolve();
    if (answer.kind === 'failure' && answer.id === undefined) return end(new Error(answer.sentence));
    const { id } = answer;
    const asked = waiting.get(id as number);
    waiting.delete(id as number);
    if (answer.kind === 'detections') asked?.resolve(answer.detections);
    else asked?.reject(new Error(answer.sentence));
  });
  worker.on('error', cause => end(new Error('The thread that recognises things broke down.', { cause })));
  worker.on('exit', () => end(new Error('The thread that recognises things has ended.')));

  try {
    await start.promise;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    async detect(pixels) {
      if (ending) throw ending;
      const asked = Promise.withResolvers<Float32Array>();
      const id = ++lastId;
      waiting.set(id, asked);
      worker.postMessage({ id, pixels } satisfies ThingsTask, [pixels.buffer]);
      return asked.promise;
    },
    async close() {
      await worker.terminate();
    },
  };
}

/**
 * Fits a whole picture into the detector's square, keeping its shape. Stretched to the square, as the detector was shown
 * its pictures when it learned, it finds fewer things (37 % against 40 %). Takes 1 to 10 ms.
 * @throws Error with a sentence when the picture has not the bytes that its size says
 */
async function fitToDetector({ width, height, pixels }: RgbPicture): Promise<FittedPicture> {
  if (pixels.length !== width * height * 3)
    throw new Error(`A picture of ${width} × ${height} pixels cannot have ${pixels.length} bytes.`);
  const side = detectorSidePixels;
  const scale = side / Math.max(width, height);
  const size = { width: toSide(width * scale), height: toSide(height * scale) };
  const left = Math.floor((side - size.width) / 2);
  const top = Math.floor((side - size.height) / 2);
  const square = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill' })
    .extend({
      left,
      top,
      right: side - size.width - left,
      bottom: side - size.height - top,
      background: margin,
    })
    .raw()
    .toBuffer();
  return {
    // A copy of its own: what is moved to a thread is gone here, and a buffer of Node may be part of a larger one.
    pixels: new Uint8Array(square),
    place: { left, top, right: left + size.width, bottom: top + size.height },
  };
}

function toSide(pixels: number): number {
  return Math.min(detectorSidePixels, Math.max(1, Math.round(pixels)));
}
