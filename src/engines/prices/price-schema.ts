import { z } from 'zod';

/** Six decimals are a millionth of a dollar for a million: finer than any price. */
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
    /** As the provider names itself: a vendor, or the host of another server. */
    provider: someText,
    /** Names of models; a `*` at the end stands for whatever follows. */
    models: z.array(someText, 'must be a list of names').min(1, 'must name a model'),
    /** The first day (UTC) of the price; left out, it has always been so. */
    from: day.optional(),
    /** Its last day. */
    until: day.optional(),
    dollarsPerMillion: unitPrices.optional(),
    dollarsPerMinute: dollars.optional(),
    /** For estimates: what a picture is counted as. */
    tokensPerPicture: count.optional(),
    /** For estimates: what a minute of speech is counted as. */
    soundTokensPerMinute: count.optional(),
    readOn: day,
    source: someText,
  })
  .refine(
    ({ dollarsPerMillion = {}, dollarsPerMinute }) =>
      dollarsPerMinute !== undefined || Object.keys(dollarsPerMillion).length > 0,
    'must have a price: dollarsPerMillion or dollarsPerMinute',
  );

/** What providers charge, in US dollars. Of rows that fit the same use the first counts. */
export const priceListSchema = z.array(priceSchema, 'must be a list of prices');

/** The price of some models of a provider. What it does not name is not charged. */
export type Price = z.infer<typeof priceSchema>;

export type PriceList = readonly Price[];

function hasSixDecimals(value: number): boolean {
  return Number(value.toFixed(6)) === value;
}
