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
/** Places that are weighed for each moment, and in all. */
const maxPlacesPerSecond = 24;
const maxPlaces = 250;
/** Videos of more seconds are searched by some of them. */
const maxSearchedSeconds = 5400;
const maxSampledSeconds = 600;

/** That a video goes on somewhere else is unlikely: one place of all. */
export const jumpCost = 12;
/** Scenes seldom change places. */
export const jumpBackCost = 10;
const leaveCost = 1;
/** A cut in the new film makes a jump likelier. */
const cutBonus = 2;
/** That another picture comes to the same sound, or another sound to the same picture. */
const changeCost = 3;

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
  const found = await searchOffsets(evidence, maxSearchedSeconds, breathe);
  found.sort((one, other) => rateRun(other) - rateRun(one));
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
    if ([-1, 0, 1].some(by => offsets.has(run.offset + by))) continue;
    for (const [at, places] of seconds.entries()) seconds[at] = Math.min(255, places + 1);
    offsets.add(run.offset);
  }
  return [...offsets].sort((one, other) => one - other);
}

/** The odds of the longest stretch that agrees, by a sample of seconds. At a wrong speed, pictures and sound soon run apart. */
export async function findLongestAgreement(evidence: Evidence, breathe: Breathe): Promise<number> {
  const found = await searchOffsets(evidence, maxSampledSeconds, breathe);
  return found.reduce((most, { odds }) => Math.max(most, odds), 0);
}

/** Stretches in which old and new agree, at every offset. */
async function searchOffsets(evidence: Evidence, maxSeconds: number, breathe: Breathe): Promise<FoundRun[]> {
  const { oldSeconds, oldSteps, nowSteps, stepOfSecond } = evidence;
  const stride = Math.max(1, Math.ceil(oldSeconds / maxSeconds));
  let found: FoundRun[] = [];
  let minRate = 0;
  for (let offset = soundRate - oldSteps; offset < nowSteps; offset++) {
    await breathe();
    let [odds, best, from, to] = [0, 0, 0, 0];
    const keep = () => {
      const run = { offset, fromStep: from, toStep: to, odds: best };
      if (best >= minOddsToLook / stride && rateRun(run) > minRate) found.push(run);
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
      found = found.sort((one, other) => rateRun(other) - rateRun(one)).slice(0, 10_000);
      minRate = Math.min(...found.map(rateRun));
    }
  }
  return found;
}

/** How far from chance it is: a long stretch of what is everywhere agrees by chance. */
function rateRun({ fromStep, toStep, odds }: FoundRun): number {
  return odds / (toStep - fromStep) ** 0.75;
}

/** What speaks for a run: picture and sound, or one of them alone. */
export function sumEvidence(evidence: Evidence, { offset, fromStep, toStep }: Run): number {
  let [pictures, sound] = [0, 0];
  const end = Math.min(toStep, offset + evidence.oldSteps, evidence.nowSteps);
  for (let step = Math.max(0, fromStep, offset); step < end; step++) {
    pictures += evidence.ofPicture(offset, step);
    sound += evidence.ofSound(offset, step);
  }
  return Math.max(pictures + sound, pictures - changeCost, sound - changeCost);
}

/** What agrees at a place: both, the picture alone, the sound alone. */
const ways = 3;
/** Comes from another place. */
const entered = 3;

/**
 * Where each part of the new video comes from, by dynamic programming over its steps: the most likely sequence of places (and of stretches
 * that are nowhere in the old one), when going on somewhere else costs.
 * @param isCut whether the new video has a cut at a step
 * @param backCost for a jump back in the old video
 */
