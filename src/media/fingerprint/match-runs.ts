import { requireNotCancelled } from '#shared/cancellation.ts';
import type { Evidence } from './cut-evidence.ts';
import { soundRate } from './fingerprint.ts';

/** A stretch of the new video that comes from one place of the old one. Times are steps of the new video; `toStep` is not in it. */
export interface Run {
  /** Moment m of the old video, in steps at the speed of the new one, is at m + offset. */
  readonly offset: number;
  readonly fromStep: number;
  readonly toStep: number;
}

interface FoundRun extends Run {
  readonly odds: number;
}

/** Odds that a stretch must have to be looked at: some three seconds with pictures and sound. */
const minOddsToLook = 12;
/** A stretch ends where it has lost so much. */
const maxLoss = 15;
/** Offsets are tried at each second step, and made exact then. */
const offsetStride = 2;
/** Places that are weighed for each moment, and in all. */
const maxPlacesPerSecond = 12;
const maxPlaces = 250;
/** Videos of more seconds are searched by some of them. */
const maxSearchedSeconds = 5400;

/** That a video goes on somewhere else is unlikely: one place of all. */
const jumpCost = 10;
/** Scenes seldom change places. */
const jumpBackCost = 5;
const leaveCost = 1;
/** A cut in the new film makes a jump likelier. */
const cutBonus = 2;

/** Lets others run, and ends when cancelled. @throws CodedError of cancelled work */
export type Breathe = () => Promise<void>;

export function makeBreathe(signal: AbortSignal | undefined, everyMs = 30): Breathe {
  let since = performance.now();
  return async () => {
    if (signal) requireNotCancelled(signal);
    if (performance.now() - since < everyMs) return;
    const pause = Promise.withResolvers<void>();
    const timer = setInterval(pause.resolve, 0);
    await pause.promise;
    clearInterval(timer);
    since = performance.now();
  };
}

/** Places of the old video that parts of the new one may come from, as offsets in ascending order. */
export async function findOffsets(evidence: Evidence, breathe: Breathe): Promise<number[]> {
  const found = await searchOffsets(evidence, breathe);
  found.sort((one, other) => other.odds - one.odds);
  const placesOfSecond = new Uint8Array(Math.ceil(evidence.nowSteps / soundRate) + 1);
  // Both begin or end at the same time: the natural places of what says nothing itself.
  const offsets = new Set([0, evidence.nowSteps - evidence.oldSteps]);
  for (const run of found) {
    if (offsets.size >= maxPlaces) break;
    const seconds = placesOfSecond.subarray(
      Math.floor(run.fromStep / soundRate),
      Math.ceil(run.toStep / soundRate),
    );
    if (seconds.every(places => places >= maxPlacesPerSecond)) continue;
    const offset = refineOffset(evidence, run);
    if (offsets.has(offset)) continue;
    for (const [at, places] of seconds.entries()) seconds[at] = Math.min(255, places + 1);
    offsets.add(offset);
  }
  return [...offsets].sort((one, other) => one - other);
}

/** Stretches in which old and new agree, at every offset. */
async function searchOffsets(evidence: Evidence, breathe: Breathe): Promise<FoundRun[]> {
  const { oldSeconds, oldSteps, nowSteps, stepOfSecond } = evidence;
  const stride = Math.max(1, Math.ceil(oldSeconds / maxSearchedSeconds));
  let found: FoundRun[] = [];
  let minOdds = minOddsToLook / stride;
  for (let offset = soundRate - oldSteps; offset < nowSteps; offset += offsetStride) {
    await breathe();
    let [odds, best, from, to] = [0, 0, 0, 0];
    const keep = () => {
      if (best >= minOdds) found.push({ offset, fromStep: from, toStep: to, odds: best });
      odds = 0;
      best = 0;
    };
    const perSecond = soundRate * evidence.speed;
    const first = Math.max(0, Math.ceil(-offset / perSecond));
    for (let second = first; second < oldSeconds; second += stride) {
      const step = (stepOfSecond[second] ?? 0) + offset;
      if (step < 0) continue;
      if (step >= nowSteps) break;
      if (odds === 0) from = step;
      odds += evidence.ofSecond(second, step);
      if (odds > best) {
        best = odds;
        to = step + soundRate;
      } else if (odds <= 0 || odds < best - maxLoss) keep();
    }
    keep();
    if (found.length > 50_000) {
      found = found.sort((one, other) => other.odds - one.odds).slice(0, 10_000);
      minOdds = found.at(-1)?.odds ?? minOdds;
    }
  }
  return found;
}

