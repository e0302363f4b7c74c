export type PlacedWord<Word> = Word & {
  /** With what follows it up to the next word: a comma, a space. */
  readonly written: string;
};

/** How far a word may be from where it is expected in the text. */
const maxSkipped = 40;

/** Finds words in their text, which has marks that they lack. @param words in order */
export function placeWords<Word extends { readonly text: string }>(
  text: string,
  words: readonly Word[],
): PlacedWord<Word>[] {
  let at = 0;
  const starts = words.map(word => {
    const found = text.slice(at, at + maxSkipped + word.text.length).indexOf(word.text);
    if (found < 0) return undefined;
    const start = at + found;
    at = start + word.text.length;
    return start;
  });
  return words.map((word, index) => {
    const [from, to] = [starts[index], index + 1 < words.length ? starts[index + 1] : text.length];
    const isFound = from !== undefined && to !== undefined;
    return { ...word, written: isFound ? text.slice(from, to) : `${word.text} ` };
  });
}
