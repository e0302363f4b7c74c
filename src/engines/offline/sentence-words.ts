import type { Language } from '#shared/languages.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { formatList } from './format-in-language.ts';
import type { FrameDescription } from './frame-description.ts';
import { type PlannedSentence, topicOrders } from './planned-sentence.ts';

/**
 * A narrator's pause after a sentence. The time budget counts words of running text; ours are short sentences, and
 * spoken by espeak-ng in 57 languages their pauses made them a tenth too long for their video. Ours, measured.
 */
const pauseSeconds = 0.45;
/** What a colon, a comma or a digit takes, of which sentences with lists and quotations have many. Ours, measured the same way. */
const signSeconds = 0.25;
/** What nothing but a clock, a counter or a timecode shows: it runs on, and the voice that names it speaks at another time. */
const clock =
  /^(?:\d{1,3}(?::\d{2}){1,3}(?:[.,;]\d{1,3})?|\d{1,4}(?:\.\d{1,3})? ?(?:h|min|sec|s|ms))(?: ?[ap]m)?$/iu;

/** The picture without print that names a time which the sound does not keep. */
export function withoutClocks(frame: FrameDescription): FrameDescription {
  const isReported = ({ text }: FrameDescription['lines'][number]) => !clock.test(text.trim());
  return { ...frame, lines: frame.lines.filter(isReported) };
}

/** Counts what a sentence takes in the unit of its language, the pause behind it included; each text once. */
export function createCounter(language: Language) {
  const { perMinute } = language.speakingRate;
  const pauseUnits = computePauseUnits(language);
  const known = new Map<string, number>();
  return (text: string): number => {
    const units =
      known.get(text) ??
      countSpokenUnits(language, text) + pauseUnits + (countSigns(text) * signSeconds * perMinute) / 60;
    known.set(text, units);
    return units;
  };
}

/** What the pause behind a sentence would hold. */
export function computePauseUnits({ speakingRate }: Language): number {
  return (pauseSeconds / 60) * speakingRate.perMinute;
}

function countSigns(text: string): number {
  return text.match(/[:：՝,、،\d%]/gu)?.length ?? 0;
}

/** Gives each sentence its place in the narration: picture by picture, and by topic within one. */
export function createRank(seed: number) {
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
export function createWriter(language: Language, seed: number) {
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

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), over UTF-16 units: enough to tell videos apart. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
