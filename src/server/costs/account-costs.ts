import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { DescribedEngine, Provider, EngineStep as Step, Usage } from '#engines/ports.ts';
import { computeCost, isFreeOfCharge, type PriceList, toAmounts } from '#engines/prices/prices.ts';
import { override } from '#engines/wrap-engine.ts';
import type { Cost, CostsAnswer } from '#shared/api/costs.ts';
import { CodedError } from '#shared/errors.ts';
import type { Queries } from '../database/database.ts';
import { apiTokens, providerCosts } from '../database/schema.ts';
import type { Account } from '../guards/guards.ts';
import { describeForLog } from '../http/log.ts';
import type { CountedUse } from '../limits/count-daily-use.ts';
import { type EngineWatcher, type EngineWrappers, watchEngines } from '../operations/watch-engines.ts';
import type { Receipts } from './receipts.ts';

type Row = typeof providerCosts.$inferSelect;

interface NotedCall extends Pick<Account, 'uid' | 'tokenId'> {
  readonly step: Step;
  readonly work: string;
  readonly at: Date;
}

interface CostParts {
  readonly queries: Queries;
  readonly prices: PriceList;
  readonly log: FastifyBaseLogger;
  readonly receipts: Receipts | undefined;
}

/** Work whose provider calls are charged to a use and, for an account, added to its costs. */
export interface MeteredWork extends EngineWrappers {
  readonly id: string;
  /** Resolves when all calls so far are stored, or could not be. Never rejects. */
  settle(): Promise<void>;
  /** The account's cost so far; null without costs or without known prices. */
  readonly cost: Cost | null;
}

export const keepCostMonths = 12;

const longestModelName = 100;

export class AccountCosts {
  readonly #parts: CostParts;
  readonly #writing = new Set<Promise<void>>();

  constructor(parts: CostParts) {
    this.#parts = parts;
  }

