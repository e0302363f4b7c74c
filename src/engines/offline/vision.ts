import { setImmediate } from 'node:timers/promises';
import type { PoolLoad } from '#shared/async/semaphore.ts';
import { offlineProviderName } from '#shared/marks/provenance.ts';
import type { Readiness, VisionEngine, VisionRequest } from '../ports.ts';
import { writeAnalysis } from './analysis-text.ts';
import { chooseLines } from './choose-lines.ts';
import { followThings } from './follow-things.ts';
import {
  findStrikingColour,
  isDark,
  isOtherScene,
  measurePicture,
  type PictureMeasure,
} from './measure-picture.ts';
import type { ReadLine, SeenThing } from './recognition/recognised.ts';
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
 * Looks at pictures without an AI provider: recognises kinds of things, counts them, reads print, and notes darkness and
 * striking colours. The analysis is text for a person that `createOfflineScript` reads back.
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
      const jpegs = request.frames.map(({ jpeg }) => jpeg);
      const pictures = await visionWorker.observe(jpegs, request);
      return describeAll(request, pictures);
    },
  };
}

async function describeAll({ frames }: VisionRequest, pictures: readonly ObservedPicture[]): Promise<string> {
  const measured = await measureAll(pictures);
  const isNewScene = measured.map((now, at) => {
    const before = measured[at - 1];
    return before !== undefined && isOtherScene(before, now);
  });
  const followed = followThings(keepSureThings(pictures.map(({ things }) => things)), isNewScene);
  const printed = chooseLines(pictures.map(({ lines }) => lines));
  const descriptions = frames.flatMap(({ seconds }, at) => {
    const [measure, things, print] = [measured[at], followed[at], printed[at]];
    if (!measure || !things || !print) return [];
    const colour = findStrikingColour(measure);
    const look = { isNewScene: isNewScene[at] ?? false, isDark: isDark(measure), colour };
    return [{ seconds: Math.round(seconds * 10) / 10, ...look, ...things, ...print }];
  });
  return writeAnalysis(descriptions, [...new Set(pictures.flatMap(({ faults }) => faults))]);
}

async function measureAll(pictures: readonly ObservedPicture[]): Promise<PictureMeasure[]> {
  const measured: PictureMeasure[] = [];
  for (const { square } of pictures) {
    measured.push(measurePicture(square));
    // A picture takes milliseconds; others want to be heard between them.
    await setImmediate();
  }
  return measured;
}
