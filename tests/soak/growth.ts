import type { Sample } from './sample.ts';

/** Something that was counted at rest, again and again, in hours and its own unit. */
export interface RestPoint {
  readonly hours: number;
  readonly value: number;
}

/**
 * How much a figure grows in an hour: the median of the slopes between any two points (Theil and Sen), which up to a quarter
 * of odd points do not move.
 */
export function measureGrowthPerHour(points: readonly RestPoint[]): number {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map(other => (other.value - one.value) / (other.hours - one.hours)),
  );
  const sorted = slopes.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/**
 * The least value of each rest that ended after `fromSeconds`. Only its last third counts: decoders without work leave
 * after a minute, and what is collected is collected by then.
 */
export function listRestPoints(
  samples: readonly Sample[],
  read: (sample: Sample) => number,
  fromSeconds = 0,
): RestPoint[] {
  return groupRests(samples).flatMap(rest => {
    const last = rest.slice(-Math.max(1, Math.ceil(rest.length / 3)));
    const end = last.at(-1)?.seconds ?? 0;
    if (end < fromSeconds) return [];
    return [{ hours: end / 3600, value: Math.min(...last.map(read)) }];
  });
}

function groupRests(samples: readonly Sample[]): Sample[][] {
  const rests: Sample[][] = [];
  for (const [index, sample] of samples.entries()) {
    if (sample.phase !== 'rest') continue;
    if (samples[index - 1]?.phase === 'rest') rests.at(-1)?.push(sample);
    else rests.push([sample]);
  }
  return rests;
}