  /**
   * Every call counts once noted, even if the work fails or the client disconnects.
   * @param account pays; undefined if sign-in is not required
   */
  begin(use: CountedUse, account: Account | undefined): MeteredWork {
    const id = randomUUID();
    const writing = new Set<Promise<void>>();
    let bill = emptyBill;
    const note = (step: Step, usage: Usage) => {
      if (!account) return;
      const { uid, tokenId } = account;
      const now = new Date();
      const ofCall = billCall(computeCost(usage, this.#parts.prices, toDay(now)));
      bill = addUp([bill, ofCall]);
      const written = this.#write({ uid, tokenId, step, work: id, at: now }, usage, ofCall);
      for (const set of [writing, this.#writing]) {
        set.add(written);
        written.finally(() => set.delete(written));
      }
    };
    const watched = watchEngines({ begin: provider => chargeUse(use, provider), noteUsage: note });
    const vouch = (step: Step): Pick<DescribedEngine, 'vouch'> => ({
      vouch: (...made) => this.#parts.receipts?.issue(step, ...made),
    });
    return {
      ...watched,
      script: engine => override(watched.script(engine), vouch('script')),
      speech: engine => override(watched.speech(engine), vouch('speech')),
      id,
      settle: async () => void (await Promise.all(writing)),
      get cost() {
        return toCost(bill);
      },
    };
  }

  /** @param work id of work whose costs are returned as well */
  async findThisMonth(uid: string, work?: string): Promise<CostsAnswer> {
    const month = toMonth(new Date());
    const rows = await this.#parts.queries
      .select()
      .from(providerCosts)
      .where(and(eq(providerCosts.uid, uid), eq(providerCosts.month, month)));
    const find = (step: Step) => toCost(addUp(rows.filter(row => row.step === step)));
    const [vision, script] = [find('vision'), find('script')];
    return {
      month: month.slice(0, 7),
      total: toCost(addUp(rows)),
      steps: { vision, script, speech: find('speech'), transcription: find('transcription') },
      work: toCost(addUp(rows.filter(({ latestWork }) => latestWork === work).map(billLatest))),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** Costs must not fail a narration: what cannot be stored is lost and logged. */
  async #write({ uid, tokenId, step, work, at }: NotedCall, usage: Usage, bill: Bill): Promise<void> {
    const { nanodollars, unpricedCalls } = bill;
    const row: Row = {
      uid,
      month: toMonth(at),
      step,
      provider: usage.provider,
      model: usage.model.slice(0, longestModelName),
      ...toAmounts(usage),
      ...bill,
      latestWork: work,
      latestAt: at,
      latestNanodollars: nanodollars,
      latestUnpricedCalls: unpricedCalls,
      latestCalls: 1,
    };
    try {
      await addRow(this.#parts.queries, row);
      if (tokenId) await addToToken(this.#parts.queries, tokenId, bill);
    } catch (error) {
      const advice =
        'The account shows less than was spent. If this happens often, check the database with npm run doctor.';
      this.#parts.log.error({ problem: describeForLog(error), advice }, 'a cost could not be written down');
    }
  }
}

/**
 * Charges a call to a use, at once, because it may outlive its request. A charged use is not refunded, even if the answer was empty,
 * interrupted or late. Only a call that the provider refused before working is taken off again.
 */
function chargeUse(use: CountedUse, provider: Provider): ReturnType<EngineWatcher['begin']> {
  if (isFreeOfCharge(provider)) return () => {};
  const takeOff = use.charge(provider.name);
  return (_outcome, error) => {
    if (error instanceof CodedError && error.costsNothing) takeOff();
  };
}

const sums = [
  'calls',
  'unpricedCalls',
  'textTokensIn',
  'textTokensOut',
  'soundTokensIn',
  'soundTokensOut',
  'characters',
  'soundMilliseconds',
  'nanodollars',
] as const;

const sumsOfLatest = ['latestNanodollars', 'latestUnpricedCalls', 'latestCalls'] as const;

/** Adds in the database, so that no concurrent update is lost. The latest work's sums are reset for each new work. */
async function addRow(queries: Queries, row: Row): Promise<void> {
  const table = providerCosts;
  const given = (name: keyof Row) => sql`excluded.${sql.identifier(table[name].name)}`;
  const isSame = sql`${table.latestWork} = ${given('latestWork')}`;
  const set = {
    latestWork: given('latestWork'),
    latestAt: given('latestAt'),
    ...Object.fromEntries(sums.map(name => [name, sql`${table[name]} + ${given(name)}`])),
    ...Object.fromEntries(
      sumsOfLatest.map(name => [
        name,
        sql`case when ${isSame} then ${table[name]} else 0 end + ${given(name)}`,
      ]),
    ),
  };
  const target = [table.uid, table.month, table.step, table.provider, table.model];
  await queries.insert(table).values(row).onConflictDoUpdate({ target, set });
}

async function addToToken(queries: Queries, id: string, { calls, nanodollars }: Bill): Promise<void> {
  const set = {
    calls: sql`${apiTokens.calls} + ${calls}`,
    nanodollars: sql`${apiTokens.nanodollars} + ${nanodollars}`,
  };
  await queries.update(apiTokens).set(set).where(eq(apiTokens.id, id));
}

function billLatest({ latestCalls, latestUnpricedCalls, latestNanodollars }: Row): Bill {
  return { calls: latestCalls, unpricedCalls: latestUnpricedCalls, nanodollars: latestNanodollars };
}

/** Such as `2026-11-22`, in UTC. */
export function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function toMonth(date: Date): string {
  return `${date.toISOString().slice(0, 7)}-01`;
}

export interface Bill {
  readonly calls: number;
  readonly unpricedCalls: number;
  readonly nanodollars: number;
}

const emptyBill: Bill = { calls: 0, unpricedCalls: 0, nanodollars: 0 };

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
  return { calls: 1, unpricedCalls: nanodollars === undefined ? 1 : 0, nanodollars: nanodollars ?? 0 };
}

/** For display: null if no call had a price. */
export function toCost({ calls, unpricedCalls, nanodollars }: Bill): Cost | null {
  if (calls === unpricedCalls) return null;
  return { dollars: nanodollars / 1e9, isComplete: unpricedCalls === 0 };
}
