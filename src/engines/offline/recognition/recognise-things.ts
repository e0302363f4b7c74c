import sharp from 'sharp';
import { detectorSidePixels } from './detect-things.ts';
import { readDetections } from './read-detections.ts';
import type { Box, RgbPicture, SeenThing } from './recognised.ts';
import { startTaskThread } from './task-thread.ts';
import { checkThingFiles, findThingFiles, type ThingFileAddresses } from './thing-files.ts';
import type { ThingsAnswer, ThingsWorkerData } from './things-worker.ts';

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
  close(): Promise<void>;
}

/**
 * Starts a thread of its own that recognises the 80 kinds of `thingNames` (about 0.3 s and 150 MB).
 * @throws Error with a sentence when a file of the detector is missing or damaged, or the thread ended
 */
export async function createThingRecogniser(
  files: ThingFileAddresses = findThingFiles(),
): Promise<ThingRecogniser> {
  const workerData: ThingsWorkerData = {
    model: files.model.href,
    weights: files.weights.href,
    tensorFlow: files.tensorFlow.href,
    wasmFolder: files.wasmFolder.href,
  };
  const thread = await startTaskThread<Uint8Array, ThingsAnswer>({
    file: new URL('./things-worker.ts', import.meta.url),
    workerData,
    name: 'The recogniser of things',
    check: () => checkThingFiles(files),
  });
  return {
    async recognise(picture) {
      const { pixels, place } = await fitToDetector(picture);
      return readDetections((await thread.ask(pixels, 0)).detections, place);
    },
    close: thread.close,
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
    // A buffer of Node may be part of a larger one, which would be sent to the thread, too.
    pixels: new Uint8Array(square),
    place: { left, top, right: left + size.width, bottom: top + size.height },
  };
}

function toSide(pixels: number): number {
  return Math.min(detectorSidePixels, Math.max(1, Math.round(pixels)));
}
