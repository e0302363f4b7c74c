import type { Language } from '#shared/languages.ts';
import { computeTimeBudget, countSpokenUnits } from '#shared/script/time-budget.ts';
import { writeAnalysis } from './analysis-text.ts';
import { chooseSentences } from './choose-sentences.ts';
import { formatList } from './format-in-language.ts';
import type { FrameDescription } from './frame-description.ts';
import type { Phrases } from './phrases/phrases.ts';
import { type PlannedSentence, topicOrders } from './planned-sentence.ts';
import { planSentences } from './sentence-plan.ts';

/** A sentence as it is spoken. */
export interface NarrationSentence {
  readonly text: string;
  readonly startsParagraph: boolean;
}

/**
 * A narrator's pause after a sentence. The time budget counts words of running text; ours are short sentences, and
 * spoken by espeak-ng in 57 languages their pauses made them a tenth too long for their video. Ours, measured.
 */
const pauseSeconds = 0.45;
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
  const lists = new Map<readonly string[], string>();
  // Formatted once: the choice below writes the same sentences many times over.
  const listOnce = (items: readonly string[]) => {
    const known = lists.get(items) ?? formatList(items, language);
    lists.set(items, known);
    return known;
  };
  const write = (sentences: readonly PlannedSentence[]) => writeSentences(sentences, listOnce, seed);
  const pauseUnits = (pauseSeconds / 60) * language.speakingRate.perMinute;
  const units = new Map<string, number>();
  const countOnce = (text: string) => {
    const known = units.get(text) ?? countSpokenUnits(language, text) + pauseUnits;
    units.set(text, known);
    return known;
  };
  const chosen = chooseSentences(planSentences(frames, phrases), {
    // The last sentence needs no pause after it.
    budget: computeTimeBudget(language, durationSeconds).count + pauseUnits,
    frameCount: frames.length,
    write,
    count: texts => texts.reduce((sum, text) => sum + countOnce(text), 0),
    sort: sentences => sortByTime(sentences, seed),
  });
  return breakIntoParagraphs(chosen, write(chosen) ?? [], frames);
}

function sortByTime(sentences: readonly PlannedSentence[], seed: number): PlannedSentence[] {
  const rank = ({ frame, topic }: PlannedSentence) => {
    const order = topicOrders[(seed + frame) % topicOrders.length] ?? topicOrders[0];
    return frame * 100 + order.indexOf(topic);
  };
  return [...sentences].sort((one, other) => rank(one) - rank(other));
}

/**
 * Takes the variants of each meaning in turn, and passes over those that would say the same words again.
 * @returns a text a sentence; undefined where one of them could only say again what was said
 */
function writeSentences(
  sentences: readonly PlannedSentence[],
  formatItems: (items: readonly string[]) => string,
  seed: number,
): string[] | undefined {
  const uses = new Map<readonly string[], number>();
  const said = new Set<string>();
  for (const { variants, items } of sentences) {
    const first = uses.get(variants) ?? hash(variants.join()) + seed;
    const list = items ? formatItems(items) : '';
    const texts = variants.map((_, turn) =>
      (variants[(first + turn) % variants.length] ?? '').replace(/\{\w+\}/u, () => list),
    );
    const turn = texts.findIndex(text => !said.has(text));
    if (turn < 0) return undefined;
    said.add(texts[turn] ?? '');
    uses.set(variants, first + turn + 1);
  }
  return [...said];
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
