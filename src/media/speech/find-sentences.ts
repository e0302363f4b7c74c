import type { SpokenCue } from '#shared/script/cues.ts';
import type { PlainSound } from '../sound/plain-sound.ts';

/** Below this share of the loud parts are pauses and breath (-30 dB). */
const speechShare = 0.03;
/** Absolute silence (-66 dB). */
const silence = 0.0005;
/** Sound louder than a gap's quietest part by this factor belongs to a word. */
const aboveQuiet = 1.3;
/** Shorter gaps are within words, before a p or a t. */
const shortestPauseSeconds = 0.08;
/** Longer pauses count no more than this. */
const plainPauseSeconds = 0.5;
/** A pause of that length outweighs a position this many times less likely. */
const pauseReward = 4;
/** Expected deviation of a sentence's duration from its share of the text, relative and in seconds. */
const lengthSpread = { share: 0.25, seconds: 0.25 } as const;
/** If there are too few pauses, a sentence may start at each of these steps. */
const fillSeconds = 0.25;

interface Gap {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
}

/**
 * Finds the times of sentences in speech by the pauses: chooses the assignment where long pauses end sentences and each sentence
 * lasts about its share of the text.
 * @param sentences in order; none blank
 * @param weighText expected duration in any unit, above 0
 */
export function findSentences(
  track: LoudnessTrack,
  sentences: readonly string[],
  weighText: (sentence: string) => number,
): SpokenCue[] {
  if (sentences.length === 0) return [];
  const audible = findAudible(track);
  const weights = sentences.map(weighText);
  const gaps = sentences.length === 1 ? [] : listGaps(track, audible, sentences.length);
  const ends = chooseGaps(gaps, audible, weights).map(gap => narrowGap(track, gap));
  return sentences.map((text, index) => ({
    text,
    startSeconds: ends[index - 1]?.untilSeconds ?? audible.fromSeconds,
    endSeconds: ends[index]?.fromSeconds ?? audible.untilSeconds,
  }));
}

/** From the first to the last sound; everything if there is none. */
function findAudible(track: LoudnessTrack): Gap {
  const level = findSpeechLevel(track.levels);
  const first = track.levels.findIndex(each => each > level);
  const last = track.levels.findLastIndex(each => each > level);
  if (first < 0) return { fromSeconds: 0, untilSeconds: track.seconds };
  return {
    fromSeconds: first * trackStepSeconds,
    untilSeconds: Math.min(track.seconds, (last + 1) * trackStepSeconds),
  };
}

/** Words fade out below the threshold: narrows a gap to its quietest part. */
function narrowGap({ levels }: LoudnessTrack, gap: Gap): Gap {
  let from = Math.round(gap.fromSeconds / trackStepSeconds);
  let until = Math.round(gap.untilSeconds / trackStepSeconds);
  const within = levels.slice(from, until).toSorted((one, other) => one - other);
  const quiet = (within[Math.floor(within.length / 4)] ?? 0) * aboveQuiet + silence;
  while (from < until - 1 && (levels[from] ?? 0) > quiet) from++;
  while (until > from + 1 && (levels[until - 1] ?? 0) > quiet) until--;
  return { fromSeconds: from * trackStepSeconds, untilSeconds: until * trackStepSeconds };
}

function findSpeechLevel(levels: readonly number[]): number {
  const loud = levels.toSorted((one, other) => one - other)[Math.floor(levels.length * 0.9)] ?? 0;
  return Math.max(silence, loud * speechShare);
}

function listGaps(track: LoudnessTrack, audible: Gap, needed: number): Gap[] {
  const level = findSpeechLevel(track.levels);
  const gaps: Gap[] = [];
  let quietFrom: number | undefined;
  for (const [at, loudness] of track.levels.entries()) {
    if (loudness <= level) quietFrom ??= at;
    else {
      const gap = { fromSeconds: (quietFrom ?? at) * trackStepSeconds, untilSeconds: at * trackStepSeconds };
      if (lengthOf(gap) >= shortestPauseSeconds && gap.fromSeconds >= audible.fromSeconds) gaps.push(gap);
      quietFrom = undefined;
    }
  }
  return gaps.length >= needed - 1 ? gaps : fillUp(gaps, audible);
}

function fillUp(gaps: readonly Gap[], audible: Gap): Gap[] {
  const count = Math.floor(lengthOf(audible) / fillSeconds);
  const even = Array.from({ length: Math.max(0, count - 1) }, (_, index) => {
    const at = audible.fromSeconds + (index + 1) * fillSeconds;
    return { fromSeconds: at, untilSeconds: at };
  });
  return [...gaps, ...even].toSorted((one, other) => one.fromSeconds - other.fromSeconds);
}

