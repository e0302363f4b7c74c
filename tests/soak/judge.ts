import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listTree, measureAllocatedMemory } from '../support/linux-process.ts';
import type { StartedProduct } from '../support/start-product.ts';

/** A measurement of the product. */
export interface Sample {
  readonly seconds: number;
  readonly phase: 'load' | 'rest';
  /** Memory allocated by the server and its children, without file-backed pages, which others may share. */
  readonly allocatedMb: number;
  readonly descriptors: number;
  readonly temporaryFiles: number;
  readonly children: number;
}

/** Growth an hour, at rest, that is no leak. */
const maxPerHour = { allocatedMb: 2, descriptors: 1, temporaryFiles: 0, children: 0 } as const;
const settledSeconds = 600;

export function measureProduct({ serverPid, dataDir }: StartedProduct): Omit<Sample, 'seconds' | 'phase'> {
  const tree = listTree(serverPid);
  return {
    allocatedMb: tree.map(measureAllocatedMemory).reduce((sum, each) => sum + each, 0) / 1024 ** 2,
    descriptors: readdirSync(`/proc/${serverPid}/fd`).length,
    temporaryFiles: readdirSync(join(dataDir, 'tmp')).length,
    children: tree.length - 1,
  };
}

/**
 * The growth of each figure an hour, the figures at each rest, and a sentence for each that grows too much. A short run
 * is judged as a whole.
 */
export function judgeSamples(samples: readonly Sample[], { isShort = false } = {}) {
  const faults: string[] = [];
  const growthPerHour: Record<string, number> = {};
  const atRest: Record<string, readonly number[]> = {};
  for (const [name, most] of Object.entries(maxPerHour) as [keyof typeof maxPerHour, number][]) {
    const points = listRestPoints(samples, name, isShort ? 0 : settledSeconds);
    const growth = measureGrowthPerHour(points);
    growthPerHour[name] = growth;
    atRest[name] = points.map(({ value }) => value);
    if (!(growth <= most)) faults.push(`${name}: ${growth.toFixed(2)} more an hour`);
  }
  return { faults, growthPerHour, atRest };
}

interface RestPoint {
  readonly hours: number;
  readonly value: number;
}

/** The median slope between any two points (Theil and Sen), which tolerates a quarter of outliers. */
function measureGrowthPerHour(points: readonly RestPoint[]): number {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map(other => (other.value - one.value) / (other.hours - one.hours)),
  );
  const sorted = slopes.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The minimum in the last third of each rest that ended after `fromSeconds`: idle decoders end after a minute. */
function listRestPoints(
  samples: readonly Sample[],
  name: keyof typeof maxPerHour,
  fromSeconds: number,
): RestPoint[] {
  const rests: Sample[][] = [];
  for (const [index, sample] of samples.entries()) {
    if (sample.phase !== 'rest') continue;
    if (samples[index - 1]?.phase === 'rest') rests.at(-1)?.push(sample);
    else rests.push([sample]);
  }
  return rests.flatMap(rest => {
    const last = rest.slice(-Math.max(1, Math.ceil(rest.length / 3)));
    const end = last.at(-1)?.seconds ?? 0;
    return end < fromSeconds
      ? []
      : [{ hours: end / 3600, value: Math.min(...last.map(sample => sample[name])) }];
  });
}
