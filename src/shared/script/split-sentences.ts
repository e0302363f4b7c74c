/**
 * Splits a text into its sentences by the rules of its language; joined, they give the text back.
 * @param locale BCP-47 tag; the text's own when known
 */
export function splitSentences(text: string, locale = 'en'): string[] {
  return split(text, locale, 'sentence');
}

/**
 * Cuts a text into pieces of at most `maxCharacters` UTF-16 units, at sentence ends where it can, else between
 * words, else between characters, never inside one. Blank pieces are left out; the rest, joined by spaces, say the same.
 */
export function cutAtSentences(text: string, maxCharacters: number, locale = 'en'): string[] {
  if (text.length <= maxCharacters) return [text.trim()].filter(each => each !== '');
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
  return split(sentence, locale, 'word').flatMap(word =>
    word.length <= maxCharacters ? [word] : splitCharacters(word, maxCharacters),
  );
}

function splitCharacters(word: string, maxCharacters: number): string[] {
  // A grapheme can itself be longer than any limit (a letter under thousands of accents).
  return split(word, 'en', 'grapheme').flatMap(character =>
    character.length <= maxCharacters ? [character] : [...character],
  );
}

type Granularity = NonNullable<Intl.SegmenterOptions['granularity']>;

/** Kept, because making one takes longer than splitting a sentence. */
const segmenters = new Map<string, Intl.Segmenter>();

function split(text: string, locale: string, granularity: Granularity): string[] {
  const key = `${locale} ${granularity}`;
  const segmenter = segmenters.get(key) ?? new Intl.Segmenter(locale, { granularity });
  segmenters.set(key, segmenter);
  return Array.from(segmenter.segment(text), part => part.segment);
}