function lengthOf({ fromSeconds, untilSeconds }: Gap): number {
  return untilSeconds - fromSeconds;
}

/** A partial assignment whose last sentence ends in a gap, with its unlikelihood. */
interface Assignment {
  readonly gap: Gap;
  /** Index of the gap. */
  readonly at: number;
  readonly cost: number;
  readonly before: Assignment | undefined;
}

/** Beam width; the best assignment is hardly ever worse than this many others for a while. */
const beamWidth = 40;
/** Gaps further away than this many deviations are ignored once one was found. */
const reach = 6;

/** The gap after each sentence but the last, by beam search. */
function chooseGaps(gaps: readonly Gap[], audible: Gap, weights: readonly number[]): Gap[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const perWeight = lengthOf(audible) / total;
  if (gaps.length < weights.length - 1) return distribute(audible, weights, perWeight);
  const end: Gap = { fromSeconds: audible.untilSeconds, untilSeconds: audible.untilSeconds };
  const start: Gap = { fromSeconds: audible.fromSeconds, untilSeconds: audible.fromSeconds };
  let assignments: Assignment[] = [{ gap: start, at: -1, cost: 0, before: undefined }];
  for (const [sentence, weight] of weights.slice(0, -1).entries()) {
    // Each later sentence needs a gap, too.
    const lastPlace = gaps.length - (weights.length - 1 - sentence);
    const best = new Map<number, Assignment>();
    for (const assignment of assignments) {
      for (const next of listNext(assignment, gaps, { expected: weight * perWeight, lastPlace })) {
        if (next.cost < (best.get(next.at)?.cost ?? Number.POSITIVE_INFINITY)) best.set(next.at, next);
      }
    }
    assignments = [...best.values()].toSorted((one, other) => one.cost - other.cost).slice(0, beamWidth);
  }
  const lastExpected = (weights.at(-1) ?? 0) * perWeight;
  const finished = assignments.map(assignment => ({
    assignment,
    cost: assignment.cost + computeCost(assignment.gap, end, lastExpected),
  }));
  const chosen: Gap[] = [];
  const likeliest = finished.toSorted((one, other) => one.cost - other.cost)[0]?.assignment;
  for (let assignment = likeliest; assignment && assignment.at >= 0; assignment = assignment.before)
    chosen.unshift(assignment.gap);
  return chosen;
}

interface Step {
  readonly expected: number;
  readonly lastPlace: number;
}

function* listNext(
  assignment: Assignment,
  gaps: readonly Gap[],
  { expected, lastPlace }: Step,
): Generator<Assignment> {
  for (let at = assignment.at + 1; at <= lastPlace; at++) {
    const gap = gaps[at];
    if (!gap) return;
    yield { gap, at, cost: assignment.cost + computeCost(assignment.gap, gap, expected), before: assignment };
    if (gap.fromSeconds - assignment.gap.untilSeconds > expected + reach * computeSpread(expected)) return;
  }
}

function computeSpread(expected: number): number {
  return expected * lengthSpread.share + lengthSpread.seconds;
}

function computeCost(from: Gap, until: Gap, expected: number): number {
  const deviation = (until.fromSeconds - from.untilSeconds - expected) / computeSpread(expected);
  return deviation ** 2 - pauseReward * Math.min(1, lengthOf(until) / plainPauseSeconds);
}

/** For sound too short for its sentences: each gets its share. */
function distribute(audible: Gap, weights: readonly number[], perWeight: number): Gap[] {
  let at = audible.fromSeconds;
  return weights.slice(0, -1).map(weight => {
    at += weight * perWeight;
    return { fromSeconds: at, untilSeconds: at };
  });
}

/** Twice the precision of the reported times. */
export const trackStepSeconds = 0.01;

/** Streaming levels per {@link trackStepSeconds}. */
export interface LoudnessTrack {
  add(sound: PlainSound): void;
  /** Root mean square of each step, 0 to 1; the last step may be shorter. */
  readonly levels: readonly number[];
  /** Duration of the sound. */
  readonly seconds: number;
}

export function createLoudnessTrack(): LoudnessTrack {
  const levels: number[] = [];
  let seconds = 0;
  let energy = 0;
  let count = 0;
  return {
    add({ samples, sampleRateHz }) {
      // A plain loop for speed: it handles every sample.
      for (let at = 0; at < samples.length; at++) {
        energy += (samples[at] ?? 0) ** 2;
        count++;
        if (seconds + (at + 1) / sampleRateHz < (levels.length + 1) * trackStepSeconds) continue;
        levels.push(Math.sqrt(energy / count));
        energy = 0;
        count = 0;
      }
      seconds += samples.length / sampleRateHz;
    },
    levels,
    get seconds() {
      return seconds;
    },
  };
}
