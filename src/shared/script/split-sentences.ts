/** Splits a text into sentences by the rules of its language (BCP-47 tag); their concatenation is the text. */
export function splitSentences(text: string, locale = 'en'): string[] {
  return splitText(text, locale, 'sentence');
}

/**
 * Cuts a text into pieces of at most `maxCharacters` UTF-16 units, at sentence ends if possible, else between
 * words, else between characters. Blank pieces are dropped; the rest, joined by spaces, has the same content.
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

/** Splits a too long sentence into words, and too long words into characters. */
function splitToFit(sentence: string, maxCharacters: number, locale: string): string[] {
  if (sentence.length <= maxCharacters) return [sentence];
  return splitText(sentence, locale, 'word').flatMap(word =>
    word.length <= maxCharacters ? [word] : splitCharacters(word, maxCharacters),
  );
}

function splitCharacters(word: string, maxCharacters: number): string[] {
  // A single grapheme can exceed any limit (a letter with thousands of accents).
  return splitText(word, 'en', 'grapheme').flatMap(character =>
    character.length <= maxCharacters ? [character] : [...character],
  );
}

type Granularity = NonNullable<Intl.SegmenterOptions['granularity']>;

/** Cached, because creating one takes longer than splitting a sentence. */
const segmenters = new Map<string, Intl.Segmenter>();

export function splitText(text: string, locale: string, granularity: Granularity): string[] {
  const key = `${locale} ${granularity}`;
  const segmenter = segmenters.get(key) ?? new Intl.Segmenter(locale, { granularity });
  segmenters.set(key, segmenter);
  return Array.from(segmenter.segment(text), part => part.segment);
}
