import type { CutComparison, CutPart, Span } from '#shared/narration/new-cut.ts';

/** What an answer makes of a film with a line each three seconds, against the truth. */
export interface Judgement {
  readonly boundaries: number;
  /** To half a second. */
  readonly found: number;
  /** Answered where there is none. */
  readonly extra: number;
  readonly lines: number;
  /** Kept lines at a wrong place, by more than 0.3 s, that are not said to be uncertain. */
  readonly wrong: number;
  /** Kept lines that are said to be gone. */
  readonly lost: number;
  /** Gone lines that are said to be kept, for certain. */
  readonly goneKept: number;
  /** Lines of which it is asked: uncertain ones. */
  readonly asked: number;
  /** Kept lines with a changed picture or sound where it is not, or the other way round. */
  readonly mislabelled: number;
  /** Of the kept lines that moved for certain. */
  readonly worstErrorMs: number;
}

const lineEveryMs = 3000;
const nearMs = 500;
const wrongMs = 300;

/** Lines closer than half a second to a true boundary are left out: either side is right. */
export function judgeNewCut(truth: readonly CutPart[], { parts }: CutComparison): Judgement {
  const trueEdges = listEdges(truth);
  const edges = listEdges(parts);
  const extra = listEdges(joinContinuing(parts)).filter(edge => !isNear(edge, trueEdges, 3 * nearMs));
  const times = listTimes(truth).filter(atMs => !isNear({ side: 'old', atMs }, trueEdges, nearMs));
  const outcomes = times.map(atMs => judgeLine(place(truth, atMs), place(parts, atMs)));
  const count = (kind: Outcome['kind']) => outcomes.filter(outcome => outcome.kind === kind).length;
  return {
    boundaries: trueEdges.length,
    found: trueEdges.filter(edge => isNear(edge, edges, nearMs)).length,
    extra: extra.length,
    lines: times.length,
    wrong: count('wrong'),
    lost: count('lost'),
    goneKept: count('gone kept'),
    asked: count('asked'),
    mislabelled: count('mislabelled'),
    worstErrorMs: Math.round(Math.max(0, ...outcomes.map(({ errorMs = 0 }) => errorMs))),
  };
}

/** Both videos from beginning to end, without a gap, nothing twice. */
export function isWholeCover({ parts }: CutComparison, oldMs: number, nowMs: number): boolean {
  return (
    isCover(
      parts.flatMap(({ old }) => old ?? []),
      oldMs,
    ) &&
    isCover(
      parts.flatMap(({ now }) => now ?? []),
      nowMs,
    )
  );
}

function isCover(spans: readonly Span[], durationMs: number): boolean {
  const sorted = spans.toSorted((one, next) => one.fromMs - next.fromMs);
  const ends = [0, ...sorted.map(({ toMs }) => toMs)];
  const starts = [...sorted.map(({ fromMs }) => fromMs), durationMs];
  return starts.every((start, at) => Math.abs(start - (ends[at] ?? 0)) <= 1);
}

interface Edge {
  readonly side: 'old' | 'now';
  readonly atMs: number;
}

interface Outcome {
  readonly kind: 'right' | 'wrong' | 'lost' | 'gone kept' | 'asked' | 'mislabelled';
  readonly errorMs?: number;
}

interface Place {
  readonly kind: CutPart['kind'];
  readonly nowMs: number | undefined;
  readonly isUncertain: boolean;
}

function judgeLine(truth: Place, answer: Place): Outcome {
  if (answer.isUncertain) return { kind: 'asked' };
  if (truth.nowMs === undefined) return { kind: answer.nowMs === undefined ? 'right' : 'gone kept' };
  if (answer.nowMs === undefined) return { kind: 'lost' };
  const errorMs = Math.abs(answer.nowMs - truth.nowMs);
  if (errorMs > wrongMs) return { kind: 'wrong', errorMs };
  return { kind: answer.kind === truth.kind ? 'right' : 'mislabelled', errorMs };
}

function place(parts: readonly CutPart[], atMs: number): Place {
  const part = parts.find(({ old }) => old && old.fromMs <= atMs && atMs < old.toMs);
  if (!part?.old || !part.now)
    return { kind: 'removed', nowMs: undefined, isUncertain: part?.isUncertain ?? false };
  const share = (atMs - part.old.fromMs) / (part.old.toMs - part.old.fromMs);
  const nowMs = part.now.fromMs + share * (part.now.toMs - part.now.fromMs);
  return { kind: part.kind, nowMs, isUncertain: part.isUncertain ?? false };
}

function listTimes(truth: readonly CutPart[]): number[] {
  const durationMs = Math.max(...truth.map(({ old }) => old?.toMs ?? 0));
  const times: number[] = [];
  for (let atMs = lineEveryMs / 2; atMs < durationMs; atMs += lineEveryMs) times.push(atMs);
  return times;
}

/** Where parts begin and end, in both videos, without the ends of the videos. */
function listEdges(parts: readonly CutPart[]): Edge[] {
  return (['old', 'now'] as const).flatMap(side => {
    const spans = parts.flatMap(part => part[side] ?? []);
    const durationMs = Math.max(...spans.map(({ toMs }) => toMs));
    const times = new Set(spans.flatMap(({ fromMs, toMs }) => [Math.round(fromMs), Math.round(toMs)]));
    return [...times].filter(atMs => atMs > 1 && atMs < durationMs - 1).map(atMs => ({ side, atMs }));
  });
}

function isNear({ side, atMs }: Edge, edges: readonly Edge[], mostMs: number): boolean {
  return edges.some(other => other.side === side && Math.abs(other.atMs - atMs) <= mostMs);
}

/** Parts that differ only in how certain they are, as one. */
function joinContinuing(parts: readonly CutPart[]): CutPart[] {
  const joined: CutPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && last.kind === part.kind && continues(last.old, part.old) && continues(last.now, part.now))
      joined[joined.length - 1] = {
        kind: part.kind,
        old: join(last.old, part.old),
        now: join(last.now, part.now),
      };
    else joined.push(part);
  }
  return joined;
}

function continues(one: Span | undefined, next: Span | undefined): boolean {
  return one === next || (!!one && !!next && Math.abs(one.toMs - next.fromMs) < 50);
}

function join(one: Span | undefined, next: Span | undefined): Span | undefined {
  return one && next && { fromMs: one.fromMs, toMs: next.toMs };
}
