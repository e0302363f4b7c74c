import sharp from 'sharp';
import type { RgbPicture } from '#shared/print/grey-picture.ts';
import { thingNames } from '../thing-names.ts';
import { checkThingFiles, findThingFiles, type ThingFileAddresses } from './model-files.ts';
import { type Box, detectorSidePixels, isSamePlace, type SeenThing } from './recognised.ts';
import { startTaskThread } from './task-thread.ts';
import type { ThingsAnswer, ThingsWorkerData } from './things-worker.ts';

// Whoever recognises has a core or two: the resizer of pictures must not take them all.
sharp.concurrency(1);
sharp.cache(false);

/** What stands beside a picture that is no square: the middle grey, which the detector takes for nothing. */
const margin = { r: 128, g: 128, b: 128 };
/** Below this the detector's answers are noise. What is above tells at least that it hesitates (`keepSureThings`). */
const minConfidence = 0.15;
/** Values of a row of the detector's answer. */
const detectionValues = 6;

export type ThingRecogniser = Awaited<ReturnType<typeof createThingRecogniser>>;

/**
 * Starts a thread of its own that recognises the 80 kinds of `thingNames` (about 0.3 s and 150 MB).
 * @throws Error with a sentence when a file of the detector is missing or damaged, or the thread ended
 */
export async function createThingRecogniser(files: ThingFileAddresses = findThingFiles()) {
  const { model, weights, tensorFlow, wasmFolder } = files;
  const thread = await startTaskThread<Uint8Array, ThingsAnswer>({
    file: new URL('./things-worker.ts', import.meta.url),
    // As text, because addresses cannot be sent.
    workerData: [model, weights, tensorFlow, wasmFolder].map(({ href }) => href) satisfies ThingsWorkerData,
    name: 'The recogniser of things',
    check: () => checkThingFiles(files),
  });
  return {
    /**
     * What may be in a picture of any size, the surest first, with what else each of it could be: far more than may be
     * said (`keepSureThings`). Takes about 0.1 s on one core. Pictures are looked at one after another.
     * @throws Error with a sentence when the picture has not the bytes that its size says, or the detector broke off
     */
    async recognise(picture: RgbPicture): Promise<readonly SeenThing[]> {
      const { pixels, place } = await fitToDetector(picture);
      return readDetections((await thread.ask(pixels, 0)).detections, place);
    },
    close: thread.close,
  };
}

/**
 * Fits a whole picture into the detector's square, keeping its shape. Stretched to the square, as the detector was shown
 * its pictures when it learned, it finds fewer things (37 % against 40 %). Takes 1 to 10 ms.
 * @returns `place`: where the picture lies in the square, in pixels of it
 */
async function fitToDetector({ width, height, pixels }: RgbPicture) {
  if (pixels.length !== width * height * 3)
    throw new Error(`A picture of ${width} × ${height} pixels cannot have ${pixels.length} bytes.`);
  const side = detectorSidePixels;
  const scale = side / Math.max(width, height);
  const toSide = (each: number) => Math.min(side, Math.max(1, Math.round(each * scale)));
  const [wide, high] = [toSide(width), toSide(height)];
  const left = Math.floor((side - wide) / 2);
  const top = Math.floor((side - high) / 2);
  const borders = { left, top, right: side - wide - left, bottom: side - high - top };
  const square = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(wide, high, { fit: 'fill' })
    .extend({ ...borders, background: margin })
    .raw()
    .toBuffer();
  // A buffer of Node may be part of a larger one, which would be sent to the thread, too.
  return { pixels: new Uint8Array(square), place: { left, top, right: left + wide, bottom: top + high } };
}

/** Things from the detector's rows, the surest first; of boxes of a kind that are about one thing the surest stays. */
function readDetections(detections: Float32Array, place: Box): readonly SeenThing[] {
  const things: SeenThing[] = [];
  for (let start = 0; start + detectionValues <= detections.length; start += detectionValues) {
    const [left = 0, top = 0, right = 0, bottom = 0, confidence = 0, kind = -1] = detections.subarray(start);
    const name = thingNames[kind];
    if (!name || !(confidence >= minConfidence)) continue;
    const box = {
      left: toShare(left, place.left, place.right),
      top: toShare(top, place.top, place.bottom),
      right: toShare(right, place.left, place.right),
      bottom: toShare(bottom, place.top, place.bottom),
    };
    if (box.right > box.left && box.bottom > box.top) things.push({ name, confidence, box });
  }
  things.sort((one, other) => other.confidence - one.confidence);
  return things.filter((thing, at) =>
    things.slice(0, at).every(surer => surer.name !== thing.name || !isSamePlace(surer.box, thing.box)),
  );
}

function toShare(pixel: number, start: number, end: number): number {
  return Math.min(1, Math.max(0, (pixel - start) / (end - start)));
}
