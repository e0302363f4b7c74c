import { maxLineCharacters } from '../limits.ts';
import { cutAtSentences } from '../script/split-sentences.ts';

/** The translation may be longer. */
const maxCharacters = maxLineCharacters / 2;

interface Translatable {
  readonly id: string;
  readonly text: string;
  readonly availableSeconds?: number | undefined;
}

interface Translated {
  readonly id: string;
  readonly text: string;
}

/**
 * Cuts lines that are too long for a translator at the ends of sentences: a script without times may be one line. Lines without text
 * have no piece.
 * @returns pieces with ids of their own, and a function that takes their translations, in any order, and returns each line that is
 * complete
 */
export function cutLongLines(lines: readonly Translatable[]): {
  readonly pieces: readonly Translatable[];
  readonly join: (piece: Translated) => Translated | undefined;
} {
  const cut = lines.map(line => ({ line, texts: cutAtSentences(line.text, maxCharacters) }));
  const places = cut.flatMap(({ line, texts }) => {
    const parts: string[] = texts.map(() => '');
    return texts.map((text, at) => ({ line, text, parts, at }));
  });
  return {
    pieces: places.map(({ line, text, parts }, index) => ({
      id: String(index),
      text,
      availableSeconds: parts.length === 1 ? line.availableSeconds : undefined,
    })),
    join: ({ id, text }) => {
      const place = places[Number(id)];
      if (!place) return undefined;
      place.parts[place.at] = text;
      return place.parts.includes('') ? undefined : { id: place.line.id, text: place.parts.join(' ') };
    },
  };
}
