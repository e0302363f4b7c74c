import type { Reply, Request } from '../http/app-types.ts';
import { countUse } from '../limits/count-use.ts';
import type { QuotaKind } from '../limits/daily-limits.ts';
import { requireVisitorSubject } from '../limits/require-visitor.ts';
import type { Admitted, GuardParts, Guards, Quota } from './guards.ts';

/** A call that wants to be let in. */
export interface Call {
  readonly request: Request;
  readonly reply: Reply;
  readonly guards: Guards;
}

/** Whatever guards may find out; what a route declares says which of it is there. */
export type Found = { readonly [Name in keyof Admitted<Guards>]: unknown };

/**
 * Asks the guards of a call, in the one order, and does the work if all of them let it in.
 * @throws CodedError of the first one that refuses
 */
export function runGuards<Answer>(
  parts: GuardParts,
  call: Call,
  work: (found: Found) => Promise<Answer>,
): Promise<Answer> {
  const { limit } = call.guards;
  const rest = () => runWithinLimit(parts, call, work);
  return typeof limit === 'function' ? limit(call.request, rest) : rest();
}

async function runWithinLimit<Answer>(
  parts: GuardParts,
  call: Call,
  work: (found: Found) => Promise<Answer>,
): Promise<Answer> {
  const { request, guards } = call;
  const account = guards.signIn === 'required' ? await parts.accounts.requireAccount(request) : undefined;
  const plan = account && needsPlan(guards) ? (await parts.plans.findStatus(account)).plan : undefined;
  const asked = guards.plan === 'any' ? undefined : await guards.plan(request, plan);
  if (!isQuota(guards.quota)) return work({ account, asked, subject: undefined, use: undefined });
  const subject =
    account && plan
      ? { id: account.uid, narrationsPerDay: parts.plans.getNarrationsPerDay(plan) }
      : requireVisitorSubject(request, parts.config);
  const { isTold, atOnce } = guards.quota;
  const what = findWhat(guards.quota, asked);
  using _running = atOnce?.begin(subject.id);
  await using use = isTold
    ? await countUse(parts.dailyLimits, call.reply, what, subject)
    : await parts.dailyLimits.take(what, subject);
  // Awaited here: what is in use must outlive the answer.
  return await work({ account, asked, subject, use });
}

/** A route's functions are made for each other, which this runner of all routes cannot see. */
function findWhat({ what }: Quota, asked: unknown): QuotaKind {
  return typeof what === 'function' ? what(asked as never) : what;
}

function needsPlan({ plan, quota }: Guards): boolean {
  return plan !== 'any' || isQuota(quota);
}

function isQuota(quota: Guards['quota']): quota is Quota {
  return typeof quota === 'object' && 'what' in quota;
}
