import type { CutComparison, CutPart } from '#shared/narration/new-cut.ts';
import { type Evidence, gatherEvidence, listCuts } from './cut-evidence.ts';
import { type Fingerprint, soundRate } from './fingerprint.ts';
import { findJunctions, type PlacedRun } from './junctions.ts';
import {
  type Breathe,
  chainRuns,
  findLongestAgreement,
  findOffsets,
  jumpBackCost,
  jumpCost,
  makeBreathe,
  type Run,
  sumEvidence,
} from './match-runs.ts';

/** Pictures a second of a new video, so that its parts are placed to a fraction of a second. */
export const comparedPictureRate = 4;

/** What videos are sped up or slowed down by where their frame rate changes: 24 to 25 frames and back. */
const otherSpeeds = [25 / 24, 24 / 25];
/** Between 24 and 23.976 frames. */
const fineSpeeds = [1000 / 1001, 1001 / 1000];
/** So much more must agree at another speed. */
const minSpeedRatio = 1.2;

/** Odds of a stretch that is no chance. Our measurement. */
const minOdds = 15;
/** So much likelier must a place be than any other. */
const certainOdds = 8;
/** A stretch that fits better elsewhere by so much makes its run uncertain, though it is no reason to jump. */
const betterOdds = 4;
/** Shorter ones are noise of the measurement. */
const minGapMs = 400;
/** Offsets that differ by less are the same. */
const sameOffsetMs = 150;
/** For a change of what agrees, so that a title of 3 s is none. */
const changeCost = 3;
/** A step of sound that can hardly be told from another is the same. */
const usualSoundOdds = 0.1;

type KeptKind = 'kept' | 'picture changed' | 'sound changed';

interface Piece {
  readonly kind: KeptKind;
  oldFrom: number;
  oldTo: number;
  nowFrom: number;
  nowTo: number;
  readonly offset: number;
  readonly isUncertain: boolean;
}

/**
 * What became of a video in a new cut: where each part of it is now. Videos run at one speed against each other.
 * @param now with {@link comparedPictureRate}
 * @throws CodedError of cancelled work
 */
export async function compareCuts(
  old: Fingerprint,
  now: Fingerprint,
  signal?: AbortSignal,
): Promise<CutComparison> {
  const breathe = makeBreathe(signal);
  const cuts = new Set(
    listCuts(now).flatMap(ms => [-1, 0, 1].map(by => Math.round((ms / 1000) * soundRate) + by)),
  );
  const { evidence, offsets, runs } = await findRuns(old, now, cuts, breathe);
  const placed = resolveDoubles(evidence, findJunctions(evidence, closeHoles(evidence, runs), old, now));
  const pieces = placed.flatMap(run => nameKinds(evidence, run, cuts, isUncertain(evidence, run, offsets)));
  return assemble(old, now, pieces);
}

/** The runs at the speed at which most agrees. */
async function findRuns(old: Fingerprint, now: Fingerprint, cuts: ReadonlySet<number>, breathe: Breathe) {
  const gather = gatherEvidence(old, now);
  const tryOut = async (speed: number) => {
    const evidence = gather(speed);
    const offsets = await findOffsets(evidence, breathe);
    const chain = async (backCost: number) => {
      const chained = await chainRuns(evidence, offsets, step => cuts.has(step), backCost, breathe);
      const runs = resolveDoubles(evidence, chained).filter(run => isBeyondChance(evidence, run));
      return { evidence, offsets, runs, odds: sumRuns(evidence, runs), goesBack: chained.some(jumpsBack) };
    };
    const free = await chain(jumpBackCost);
    // In a loop, jumps back use the same part twice: what is left of them may be less than what is in order.
    const ordered = free.goesBack ? await chain(Number.POSITIVE_INFINITY) : free;
    return free.odds > ordered.odds ? free : ordered;
  };
  let [speed, agreement] = [1, await findLongestAgreement(gather(1), breathe)];
  for (const other of otherSpeeds) {
    const otherAgreement = await findLongestAgreement(gather(other), breathe);
    if (otherAgreement > minSpeedRatio * agreement + certainOdds)
      [speed, agreement] = [other, otherAgreement];
  }
  let best = await tryOut(speed);
  if (!drifts(best.runs)) return best;
  for (const fine of fineSpeeds) {
    const next = await tryOut(speed * fine);
    if (next.odds > best.odds + certainOdds) best = next;
  }
  return best;
}

