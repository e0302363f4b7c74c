import type { LanguageCode } from '#shared/languages.ts';
import formsOfLanguages from './spoken-forms.json' with { type: 'json' };

export type Rule = readonly [pattern: string, words: string];

/** How a language says numbers with signs, units, dates and abbreviations that its voice reads wrongly or skips. */
export interface SpokenForms {
  readonly minus: string;
  /** Between the ends of a range. */
  readonly range: string;
  readonly and: string;
  readonly plus: string;
  readonly equals: string;
  /** Between the sides of something, and behind a factor. */
  readonly by: string;
  readonly times: string;
  /** Before a unit, where 1 is said otherwise. */
  readonly one?: string;
  /** Where the voice reads no decimals. */
  readonly decimal?: string;
  readonly months: readonly string[];
  readonly dateOrder: 'dmy' | 'mdy';
  /** With `{day}`, `{ordinal}`, `{month}` and `{year}`. */
  readonly date: string;
  readonly firstDay?: string;
  /** From 1 on. */
  readonly ordinals?: readonly string[];
  readonly feminine?: Rule;
  readonly ordinalRules?: readonly Rule[];
  /** A full stop behind a number makes it an ordinal number. */
  readonly ordinalDot?: boolean;
  /** Roman numbers: of kings and queens, with what may stand behind; and others. */
  readonly kings?: string;
  readonly queens?: string;
  readonly kingEnd?: string;
  /** What stands behind a king's "I" that is no pronoun. */
  readonly kingOne?: string;
  readonly nominative?: readonly Rule[];
  readonly roman?: readonly Rule[];
  /** With `{hour}` and `{minute}`; where the voice reads times wrongly. */
  readonly time?: string;
  readonly timeUnit?: string;
  readonly hours?: readonly string[];
  /** Of a year that is an ordinal number: its tens, and the pattern of one in a text. */
  readonly years?: { readonly tens: readonly string[]; readonly pattern: string };
  /** By the language's plural forms in the order of CLDR; the last for all that are not given. */
  readonly units: Readonly<Record<string, readonly string[]>>;
  readonly currencies: Readonly<Record<string, readonly string[]>>;
  /** With `{whole}`, `{currency}` and `{cents}`. */
  readonly price?: string;
  /** A pattern: millions stand before the name of the currency. */
  readonly powers?: string;
  readonly fractions: Readonly<Record<string, string>>;
  readonly abbreviations: readonly Rule[];
  /** What else, at the end. */
  readonly rules: readonly Rule[];
}

export const allForms = formsOfLanguages as unknown as Partial<Readonly<Record<LanguageCode, SpokenForms>>>;
