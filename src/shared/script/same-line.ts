/**
 * Two readings of one line share most pairs of letters; two lines of one form ("Chapter 1", "Chapter 2") differ in a figure,
 * and "Opening hours" shares 0.64 with "Closing hours". Ours.
 */
const leastShared = 0.68;
/** A part of a line shorter than this may be another line: a page's number, or a word of a menu. */
const leastPartCharacters = 5;

/** Whether two readings are of one line: misread here and there, or cut off in one of them. */
export function isSameLine(one: string, other: string): boolean {
  return isSameReading(toReading(one), toReading(other));
}

/** A line as it is compared with many others. */
export interface Reading {
  readonly letters: string;
  readonly digits: string;
  /** Its pairs of neighbouring characters, as numbers in order. */
  readonly pairs: Uint32Array;
}

export function toReading(text: string): Reading {
  const letters = simplify(text);
  const pairs = Uint32Array.from(
    { length: Math.max(0, letters.length - 1) },
    (_, at) => letters.charCodeAt(at) * 2 ** 16 + letters.charCodeAt(at + 1),
  );
  return { letters, digits: readDigits(letters), pairs: pairs.sort() };
}

export function isSameReading(one: Reading, other: Reading): boolean {
  const [first, second] = [one.letters, other.letters];
  if (first === second) return true;
  const [shorter, longer] = first.length < second.length ? [first, second] : [second, first];
  if (shorter.length >= leastPartCharacters && longer.includes(shorter)) return true;
  return one.digits === other.digits && computeLikeness(one.pairs, other.pairs) >= leastShared;
}

/** Letters and digits alone: marks and capitals are what a reader gets wrong first. */
function simplify(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function readDigits(text: string): string {
  return text.replace(/\P{N}/gu, '');
}

/**
 * Share of the pairs of neighbouring characters that both have, 0 to 1 (Sørensen and Dice's coefficient, as in Kondrak,
 * Marcu and Knight, "Cognates can improve statistical translation models", 2003).
 */
function computeLikeness(first: Uint32Array, second: Uint32Array): number {
  const pairs = Math.max(1, first.length + second.length);
  if ((2 * Math.min(first.length, second.length)) / pairs < leastShared) return 0;
  let [at, other, shared] = [0, 0, 0];
  while (at < first.length && other < second.length) {
    const difference = (first[at] as number) - (second[other] as number);
    if (difference === 0) shared++;
    if (difference <= 0) at++;
    if (difference >= 0) other++;
  }
  return (2 * shared) / pairs;
}
