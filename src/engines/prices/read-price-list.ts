import { readFileSync } from 'node:fs';
import { type PriceList, priceListSchema } from './price-schema.ts';

/** A price list that cannot be used. Each mistake is a sentence without its subject. */
export class PriceListError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('; '));
    this.name = 'PriceListError';
    this.mistakes = mistakes;
  }
}

/** What providers charge as far as we have read; each row says when and where. */
const builtInList = new URL('./price-list.json', import.meta.url);

/** A file of another kind by mistake should not fill the log. */
const mostMistakes = 5;

/**
 * Reads a price list once, at the start.
 * @param file JSON as in `price-list.json`; left out, that one
 * @throws {PriceListError} when it cannot be read, or has mistakes
 */
export function readPriceList(file: string | URL = builtInList): PriceList {
  const read = priceListSchema.safeParse(parseFile(file));
  if (read.success) return read.data;
  const mistakes = read.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `has a mistake in ${nameRow(path)}: ${message}`,
  );
  throw new PriceListError([...new Set(mistakes)].slice(0, mostMistakes));
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

/** `row 3, dollarsPerMillion.characters`, counted as people count. */
function nameRow([row, ...field]: readonly PropertyKey[]): string {
  const name = `row ${Number(row) + 1}`;
  return field.length === 0 ? name : `${name}, ${field.map(String).join('.')}`;
}
