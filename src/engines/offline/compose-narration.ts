import type { Language } from '#shared/languages.ts';
import { computeTimeBudget, countSpokenUnits } from '#shared/script/time-budget.ts';
import { writeAnalysis } from './analysis-text.ts';
import { chooseSentences } from './choose-sentences.ts';
import { formatList } from './format-in-language.ts';
import type { FrameDescription } from './frame-description.ts';
import type { Phrases } from './phrases/phrases.ts';
import { type PlannedSentence, topicOrders } from './planned-sentence.ts';
import { planSentences } from './sentence-plan.ts';
import { shortenPrint } from './shorten-print.ts';

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
/** What a colon, a comma or a digit takes, of which sentences with lists and quotations have many. Ours, measured the same way. */
const signSeconds = 0.25;
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
  const { perMinute } = language.speakingRate;
  const pauseUnits = (pauseSeconds / 60) * perMinute;
  const units = new Map<string, number>();
  const countOnce = (text: string) => {
    const known =
      units.get(text) ??
      countSpokenUnits(language, text) + pauseUnits + (countSigns(text) * signSeconds * perMinute) / 60;
    units.set(text, known);
    return known;
  };
  // The last sentence needs no pause after it.
  const budget = computeTimeBudget(language, durationSeconds).count + pauseUnits;
  const told = shortenPrint(frames.map(withoutClocks), budget, lines =>
    countOnce(phrases.written[0] + lines.map(({ text }) => text).join(', ')),
  );
  const chosen = chooseSentences(planSentences(told, phrases), {
    budget,
    frameCount: frames.length,
    write,
    count: texts => texts.reduce((sum, text) => sum + countOnce(text), 0),
    rank: createRank(seed),
  });
  return breakIntoParagraphs(chosen, write(chosen) ?? [], frames);
}

/** What nothing but a clock, a counter or a timecode shows: it runs on, and the voice that names it speaks at another time. */
const clock =
  /^(?:\d{1,3}(?::\d{2}){1,3}(?:[.,;]\d{1,3})?|\d{1,4}(?:\.\d{1,3})? ?(?:h|min|sec|s|ms))(?: ?[ap]m)?$/iu;

/** The picture without print that names a time which the sound does not keep. */
function withoutClocks(frame: FrameDescription): FrameDescription {
  const isTold = ({ text }: FrameDescription['lines'][number]) => !clock.test(text.trim());
  return { ...frame, lines: frame.lines.filter(isTold) };
}

function countSigns(text: string): number {
  return text.match(/[:：՝,、،\d%]/gu)?.length ?? 0;
}

/** Gives each sentence its place in the narration: picture by picture, and by topic within one. */
function createRank(seed: number) {
  const ranks = new Map<PlannedSentence, number>();
  return (sentence: PlannedSentence): number => {
    const { frame, topic } = sentence;
    const order = topicOrders[(seed + frame) % topicOrders.length] ?? topicOrders[0];
    const rank = ranks.get(sentence) ?? frame * 100 + order.indexOf(topic);
    ranks.set(sentence, rank);
    return rank;
  };
}

/**
 * Takes the variants of each meaning in turn, and passes over those that would say the same words again.
 * @returns gives a text a sentence; undefined where one of them could only say again what was said
 */
function createWriter(language: Language, seed: number) {
  // Filled in once: the choice of sentences asks for the same ones many times over.
  const filled = new Map<PlannedSentence, readonly string[]>();
  const fillOnce = (sentence: PlannedSentence) => {
    const known = filled.get(sentence);
    if (known) return known;
    const first = (hash(sentence.variants.join()) + seed) % sentence.variants.length;
    const texts = fillVariants(sentence, language);
    const inTurn = [...texts.slice(first), ...texts.slice(0, first)];
    filled.set(sentence, inTurn);
    return inTurn;
  };
  return (sentences: readonly PlannedSentence[]): string[] | undefined => {
    const turns = new Map<readonly string[], number>();
    const said = new Set<string>();
    for (const sentence of sentences) {
      const texts = fillOnce(sentence);
      const first = turns.get(sentence.variants) ?? 0;
      let turn = first;
      while (said.has(texts[turn % texts.length] ?? '')) {
        turn++;
        if (turn === first + texts.length) return undefined;
      }
      said.add(texts[turn % texts.length] ?? '');
      turns.set(sentence.variants, turn + 1);
    }
    return [...said];
  };
}

function fillVariants({ variants, items }: PlannedSentence, language: Language): string[] {
  const list = items ? formatList(items, language) : '';
  return variants.map(variant => variant.replace(/\{\w+\}/u, () => list));
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
