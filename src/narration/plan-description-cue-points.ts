import type { CuePoint } from '#engines/cue-point.ts';
import type { DescriptionKind } from '#shared/description.ts';
import type { Language } from '#shared/languages.ts';
import { leastGapSeconds, type TimeSpan } from '#shared/script/gaps.ts';
import type { DescriptionRequest } from '#shared/script/sent-gaps.ts';
import type { TimeBudget } from '#shared/script/time-budget.ts';

/**
 * A picture that is to be seen while somebody speaks is described in the gap before it, where that ends so shortly before at most. So
 * close together pictures of one scene lie (one for 6 s at most are looked at); of what comes later nothing may be given away.
 */
const mostAheadSeconds = 5;
/** At the end of a gap a line begins so long before speech, so that it has room for a sentence; less only where the gap is as short. */
const lastLineSeconds = 3.5;
/** Describers say at most so many words a second: 150 a minute. */
const mostWordsPerSecond = 2.5;
/** Speech that fills more of its room than this has no pause before somebody speaks. */
const spokenShare = 0.9;
/** A line that goes on for longer says things that are not to be seen any more. */
const longestLineSeconds = 20;
/** Where the picture stands still for a line, that is two sentences at most: the film is to go on. */
const longestPausedSeconds = 12;

/** A video and its gaps, as a description is written for it. */
export interface GapsToDescribe extends DescriptionRequest {
  readonly durationSeconds: number;
}

/** Where a line could begin. */
interface Place {
  readonly startSeconds: number;
  /** Itself where there is no gap. */
  readonly endSeconds: number;
  readonly seenSeconds: number;
}

/**
 * The moments at which a line of a description may begin, each with what can be said until somebody speaks or the next moment comes. A
 * line begins with the picture that it describes, or shortly before it where that is in the speech or at the end of a gap. In an
 * extended description there are also moments without a gap, and more room, for which the picture stands still.
 * @param seenSeconds when the pictures that were looked at are to be seen, in order
 */
export function planDescriptionCuePoints(
  seenSeconds: readonly number[],
  { kind, gaps, durationSeconds }: GapsToDescribe,
  language: Language,
): CuePoint[] {
  const usable = gaps
    .map(gap => ({ ...gap, endSeconds: Math.min(gap.endSeconds, durationSeconds) }))
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= leastGapSeconds);
  const places: Place[] = [];
  for (const seconds of seenSeconds) {
    const place = findPlace(seconds, usable, kind);
    const kept = place && keepApart(place, places.at(-1));
    if (kept) places.push(kept);
  }
  return places.map((place, index) => {
    const { startSeconds, endSeconds, seenSeconds: seen } = place;
    const availableSeconds =
      Math.min(endSeconds, places[index + 1]?.startSeconds ?? endSeconds) - startSeconds;
    const available = computeDescribedAvailable(language, Math.min(availableSeconds, longestLineSeconds));
    const availableWhilePaused = computeDescribedAvailable(language, longestPausedSeconds);
    const needsPause = kind === 'extended' && availableWhilePaused.count > available.count;
    const gap = { endSeconds, seenSeconds: seen, ...(needsPause && { availableWhilePaused }) };
    return { startSeconds, available, gap };
  });
}

/** What a describer can say in so much time, by the pace of the language or of describers, whichever is less. */
function computeDescribedAvailable({ speakingRate }: Language, seconds: number): TimeBudget {
  const { unit, perMinute } = speakingRate;
  const perSecond = unit === 'words' ? Math.min(mostWordsPerSecond, perMinute / 60) : perMinute / 60;
  return { unit, count: Math.floor(seconds * perSecond * spokenShare) };
}

function findPlace(seenSeconds: number, gaps: readonly TimeSpan[], kind: DescriptionKind): Place | undefined {
  const gap = gaps.findLast(({ startSeconds }) => startSeconds <= seenSeconds);
  if (gap && seenSeconds - gap.endSeconds <= mostAheadSeconds) {
    const latest = Math.max(gap.startSeconds, gap.endSeconds - lastLineSeconds);
    return { startSeconds: Math.min(seenSeconds, latest), endSeconds: gap.endSeconds, seenSeconds };
  }
  return kind === 'extended'
    ? { startSeconds: seenSeconds, endSeconds: seenSeconds, seenSeconds }
    : undefined;
}

/** A moment right after another is later, where its gap and its picture allow it, or is left out. */
function keepApart(place: Place, before: Place | undefined): Place | undefined {
  const earliest = before ? before.startSeconds + leastGapSeconds : 0;
  if (place.startSeconds >= earliest) return place;
  const isInTime = earliest <= Math.min(place.seenSeconds, place.endSeconds - leastGapSeconds);
  return isInTime ? { ...place, startSeconds: earliest } : undefined;
}
