import type { Usage } from '../ports.ts';

/** What calls used, in whole numbers, so that sums are exact however many there are. */
export interface Amounts {
  readonly textTokensIn: number;
  readonly textTokensOut: number;
  readonly soundTokensIn: number;
  readonly soundTokensOut: number;
  readonly characters: number;
  readonly soundMilliseconds: number;
}

/** More than any call uses; a thousand of them can still be added exactly. */
const mostOfOneCall = 1e12;

/** A provider may say anything: what is no amount counts as none. */
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
  return amount > 0 ? Math.min(Math.round(amount), mostOfOneCall) : 0;
}
