import type { CuePoint } from '#engines/ports.ts';
import { type DescriptionKind, detailRooms } from '#shared/description.ts';
import type { Language } from '#shared/languages.ts';
import { computeAvailableSeconds } from '#shared/script/cues.ts';
import {
  type DescriptionRequest,
  maxAheadSeconds,
  minGapSeconds,
  type TimeSpan,
} from '#shared/script/gaps.ts';
import { computeWritableBudget, type TimeBudget } from '#shared/script/time-budget.ts';

/** A longer line mentions things that are no longer visible. */
const longestLineSeconds = 20;
/** Less time is hardly enough for a short sentence. */
const shortestAvailableSeconds = 3;
/** Times in an analysis are rounded to a tenth of a second. */
const printedSeconds = 0.06;
/** Speech that fills more than this leaves no pause before the next line. */
const spokenShare = 0.9;

/**
 * Cue points of a timed script, each with the duration for calm speech until the next.
 * @param startSeconds in order
 * @param changeSeconds times when something new appears, if known
 */
export function planCuePoints(
  startSeconds: readonly number[],
  durationSeconds: number,
  language: Language,
  changeSeconds: readonly number[] = [],
): CuePoint[] {
  const { unit, perMinute } = language.speakingRate;
  const far = keepApart(startSeconds, durationSeconds, changeSeconds);
  const availableDurations = computeAvailableSeconds(
    far.map(seconds => ({ startSeconds: seconds, text: '' })),
    durationSeconds,
  );
  return far.map((seconds, index) => {
    const availableSeconds = Math.min(longestLineSeconds, availableDurations[index] ?? 0);
    const count = Math.max(1, Math.floor((availableSeconds / 60) * perMinute * spokenShare));
    return { startSeconds: seconds, available: { unit, count } };
  });
}

/**
 * Drops cue points that are too close to another, preferring those without a change, and those right before the end; at least one
 * stays.
 */
function keepApart(
  startSeconds: readonly number[],
  durationSeconds: number,
  changeSeconds: readonly number[],
): number[] {
  const isChange = (seconds: number) =>
    changeSeconds.some(each => Math.abs(each - seconds) <= printedSeconds);
  const kept: number[] = [];
  for (const seconds of [...startSeconds.filter(isChange), ...startSeconds]) {
    const isApart = [...kept, durationSeconds].every(
      other => Math.abs(other - seconds) >= shortestAvailableSeconds,
    );
    if (isApart || kept.length === 0) kept.push(seconds);
  }
  return kept.toSorted((one, other) => one - other);
}

/** Splits a long video into parts that a script engine can write in one call. */
export function splitIntoParts(cuePoints: readonly CuePoint[], language: Language): CuePoint[][] {
  const getMost = ({ gap, available }: CuePoint) => gap?.availableWhilePaused ?? available;
  return splitByBudget(cuePoints, cuePoint => getMost(cuePoint).count, language);
}

/**
 * Groups what a script engine writes in as few calls as possible, in order.
 * @param countUnits the most that is written for an item
 */
export function splitByBudget<Item>(
  items: readonly Item[],
  countUnits: (item: Item) => number,
  language: Language,
): Item[][] {
  const most = computeWritableBudget(language, Number.POSITIVE_INFINITY).count;
  const parts: Item[][] = [];
  let count = 0;
  for (const item of items) {
    const units = countUnits(item);
    const part = parts.at(-1);
    if (!part || count + units > most) {
      parts.push([item]);
      count = 0;
    } else part.push(item);
    count += units;
  }
  return parts;
}

/** Text that was shown during speech is read in the gap after it, if that begins at most this much later and is free. */
const maxBehindSeconds = 5;
/** At the end of a gap, a line starts this long before speech, enough for a sentence; shorter gaps are used whole. */
const lastLineSeconds = 3.5;
/** Describers' maximum: 150 words a minute. */
const maxWordsPerSecond = 2.5;

export interface GapsToDescribe extends DescriptionRequest {
  readonly durationSeconds: number;
}

interface Candidate {
  readonly startSeconds: number;
  /** Equals the start if there is no gap. */
  readonly endSeconds: number;
  readonly seenSeconds: number;
}