function jumpsBack(run: Run, at: number, runs: readonly Run[]): boolean {
  const before = runs[at - 1];
  return before !== undefined && run.fromStep - run.offset < before.toStep - before.offset;
}

/** Runs that follow one another at nearly the same offset: a sign of a speed that is nearly right. */
function drifts(runs: readonly Run[]): boolean {
  return runs.some(({ offset }, at) => {
    const by = Math.abs((runs[at + 1]?.offset ?? offset) - offset);
    return by > 0 && by <= soundRate / 2;
  });
}

function sumRuns(evidence: Evidence, runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + sumEvidence(evidence, run) - jumpCost, 0);
}

/** Enough speaks for it, or it is all of a video. */
function isBeyondChance(evidence: Evidence, run: Run): boolean {
  const length = run.toStep - run.fromStep;
  return (
    length > 0.9 * Math.min(evidence.nowSteps, evidence.oldSteps) || sumEvidence(evidence, run) >= minOdds
  );
}

/** What is left of both videos between the same two runs, or before or after all, was there before if it is as long and looks the same. */
function closeHoles(evidence: Evidence, runs: readonly Run[]): Run[] {
  const closed = runs.map(run => ({ ...run }));
  const looksSame = (offset: number, fromStep: number, toStep: number) => {
    let odds = 0;
    for (let step = fromStep; step < toStep; step++) odds += evidence.ofNearPicture(offset, step, false);
    return odds > 0;
  };
  for (let at = 0; at <= closed.length; at++) {
    const [before, after] = [closed[at - 1], closed[at]];
    const [from, to] = [before?.toStep ?? 0, after?.fromStep ?? evidence.nowSteps];
    const [oldFrom, oldTo] = [
      from - (before?.offset ?? 0),
      to - (after?.offset ?? evidence.nowSteps - evidence.oldSteps),
    ];
    const offset = (before ?? after)?.offset ?? 0;
    if (to <= from || Math.abs(to - from - (oldTo - oldFrom)) > 1 || !looksSame(offset, from, to)) continue;
    if (before) before.toStep = to;
    else if (after) after.fromStep = from;
    else closed.push({ offset, fromStep: from, toStep: to });
  }
  return closed;
}

function isWholeVideo({ nowSteps, oldSteps }: Evidence, { offset, fromStep, toStep }: Run): boolean {
  return toStep - fromStep > 0.9 * nowSteps && Math.abs(offset) < 4 && Math.abs(nowSteps - oldSteps) < 4;
}

/** Each moment of the old video is used once: by the run that it fits best. */
function resolveDoubles<R extends Run>(evidence: Evidence, runs: readonly R[]): R[] {
  const byOld = runs
    .map(run => ({ ...run }))
    .sort((one, other) => one.fromStep - one.offset - (other.fromStep - other.offset));
  const kept: R[] = [];
  for (let next of byOld) {
    for (let before = kept.at(-1); before; before = kept.at(-1)) {
      const from = next.fromStep - next.offset;
      const to = Math.min(before.toStep - before.offset, next.toStep - next.offset);
      if (to <= from) break;
      const inBefore = (start: number, end: number) =>
        sumEvidence(evidence, { ...before, fromStep: start + before.offset, toStep: end + before.offset });
      const inNext = (start: number, end: number) =>
        sumEvidence(evidence, { ...next, fromStep: start + next.offset, toStep: end + next.offset });
      if (to === next.toStep - next.offset || from === before.fromStep - before.offset) {
        if (sumEvidence(evidence, next) <= sumEvidence(evidence, before)) {
          if (to === next.toStep - next.offset) next = { ...next, toStep: next.fromStep };
          break;
        }
        kept.pop();
        continue;
      }
      let [split, best] = [from, Number.NEGATIVE_INFINITY];
      for (let at = from; at <= to; at++) {
        const odds = inBefore(from, at) + inNext(at, to);
        if (odds > best) [split, best] = [at, odds];
      }
      kept[kept.length - 1] = { ...before, toStep: split + before.offset };
      next = { ...next, fromStep: split + next.offset };
      break;
    }
    if (next.toStep > next.fromStep) kept.push(next);
  }
  return kept.sort((one, other) => one.fromStep - other.fromStep);
}

