import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Language, LanguageCode } from '#shared/languages.ts';
import type { NotedThing } from './analysis.ts';
import { thingNames } from './thing-names.ts';

function sentence(placeholder: string) {
  return z.string().refine(text => text.split(placeholder).length === 2, `needs one ${placeholder}`);
}

const word = z.string().min(1);

/**
 * What the offline engine says in a language. A name is its class of number words, how one of it is named in a list, and its plurals: one
 * for each category of `Intl.PluralRules` that occurs among 2 to 6, in the order in which they occur.
 */
export const phrasesSchema = z.strictObject({
  seen: sentence('{things}'),
  written: sentence('{text}'),
  quotationMarks: z.tuple([word, word]).readonly(),
  counted: z.string().refine(text => text.includes('{number}') && text.includes('{name}')),
  /** For each class of names: two, three, four, five, six and several. Empty where the plural says the number. */
  numbers: z.record(z.string(), z.array(z.string()).length(6).readonly()),
  names: z.record(z.enum(thingNames), z.tuple([word, word, word], word).readonly()),
});

export type Phrases = z.infer<typeof phrasesSchema>;

const loaded = new Map<LanguageCode, Phrases>();

export function loadPhrases(code: LanguageCode): Phrases {
  const known = loaded.get(code);
  if (known) return known;
  const file = readFileSync(new URL(`./phrases/${code}.json`, import.meta.url), 'utf8');
  const phrases = phrasesSchema.parse(JSON.parse(file));
  loaded.set(code, phrases);
  return phrases;
}

/** Numbers that a plural of a name may follow; `several` takes the form of the last. */
const counts = [2, 3, 4, 5, 6] as const;

/** Unicode's tables lack Māori, Welsh needs to know the next word, and the Korean conjunction is that of forms. */
const commaOnly: readonly LanguageCode[] = ['cy', 'ko', 'mi'];

export type Counted = Pick<NotedThing, 'name' | 'count'>;

/** Says in a language what is there and how many, and what is to be read, each as a sentence. */
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
    tell: (things: readonly Counted[]): string =>
      capitalise(
        phrases.seen.replace('{things}', () => list(things.map(nameThing))),
        code,
      ),
    quote: (texts: readonly string[]): string => {
      const [opening, closing] = phrases.quotationMarks;
      return phrases.written.replace('{text}', () => list(texts.map(text => `${opening}${text}${closing}`)));
    },
  };
}

/** Afrikaans writes its article 'n small, and the word after it with a capital. */
const firstLetter = /^(?:['’]n )?\p{Ll}/u;

function capitalise(sentence: string, code: LanguageCode): string {
  // By its own rules Greek would lose the stress of the letter.
  return sentence.replace(firstLetter, start =>
    code === 'el' ? start.toUpperCase() : start.slice(0, -1) + (start.at(-1) ?? '').toLocaleUpperCase(code),
  );
}
