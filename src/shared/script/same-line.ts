/**
 * Two readings of one line share most pairs of letters; two lines of one form ("Chapter 1", "Chapter 2") differ in a figure,
 * and "Opening hours" shares 0.64 with "Closing hours". Ours.
 */
const leastShared = 0.68;
/** A part of a line shorter than this may be another line: a page's number, or a word of a menu. */
const leastPartCharacters = 5;

/** Whether two readings are of one line: misread here and there, or cut off in one of them. */
export function isSameLine(one: string, other: string): boolean {
  const [first, second] = [simplify(one), simplify(other)];
  if (first === second) return true;
  const [shorter, longer] = first.length < second.length ? [first, second] : [second, first];
  if (shorter.length >= leastPartCharacters && longer.includes(shorter)) return true;
  return readDigits(first) === readDigits(second) && computeLikeness(first, second) >= leastShared;
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
function computeLikeness(one: string, other: string): number {
  const [first, second] = [listPairs(one), listPairs(other)];
  const unmatched = [...second];
  const shared = first.filter(pair => {
    const at = unmatched.indexOf(pair);
    if (at >= 0) unmatched.splice(at, 1);
    return at >= 0;
  });
  return (2 * shared.length) / Math.max(1, first.length + second.length);
}

function listPairs(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}