const kinds = [
  { kind: 'kept', picture: 1, sound: 1 },
  { kind: 'picture changed', picture: -1, sound: 1 },
  { kind: 'sound changed', picture: 1, sound: -1 },
  { kind: undefined, picture: -1, sound: -1 },
] as const;

/** What of a run is kept in picture and sound, or in one of them, in stretches. What is kept in neither is left out. */
function nameKinds(
  evidence: Evidence,
  run: PlacedRun,
  cuts: ReadonlySet<number>,
  isUncertain: boolean,
): Piece[] {
  const length = run.toStep - run.fromStep;
  const cameFrom = new Uint8Array(length * kinds.length);
  let odds = new Float64Array(kinds.length);
  for (let at = 0; at < length; at++) {
    const picture = evidence.ofNearPicture(run.offset, run.fromStep + at, false);
    const sound = evidence.ofSound(run.offset, run.fromStep + at) + usualSoundOdds;
    const cost = changeCost - (cuts.has(run.fromStep + at) ? 0.5 : 0);
    const best = odds.indexOf(Math.max(...odds));
    odds = odds.map((value, kind) => {
      const jump = (odds[best] ?? 0) - cost;
      cameFrom[at * kinds.length + kind] = jump > value ? best : kind;
      const { picture: pictureSign = 0, sound: soundSign = 0 } = kinds[kind] ?? {};
      return Math.max(value, jump) + (pictureSign * picture + soundSign * sound) / 2;
    });
  }
  const pieces: Piece[] = [];
  let [kind, to] = [odds.indexOf(Math.max(...odds)), length];
  for (let at = length - 1; at >= 0; at--) {
    const before = cameFrom[at * kinds.length + kind] ?? 0;
    if (before === kind && at > 0) continue;
    const name = kinds[kind]?.kind;
    if (name) pieces.unshift(toPiece(evidence, run, name, at, to, isUncertain));
    [kind, to] = [before, at];
  }
  return pieces;
}

function toPiece(
  evidence: Evidence,
  run: PlacedRun,
  kind: KeptKind,
  from: number,
  to: number,
  isUncertain: boolean,
): Piece {
  const length = run.toStep - run.fromStep;
  const nowFrom = from === 0 ? run.fromMs : (run.fromStep + from) * (1000 / soundRate);
  const nowTo = to === length ? run.toMs : (run.fromStep + to) * (1000 / soundRate);
  return {
    kind,
    nowFrom,
    nowTo,
    oldFrom: (nowFrom - run.offsetMs) / evidence.speed,
    oldTo: (nowTo - run.offsetMs) / evidence.speed,
    offset: run.offsetMs,
    isUncertain,
  };
}

/** Another place explains the run about as well, or, where pictures alone tell, a stretch of it better. */
function isUncertain(evidence: Evidence, run: Run, offsets: readonly number[]): boolean {
  if (isWholeVideo(evidence, run)) return false;
  const own = sumEvidence(evidence, run);
  let ownSound = 0;
  for (let step = run.fromStep; step < run.toStep; step++) ownSound += evidence.ofSound(run.offset, step);
  const shifts = [-32, -16, -8, 8, 16, 32].map(by => run.offset + by);
  return [...offsets, ...shifts].some(offset => {
    const by = offset - run.offset;
    if (Math.abs(by) < soundRate / 2) return false;
    const sameNow = sumEvidence(evidence, { ...run, offset });
    const sameOld = sumEvidence(evidence, { offset, fromStep: run.fromStep + by, toStep: run.toStep + by });
    if (Math.max(sameNow, sameOld) > own - certainOdds) return true;
    return ownSound < certainOdds && findBetterStretch(evidence, run, offset) > betterOdds;
  });
}