export async function chainRuns(
  evidence: Evidence,
  offsets: readonly number[],
  isCut: (nowStep: number) => boolean,
  backCost: number,
  breathe: Breathe,
): Promise<Run[]> {
  const { nowSteps, oldSteps } = evidence;
  const none = offsets.length;
  // How each state was come to: the place before, and two bits for each way, and two for what agreed best before.
  const places = new Uint8Array(nowSteps * (none + 1));
  const moves = new Uint8Array(nowSteps * none);
  const odds = new Float64Array(none * ways).fill(Number.NEGATIVE_INFINITY);
  const best = Float64Array.from(offsets, offset => (offset === 0 ? 0 : -jumpCost));
  odds.set(best);
  const bestWays = new Uint8Array(none);
  const before = new Float64Array(none);
  // Nowhere: what speaks for it, and where in the old video it was left for it.
  let [nowhere, leftAt] = [-leaveCost, 0];
  for (let step = 0; step < nowSteps; step++) {
    if (step % 64 === 0) await breathe();
    before.set(best);
    const bonus = isCut(step) ? cutBonus : 0;
    const ahead = findBestAfter(before);
    const nowhereBefore = nowhere;
    let left = none;
    // In ascending order: what was before is a place further on in the old video, from which this one is a jump back.
    let behind = -1;
    for (let place = 0; place < none; place++) {
      const offset = offsets[place] ?? 0;
      const here = before[place] ?? 0;
      const leaving = here - (step === offset + oldSteps ? 0 : leaveCost - bonus / 2);
      if (leaving > nowhere) [nowhere, left] = [leaving, place];
      const isThere = step >= offset && step < offset + oldSteps;
      let [from, enter] = [none, nowhereBefore - (step - offset < leftAt ? backCost : 0)];
      const next = ahead[place + 1] ?? none;
      if ((before[next] ?? Number.NEGATIVE_INFINITY) > enter) [from, enter] = [next, before[next] ?? 0];
      const jumpBack = (before[behind] ?? Number.NEGATIVE_INFINITY) - backCost;
      if (jumpBack > enter) [from, enter] = [behind, jumpBack];
      enter += bonus - jumpCost;
      const picture = isThere ? evidence.ofPicture(offset, step) : 0;
      const sound = isThere ? evidence.ofSound(offset, step) : 0;
      let move = (bestWays[place] ?? 0) << 6;
      let bestOdds = Number.NEGATIVE_INFINITY;
      for (let way = 0; way < ways; way++) {
        let [value, cameFrom] = [odds[way * none + place] ?? 0, way];
        if (here - changeCost > value) [value, cameFrom] = [here - changeCost, bestWays[place] ?? 0];
        const fresh = way === 0 ? enter : enter - changeCost;
        if (fresh > value) [value, cameFrom] = [fresh, entered];
        value += way === 0 ? picture + sound : way === 1 ? picture : sound;
        if (!isThere) value = Number.NEGATIVE_INFINITY;
        odds[way * none + place] = value;
        move |= cameFrom << (2 * way);
        if (value > bestOdds) {
          bestOdds = value;
          best[place] = value;
          bestWays[place] = way;
        }
      }
      if (!isThere) best[place] = Number.NEGATIVE_INFINITY;
      places[step * (none + 1) + place] = from;
      moves[step * none + place] = move;
      if (here > (before[behind] ?? Number.NEGATIVE_INFINITY)) behind = place;
    }
    places[step * (none + 1) + none] = left;
    if (left !== none) leftAt = step - (offsets[left] ?? 0);
  }
  let [last, total] = [none, nowhere];
  for (const [place, offset] of offsets.entries()) {
    const value = (best[place] ?? 0) - (offset + oldSteps === nowSteps ? 0 : leaveCost);
    if (value > total) [last, total] = [place, value];
  }
  return followBack({ places, moves, offsets, nowSteps }, last, bestWays[last] ?? 0);
}

/** For each place the likeliest of it and those after it. */
function findBestAfter(odds: Float64Array): Uint8Array {
  const none = odds.length;
  const best = new Uint8Array(none + 1).fill(none);
  for (let place = none - 1; place >= 0; place--) {
    const after = best[place + 1] ?? none;
    best[place] = (odds[place] ?? 0) > (odds[after] ?? Number.NEGATIVE_INFINITY) ? place : after;
  }
  return best;
}

interface Steps {
  readonly places: Uint8Array;
  readonly moves: Uint8Array;
  readonly offsets: readonly number[];
  readonly nowSteps: number;
}

function followBack({ places, moves, offsets, nowSteps }: Steps, last: number, lastWay: number): Run[] {
  const runs: Run[] = [];
  const none = offsets.length;
  let [place, way, toStep] = [last, lastWay, nowSteps];
  for (let step = nowSteps - 1; step >= 0; step--) {
    const offset = offsets[place];
    const cameFrom = offset === undefined ? entered : ((moves[step * none + place] ?? 0) >> (2 * way)) & 3;
    const before = cameFrom === entered ? (places[step * (none + 1) + place] ?? none) : place;
    if (step > 0 && before === place) {
      if (cameFrom !== entered) way = cameFrom;
      continue;
    }
    if (offset !== undefined) runs.unshift({ offset, fromStep: step, toStep });
    [place, toStep] = [before, step];
    way = before === none ? 0 : (moves[step * none + before] ?? 0) >> 6;
  }
  return runs;
}
