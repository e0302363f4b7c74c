import type { Cost } from '#shared/api/costs.ts';

/** The cost of some calls, in whole billionths of a dollar. */
export interface Bill {
  readonly calls: number;
  readonly unpricedCalls: number;
  readonly nanodollars: number;
}

export const emptyBill: Bill = { calls: 0, unpricedCalls: 0, nanodollars: 0 };

export function addUp(bills: readonly Bill[]): Bill {
  return bills.reduce(
    (sum, { calls, unpricedCalls, nanodollars }) => ({
      calls: sum.calls + calls,
      unpricedCalls: sum.unpricedCalls + unpricedCalls,
      nanodollars: sum.nanodollars + nanodollars,
    }),
    emptyBill,
  );
}

/** The cost of one call. @param nanodollars undefined without a known price */
export function billCall(nanodollars: number | undefined): Bill {
  return {
    calls: 1,
    unpricedCalls: nanodollars === undefined ? 1 : 0,
    nanodollars: nanodollars ?? 0,
  };
}

/** For display: null if no call had a price. */
export function toCost({ calls, unpricedCalls, nanodollars }: Bill): Cost | null {
  if (calls === unpricedCalls) return null;
  return { dollars: nanodollars / 1e9, isComplete: unpricedCalls === 0 };
}
