/** A text that depends on the number `count`, by the categories of `Intl.PluralRules`. */
export type PluralForms = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** A text of the catalogue, with the names of its `{parameters}`. A translation has the same key. */
export interface Message<Name extends string = never> {
  readonly key: string;
  readonly english: string | PluralForms;
  /** For the type checker only. */
  readonly parameters?: Name;
}

export type MessageValues = Readonly<Record<string, string | number>>;

/** A message with its values, as an error carries it and an answer sends it. */
export interface FilledMessage {
  readonly key: string;
  readonly values: MessageValues;
  readonly text: string;
}

type ParameterNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

type NamesOf<Text> = Text extends string
  ? ParameterNames<Text>
  : Text extends PluralForms
    ? 'count' | ParameterNames<Extract<Text[keyof Text], string>>
    : never;

export type Values<Name extends string> = [Name] extends [never]
  ? []
  : [values: Readonly<Record<Name, string | number>>];

/**
 * The messages of one part of the product. Each stands in the catalogue as a whole sentence: nothing is put together of
 * pieces, because other languages have another order.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineMessages<const Texts extends Record<string, string | PluralForms>>(
  area: string,
  texts: Texts,
): { readonly [Key in keyof Texts]: Message<NamesOf<Texts[Key]>> } {
  const messages = Object.entries(texts).map(([name, english]) => [
    name,
    { key: `${area}.${name}`, english },
  ]);
  return Object.fromEntries(messages);
}

/** The text of a message. Numbers are written as the language writes them, such as 1,000. */
export function t<Name extends string>(message: Message<Name>, ...[values]: Values<Name>): string {
  return format(message.english, values ?? {});
}

/** A message for an error: the text, and what somebody needs who shows it in another language. */
export function fill<Name extends string>(message: Message<Name>, ...[values]: Values<Name>): FilledMessage {
  return { key: message.key, values: values ?? {}, text: format(message.english, values ?? {}) };
}

const locale = 'en';
const plurals = new Intl.PluralRules(locale);
let numbers: Intl.NumberFormat | undefined;

function format(english: Message['english'], values: MessageValues): string {
  return choose(english, values).replace(/\{(\w+)\}/g, (_, name: string) => formatValue(values[name]));
}

function choose(english: Message['english'], values: MessageValues): string {
  if (typeof english === 'string') return english;
  return english[plurals.select(Number(values.count))] ?? english.other;
}

function formatValue(value: string | number | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  // A browser takes 30 ms to make its first one, and the first page has no number that needs it.
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  numbers ??= new Intl.NumberFormat(locale);
  return numbers.format(value);
}