/** By how much the pictures of some stretch of a run fit better at another offset, at most. */
function findBetterStretch(evidence: Evidence, run: Run, offset: number): number {
  let [most, odds] = [0, 0];
  const end = Math.min(run.toStep, offset + evidence.oldSteps);
  for (let step = Math.max(run.fromStep, offset); step < end; step++) {
    odds = Math.max(0, odds + evidence.ofPicture(offset, step) - evidence.ofPicture(run.offset, step));
    most = Math.max(most, odds);
  }
  return most;
}

/** All of both videos in parts: what is left between the pieces was removed or is new. */
function assemble(old: Fingerprint, now: Fingerprint, pieces: Piece[]): CutComparison {
  const byOld = pieces.toSorted((one, other) => one.oldFrom - other.oldFrom);
  closeGaps(byOld, 'oldFrom', 'oldTo', old.durationMs);
  closeGaps(pieces, 'nowFrom', 'nowTo', now.durationMs);
  const merged = mergePieces(pieces);
  const byOldMerged = merged.toSorted((one, other) => one.oldFrom - other.oldFrom);
  const parts: CutPart[] = [];
  const addRemoved = (fromMs: number, toMs: number) => {
    if (toMs > fromMs) parts.push({ kind: 'removed', old: { fromMs, toMs } });
  };
  addRemoved(0, byOldMerged[0]?.oldFrom ?? old.durationMs);
  let nowMs = 0;
  for (const piece of merged) {
    if (piece.nowFrom > nowMs) parts.push({ kind: 'new', now: { fromMs: nowMs, toMs: piece.nowFrom } });
    const { kind, isUncertain } = piece;
    parts.push({
      kind,
      old: { fromMs: piece.oldFrom, toMs: piece.oldTo },
      now: { fromMs: piece.nowFrom, toMs: piece.nowTo },
      ...(isUncertain && { isUncertain }),
    });
    const after = byOldMerged[byOldMerged.indexOf(piece) + 1];
    addRemoved(piece.oldTo, after?.oldFrom ?? old.durationMs);
    nowMs = piece.nowTo;
  }
  if (now.durationMs > nowMs) parts.push({ kind: 'new', now: { fromMs: nowMs, toMs: now.durationMs } });
  const keptMs = merged.reduce((sum, piece) => sum + piece.oldTo - piece.oldFrom, 0);
  return { parts, alike: old.durationMs > 0 ? keptMs / old.durationMs : 0 };
}

/** Rounds to milliseconds, and gives gaps and overlaps that are too short to be real to the piece before. */
function closeGaps(
  pieces: readonly Piece[],
  from: 'oldFrom' | 'nowFrom',
  to: 'oldTo' | 'nowTo',
  durationMs: number,
) {
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1];
    piece[from] = Math.max(0, Math.round(piece[from]));
    piece[to] = Math.min(durationMs, Math.round(piece[to]));
    if (!before && piece[from] < minGapMs) piece[from] = 0;
    if (before && piece[from] - before[to] < minGapMs) before[to] = piece[from];
    if (at === pieces.length - 1 && durationMs - piece[to] < minGapMs) piece[to] = durationMs;
  }
}

function mergePieces(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const before = merged.at(-1);
    const goesOn =
      before?.kind === piece.kind &&
      before.oldTo === piece.oldFrom &&
      before.nowTo === piece.nowFrom &&
      before.isUncertain === piece.isUncertain &&
      Math.abs(before.offset - piece.offset) < sameOffsetMs;
    if (goesOn) merged[merged.length - 1] = { ...before, oldTo: piece.oldTo, nowTo: piece.nowTo };
    else if (piece.nowTo > piece.nowFrom && piece.oldTo > piece.oldFrom) merged.push(piece);
  }
  return merged;
}
