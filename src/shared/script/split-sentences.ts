/** Splits a text at any kind of line end. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/u);
}

/** A quotation in the marks of any language, without another inside. */
const quotation = /“[^“”\n]+”|„[^„“”\n]+[“”]|[\s:و]”[^“”\n]+[“”]|«[^«»\n]+»|「[^「」\n]+」|"[^"\n]+"/gu;

/** Replaces quotations with their marks, and maybe the space before them; also nested ones. Linear time. */
export function replaceQuotations(text: string, replace: (quotation: string) => string): string {
  return text.replace(quotation, replace).replace(quotation, replace);
}

/** Splits a text into sentences by the rules of its language (BCP-47 tag); their concatenation is the text. */
export function splitSentences(text: string, locale = 'en'): string[] {
  return splitText(text, locale, 'sentence');
}

/**
 * Cuts a text into pieces of at most `maxCharacters` UTF-16 units, at sentence ends if possible, else between
 * words, else between characters. Blank pieces are dropped; the rest, joined by spaces, has the same content.
 * @param measure the length that counts; a word that is longer by it alone stays whole
 */
export function cutAtSentences(
  text: string,
  maxCharacters: number,
  locale = 'en',
  measure = (part: string) => part.length,
): string[] {
  if (measure(text) <= maxCharacters) return [text.trim()].filter(each => each !== '');
  const pieces: string[] = [];
  let piece = '';
  let pieceLength = 0;
  for (const part of splitSentences(text, locale).flatMap(sentence =>
    measure(sentence) <= maxCharacters ? [sentence] : splitWords(sentence, maxCharacters, locale),
  )) {
    const length = measure(part);
    if (pieceLength + length > maxCharacters) {
      pieces.push(piece);
      piece = '';
      pieceLength = 0;
    }
    piece += part;
    pieceLength += length;
  }
  pieces.push(piece);
  return pieces
    .map(each => each.trim())
    .filter(each => each !== '')
    .flatMap(each => {
      // A name of two words may count more than both.
      const words = measure(each) > maxCharacters ? splitText(each, locale, 'word') : [];
      if (words.length < 2) return [each];
      const half = words.slice(0, words.length / 2).join('');
      return [half, each.slice(half.length)].flatMap(part =>
        cutAtSentences(part, maxCharacters, locale, measure),
      );
    });
}

/** Words, and the characters of too long ones. */
function splitWords(sentence: string, maxCharacters: number, locale: string): string[] {
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
