import type { Language } from '#shared/languages.ts';
import { computeTimeBudget } from '#shared/script/time-budget.ts';
import { writeAnalysis } from './analysis-text.ts';
import { chooseSentences } from './choose-sentences.ts';
import type { FrameDescription } from './frame-description.ts';
import type { Phrases } from './phrases/phrases.ts';
import type { PlannedSentence } from './planned-sentence.ts';
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

/** A sentence as it is spoken. */
export interface NarrationSentence {
  readonly text: string;
  readonly startsParagraph: boolean;
}

/** A paragraph that has grown to this many sentences ends with its picture. */
const paragraphSentences = 6;

/**
 * Writes a narration in time order that fits the length of its video. The same pictures always give the same words;
 * other pictures begin with other variants.
 * @param frames in time order, at least one
 */
export function composeNarration(
  frames: readonly FrameDescription[],
  phrases: Phrases,
  language: Language,
  durationSeconds: number,
): NarrationSentence[] {
  const seed = hash(writeAnalysis(frames));
  const write = createWriter(language, seed);
  const countOnce = createCounter(language);
  // The last sentence needs no pause after it.
  const budget = computeTimeBudget(language, durationSeconds).count + computePauseUnits(language);
  const reported = shortenPrint(frames.map(withoutClocks), budget, lines =>
    countOnce(phrases.written[0] + lines.map(({ text }) => text).join(', ')),
  );
  const chosen = chooseSentences(planSentences(reported, phrases), {
    budget,
    frameCount: frames.length,
    write,
    count: texts => texts.reduce((sum, text) => sum + countOnce(text), 0),
    rank: createRank(seed),
  });
  return breakIntoParagraphs(chosen, write(chosen) ?? [], frames);
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
