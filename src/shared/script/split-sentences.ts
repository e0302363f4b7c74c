/**
 * Splits a text into its sentences by the rules of its language; joined, they give the text back.
 * @param locale BCP-47 tag; the text's own when known
 */
export function splitSentences(text: string, locale = 'en'): string[] {
  return Array.from(
    new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text),
    part => part.segment,
  );
}

/**
 * Cuts a text into pieces of at most `maxCharacters` UTF-16 units, at sentence ends where it can, else between
 * words, else between characters, never inside one. Blank pieces are left out; the rest, joined by spaces, say the same.
 */
export function cutAtSentences(text: string, maxCharacters: number, locale = 'en'): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const part of splitSentences(text, locale).flatMap(sentence =>
    splitToFit(sentence, maxCharacters, locale),
  )) {
    if (piece.length + part.length > maxCharacters) {
      pieces.push(piece);
      piece = '';
    }
    piece += part;
  }
  pieces.push(piece);
  return pieces.map(each => each.trim()).filter(each => each !== '');
}

/** A sentence that alone is too long, in words or, for a word that is too long, in characters. */
function splitToFit(sentence: string, maxCharacters: number, locale: string): string[] {
  if (sentence.length <= maxCharacters) return [sentence];
  const words = Array.from(
    new Intl.Segmenter(locale, { granularity: 'word' }).segment(sentence),
    part => part.segment,
  );
  return words.flatMap(word =>
    word.length <= maxCharacters ? [word] : splitCharacters(word, maxCharacters),
  );
}

function splitCharacters(word: string, maxCharacters: number): string[] {
  const characters = Array.from(
    new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word),
    part => part.segment,
  );
  // A grapheme can itself be longer than any limit (a letter under thousands of accents).
  return characters.flatMap(character =>
    character.length <= maxCharacters
      ? [character]
      : (character.match(new RegExp(`.{1,${Math.ceil(maxCharacters / 2)}}`, 'gsu')) ?? []),
  );
}
