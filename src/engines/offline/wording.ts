import type { Language, LanguageCode } from '#shared/languages.ts';
import type { DescribedThing } from './frame-description.ts';
import { loadPhrases } from './phrases/schema.ts';

export type Wording = ReturnType<typeof createWording>;

/** Numbers that a plural of a name may follow; `several` takes the form of the last. */
const counts = [2, 3, 4, 5, 6] as const;

/** Unicode's tables lack Māori, Welsh needs to know the next word, and the Korean conjunction is that of forms. */
const commaOnly: readonly LanguageCode[] = ['cy', 'ko', 'mi'];

/** Fills the phrases of a language: with things and how many, and with print. */
export function createWording({ code }: Language) {
  const phrases = loadPhrases(code);
  const rules = new Intl.PluralRules(code);
  const categories = [...new Set(counts.map(count => rules.select(count)))];
  const listFormat = new Intl.ListFormat(code, { type: 'conjunction' });

  const nameThing = ({ name, count }: Counted): string => {
    const [numberClass, one, ...plurals] = phrases.names[name];
    if (count < 2) return one;
    const category = categories.indexOf(rules.select(Math.min(count, 6)));
    const number = phrases.numbers[numberClass]?.[count - 2] ?? '';
    const plural = plurals[category] ?? plurals.at(-1) ?? one;
    return phrases.counted
      .replace('{number}', () => number)
      .replace('{name}', () => plural)
      .trim();
  };
  // Persian lists come with right-to-left marks, which a plain text does not need.
  const list = (words: readonly string[]) =>
    commaOnly.includes(code) ? words.join(', ') : listFormat.format(words).replaceAll('\u200f', '');

  return {
    phrases,
    /** A phrase about things as a sentence. */
    tell: (phrase: string, things: readonly Counted[]): string =>
      capitalise(
        phrase.replace('{things}', () => list(things.map(nameThing))),
        code,
      ),
    /** A phrase about print as a sentence. */
    quote: (phrase: string, texts: readonly string[]): string => {
      const [opening, closing] = phrases.quotationMarks;
      return phrase.replace('{text}', () => list(texts.map(text => `${opening}${text}${closing}`)));
    },
  };
}

export type Counted = Pick<DescribedThing, 'name' | 'count'>;

/** Afrikaans writes its article 'n small, and the word after it with a capital. */
const firstLetter = /^(?:['’]n )?\p{Ll}/u;

function capitalise(sentence: string, code: LanguageCode): string {
  // By its own rules Greek would lose the stress of the letter.
  return sentence.replace(firstLetter, start =>
    code === 'el' ? start.toUpperCase() : start.slice(0, -1) + (start.at(-1) ?? '').toLocaleUpperCase(code),
  );
}
