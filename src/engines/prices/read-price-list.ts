import { readFileSync } from 'node:fs';
import { type PriceList, priceListSchema } from './price-schema.ts';

/** An invalid price list. Each mistake is a sentence without its subject. */
export class PriceListError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('; '));
    this.name = 'PriceListError';
    this.mistakes = mistakes;
  }
}

/** Each row has its source and date. */
const builtInList = new URL('./price-list.json', import.meta.url);

/** A wrong file must not fill the log. */
const maxMistakes = 5;

/**
 * Reads a price list at the start.
 * @param file JSON as in `price-list.json`, the default
 * @throws {PriceListError} if it cannot be read or is invalid
 */
export function readPriceList(file: string | URL = builtInList): PriceList {
  const read = priceListSchema.safeParse(parseFile(file));
  if (read.success) return read.data;
  const mistakes = read.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `has a mistake in ${nameRow(path)}: ${message}`,
  );
  throw new PriceListError([...new Set(mistakes)].slice(0, maxMistakes));
}

function parseFile(file: string | URL): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new PriceListError([code === 'ENOENT' ? 'is not there' : `cannot be read (${String(code)})`]);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new PriceListError(['is not JSON']);
  }
}

/** `row 3, dollarsPerMillion.characters`, counted from 1. */
function nameRow([row, ...field]: readonly PropertyKey[]): string {
  const name = `row ${Number(row) + 1}`;
  return field.length === 0 ? name : `${name}, ${field.map(String).join('.')}`;
}
