import { z } from 'zod';

/** A variable of the environment: how it is read, and what its row in docs/configuration.md says. */
export interface Setting<T> {
  readonly schema: z.ZodType<T>;
  readonly defaultText: string;
  readonly meaning: string;
  /** Of a key: what to write in place of one that was copied from an example. */
  readonly insteadOfExample?: string;
}

/** What is read by some settings: a value for each name, as its schema puts it out. */
export type ValuesOf<Settings extends Record<string, Setting<unknown>>> = {
  readonly [Name in keyof Settings]: z.output<Settings[Name]['schema']>;
};

export function setting<T>(schema: z.ZodType<T>, defaultText: string, meaning: string): Setting<T> {
  return { schema, defaultText, meaning };
}

/** A provider's key; none is right, too. One that was copied from an example is refused in production. */
export function keySetting(meaning: string, insteadOfExample: string): Setting<string | undefined> {
  return { ...setting(someText.optional(), 'none', meaning), insteadOfExample };
}

export const mailAddress = z.email();

/** A text that is not blank, without the blanks around it. */
export const someText = z.string().trim().min(1);

/** A whole number within bounds, with a default that its row tells. @param inWords the default as people say it */
export function numberSetting(
  bounds: { least: number; most: number; usual: number; inWords?: string },
  meaning: string,
): Setting<number> {
  const { least, most, usual, inWords } = bounds;
  const defaultText = inWords === undefined ? String(usual) : `${usual} (${inWords})`;
  return setting(wholeNumber(least, most).default(usual), defaultText, meaning);
}

/** A whole number, written with digits only: `1e3`, ` 5` and an empty text are mistakes. */
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

/** Scheme, host and port. @param example one that is right */
export function webOrigin(example: string) {
  return webAddress(`must be an address such as ${example}`).refine(
    text => new URL(text).origin === text.toLowerCase(),
    `must be scheme, host and port only, such as ${example}`,
  );
}
