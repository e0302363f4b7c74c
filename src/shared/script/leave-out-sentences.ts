import type { Language } from '../languages.ts';
import { replaceQuotations } from './quotations.ts';
import { splitSentences } from './split-sentences.ts';
import { countSpokenUnits } from './time-budget.ts';

interface Sentence {
  readonly text: string;
  /** The white space after it. */
  readonly gap: string;
  readonly units: number;
}

/**
 * Removes sentences until a script fits. The rest is spread over the whole, so that the script still follows its video; first and last are
 * kept if both fit. If no sentence fits, the first is returned. Quotations are kept whole.
 * @param most in the unit of the language; see `countSpokenUnits`
 * @returns the script itself if nothing can be removed
 */
export function leaveOutSentences(script: string, language: Language, most: number): string {
  const sentences = listSentences(script, language);
  const kept = new Set<number>();
  let available = most;
  for (const at of listBySpread(sentences.length)) {
    const units = sentences[at]?.units ?? 0;
    if (kept.size > 0 && units > available) continue;
    kept.add(at);
    available -= units;
  }
  return join(sentences, kept);
}

function listSentences(script: string, language: Language): Sentence[] {
  const masked = replaceQuotations(script, maskSentenceEnds);
  let at = 0;
  return splitSentences(masked, language.code).map(({ length }) => {
    const whole = script.slice(at, at + length);
    at += length;
    const text = whole.trimEnd();
    return { text, gap: whole.slice(text.length), units: countSpokenUnits(language, text) };
  });
}

/** Sentence ends within a quotation do not count, except right before its closing mark. */
function maskSentenceEnds(quotation: string): string {
  const inside = quotation
    .slice(0, -2)
    .replace(/[\p{Sentence_Terminal}\s]/gu, mark => 'x'.repeat(mark.length));
  return inside + quotation.slice(-2);
}

/** The first, the last, and then always the middle of the widest gap. */
function listBySpread(length: number): number[] {
  if (length <= 2) return [...Array(length).keys()];
  const order = [0, length - 1];
  const gaps: [number, number][] = [[0, length - 1]];
  for (const [from, to] of gaps) {
    const middle = Math.floor((from + to) / 2);
    if (middle === from) continue;
    order.push(middle);
    gaps.push([from, middle], [middle, to]);
  }
  return order;
}

/** Keeps paragraphs apart, also if the last sentence of one was removed. */
function join(sentences: readonly Sentence[], kept: ReadonlySet<number>): string {
  let text = '';
  let gap = '';
  for (const [at, sentence] of sentences.entries()) {
    if (kept.has(at)) {
      text += (text === '' ? '' : gap) + sentence.text;
      gap = sentence.gap;
    } else if (countLines(sentence.gap) > countLines(gap)) gap = sentence.gap;
  }
  return text;
}

function countLines(gap: string): number {
  return gap.split('\n').length;
}
