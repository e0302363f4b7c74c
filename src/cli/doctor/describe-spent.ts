import type { Usage } from '#engines/ports.ts';
import { computeCost } from '#engines/prices/compute-cost.ts';
import type { PriceList } from '#engines/prices/price-schema.ts';
import { toDay } from '#server/costs/account-costs.ts';
import { addUp, billCall, toCost } from '#server/costs/add-up.ts';
import { describeCost } from '#shared/describe-values.ts';

/** What these calls cost, as text; undefined if no price is known. */
export function describeSpent(
  used: readonly Usage[],
  prices: PriceList,
  now = new Date(),
): string | undefined {
  const cost = toCost(addUp(used.map(usage => billCall(computeCost(usage, prices, toDay(now))))));
  return cost ? describeCost(cost) : undefined;
}
