import type { Usage } from '../ports.ts';

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
