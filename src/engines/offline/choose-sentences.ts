import { distinctTopics, type PlannedSentence } from './planned-sentence.ts';

/** Sentences worth less only fill time; they are said while there is much of it left. */
const paddingWorth = 20;
/** Padding stops once this share of the time is filled: a silence is better than chatter. Ours. */
const paddedShare = 0.85;

/** Sentences worth more tell something new. */
const newsWorth = 40;
/** How many times its even share of the words one picture may take, so that what is heard stays near what is seen. Ours. */
const slotShares = { news: 4, other: 2 } as const;

interface AvailableDuration {
  /** The most that may be said, in the unit that `count` counts; pauses included. */
  readonly budget: number;
  readonly frameCount: number;
  /** The words of sentences in their order; undefined where one of them could only say what another says. */
  readonly write: (sentences: readonly PlannedSentence[]) => readonly string[] | undefined;
  /** Counts what sentences take when they are spoken, pauses included. */
  readonly count: (texts: readonly string[]) => number;
  /** Where a sentence is spoken: before those of a higher rank. */
  readonly rank: (sentence: PlannedSentence) => number;
}

/**
 * Takes the best of what could be said while it fits. However short the video, one sentence is taken.
 * @returns in spoken order; no sentence twice, and of what was measured never two of one meaning side by side
 */
export function chooseSentences(
  planned: readonly PlannedSentence[],
  available: AvailableDuration,
): readonly PlannedSentence[] {
  let chosen: readonly PlannedSentence[] = [];
  let texts: readonly string[] = [];
  const take = (sentence: PlannedSentence): 'taken' | 'repeats' | 'refused' => {
    const rank = available.rank(sentence);
    const at = chosen.findLastIndex(other => available.rank(other) <= rank) + 1;
    // Two sentences of one meaning side by side would sound like a list, unless each has something of its own to tell: what
    // is written on one slide, then on the next.
    const isBesideItself = [chosen[at - 1], chosen[at]].some(other => other?.variants === sentence.variants);
    if (isBesideItself && !distinctTopics.has(sentence.topic)) return 'repeats';
    const longer = chosen.toSpliced(at, 0, sentence);
    const longerTexts = available.write(longer);
    if (!longerTexts) return 'repeats';
    if (chosen.length > 0 && !fits(longer, longerTexts, sentence, available)) return 'refused';
    chosen = longer;
    texts = longerTexts;
    return 'taken';
  };
  // What would repeat itself waits until something lies between.
  let waiting: readonly PlannedSentence[] = [];
  const byWorth = planned.filter(({ worth }) => worth > 0).sort((one, other) => other.worth - one.worth);
  for (const sentence of byWorth) {
    if (sentence.worth < paddingWorth && available.count(texts) > available.budget * paddedShare) break;
    const answer = take(sentence);
    if (answer === 'repeats') waiting = [...waiting, sentence];
    if (answer === 'taken') waiting = waiting.filter(other => take(other) === 'repeats');
  }
  return chosen;
}

function fits(
  longer: readonly PlannedSentence[],
  texts: readonly string[],
  added: PlannedSentence,
  available: AvailableDuration,
): boolean {
  if (available.count(texts) > available.budget) return false;
  // The first and the last words belong to the video, not to a picture.
  const isOfSlot = ({ topic }: PlannedSentence) => topic !== 'opening' && topic !== 'ending';
  const slot = texts.filter((_, at) => {
    const sentence = longer[at];
    return sentence && isOfSlot(sentence) && sentence.frame === added.frame;
  });
  const shares = added.worth >= newsWorth ? slotShares.news : slotShares.other;
  return slot.length <= 1 || available.count(slot) <= (shares * available.budget) / available.frameCount;
}
