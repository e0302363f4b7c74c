import { setImmediate } from 'node:timers/promises';
import type { PoolLoad } from '#shared/async/semaphore.ts';
import { listMoments } from '#shared/frame.ts';
import { offlineProviderName } from '#shared/marks/provenance.ts';
import type { Readiness, VisionEngine, VisionRequest } from '../ports.ts';
import { writeAnalysis } from './analysis.ts';
import { chooseLines } from './choose-lines.ts';
import { countThings } from './count-things.ts';
import { measuredSidePixels, type ReadLine, type SeenThing } from './recognition/recognised.ts';
import { keepSureThings } from './recognition/thing-thresholds.ts';

export interface ObservedPicture {
  /** The picture as a square of `measuredSidePixels`, whatever its shape: three bytes of sRGB a pixel, row by row. */
  readonly square: Uint8Array;
  readonly things: readonly SeenThing[];
  readonly lines: readonly ReadLine[];
  /** Sentences on what could not be looked for in it. */
  readonly faults: readonly string[];
}

/** What looks at pictures. Given from outside, because strangers' pictures are decoded where a crash costs nothing. */
export interface OfflineVisionWorker {
  /**
   * Decodes JPEGs and looks for things and print in them.
   * @throws CodedError for what is no JPEG, damaged or too large, and what else the decoder has to say
   */
  observe(
    jpegs: readonly Uint8Array[],
    request: Pick<VisionRequest, 'requester' | 'signal'>,
  ): Promise<readonly ObservedPicture[]>;
  /** Starts what it needs, so that it is ready when the pictures are there. */
  prepare(): void;
  readLoad(): PoolLoad;
  /** Sentences on what it cannot look for at the moment, because a part of it is missing or damaged. */
  findFaults(): Promise<readonly string[]>;
}

/**
 * Looks at pictures without an AI provider: recognises kinds of things, counts them, and reads print. The analysis is text for a person
 * that `createOfflineScript` reads back.
 */
export function createOfflineVision(visionWorker: OfflineVisionWorker): VisionEngine {
  return {
    provider: { name: offlineProviderName, isOffline: true },
    model: undefined,
    prepare: visionWorker.prepare,
    readLoad: visionWorker.readLoad,
    async checkReadiness(): Promise<Readiness> {
      const faults = await visionWorker.findFaults();
      const note = faults.length > 0 ? faults.join(' ') : undefined;
      return { kind: 'ready', model: undefined, found: 'part of Benshi', note };
    },
    async analyze(request) {
      // It tells kinds of things, not movements, and tracks them across all pictures.
      const frames = listMoments(request.frames).map(({ middle }) => middle);
      const pictures = await visionWorker.observe(
        frames.map(({ jpeg }) => jpeg),
        request,
      );
      return describeAll(frames, pictures);
    },
  };
}

async function describeAll(
  frames: VisionRequest['frames'],
  pictures: readonly ObservedPicture[],
): Promise<string> {
  const isNewScene = await findScenes(pictures);
  const counted = countThings(keepSureThings(pictures.map(({ things }) => things)), isNewScene);
  const printed = chooseLines(pictures.map(({ lines }) => lines));
  const notes = frames.flatMap(({ seconds }, at) => {
    const [things, print] = [counted[at], printed[at]];
    if (!things || !print) return [];
    return { seconds: Math.round(seconds * 10) / 10, isNewScene: isNewScene[at] ?? false, things, ...print };
  });
  return writeAnalysis(notes, [...new Set(pictures.flatMap(({ faults }) => faults))]);
}

/** Brightness is that of squares of pixels, so that noise and a trembling hand do not count. */
const cellSidePixels = 4;
const cellsPerSide = measuredSidePixels / cellSidePixels;
/** Colours are told apart by the upper two bits of red, green and blue. */
const paletteColours = 64;

/** Another scene: so much of the colours moved, and light and shade lie elsewhere. Ours, set beside real videos. */
const otherScene = { paletteAbove: 0.3, likenessBelow: 0.45 } as const;
/** Even pictures have no shapes to compare: the variance of brightness, 0 to 1. */
const evenVariance = 0.0001;

type Measure = ReturnType<typeof measurePicture>;

async function findScenes(pictures: readonly ObservedPicture[]): Promise<boolean[]> {
  const found: boolean[] = [];
  let before: Measure | undefined;
  for (const { square } of pictures) {
    const now = measurePicture(square);
    found.push(before !== undefined && isOtherScene(before, now));
    before = now;
    // A picture takes milliseconds; others want to be heard between them.
    await setImmediate();
  }
  return found;
}

/** The share of the pixels of each colour, and the mean brightness of each square, 0 to 1. */
function measurePicture(pixels: Uint8Array) {
  const count = measuredSidePixels ** 2;
  const palette = new Float32Array(paletteColours);
  const cells = new Float32Array(cellsPerSide ** 2);
  for (let at = 0; at < count; at++) {
    const [red, green, blue] = [pixels[at * 3] ?? 0, pixels[at * 3 + 1] ?? 0, pixels[at * 3 + 2] ?? 0];
    const colour = (red >> 6) * 16 + (green >> 6) * 4 + (blue >> 6);
    palette[colour] = (palette[colour] ?? 0) + 1 / count;
    const row = Math.floor(at / measuredSidePixels / cellSidePixels);
    const cell = row * cellsPerSide + Math.floor((at % measuredSidePixels) / cellSidePixels);
    const brightness = (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
    cells[cell] = (cells[cell] ?? 0) + brightness / cellSidePixels ** 2;
  }
  return { palette, cells };
}

function isOtherScene(before: Measure, now: Measure): boolean {
  const repainted = before.palette.reduce(
    (sum, share, at) => sum + Math.abs((now.palette[at] ?? 0) - share) / 2,
    0,
  );
  const likeness = computeLikeness(before.cells, now.cells);
  return repainted > otherScene.paletteAbove && likeness < otherScene.likenessBelow;
}

/** Pearson's correlation of brightness: 1 where light and shade lie alike, 0 where they have nothing in common. */
function computeLikeness(before: Float32Array, now: Float32Array): number {
  const [meanBefore, meanNow] = [computeMean(before), computeMean(now)];
  const products = before.map((value, at) => (value - meanBefore) * ((now[at] ?? 0) - meanNow));
  const varianceBefore = computeMean(before.map(value => (value - meanBefore) ** 2));
  const varianceNow = computeMean(now.map(value => (value - meanNow) ** 2));
  return computeMean(products) / Math.sqrt(Math.max(varianceBefore * varianceNow, evenVariance ** 2));
}

function computeMean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
