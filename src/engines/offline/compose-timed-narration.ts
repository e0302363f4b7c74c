import type { Language } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { CuePoint } from '../cue-point.ts';
import { writeAnalysis } from './analysis-text.ts';
import { carryNews } from './carry-news.ts';
import type { FrameDescription } from './frame-description.ts';
import { type PlannedSentence, planSentences, worths } from './plan-sentences.ts';
import { computePauseUnits, createCounter, shortenPrint } from './spoken-length.ts';
import { createTeller, hash, type Teller } from './tell-once.ts';
import { createWording } from './wording.ts';

/** A line of more sentences would be heard long after its moment. */
const mostSentences = 3;
/** How far the time of a picture, which is told to a tenth of a second, may lie from its moment. */
const sameCuePointSeconds = 0.06;

export interface TimedPlan {
  /** Of the whole video, in time order, at least one. */
  readonly frames: readonly FrameDescription[];
  /** Those that are to be written for. */
  readonly cuePoints: readonly CuePoint[];
  /** What stands between two sentences. */
  readonly gap: string;
  /** Whether it is a description for people who do not see the picture. */
  readonly isDescription: boolean;
  /** What was told in the part before, and is not told again. */
  readonly linesBefore: readonly Cue[];
}

/** A moment, and what could be said of its picture, the best first. */
interface Place {
  readonly cuePoint: CuePoint;
  readonly candidates: readonly PlannedSentence[];
}

/** A sentence in the words in which it fits. */
interface Told {
  readonly sentence: PlannedSentence;
  readonly text: string;
}

/**
 * Writes lines that follow the picture: at each moment the best of what its picture has to tell, as far as there is room
 * until the next moment; nothing where there is nothing new.
 */
export function composeTimedNarration(plan: TimedPlan, language: Language): Cue[] {
  const { gap } = plan;
  const count = createCounter(language);
  // The pause behind the last sentence is the next line's.
  const pause = computePauseUnits(language);
  const places = planPlaces(plan, language);
  const teller = createTeller(hash(writeAnalysis(plan.frames)));
  const choose = ({ cuePoint, candidates }: Place, more = 0) =>
    chooseSentences(candidates, teller, {
      count,
      available: cuePoint.available.count + more + pause,
      availableToRead: countMost(cuePoint) + more + pause,
    });
  const cues: Cue[] = [];
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as Place;
    let chosen = choose(place);
    // Print that has no room until the next moment is told beyond it, unless there is print there that has room.
    let more = 0;
    for (let next = at + 1; leavesPrintOut(place, chosen); next++) {
      const other = places[next];
      if (!other || other.cuePoint.gap?.endSeconds !== place.cuePoint.gap?.endSeconds) break;
      if (other.candidates.some(isPrint) && !leavesPrintOut(other, choose(other))) break;
      more += other.cuePoint.available.count;
      const longer = choose(place, more);
      if (leavesPrintOut(place, longer)) continue;
      chosen = longer;
      at = next;
    }
    for (const { sentence } of chosen) teller.note(sentence);
    const text = chosen.map(told => told.text).join(gap);
    if (text !== '') cues.push({ startSeconds: place.cuePoint.startSeconds, text });
  }
  return cues;
}

function planPlaces(
  { frames: allFrames, cuePoints, isDescription, linesBefore }: TimedPlan,
  language: Language,
): Place[] {
  const isAt = (cuePoint: CuePoint, { seconds }: FrameDescription) =>
    Math.abs(seconds - (cuePoint.gap?.seenSeconds ?? cuePoint.startSeconds)) <= sameCuePointSeconds;
  const frames = carryNews(allFrames, frame => cuePoints.some(cuePoint => isAt(cuePoint, frame)));
  const wording = createWording(language);
  const count = createCounter(language);
  const longest = Math.max(...cuePoints.map(countMost));
  const shortened = shortenPrint(frames, longest, wording, count);
  const isTold = ({ variants }: PlannedSentence) =>
    variants.some(variant => linesBefore.some(({ text }) => text.includes(variant)));
  const possible = planSentences(shortened, wording).filter(sentence => !isTold(sentence));
  const planned = possible.map(sentence => {
    // A describer says each thing in its plainest way, which is the first.
    const [plainest] = sentence.variants;
    return isDescription ? { ...sentence, variants: [plainest] as const } : sentence;
  });
  return joinQuiet(
    cuePoints.map(cuePoint => {
      const at = frames.findIndex(frame => isAt(cuePoint, frame));
      return { cuePoint, candidates: planned.filter(({ frame }) => frame === at) };
    }),
  );
}

/** The room of a moment that has nothing new to tell is that of the moment before it. */
function joinQuiet(places: readonly Place[]): Place[] {
  const joined: Place[] = [];
  const known = new Set<string>();
  for (const place of places) {
    const keys = place.candidates.map(({ variants }) => variants[0]);
    const before = joined.at(-1);
    if (keys.some(key => !known.has(key))) joined.push(place);
    else if (before?.cuePoint.gap?.endSeconds === place.cuePoint.gap?.endSeconds && before)
      joined[joined.length - 1] = { ...before, cuePoint: addRoom(before.cuePoint, place.cuePoint) };
    for (const key of keys) known.add(key);
  }
  return joined;
}

/** A cue point that has the room of another one, too. */
export function addRoom(cuePoint: CuePoint, { available }: CuePoint): CuePoint {
  const { unit, count } = cuePoint.available;
  return { ...cuePoint, available: { unit, count: count + available.count } };
}

function isPrint({ topic }: PlannedSentence): boolean {
  return topic === 'written';
}

function leavesPrintOut({ candidates }: Place, chosen: readonly Told[]): boolean {
  return candidates.some(isPrint) && !chosen.some(({ sentence }) => isPrint(sentence));
}

/** The most that may be said at a moment: in an extended description the picture may stand still for it. */
function countMost({ available, gap }: CuePoint): number {
  return gap?.availableWhilePaused?.count ?? available.count;
}

interface Room {
  readonly count: (text: string) => number;
  /** In the unit that `count` counts; pauses included. */
  readonly available: number;
  /** The same, for what is to be read in the picture: for that it may stand still. */
  readonly availableToRead: number;
}

/** @returns what a moment says, in spoken order */
function chooseSentences(candidates: readonly PlannedSentence[], teller: Teller, room: Room): Told[] {
  const chosen = new Map<PlannedSentence, string>();
  let used = 0;
  for (const sentence of candidates.toSorted((one, other) => worths[other.topic] - worths[one.topic])) {
    if (chosen.size === mostSentences) break;
    if (teller.isTold(sentence)) continue;
    const left = (isPrint(sentence) ? room.availableToRead : room.available) - used;
    const text = teller.listVariants(sentence).find(variant => room.count(variant) <= left);
    if (text === undefined) continue;
    used += room.count(text);
    chosen.set(sentence, text);
  }
  return candidates.flatMap(sentence => {
    const text = chosen.get(sentence);
    return text === undefined ? [] : [{ sentence, text }];
  });
}
