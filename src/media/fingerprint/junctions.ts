import { type Evidence, listCuts } from './cut-evidence.ts';
import { type Fingerprint, soundRate } from './fingerprint.ts';
import { type Run, sumEvidence } from './match-runs.ts';

export interface PlacedRun extends Run {
  /** Exact, where cuts of both videos tell. */
  readonly offsetMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

const stepMs = 1000 / soundRate;
/** Junctions are looked for so many steps around. */
const reach = 4 * soundRate;
const nowCutOdds = 3;
const oldCutOdds = 1;
/** Something was removed or something put in, seldom both at once. */
const replacedCost = 5;
/** A cut is seen in both videos within so many milliseconds. */
const maxCutDifferenceMs = 200;

interface Edge {
  readonly step: number;
  /** Where in the old video it is, in steps at the new one's speed. */
  readonly oldStep: number;
  readonly odds: number;
}

/** The runs with their exact times: each joins the next where their evidence changes, at a cut if there is one. */
export function findJunctions(
  evidence: Evidence,
  runs: readonly Run[],
  old: Fingerprint,
  now: Fingerprint,
): PlacedRun[] {
  const oldCuts = listCuts(old).map(ms => ms * evidence.speed);
  const nowCuts = listCuts(now);
  const placed = runs.map(run => ({ ...run, offsetMs: placeRun(evidence, run, oldCuts, nowCuts) }));
  const ends = placed.map(() => ({
    fromMs: 0,
    toMs: now.durationMs,
    fromStep: 0,
    toStep: evidence.nowSteps,
  }));
  for (let at = 0; at <= placed.length; at++) {
    const [before, after] = [placed[at - 1], placed[at]];
    const [end, start] = joinRuns(evidence, before, after, oldCuts, nowCuts);
    const [endOf, startOf] = [ends[at - 1], ends[at]];
    if (endOf) Object.assign(endOf, { toStep: end, toMs: snap(evidence, end, nowCuts) });
    if (startOf) Object.assign(startOf, { fromStep: start, fromMs: snap(evidence, start, nowCuts) });
  }
  return placed.flatMap((run, at) => {
    const end = ends[at];
    return end && end.toStep > end.fromStep ? [{ ...run, ...end }] : [];
  });
}

function snap({ nowSteps }: Evidence, step: number, cuts: readonly number[]): number {
  if (step === 0 || step === nowSteps) return step * stepMs;
  return findNear(cuts, step * stepMs, stepMs) ?? step * stepMs;
}

/** The nearest of ascending times. */
function findNear(times: readonly number[], ms: number, maxMs: number): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < ms) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [times[low - 1], times[low]];
  const near = ms - (before ?? -Infinity) < (after ?? Infinity) - ms ? before : after;
  return near !== undefined && Math.abs(near - ms) <= maxMs ? near : undefined;
}

/** Where cuts agree, or else halfway between the offsets that agree as well. */
function placeRun(
  evidence: Evidence,
  run: Run,
  oldCuts: readonly number[],
  nowCuts: readonly number[],
): number {
  const differences = oldCuts.flatMap(ms => {
    const at = ms + run.offset * stepMs;
    if (at < run.fromStep * stepMs || at > run.toStep * stepMs) return [];
    const near = findNear(nowCuts, at, maxCutDifferenceMs);
    return near === undefined ? [] : [near - at];
  });
  differences.sort((one, other) => one - other);
  const middle = differences[differences.length >> 1];
  if (middle !== undefined) return run.offset * stepMs + middle;
  const [before = 0, at = 0, after = 0] = [-1, 0, 1].map(by =>
    sumEvidence(evidence, { ...run, offset: run.offset + by }),
  );
  const bend = before - 2 * at + after;
  const by = bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  return (run.offset + by) * stepMs;
}

/** The step at which one run ends and that at which the next begins; 0 and the end of the video where there is none. */
function joinRuns(
  evidence: Evidence,
  before: Run | undefined,
  after: Run | undefined,
  oldCuts: readonly number[],
  nowCuts: readonly number[],
): readonly [number, number] {
  const ends: Edge[] = before
    ? listEdges(evidence, before, before.toStep, Math.max(before.fromStep + 1, before.toStep - reach), 1)
    : [{ step: 0, oldStep: 0, odds: 0 }];
  const starts: Edge[] = after
    ? listEdges(evidence, after, after.fromStep, Math.min(after.toStep - 1, after.fromStep + reach), -1)
    : [{ step: evidence.nowSteps, oldStep: evidence.oldSteps, odds: 0 }];
  const goesBack =
    before &&
    after &&
    after.offset > before.offset &&
    after.fromStep - after.offset < before.fromStep - before.offset;
  const rateCut = ({ step, oldStep }: Edge) =>
    (findNear(nowCuts, step * stepMs, stepMs) === undefined ? 0 : nowCutOdds) +
    (findNear(oldCuts, oldStep * stepMs, stepMs) === undefined ? 0 : oldCutOdds);
  const endsWithCuts = ends.map(edge => ({ ...edge, odds: edge.odds + rateCut(edge) / 2 }));
  const startsWithCuts = starts.map(edge => ({ ...edge, odds: edge.odds + rateCut(edge) / 2 }));
  let [best, found] = [Number.NEGATIVE_INFINITY, [0, 0] as readonly [number, number]];
  for (const end of endsWithCuts) {
    for (const start of startsWithCuts) {
      const [put, removed] = [start.step - end.step, start.oldStep - end.oldStep];
      if (put < 0 || (removed < 0 && !goesBack)) continue;
      const isReplaced = put > 0 && removed > 0 && before?.offset !== after?.offset;
      const odds = end.odds + start.odds - (isReplaced ? replacedCost : 0);
      if (odds > best) [best, found] = [odds, [end.step, start.step]];
    }
  }
  return Number.isFinite(best) ? found : [before?.toStep ?? 0, after?.fromStep ?? evidence.nowSteps];
}

/** Edges of a run around a step, each with the odds of what would be gained or lost against the far limit. */
function listEdges(evidence: Evidence, run: Run, around: number, limit: number, direction: 1 | -1): Edge[] {
  const edges: Edge[] = [];
  const last = around + direction * reach;
  let odds = 0;
  for (let step = limit; direction > 0 ? step <= last : step >= last; step += direction) {
    const oldStep = step - run.offset;
    if (step < 0 || step > evidence.nowSteps || oldStep < 0 || oldStep > evidence.oldSteps) break;
    edges.push({ step, oldStep, odds });
    const next = direction > 0 ? step : step - 1;
    odds += evidence.ofNearPicture(run.offset, next, true) + evidence.ofSound(run.offset, next);
  }
  return edges;
}
