import { z } from 'zod';

/** An environment variable: its schema and its row in docs/configuration.md. */
export interface Setting<T> {
  readonly schema: z.ZodType<T>;
  readonly defaultText: string;
  readonly meaning: string;
  /** A file may hold its value, which `NAME_FILE` names. */
  readonly isSecret?: boolean;
  /** For keys: what to write instead of one copied from an example. */
  readonly insteadOfExample?: string;
}

export type ValuesOf<Settings extends Record<string, Setting<unknown>>> = {
  readonly [Name in keyof Settings]: z.output<Settings[Name]['schema']>;
};

export function setting<T>(schema: z.ZodType<T>, defaultText: string, meaning: string): Setting<T> {
  return { schema, defaultText, meaning };
}

export function secretSetting<T>(schema: z.ZodType<T>, defaultText: string, meaning: string): Setting<T> {
  return { ...setting(schema, defaultText, meaning), isSecret: true };
}

/** A key copied from an example is refused in production. */
export function keySetting(
  meaning: string,
  insteadOfExample = 'Write your own key, or leave it out.',
): Setting<string | undefined> {
  return { ...secretSetting(headerText.optional(), 'none', meaning), insteadOfExample };
}

export const mailAddress = z.email();

export const someText = z.string().trim().min(1);

/** Errors about a header that cannot be sent would quote the key. */
const headerText = someText.regex(/^[\x20-\x7e]+$/u, 'must be one line of plain characters');

export const commaSeparated = z.string().transform(text => text.split(',').map(part => part.trim()));

/** @param inWords the default as shown in the documentation */
export function numberSetting(
  bounds: { least: number; most: number; usual: number; inWords?: string },
  meaning: string,
): Setting<number> {
  const { least, most, usual, inWords } = bounds;
  const defaultText = inWords === undefined ? String(usual) : `${usual} (${inWords})`;
  return setting(wholeNumber(least, most).default(usual), defaultText, meaning);
}

/** A whole number in digits only: `1e3`, ` 5` and an empty text are mistakes. */
export function wholeNumber(least: number, most: number) {
  const sentence = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/u, sentence)
    .transform(Number)
    .refine(value => value >= least && value <= most, sentence);
}

export function webAddress(sentence: string) {
  return z
    .string()
    .refine(text => URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol), sentence)
    .transform(text => text.slice(0, text.length - countSlashesAtEnd(text)));
}

function countSlashesAtEnd(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === '/') count++;
  return count;
}

/** Scheme, host and port. @param example a valid one */
export function webOrigin(example: string) {
  return webAddress(`must be an address such as ${example}`).refine(
    text => new URL(text).origin === text.toLowerCase(),
    `must be scheme, host and port only, such as ${example}`,
  );
}
