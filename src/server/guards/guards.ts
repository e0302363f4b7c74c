import type { FastifySchema } from 'fastify';
import type { Plan } from '#shared/plans.ts';
import type { Request } from '../http/app-types.ts';
import type { Digest, KeyedCalls } from '../idempotency/keyed-calls.ts';
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import type { CountedUse, DailyLimits, QuotaKind, QuotaSubject } from '../limits/daily-limits.ts';
import { type RecentTries, type TryLimit, takeTry } from '../limits/recent-tries.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import type { RequestOf } from './route-types.ts';

/** Who is signed in. */
export interface Account {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/**
 * What is asked of a request before its work begins. Each route declares all four, and they are asked in this order, so
 * that floods are refused before anything is looked up, and nobody loses a use to what their plan
 * refuses.
 */
export interface Guards<Schema extends FastifySchema = FastifySchema> {
  /** How often and how much at once, by network address, before it is known who asks. */
  readonly limit: 'none' | Limit | Inside;
  readonly signIn: 'none' | 'required' | Inside;
  readonly plan: 'any' | PlanCheck<Schema>;
  /** How much an account, or else a network address, may do in a day. */
  readonly quota: 'none' | Quota | Inside;
  /** For a form with files, which the work gets as `form`: read once all others let the call in. */
  readonly receive?: Receive;
}

/** @param digest is given all that is received, where it may be asked for again */
export type Receive = (request: Request, digest: Digest | undefined) => Promise<AsyncDisposable>;

/** Runs the rest of a call while it is within a limit. What came of it may take the count back. */
export type Limit = <Answer>(request: Request, rest: () => Promise<Answer>) => Promise<Answer>;

/**
 * Reads what is asked for, which the work gets as `asked`, and refuses what the plan does not include.
 * @param plan undefined where nobody need be signed in
 */
export type PlanCheck<Schema extends FastifySchema> = (
  request: RequestOf<Schema>,
  plan: Plan | undefined,
) => Promise<unknown>;

export interface Quota {
  /** Of what one is used; some calls find that out from what `plan` gives as `asked`. */
  readonly what: QuotaKind | ((asked: never) => QuotaKind);
  /** Whether the answer's headers tell what is left. */
  readonly isReported: boolean;
  /** How many of them may run together. */
  readonly atOnce?: ConcurrencyLimit;
}

/** For what can be asked only in the midst of the work, because it depends on what comes of it: the function that asks. */
export interface Inside {
  readonly askedBy: (...known: never[]) => unknown;
}

/** For what anybody may ask as often as they want. */
export const openToAll = { limit: 'none', signIn: 'none', plan: 'any', quota: 'none' } as const;

/** For what people ask about themselves. */
export const signedInOnly = { limit: 'none', signIn: 'required', plan: 'any', quota: 'none' } as const;

/** What guards ask, and of whom. */
export interface GuardParts {
  readonly config: { readonly freeNarrationsPerDay: number };
  readonly dailyLimits: DailyLimits;
  readonly keyedCalls: Pick<KeyedCalls, 'open'>;
  readonly accounts: { requireAccount(request: Request): Promise<Account> };
  readonly plans: {
    findStatus(account: Account): Promise<{ readonly plan: Plan }>;
    getNarrationsPerDay(plan: Plan): number;
  };
}

/** What the guards of a call found out; the work can have only what its route declares. */
export interface Admitted<Declared extends Guards<never>> {
  readonly account: Declared['signIn'] extends 'required' ? Account : undefined;
  readonly asked: Declared['plan'] extends PlanCheck<never>
    ? Awaited<ReturnType<Declared['plan']>>
    : undefined;
  /** Whose use it is. */
  readonly subject: Declared['quota'] extends Quota ? QuotaSubject : undefined;
  /** Given back when the call ends, unless it was spent or charged. */
  readonly use: Declared['quota'] extends Quota ? CountedUse : undefined;
  /** Deleted when the call ends. */
  readonly form: Declared['receive'] extends Receive ? Awaited<ReturnType<Declared['receive']>> : undefined;
}

/** So many tries from one network address, whatever comes of them. @param name of what is tried, such as `reset from` */
export function limitTries(recentTries: RecentTries, name: string, limit: TryLimit): Limit {
  return async (request, rest) => {
    await takeTry(recentTries, [name, requireVisitor(request)], limit);
    return rest();
  };
}
