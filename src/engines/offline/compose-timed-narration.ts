import type { Language } from '#shared/languages.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { Moment } from '../moment.ts';
import { writeAnalysis } from './analysis-text.ts';
import { carryNews } from './carry-news.ts';
import type { FrameDescription } from './frame-description.ts';
import { keepDescribing } from './keep-describing.ts';
import type { Phrases } from './phrases/phrases.ts';
import { type PlannedSentence, tellingTopics } from './planned-sentence.ts';
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
const sameMomentSeconds = 0.06;

/** What the lines are made of. */
export interface TimedPlan {
  /** Of the whole video, in time order, at least one. */
  readonly frames: readonly FrameDescription[];
  /** Those that are to be written for. */
  readonly moments: readonly Moment[];
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
  { frames: allFrames, moments, gap, isDescription }: TimedPlan,
  phrases: Phrases,
  language: Language,
): Cue[] {
  const seed = hash(writeAnalysis(allFrames));
  const isAtMoment = (moment: Moment, { seconds }: FrameDescription) =>
    Math.abs(seconds - (moment.gap?.seenSeconds ?? moment.startSeconds)) <= sameMomentSeconds;
  const frames = isDescription
    ? carryNews(allFrames, frame => moments.some(moment => isAtMoment(moment, frame)))
    : allFrames;
  const write = createWriter(language, seed);
  const rank = createRank(seed);
  const count = createCounter(language);
  const longest = Math.max(...moments.map(moment => countMost(moment)));
  const told = shortenPrint(frames.map(withoutClocks), longest, lines =>
    count(phrases.written[0] + lines.map(({ text }) => text).join(', ')),
  );
  const possible = planSentences(told, phrases).filter(({ worth }) => worth >= leastWorth);
  const planned = isDescription ? keepDescribing(possible) : possible;
  let chosen: readonly PlannedSentence[] = [];
  const frameOf = new Map<Moment, number>();
  for (const moment of moments) {
    const frame = frames.findIndex(each => isAtMoment(moment, each));
    if (frame < 0) continue;
    frameOf.set(moment, frame);
    // The pause behind the last sentence is the next line's.
    const pause = computePauseUnits(language);
    const room = moment.room.count + pause;
    chosen = chooseForMoment(
      planned.filter(each => each.frame === frame),
      { chosen, room, readingRoom: countMost(moment) + pause, frame, write, rank, count },
    );
  }
  const texts = write(chosen) ?? [];
  return [...frameOf].flatMap(([{ startSeconds }, frame]) => {
    const said = texts.filter((_, at) => chosen[at]?.frame === frame);
    return said.length > 0 ? [{ startSeconds, text: said.join(gap) }] : [];
  });
}

/** The most that may be said at a moment: in an extended description the picture may stand still for it. */
function countMost({ room, gap }: Moment): number {
  return gap?.pausedRoom?.count ?? room.count;
}

interface MomentRoom {
  /** What the moments before say. */
  readonly chosen: readonly PlannedSentence[];
  readonly frame: number;
  /** In the unit that `count` counts; pauses included. */
  readonly room: number;
  /** The same, for what is to be read in the picture: for that it may stand still. */
  readonly readingRoom: number;
  readonly write: (sentences: readonly PlannedSentence[]) => readonly string[] | undefined;
  readonly rank: (sentence: PlannedSentence) => number;
  readonly count: (text: string) => number;
}

/** @returns what the moments before say, and behind it what this one does, in spoken order */
function chooseForMoment(
  candidates: readonly PlannedSentence[],
  { chosen, frame, room, readingRoom, write, rank, count }: MomentRoom,
): readonly PlannedSentence[] {
  let best = chosen;
  const byWorth = candidates.toSorted((one, other) => other.worth - one.worth);
  for (const sentence of byWorth) {
    const last = best.at(-1);
    const isBesideItself = best.some(
      other => other.variants === sentence.variants && (other.frame === frame || other === last),
    );
    if (isBesideItself && !tellingTopics.has(sentence.topic)) continue;
    const longer = [...best, sentence].toSorted((one, other) => rank(one) - rank(other));
    const texts = write(longer);
    if (!texts) continue;
    const own = texts.filter((_, at) => longer[at]?.frame === frame);
    if (own.length > mostSentences) break;
    const most = sentence.topic === 'written' ? readingRoom : room;
    if (own.reduce((sum, text) => sum + count(text), 0) <= most) best = longer;
  }
  return best;
}
