import type { Language } from '#shared/languages.ts';
import { computeTimeBudget } from '#shared/script/time-budget.ts';
import { writeAnalysis } from './analysis-text.ts';
import type { FrameDescription } from './frame-description.ts';
import { type PlannedSentence, planSentences, worths } from './plan-sentences.ts';
import { computePauseUnits, createCounter, shortenPrint } from './spoken-length.ts';
import { createTeller, hash } from './tell-once.ts';
import { createWording } from './wording.ts';

export interface NarrationSentence {
  readonly text: string;
  readonly startsParagraph: boolean;
}

/** A paragraph that has grown to this many sentences ends with its picture. */
const paragraphSentences = 6;

/**
 * Writes a narration in time order that fits the length of its video; nothing where there is nothing to say. However
 * short the video, one sentence is written.
 * @param frames in time order
 */
export function composeNarration(
  frames: readonly FrameDescription[],
  language: Language,
  durationSeconds: number,
): NarrationSentence[] {
  const wording = createWording(language);
  const count = createCounter(language);
  // The last sentence needs no pause after it.
  const budget = computeTimeBudget(language, durationSeconds).count + computePauseUnits(language);
  const shortened = shortenPrint(frames, budget, wording, count);
  const chosen = chooseSentences(planSentences(shortened, wording), budget, count);
  const teller = createTeller(hash(writeAnalysis(frames)));
  const texts = chosen.map(sentence => {
    const [text = ''] = teller.listVariants(sentence);
    teller.note(sentence);
    return text;
  });
  return breakIntoParagraphs(chosen, texts, frames);
}

/** Takes the best of what could be said while it fits, each thing that is said once. */
function chooseSentences(
  planned: readonly PlannedSentence[],
  budget: number,
  count: (text: string) => number,
): PlannedSentence[] {
  const chosen = new Map<string, PlannedSentence>();
  let left = budget;
  for (const sentence of planned.toSorted((one, other) => worths[other.topic] - worths[one.topic])) {
    const longest = Math.max(...sentence.variants.map(count));
    if (chosen.has(sentence.variants[0]) || (chosen.size > 0 && longest > left)) continue;
    chosen.set(sentence.variants[0], sentence);
    left -= longest;
  }
  const taken = new Set(chosen.values());
  return planned.filter(sentence => taken.has(sentence));
}

function breakIntoParagraphs(
  sentences: readonly PlannedSentence[],
  texts: readonly string[],
  frames: readonly FrameDescription[],
): NarrationSentence[] {
  let paragraphStart = 0;
  return texts.map((text, at) => {
    const frame = sentences[at]?.frame ?? 0;
    const isNewFrame = at > 0 && frame !== sentences[at - 1]?.frame;
    const least = frames[frame]?.isNewScene ? 2 : paragraphSentences;
    const startsParagraph = isNewFrame && at - paragraphStart >= least;
    if (startsParagraph) paragraphStart = at;
    return { text, startsParagraph };
  });
}
