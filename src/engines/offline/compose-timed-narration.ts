import { type DescriptionDetail, detailRooms } from '#shared/description.ts';
import type { Language } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import { printUntold } from '#shared/script/untold.ts';
import type { CuePoint } from '../ports.ts';
import { writeAnalysis } from './analysis-text.ts';
import { carryNews } from './carry-news.ts';
import { type FrameDescription, maxLines } from './frame-description.ts';
import { type PlannedSentence, planSentences, worths } from './plan-sentences.ts';
import { computePauseUnits, createCounter, shortenPrint } from './spoken-length.ts';
import { createTeller, hash, type Teller } from './tell-once.ts';
import { createWording, type Wording } from './wording.ts';

/**
 * What is told at each level of detail. A line of more sentences would be heard long after its moment; darkness and colours are how
 * something looks.
 */
const told: Readonly<Record<DescriptionDetail, { readonly sentences: number; readonly leastWorth: number }>> =
  {
    brief: { sentences: 1, leastWorth: worths.dark + 1 },
    standard: { sentences: 3, leastWorth: 0 },
    rich: { sentences: 5, leastWorth: 0 },
  };
/** Print that comes this shortly after a picture with a moment is read with it. */
const nearSeconds = 3;
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
  readonly detail: DescriptionDetail;
  /** What was told in the part before, and is not told again. */
  readonly linesBefore: readonly Cue[];
}

/** A moment, and what could be said of its picture, the best first. */
interface Place {
  readonly cuePoint: CuePoint;
  readonly candidates: readonly PlannedSentence[];
}

interface TimedNarration {
  readonly lines: readonly Cue[];
  /** Rows of what has no room or moment. */
  readonly untold: readonly Cue[];
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
export function composeTimedNarration(plan: TimedPlan, language: Language): TimedNarration {
  const { gap, detail } = plan;
  const wording = createWording(language);
  const count = createCounter(language);
  // The pause behind the last sentence is the next line's.
  const pause = computePauseUnits(language);
  const { places, lost } = planPlaces(plan, language, wording);
  // Print is told at any level of detail.
  const printRoom = detailRooms.standard.share / detailRooms[detail].share;
  const teller = createTeller(hash(writeAnalysis(plan.frames)));
  const choose = ({ cuePoint, candidates }: Place, more = 0) =>
    chooseSentences(candidates, teller, {
      ...told[detail],
      count,
      available: cuePoint.available.count + more + pause,
      availableToRead: countMost(cuePoint) * printRoom + more + pause,
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
    const text = chosen.map(each => each.text).join(gap);
    if (text !== '') cues.push({ startSeconds: place.cuePoint.startSeconds, text });
  }
  const noMoment = lost.map(({ seconds, thing }) =>
    printUntold(seconds, 'no moment', wording.tell(wording.phrases.seen[0], [thing])),
  );
  return { lines: cues, untold: [...listWithoutRoom(places, teller, told[detail].leastWorth), ...noMoment] };
}

function listWithoutRoom(places: readonly Place[], teller: Teller, leastWorth: number): Cue[] {
  return places.flatMap(({ cuePoint, candidates }) =>
    candidates
      .filter(sentence => !teller.isTold(sentence) && worths[sentence.topic] >= leastWorth)
      .map(({ variants }) => printUntold(getSeenSeconds(cuePoint), 'no room', variants[0])),
  );
}

function getSeenSeconds({ startSeconds, gap }: CuePoint): number {
  return gap?.seenSeconds ?? startSeconds;
}

/** A moment after its picture, which is gone: only what was to be read in it is told. */
function isLate(cuePoint: CuePoint): boolean {
  return getSeenSeconds(cuePoint) < cuePoint.startSeconds;
}

function isAt(cuePoint: CuePoint, { seconds }: FrameDescription): boolean {
  return Math.abs(seconds - getSeenSeconds(cuePoint)) <= sameCuePointSeconds;
}

function planPlaces(
  { frames: allFrames, cuePoints, isDescription, linesBefore }: TimedPlan,
  language: Language,
  wording: Wording,
) {
  const [first, last] = [cuePoints[0], cuePoints.at(-1)].map(each => (each ? getSeenSeconds(each) : 0));
  const isOfPart = ({ seconds }: FrameDescription) =>
    (linesBefore.length === 0 || seconds >= (first ?? 0) - sameCuePointSeconds) &&
    seconds <= (last ?? 0) + nearSeconds;
  const near = joinNearPrint(allFrames.filter(isOfPart), cuePoints);
  const inTime = cuePoints.filter(cuePoint => !isLate(cuePoint));
  const carried = carryNews(near, frame => inTime.some(cuePoint => isAt(cuePoint, frame)));
  const late = near.filter(frame => cuePoints.some(each => isLate(each) && isAt(each, frame))).map(keepPrint);
  const count = createCounter(language);
  const frames = [...carried.frames, ...late]
    .toSorted((one, other) => one.seconds - other.seconds)
    .flatMap(frame => {
      const own = cuePoints.find(cuePoint => isAt(cuePoint, frame));
      return own ? shortenPrint([frame], countMost(own), wording, count) : [];
    });
  const isTold = ({ variants }: PlannedSentence) =>
    variants.some(variant => linesBefore.some(({ text }) => text.includes(variant)));
  const possible = planSentences(frames, wording).filter(sentence => !isTold(sentence));
  const planned = possible.map(sentence => {
    // A describer says each thing in its plainest way, which is the first.
    const [plainest] = sentence.variants;
    return isDescription ? { ...sentence, variants: [plainest] as const } : sentence;
  });
  const places = cuePoints.map(cuePoint => {
    const at = frames.findIndex(frame => isAt(cuePoint, frame));
    return { cuePoint, candidates: planned.filter(({ frame }) => frame === at) };
  });
  return { places: joinQuiet(places), lost: carried.lost };
}

/** Print of a picture without a moment, shortly after one that has a moment, is read there. */
function joinNearPrint(
  frames: readonly FrameDescription[],
  cuePoints: readonly CuePoint[],
): readonly FrameDescription[] {
  const hasMoment = (frame: FrameDescription) => cuePoints.some(cuePoint => isAt(cuePoint, frame));
  const isNear = (frame: FrameDescription, { seconds }: FrameDescription) =>
    !hasMoment(frame) && frame.seconds > seconds && frame.seconds - seconds < nearSeconds;
  return frames.map(frame => {
    if (!hasMoment(frame)) return frame;
    const others = frames.filter(other => isNear(other, frame)).flatMap(({ lines }) => lines);
    return others.length === 0 ? frame : { ...frame, lines: [...frame.lines, ...others].slice(0, maxLines) };
  });
}

function keepPrint(frame: FrameDescription): FrameDescription {
  return { ...frame, things: [], beside: [], gone: [], isDark: false, colour: undefined };
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
  readonly sentences: number;
  readonly leastWorth: number;
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
    if (chosen.size === room.sentences) break;
    if (teller.isTold(sentence) || worths[sentence.topic] < room.leastWorth) continue;
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
