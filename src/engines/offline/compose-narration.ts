import type { Language } from '#shared/languages.ts';
import { computeTimeBudget, countSpokenUnits } from '#shared/script/time-budget.ts';
import { writeAnalysis } from './analysis-text.ts';
import { formatList, formatTime } from './format-in-language.ts';
import type { FrameDescription } from './frame-description.ts';
import type { Phrases } from './phrases/phrases.ts';
import { type PlannedSentence, paddingWorth, planSentences, topicOrders } from './sentence-plan.ts';

/** A sentence as it is spoken. */
export interface NarrationSentence {
  readonly text: string;
  readonly startsParagraph: boolean;
}

/** Padding stops once this share of the time is filled: a silence is better than chatter. Ours. */
const paddedShare = 0.72;
/** A paragraph that has grown to this many sentences ends with its picture. */
const paragraphSentences = 6;

/**
 * Writes a narration in time order that fits the length of its video.
 *
 * Everything that could be said is weighed; the best is taken while it fits, each picture no more than twice its share of
 * the time, so that what is heard stays near what is seen. The same pictures always give the same words, other pictures
 * start with other variants.
 * @param frames in time order, at least one
 */
export function composeNarration(
  frames: readonly FrameDescription[],
  phrases: Phrases,
  language: Language,
  durationSeconds: number,
): NarrationSentence[] {
  const seed = hash(writeAnalysis(frames));
  const write = (sentences: readonly PlannedSentence[]) =>
    writeSentences(sentences, { frames, phrases, language, seed });
  const budget = computeTimeBudget(language, durationSeconds).count;
  const slotUnits = (2 * budget) / frames.length;
  const count = (texts: readonly string[]) => countSpokenUnits(language, texts.join(' '));
  const canJoin = (chosen: readonly PlannedSentence[], sentence: PlannedSentence) => {
    const slot = [...chosen, sentence].filter(other => isOfSlot(other) && other.frame === sentence.frame);
    return slot.length <= 1 || count(write(slot)) <= slotUnits;
  };

  let chosen: readonly PlannedSentence[] = [];
  const take = (sentence: PlannedSentence): 'taken' | 'repeats' | 'refused' => {
    const longer = sortByTime([...chosen, sentence], seed);
    if (repeatsItself(longer)) return 'repeats';
    // However short the video, one sentence is said.
    const fits = chosen.length === 0 || count(write(longer)) <= budget;
    if (!fits || !canJoin(chosen, sentence)) return 'refused';
    chosen = longer;
    return 'taken';
  };
  // What would repeat itself waits until something lies between.
  let waiting: readonly PlannedSentence[] = [];
  for (const sentence of sortByWorth(planSentences(frames, phrases, durationSeconds))) {
    if (sentence.worth < paddingWorth && count(write(chosen)) > budget * paddedShare) break;
    const answer = take(sentence);
    if (answer === 'repeats') waiting = [...waiting, sentence];
    if (answer === 'taken') waiting = waiting.filter(other => take(other) === 'repeats');
  }
  return breakIntoParagraphs(chosen, write(chosen), frames);
}

/** What is worth nothing is left out. */
function sortByWorth(sentences: readonly PlannedSentence[]): PlannedSentence[] {
  return sentences.filter(({ worth }) => worth > 0).sort((one, other) => other.worth - one.worth);
}

/** Two sentences of one meaning side by side would sound like a list. */
function repeatsItself(sentences: readonly PlannedSentence[]): boolean {
  return sentences.some(({ variants }, at) => variants === sentences[at - 1]?.variants);
}

/** The first and the last words belong to the video, not to a picture. */
function isOfSlot({ topic }: PlannedSentence): boolean {
  return topic !== 'opening' && topic !== 'ending';
}

function sortByTime(sentences: readonly PlannedSentence[], seed: number): PlannedSentence[] {
  const rank = ({ frame, topic }: PlannedSentence) => {
    const order = topicOrders[(seed + frame) % topicOrders.length] ?? topicOrders[0];
    return frame * 100 + order.indexOf(topic);
  };
  return [...sentences].sort((one, other) => rank(one) - rank(other));
}

interface WritingContext {
  readonly frames: readonly FrameDescription[];
  readonly phrases: Phrases;
  readonly language: Language;
  readonly seed: number;
}

/** Takes the variants of each meaning in turn, so that none comes twice in a row. */
function writeSentences(
  sentences: readonly PlannedSentence[],
  { frames, phrases, language, seed }: WritingContext,
): string[] {
  const uses = new Map<readonly string[], number>();
  return sentences.map(({ variants, frame }) => {
    const use = uses.get(variants) ?? hash(variants.join()) + seed;
    uses.set(variants, use + 1);
    const { colours, seconds } = frames[frame] ?? { colours: [], seconds: 0 };
    return (variants[use % variants.length] ?? '')
      .replace('{colours}', () =>
        formatList(
          colours.map(name => phrases.colourNames[name]),
          language,
        ),
      )
      .replace('{time}', () => formatTime(seconds, language));
  });
}

function breakIntoParagraphs(
  sentences: readonly PlannedSentence[],
  texts: readonly string[],
  frames: readonly FrameDescription[],
): NarrationSentence[] {
  let paragraphStart = 0;
  return texts.map((text, at) => {
    const frame = sentences[at]?.frame ?? 0;
    const isNewFrame = frame !== sentences[at - 1]?.frame;
    const isNewScene = frames[frame]?.step?.change === 'cut' && at - paragraphStart > 1;
    const isLong = at - paragraphStart >= paragraphSentences && texts.length - at >= paragraphSentences / 2;
    const startsParagraph = at > 0 && isNewFrame && (isNewScene || isLong);
    if (startsParagraph) paragraphStart = at;
    return { text, startsParagraph };
  });
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), over UTF-16 units: enough to tell videos apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
