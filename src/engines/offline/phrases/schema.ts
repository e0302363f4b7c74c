import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { LanguageCode } from '#shared/languages.ts';
import { strikingColours } from '../name-colour.ts';
import { thingNames } from '../thing-names.ts';

/** One to three ways to say the same, the plainest first. */
function sentences(placeholder: string) {
  const sentence = z
    .string()
    .refine(text => text.split(placeholder).length === 2, `needs one ${placeholder}`);
  return z
    .tuple([sentence], sentence)
    .refine(({ length }) => length <= 3, 'has more than three variants')
    .readonly();
}

const aboutThings = sentences('{things}');
const word = z.string().min(1);

/** A kind's class of number words, how one of it is named in a list, and its plurals after the numbers. */
const nameSchema = z.tuple([word, word, word], word).readonly();

/**
 * What the offline engine says in a language. The plurals of a name are one for each category of `Intl.PluralRules`
 * that occurs among 2 to 6, in the order in which they occur.
 */
export const phrasesSchema = z.strictObject({
  seen: aboutThings,
  coming: aboutThings,
  going: aboutThings,
  beside: aboutThings,
  nearing: aboutThings,
  receding: aboutThings,
  leftToRight: aboutThings,
  rightToLeft: aboutThings,
  near: aboutThings,
  far: aboutThings,
  written: sentences('{text}'),
  quotationMarks: z.tuple([word, word]).readonly(),
  dark: word,
  colours: z.record(z.enum(strikingColours), word),
  /** How a number and a name stand together. */
  counted: z.string().refine(text => text.includes('{number}') && text.includes('{name}')),
  /** For each class of names: two, three, four, five, six and several. Empty where the plural says the number. */
  numbers: z.record(z.string(), z.array(z.string()).length(6).readonly()),
  names: z.record(z.enum(thingNames), nameSchema),
});

export type Phrases = z.infer<typeof phrasesSchema>;

const loaded = new Map<LanguageCode, Phrases>();

/** What is said offline in a language; its file is read once. */
export function loadPhrases(code: LanguageCode): Phrases {
  const known = loaded.get(code);
  if (known) return known;
  const file = readFileSync(new URL(`./${code}.json`, import.meta.url), 'utf8');
  const phrases = phrasesSchema.parse(JSON.parse(file));
  loaded.set(code, phrases);
  return phrases;
}