/**
 * Cue points of an audio description, each with the time until speech or the next cue point. A line starts with its picture, or
 * shortly before it if the picture is shown during speech or at the end of a gap; after it for text, if that gap is free. An extended
 * description also has cue points without a gap, and more time, for which the video pauses.
 * @param seenSeconds times of the analysed pictures, in order
 */
export function planDescriptionCuePoints(
  seenSeconds: readonly number[],
  { kind, gaps, durationSeconds, detail = 'standard' }: GapsToDescribe,
  language: Language,
): CuePoint[] {
  const usable = gaps
    .map(gap => ({ ...gap, endSeconds: Math.min(gap.endSeconds, durationSeconds) }))
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= minGapSeconds);
  const inTime: Candidate[] = [];
  const missed: number[] = [];
  for (const seconds of seenSeconds) {
    const candidate = findCandidate(seconds, usable, kind);
    const kept = candidate && moveApart(candidate, inTime.at(-1));
    if (kept) inTime.push(kept);
    if (!candidate) missed.push(seconds);
  }
  const candidates = [...inTime, ...usable.flatMap(gap => findLate(gap, missed, inTime))].toSorted(
    (one, other) => one.startSeconds - other.startSeconds,
  );
  const { share, lineSeconds, pausedSeconds } = detailRooms[detail];
  const compute = (seconds: number) => computeDescribedAvailable(language, seconds * share);
  return candidates.map((candidate, index) => {
    const { startSeconds, endSeconds, seenSeconds: seen } = candidate;
    const availableSeconds =
      Math.min(endSeconds, candidates[index + 1]?.startSeconds ?? endSeconds) - startSeconds;
    const available = compute(Math.min(availableSeconds, lineSeconds));
    const availableWhilePaused = compute(pausedSeconds);
    const needsPause = kind === 'extended' && availableWhilePaused.count > available.count;
    const gap = { endSeconds, seenSeconds: seen, ...(needsPause && { availableWhilePaused }) };
    return { startSeconds, available, gap };
  });
}

/** Text budget of a duration, at the rate of the language or of describers, whichever is lower. */
function computeDescribedAvailable({ speakingRate }: Language, seconds: number): TimeBudget {
  const { unit, perMinute } = speakingRate;
  const perSecond = unit === 'words' ? Math.min(maxWordsPerSecond, perMinute / 60) : perMinute / 60;
  return { unit, count: Math.floor(seconds * perSecond) };
}

function findCandidate(
  seenSeconds: number,
  gaps: readonly TimeSpan[],
  kind: DescriptionKind,
): Candidate | undefined {
  const gap = gaps.findLast(({ startSeconds }) => startSeconds <= seenSeconds);
  if (gap && seenSeconds - gap.endSeconds <= maxAheadSeconds) {
    const latest = Math.max(gap.startSeconds, gap.endSeconds - lastLineSeconds);
    return { startSeconds: Math.min(seenSeconds, latest), endSeconds: gap.endSeconds, seenSeconds };
  }
  return kind === 'extended'
    ? { startSeconds: seenSeconds, endSeconds: seenSeconds, seenSeconds }
    : undefined;
}

/** The last picture before a gap without one, whose beginning is free. */
function findLate(gap: TimeSpan, missed: readonly number[], inTime: readonly Candidate[]): Candidate[] {
  const { startSeconds, endSeconds } = gap;
  const seenSeconds = missed.findLast(
    seconds => seconds < startSeconds && startSeconds - seconds <= maxBehindSeconds,
  );
  const isFree = !inTime.some(other => Math.abs(other.startSeconds - startSeconds) < minGapSeconds);
  return seenSeconds !== undefined && isFree ? [{ startSeconds, endSeconds, seenSeconds }] : [];
}

/** Moves a cue point that is too close to the previous one later, if gap and picture allow it; else undefined. */
function moveApart(candidate: Candidate, before: Candidate | undefined): Candidate | undefined {
  const earliest = before ? before.startSeconds + minGapSeconds : 0;
  if (candidate.startSeconds >= earliest) return candidate;
  const isInTime = earliest <= Math.min(candidate.seenSeconds, candidate.endSeconds - minGapSeconds);
  return isInTime ? { ...candidate, startSeconds: earliest } : undefined;
}
