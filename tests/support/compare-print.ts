import type { ReadLine } from '#engines/offline/recognition/recognised.ts';

export interface PrintComparison {
  readonly quotedWords: number;
  /** Quoted words in the order in which a line of the picture has them. */
  readonly rightWords: number;
  /** Each quoted line with another word. */
  readonly wrongLines: readonly string[];
  /** For each printed line, whether it was quoted word for word. */
  readonly isQuoted: readonly boolean[];
}

/** Compares recognised with printed text word by word, including capitals and punctuation. */
export function comparePrint(printed: readonly string[], read: readonly ReadLine[]): PrintComparison {
  let [quotedWords, rightWords] = [0, 0];
  const wrongLines: string[] = [];
  for (const { text } of read) {
    const words = toWords(text);
    const right = Math.max(0, ...printed.map(line => countCommon(words, toWords(line))));
    quotedWords += words.length;
    rightWords += right;
    if (right < words.length) wrongLines.push(text);
  }
  const texts = new Set(read.map(line => line.text));
  return { quotedWords, rightWords, wrongLines, isQuoted: printed.map(line => texts.has(line)) };
}

function toWords(text: string): string[] {
  return text.split(' ').filter(word => word !== '');
}

/** The length of the longest common subsequence. */
function countCommon(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const word of one) {
    const next = [0];
    other.forEach((match, at) => {
      next.push(word === match ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    });
    row = next;
  }
  return row[other.length] ?? 0;
}
