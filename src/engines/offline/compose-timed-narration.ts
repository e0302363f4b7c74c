import type { Language } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { CuePoint } from '../cue-point.ts';
import { writeAnalysis } from './analysis-text.ts';
import { carryNews } from './carry-news.ts';
import type { FrameDescription } from './frame-description.ts';
import { keepDescribing } from './keep-describing.ts';
import type { Phrases } from './phrases/phrases.ts';
import { distinctTopics, type PlannedSentence } from './planned-sentence.ts';
import { planSentences } from './sentence-plan.ts';
import {
  computePauseUnits,
  createCounter,
  createRank,
  createWriter,
  hash,
  withoutClocks,
} from './sentence-words.ts';
import { shortenPrint } from './shorten-print.ts';

/** What is worth less is not worth a line of its own: a silence is better. Ours. */
const leastWorth = 40;
/** A line of more sentences would be heard long after its moment. */
const mostSentences = 3;
/** How far the time of a picture, which is told to a tenth of a second, may lie from its moment. */
const sameCuePointSeconds = 0.06;

/** What the lines are made of. */
export interface TimedPlan {
  /** Of the whole video, in time order, at least one. */
  readonly frames: readonly FrameDescription[];
  /** Those that are to be written for. */
  readonly cuePoints: readonly CuePoint[];
  /** What stands between two sentences. */
  readonly gap: string;
  /** Whether it is a description for people who do not see the picture. */
  readonly isDescription: boolean;
}

/**
 * Writes lines that follow the picture: at each moment the best of what its picture has to tell, as far as there is room until
 * the next moment; nothing where there is nothing new. The same pictures always give the same words.
 */
export function composeTimedNarration(
  { frames: allFrames, cuePoints, gap, isDescription }: TimedPlan,
  phrases: Phrases,
  language: Language,
): Cue[] {
  const seed = hash(writeAnalysis(allFrames));
  const isAtCuePoint = (cuePoint: CuePoint, { seconds }: FrameDescription) =>
    Math.abs(seconds - (cuePoint.gap?.seenSeconds ?? cuePoint.startSeconds)) <= sameCuePointSeconds;
  const frames = isDescription
    ? carryNews(allFrames, frame => cuePoints.some(cuePoint => isAtCuePoint(cuePoint, frame)))
    : allFrames;
  const write = createWriter(language, seed);
  const rank = createRank(seed);
  const count = createCounter(language);
  const longest = Math.max(...cuePoints.map(cuePoint => countMost(cuePoint)));
  const reported = shortenPrint(frames.map(withoutClocks), longest, lines =>
    count(phrases.written[0] + lines.map(({ text }) => text).join(', ')),
  );
  const possible = planSentences(reported, phrases).filter(({ worth }) => worth >= leastWorth);
  const planned = (isDescription ? keepDescribing(possible) : possible).flatMap(offerShorter);
  // The pause behind the last sentence is the next line's.
  const pause = computePauseUnits(language);
  const places = cuePoints.flatMap(cuePoint => {
    const frame = frames.findIndex(each => isAtCuePoint(cuePoint, each));
    return frame < 0 ? [] : [{ cuePoint, frame, candidates: planned.filter(each => each.frame === frame) }];
  });
  let chosen: readonly PlannedSentence[] = [];
  const choose = ({ cuePoint, frame, candidates }: Place, more = 0) => {
    const available = cuePoint.available.count + more + pause;
    const readingSeconds = countMost(cuePoint) + more + pause;
    return chooseForCuePoint(candidates, { chosen, available, readingSeconds, frame, write, rank, count });
  };
  const leavesPrintOut = (place: Place, sentences: readonly PlannedSentence[]) =>
    place.candidates.some(isPrint) && !sentences.some(each => isPrint(each) && each.frame === place.frame);
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as Place;
    let best = choose(place);
    // Print that has no room until the next moment is told beyond it, unless there is print there that has room.
    let more = 0;
    for (let next = at + 1; leavesPrintOut(place, best); next++) {
      const other = places[next];
      if (!other || other.cuePoint.gap?.endSeconds !== place.cuePoint.gap?.endSeconds) break;
      if (other.candidates.some(isPrint) && !leavesPrintOut(other, choose(other))) break;
      more += other.cuePoint.available.count;
      const longer = choose(place, more);
      if (leavesPrintOut(place, longer)) continue;
      best = longer;
      at = next;
    }
    chosen = best;
  }
  const texts = write(chosen) ?? [];
  return places.flatMap(({ cuePoint: { startSeconds }, frame }) => {
    const said = texts.filter((_, at) => chosen[at]?.frame === frame);
    return said.length > 0 ? [{ startSeconds, text: said.join(gap) }] : [];
  });
}

/** A moment, its picture, and what could be said of it. */
interface Place {
  readonly cuePoint: CuePoint;
  readonly frame: number;
  readonly candidates: readonly PlannedSentence[];
}

function isPrint({ topic }: PlannedSentence): boolean {
  return topic === 'written';
}

/** What is read is told before all else, and where its phrase is too long for that, by the shortest one. */
function offerShorter(sentence: PlannedSentence): PlannedSentence[] {
  if (!isPrint(sentence)) return [sentence];
  const [shortest = ''] = sentence.variants.toSorted((one, other) => one.length - other.length);
  return [sentence, { ...sentence, variants: [shortest] }];
}

/** The most that may be said at a moment: in an extended description the picture may stand still for it. */
function countMost({ available, gap }: CuePoint): number {
  return gap?.availableWhilePaused?.count ?? available.count;
}

interface CuePointDuration {
  /** What the moments before say. */
  readonly chosen: readonly PlannedSentence[];
  readonly frame: number;
  /** In the unit that `count` counts; pauses included. */
  readonly available: number;
  /** The same, for what is to be read in the picture: for that it may stand still. */
  readonly readingSeconds: number;
  readonly write: (sentences: readonly PlannedSentence[]) => readonly string[] | undefined;
  readonly rank: (sentence: PlannedSentence) => number;
  readonly count: (text: string) => number;
}

/** @returns what the moments before say, and behind it what this one does, in spoken order */
function chooseForCuePoint(
  candidates: readonly PlannedSentence[],
  { chosen, frame, available, readingSeconds, write, rank, count }: CuePointDuration,
): readonly PlannedSentence[] {
  let best = chosen;
  const byWorth = candidates.toSorted((one, other) => other.worth - one.worth);
  for (const sentence of byWorth) {
    const last = best.at(-1);
    const isBesideItself = best.some(
      other => other.variants === sentence.variants && (other.frame === frame || other === last),
    );
    if (isBesideItself && !distinctTopics.has(sentence.topic)) continue;
    if (isPrint(sentence) && best.some(other => isPrint(other) && other.frame === frame)) continue;
    const longer = [...best, sentence].toSorted((one, other) => rank(one) - rank(other));
    const texts = write(longer);
    if (!texts) continue;
    const own = texts.filter((_, at) => longer[at]?.frame === frame);
    if (own.length > mostSentences) break;
    const most = isPrint(sentence) ? readingSeconds : available;
    if (own.reduce((sum, text) => sum + count(text), 0) <= most) best = longer;
  }
  return best;
}
