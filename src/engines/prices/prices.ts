import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Provider, Usage } from '../ports.ts';

/** Six decimals are a millionth of a dollar per million: finer than any price. */
const dollars = z
  .number('must be a number of dollars')
  .min(0, 'must be 0 or more')
  .max(1_000_000, 'must be 1,000,000 at most')
  .refine(hasSixDecimals, 'must have six decimals at most');

const day = z.iso.date('must be a day such as 2026-12-31');
const someText = z.string('must be a text').trim().min(1, 'must not be empty');
const count = z.number('must be a number').int('must be a whole number').min(1, 'must be 1 or more');

const unitPrices = z
  .strictObject({
    textTokensIn: dollars,
    textTokensOut: dollars,
    soundTokensIn: dollars,
    soundTokensOut: dollars,
    characters: dollars,
  })
  .partial();

const priceSchema = z
  .strictObject({
    /** The provider's name: a vendor, or the host of another server. */
    provider: someText,
    /** Model names; a `*` at the end matches any rest. */
    models: z.array(someText, 'must be a list of names').min(1, 'must name a model'),
    /** First day (UTC) of the price. */
    from: day.optional(),
    /** Last day. */
    until: day.optional(),
    dollarsPerMillion: unitPrices.optional(),
    dollarsPerMinute: dollars.optional(),
    /** For estimates. */
    tokensPerPicture: count.optional(),
    /** For estimates: of 512 × 288 pixels, or at low detail. */
    tokensPerSmallPicture: count.optional(),
    /** For estimates. */
    soundTokensPerMinute: count.optional(),
    readOn: day,
    source: someText,
  })
  .refine(
    ({ dollarsPerMillion = {}, dollarsPerMinute }) =>
      dollarsPerMinute !== undefined || Object.keys(dollarsPerMillion).length > 0,
    'must have a price: dollarsPerMillion or dollarsPerMinute',
  );

/** Prices of providers in US dollars. The first row that matches a use counts. */
const priceListSchema = z.array(priceSchema, 'must be a list of prices');

/** Price of some models of a provider. Uses without a price are free. */
export type Price = z.infer<typeof priceSchema>;

export type PriceList = readonly Price[];

function hasSixDecimals(value: number): boolean {
  return Number(value.toFixed(6)) === value;
}

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

/** Whether calls are free because they are answered on this machine. */
export function isFreeOfCharge({ isOffline, isLocal = false }: Provider): boolean {
  return isOffline || isLocal;
}

/** @param day such as `2026-11-22`, in UTC */
export function findPrice(
  prices: PriceList,
  { provider, model }: Pick<Usage, 'provider' | 'model'>,
  day: string,
): Price | undefined {
  return prices.find(
    price =>
      price.provider === provider &&
      price.models.some(pattern => fits(model, pattern)) &&
      (price.from ?? day) <= day &&
      day <= (price.until ?? day),
  );
}

/** @returns whole billionths of a dollar; undefined if a price is unknown */
export function computeCost(usage: Usage, prices: PriceList, day: string): number | undefined {
  const price = findPrice(prices, usage, day);
  return price && charge(price, toAmounts(usage));
}

const picosPerDollar = 1e12;
const millisecondsPerMinute = 60_000n;

/** Computed in trillionths of a dollar, integers for every unit, and rounded once. */
function charge(price: Price, amounts: ReturnType<typeof toAmounts>): number | undefined {
  const { dollarsPerMillion = {}, dollarsPerMinute } = price;
  let isKnown = false;
  let picos = 0n;
  for (const unit of Object.keys(dollarsPerMillion) as (keyof typeof dollarsPerMillion)[]) {
    const dollars = dollarsPerMillion[unit];
    if (dollars === undefined) continue;
    isKnown ||= amounts[unit] > 0;
    picos += BigInt(amounts[unit]) * BigInt(Math.round((dollars * picosPerDollar) / 1e6));
  }
  if (dollarsPerMinute !== undefined) {
    isKnown ||= amounts.soundMilliseconds > 0;
    const perMinute = BigInt(Math.round(dollarsPerMinute * picosPerDollar));
    picos += (BigInt(amounts.soundMilliseconds) * perMinute) / millisecondsPerMinute;
  }
  return isKnown ? Number((picos + 500n) / 1000n) : undefined;
}

function fits(model: string, pattern: string): boolean {
  return pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : model === pattern;
}

/** Above any real call; a thousand of these still add up exactly. */
const maxAmount = 1e12;

/** Usage as integers, so that sums are exact. Invalid amounts of a provider count as 0. */
export function toAmounts(usage: Usage) {
  return {
    textTokensIn: toWhole(usage.textTokensIn),
    textTokensOut: toWhole(usage.textTokensOut),
    soundTokensIn: toWhole(usage.soundTokensIn),
    soundTokensOut: toWhole(usage.soundTokensOut),
    characters: toWhole(usage.characters),
    soundMilliseconds: toWhole((usage.soundSeconds ?? 0) * 1000),
  };
}

function toWhole(amount = 0): number {
  return amount > 0 ? Math.min(Math.round(amount), maxAmount) : 0;
}
