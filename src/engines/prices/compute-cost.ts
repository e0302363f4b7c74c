import type { Provider, Usage } from '../ports.ts';
import type { Price, PriceList } from './price-schema.ts';

/** Provider and model as in {@link Usage}. */
interface Charged {
  readonly provider: string;
  readonly model: string;
}

/** Whether calls are free because they are answered on this machine. */
export function isFreeOfCharge({ isOffline, isLocal = false }: Provider): boolean {
  return isOffline || isLocal;
}

/**
 * The valid price of a model.
 * @param day such as `2026-11-22`, in UTC
 */
export function findPrice(prices: PriceList, { provider, model }: Charged, day: string): Price | undefined {
  return prices.find(
    price =>
      price.provider === provider &&
      price.models.some(pattern => fits(model, pattern)) &&
      (price.from ?? day) <= day &&
      day <= (price.until ?? day),
  );
}

/**
 * Cost of a call.
 * @returns whole billionths of a dollar; undefined if a price is unknown
 */
export function computeCost(usage: Usage, prices: PriceList, day: string): number | undefined {
  const price = findPrice(prices, usage, day);
  return price && charge(price, toAmounts(usage));
}

const picosPerDollar = 1e12;
const millisecondsPerMinute = 60_000n;

/** Computed in trillionths of a dollar, integers for every unit, and rounded once. */
function charge(price: Price, amounts: Amounts): number | undefined {
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

/** Usage as integers, so that sums are exact. */
export interface Amounts {
  readonly textTokensIn: number;
  readonly textTokensOut: number;
  readonly soundTokensIn: number;
  readonly soundTokensOut: number;
  readonly characters: number;
  readonly soundMilliseconds: number;
}

/** Above any real call; a thousand of these still add up exactly. */
const maxAmount = 1e12;

/** Invalid amounts of a provider count as 0. */
export function toAmounts(usage: Usage): Amounts {
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