/** The offset beside a run's at which old and new agree best. */
export function refineOffset(evidence: Evidence, run: Run): number {
  let [bestOffset, bestOdds] = [run.offset, Number.NEGATIVE_INFINITY];
  for (const change of [0, -1, 1, -2, 2]) {
    const odds = sumEvidence(evidence, { ...run, offset: run.offset + change });
    if (odds > bestOdds) [bestOffset, bestOdds] = [run.offset + change, odds];
  }
  return bestOffset;
}

export function sumEvidence(evidence: Evidence, { offset, fromStep, toStep }: Run): number {
  let odds = 0;
  const end = Math.min(toStep, offset + evidence.oldSteps, evidence.nowSteps);
  for (let step = Math.max(0, fromStep, offset); step < end; step++) {
    odds += evidence.ofPicture(offset, step) + evidence.ofSound(offset, step);
  }
  return odds;
}

/**
 * Where each part of the new video comes from, by dynamic programming over its steps: the most likely sequence of places (and of stretches
 * that are nowhere in the old one), when going on somewhere else costs.
 * @param isCut whether the new video has a cut at a step
 */
export async function chainRuns(
  evidence: Evidence,
  offsets: readonly number[],
  isCut: (nowStep: number) => boolean,
  breathe: Breathe,
): Promise<{ runs: Run[]; odds: number }> {
  const { nowSteps, oldSteps } = evidence;
  const none = offsets.length;
  const states = none + 1;
  const cameFrom = new Uint8Array(nowSteps * states);
  let odds = Float64Array.from({ length: states }, (_, state) =>
    state === none || offsets[state] === 0 ? 0 : -jumpCost,
  );
  odds[none] = -leaveCost;
  for (let step = 0; step < nowSteps; step++) {
    if (step % 64 === 0) await breathe();
    const next = new Float64Array(states).fill(Number.NEGATIVE_INFINITY);
    const bonus = isCut(step) ? cutBonus : 0;
    const ahead = findBestAfter(odds, none);
    // In ascending order: what was before is a place further on in the old video, from which this one is a jump back.
    let behind = none;
    const row = step * states;
    for (let state = 0; state < none; state++) {
      const offset = offsets[state] ?? 0;
      if (step >= offset && step < offset + oldSteps) {
        const choices = [
          [state, odds[state] ?? 0],
          [ahead[state + 1] ?? none, (odds[ahead[state + 1] ?? none] ?? 0) - jumpCost + bonus],
          [behind, (odds[behind] ?? 0) - jumpCost - (behind === none ? 0 : jumpBackCost) + bonus],
        ] as const;
        let [from, value] = choices[0];
        for (const [other, otherValue] of choices)
          if (otherValue > value) [from, value] = [other, otherValue];
        next[state] = value + evidence.ofPicture(offset, step) + evidence.ofSound(offset, step);
        cameFrom[row + state] = from;
      }
      if ((odds[state] ?? 0) > (odds[behind] ?? 0)) behind = state;
    }
    // A place whose old video has ended is left for nothing.
    let [from, value] = [none, odds[none] ?? 0];
    for (let state = 0; state < none; state++) {
      const isOver = step === (offsets[state] ?? 0) + oldSteps;
      const left = (odds[state] ?? 0) - (isOver ? 0 : leaveCost - bonus / 2);
      if (left > value) [from, value] = [state, left];
    }
    next[none] = value;
    cameFrom[row + none] = from;
    odds = next;
  }
  let last = none;
  for (const [state, offset] of offsets.entries()) {
    if (offset + oldSteps !== nowSteps) odds[state] = (odds[state] ?? 0) - leaveCost;
    if ((odds[state] ?? 0) > (odds[last] ?? 0)) last = state;
  }
  return { runs: followBack(cameFrom, offsets, last, nowSteps), odds: odds[last] ?? 0 };
}

/** For each state the best of it and those after it. */
function findBestAfter(odds: Float64Array, none: number): Uint8Array {
  const best = new Uint8Array(none + 1).fill(none);
  for (let state = none - 1; state >= 0; state--) {
    const after = best[state + 1] ?? none;
    best[state] = (odds[state] ?? 0) > (odds[after] ?? 0) ? state : after;
  }
  return best;
}

function followBack(cameFrom: Uint8Array, offsets: readonly number[], last: number, nowSteps: number): Run[] {
  const runs: Run[] = [];
  let [state, toStep] = [last, nowSteps];
  for (let step = nowSteps - 1; step >= 0; step--) {
    const before = cameFrom[step * (offsets.length + 1) + state] ?? 0;
    if (before === state && step > 0) continue;
    const offset = offsets[state];
    if (offset !== undefined && toStep > step) runs.unshift({ offset, fromStep: step, toStep });
    [state, toStep] = [before, step];
  }
  return runs;
}
