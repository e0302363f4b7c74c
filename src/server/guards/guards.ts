import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifySchema, RawServerDefault, RouteGenericInterface, RouteHandlerMethod } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { TokenScope } from '#shared/api/tokens.ts';
import type { Plan } from '#shared/plans.ts';
import type { Reply, Request } from '../http/app-types.ts';
import type { Digest, KeyedCalls } from '../idempotency/keyed-calls.ts';
import type { CallKind, ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import type { CountedUse, DailyLimits, QuotaKind, QuotaSubject } from '../limits/count-daily-use.ts';
import { type RecentTries, type TryLimit, takeTry } from '../limits/recent-tries.ts';
import { requireVisitor } from '../limits/require-visitor.ts';

export interface Account {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The token that the call came with; undefined for a session. */
  readonly tokenId?: string | undefined;
}

/**
 * Checks before a request's work. Each route declares all five, and they run in this order, so that floods are refused before any query,
 * and a call that the plan refuses does not use up the quota.
 */
export interface Guards<Schema extends FastifySchema = FastifySchema> {
  readonly limit: 'none' | Limit | Inside;
  /** `required` takes a session only, scopes a session or a token with all of them. */
  readonly signIn: 'none' | 'required' | WithToken | Inside;
  readonly plan: 'any' | PlanCheck<Schema>;
  readonly quota: 'none' | Quota | Inside;
  readonly atOnce: 'any' | CallKind;
  /** For a form with files, passed to the handler as `form`: read after all other checks. */
  readonly receive?: Receive;
}

/** @param digest is fed with everything received, if the call can be repeated */
export type Receive = (request: Request, digest: Digest | undefined) => Promise<AsyncDisposable>;

/** Runs the rest of a call while it is within a limit. The result may refund the count. */
export type Limit = <Answer>(request: Request, rest: () => Promise<Answer>) => Promise<Answer>;

export type PlanCheck<Schema extends FastifySchema> = (
  request: RequestOf<Schema>,
  plan: Plan | undefined,
) => Promise<unknown>;

export interface Quota {
  readonly what: QuotaKind | ((asked: never) => QuotaKind);
  readonly isReported: boolean;
  readonly amount?: number;
}

export interface WithToken {
  readonly token: readonly TokenScope[];
}

/** For a check inside the work that depends on its results: the function that does it. */
export interface Inside {
  readonly askedBy: (...known: never[]) => unknown;
}

export const openToAll = {
  limit: 'none',
  signIn: 'none',
  plan: 'any',
  quota: 'none',
  atOnce: 'light',
} as const;

export const signedInOnly = { ...openToAll, signIn: 'required' } as const;

export const narratingOnly = { ...signedInOnly, signIn: { token: ['narrate'] } } as const;

export interface GuardParts {
  readonly config: { readonly freeNarrationsPerDay: number };
  readonly dailyLimits: DailyLimits;
  readonly callLimits: Readonly<Record<CallKind, ConcurrencyLimit>>;
  readonly keyedCalls: Pick<KeyedCalls, 'open'>;
  readonly accounts: {
    requireAccount(request: Request, reply: Reply, scopes?: readonly TokenScope[]): Promise<Account>;
  };
  readonly plans: {
    findStatus(account: Account): Promise<{ readonly plan: Plan }>;
    getNarrationsPerDay(plan: Plan): number;
  };
}

type HandlerOf<Schema extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  unknown,
  Schema,
  ZodTypeProvider
>;

export type RequestOf<Schema extends FastifySchema> = Parameters<HandlerOf<Schema>>[0];

export type ReplyOf<Schema extends FastifySchema> = Parameters<HandlerOf<Schema>>[1];

export type AnswerOf<Schema extends FastifySchema> = ReturnType<HandlerOf<Schema>>;

type AccountOf<SignIn> = SignIn extends 'required' | WithToken ? Account : undefined;

/** What the guards found out; a handler gets only what its route declares. */
export interface Admitted<Declared extends Guards<never>> {
  readonly account: AccountOf<Declared['signIn']>;
  readonly asked: Declared['plan'] extends PlanCheck<never>
    ? Awaited<ReturnType<Declared['plan']>>
    : undefined;
  readonly subject: Declared['quota'] extends Quota ? QuotaSubject : undefined;
  /** Refunded when the call ends, unless it was spent or charged. */
  readonly use: Declared['quota'] extends Quota ? CountedUse : undefined;
  readonly form: Declared['receive'] extends Receive ? Awaited<ReturnType<Declared['receive']>> : undefined;
}

/** Limits tries from one network address, whatever their result. @param name of the action, such as `reset from` */
export function limitTries(recentTries: RecentTries, name: string, limit: TryLimit): Limit {
  return async (request, rest) => {
    await takeTry(recentTries, [name, requireVisitor(request)], limit);
    return rest();
  };
}
