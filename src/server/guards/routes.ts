import type { FastifyContextConfig, FastifySchema, HTTPMethods, RouteShorthandOptions } from 'fastify';
import { CodedError } from '#shared/errors.ts';
import type { App, Reply, Request } from '../http/app-types.ts';
import { readKey } from '../idempotency/keyed-calls.ts';
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import type { QuotaKind, QuotaSubject } from '../limits/count-daily-use.ts';
import { requireAccountSubject, requireVisitor, requireVisitorSubject } from '../limits/require-visitor.ts';
import type { Account, Admitted, AnswerOf, GuardParts, Guards, Quota, ReplyOf, RequestOf } from './guards.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    guards?: Guards;
  }
}

interface Route<Schema extends FastifySchema, Declared extends Guards<Schema>> {
  readonly method: HTTPMethods;
  readonly url: string;
  readonly schema: Schema;
  readonly config?: Omit<FastifyContextConfig, 'guards'>;
  readonly bodyLimit?: number;
  readonly validatorCompiler?: NonNullable<RouteShorthandOptions['validatorCompiler']>;
  /** One of the account, or else the address, is taken before the body is read, until the answer is sent. */
  readonly turns?: ConcurrencyLimit;
  /** Runs before the body is read. For checks that are the same for all clients. */
  readonly onRequest?: () => Promise<void>;
  readonly guards: Declared;
  handler(request: RequestOf<Schema>, reply: ReplyOf<Schema>, admitted: Admitted<Declared>): AnswerOf<Schema>;
}

/**
 * The only way to register a route. Its type requires guards, which one function runs; a route registered any other
 * way stops the server from starting.
 */
export class Routes {
  readonly #app: App;
  readonly #parts: GuardParts;

  constructor(app: App, parts: GuardParts) {
    this.#app = app;
    this.#parts = parts;
    app.addHook('onRoute', ({ url, config }) => {
      if (config?.guards === undefined)
        throw new Error(`${url} declares no guards: register it with Routes.add.`);
    });
  }

  /** Routes in a scope of their own that take JSON as bytes; elsewhere it arrives parsed. */
  async takingJsonAsBytes(add: (routes: Routes) => void): Promise<void> {
    await this.#app.register(async scope => {
      scope.removeContentTypeParser('application/json');
      const keep = async (_request: unknown, body: Buffer) => body;
      scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, keep);
      add(new Routes(scope, this.#parts));
    });
  }

  add<const Schema extends FastifySchema, const Declared extends Guards<Schema>>(
    route: Route<Schema, Declared>,
  ): void {
    // Fastify types a handler by its schema only where the schema is known, which is not the case here.
    this.#register(route as unknown as AnyRoute);
  }

  /**
   * Runs further guards within a request, and then the work: for a part of it that is a call of its own, such as a tool of MCP.
   * @throws CodedError of the first guard that refuses
   */
  async admit<const Declared extends Guards<never>, Result>(
    { request, reply, guards }: Pick<Call, 'request' | 'reply'> & { readonly guards: Declared },
    work: (admitted: Admitted<Declared>) => Promise<Result>,
  ): Promise<Result> {
    const call = { request, reply, guards: guards as Guards };
    return (await runGuards(this.#parts, call, found => work(found as Admitted<Declared>))) as Result;
  }

  /** Sign-in is asked before anything of a call is read or validated. A large body takes long, so it is asked again after that. */
  #register({ guards, handler, config = {}, onRequest, turns, ...options }: AnyRoute): void {
    const parts = this.#parts;
    const { statuses = [options.method === 'DELETE' ? 204 : 200] } = config;
    const [status = 200] = statuses;
    const accounts = new WeakMap<Request, Account>();
    const admitCaller = async (request: Request, reply: Reply) => {
      reply.header('cache-control', 'no-store');
      // A redirect would keep a 200 that is set.
      if (status !== 200) reply.code(status);
      const account = await findAccountOrRefuse(parts, { request, reply, guards });
      if (account && !options.bodyLimit) accounts.set(request, account);
      const turn = await turns?.begin(account?.uid ?? requireVisitor(request), request.work);
      if (turn) reply.raw.once('close', () => turn[Symbol.dispose]());
    };
    this.#app.route({
      ...options,
      onRequest: onRequest ? [onRequest, admitCaller] : admitCaller,
      config: { ...config, statuses, guards },
      handler: (request, reply) =>
        runGuards(parts, { request, reply, guards, account: accounts.get(request) }, async found =>
          handler(request, reply, found),
        ),
    });
  }
}

type AnyRoute = Omit<Route<FastifySchema, Guards>, 'handler'> & {
  handler(request: Request, reply: Reply, found: Found): unknown;
};

interface Call {
  readonly request: Request;
  readonly reply: Reply;
  readonly guards: Guards;
  readonly account?: Account | undefined;
}

type Found = { readonly [Name in keyof Admitted<Guards>]: unknown };

type Work = (found: Found) => Promise<unknown>;

/**
 * Runs the guards of a call in their fixed order, then the work if all admit it. A call that uses the daily quota is
 * done once per `Idempotency-Key`.
 * @throws CodedError of the first guard that refuses
 */
function runGuards(parts: GuardParts, call: Call, work: Work): Promise<unknown> {
  const { limit } = call.guards;
  const rest = () => runWithinLimit(parts, call, work);
  return typeof limit === 'function' ? limit(call.request, rest) : rest();
}

async function runWithinLimit(parts: GuardParts, call: Call, work: Work): Promise<unknown> {
  const { request, guards } = call;
  const account = call.account ?? (await findAccount(parts, call));
  if (isQuota(guards.quota) || account?.tokenId) request.workOwner = account;
  const key = isQuota(guards.quota) ? readKey(request.headers) : undefined;
  const plan = account && needsPlan(guards) ? (await parts.plans.findStatus(account)).plan : undefined;
  const asked = guards.plan === 'any' ? undefined : await guards.plan(request, plan);
  const found = { account, asked, subject: undefined, use: undefined, form: undefined };
  const workWithForm = async (all: Found) => {
    await using form = await guards.receive?.(request, undefined);
    // Awaited here, so that resources live until the answer is sent.
    return await work({ ...all, form });
  };
  if (!isQuota(guards.quota)) {
    using _running = await begin(parts, call, account?.uid ?? requireVisitor(request));
    return await workWithForm(found);
  }
  const subject =
    account && plan
      ? requireAccountSubject(request, account, parts.plans.getNarrationsPerDay(plan))
      : requireVisitorSubject(request, parts.config);
  const counted = { found, quota: guards.quota, what: findWhat(guards.quota, asked), subject };
  return key === undefined
    ? await runCounted(parts, call, counted, workWithForm)
    : await runOnce(parts, call, { ...counted, key }, work);
}

/** For a call whose guards run later: whoever is refused here counts towards the limit. @throws CodedError of the first that refuses */
async function findAccountOrRefuse(parts: GuardParts, call: Call): Promise<Account | undefined> {
  const { limit } = call.guards;
  return findAccount(parts, call).catch(error => {
    const refuse = () => Promise.reject(error);
    return typeof limit === 'function' ? limit(call.request, refuse) : refuse();
  });
}

/** @throws CodedError `unauthorized`, or `forbidden` for a token that may not do this */
async function findAccount(
  { accounts }: Pick<GuardParts, 'accounts'>,
  { request, reply, guards: { signIn } }: Call,
): Promise<Account | undefined> {
  if (signIn === 'required') return accounts.requireAccount(request, reply);
  if (typeof signIn === 'object' && 'token' in signIn)
    return accounts.requireAccount(request, reply, signIn.token);
  return undefined;
}

interface Counted {
  readonly found: Found;
  readonly quota: Quota;
  readonly what: QuotaKind;
  readonly subject: QuotaSubject;
}

async function runCounted(parts: GuardParts, call: Call, counted: Counted, work: Work): Promise<unknown> {
  const { found, quota, what, subject } = counted;
  const { reply } = call;
  using _running = await begin(parts, call, subject.id);
  await using use = await reportRefusal(parts, reply, counted, () =>
    parts.dailyLimits.take(what, subject, quota.amount),
  );
  if (quota.isReported) report(reply, use.limit, use.remaining, use.secondsUntilReset);
  return await work({ ...found, subject, use });
}

/** A refusal has the headers `X-RateLimit-Limit`, `-Remaining`, and `-Reset`, the seconds until the next day (UTC), too. */
async function reportRefusal<Result>(
  { dailyLimits }: GuardParts,
  reply: Reply,
  { quota, what, subject }: Counted,
  count: () => Promise<Result>,
): Promise<Result> {
  try {
    return await count();
  } catch (error) {
    if (quota.isReported && error instanceof CodedError && error.code === 'rate_limited')
      report(reply, dailyLimits.getMost(what, subject), 0, error.retryAfterSeconds ?? 0);
    throw error;
  }
}

function report(reply: Reply, limit: number, remaining: number, seconds: number): void {
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', seconds);
}

/** The same for a call with a key: only the first of equal calls counts a use, after the body is read. */
async function runOnce(
  parts: GuardParts,
  call: Call,
  { key, ...counted }: Counted & { readonly key: string },
  work: Work,
): Promise<unknown> {
  const { request, reply, guards } = call;
  const { subject, what } = counted;
  const keyed = parts.keyedCalls.open(request, subject.id, key);
  keyed.digest.update(JSON.stringify(counted.found.asked ?? request.body ?? null));
  // Checks before a large form is received.
  if (guards.receive && !(await keyed.isKnown()))
    await reportRefusal(parts, reply, counted, () => parts.dailyLimits.requireLeft(what, subject));
  await using form = await guards.receive?.(request, keyed.digest);
  if (await keyed.answerAgain(reply)) return reply;
  // Awaited here, so that the form lives until the answer is sent.
  return await runCounted(parts, call, counted, found => work({ ...found, form }));
}

async function begin({ callLimits }: GuardParts, { request, guards: { atOnce } }: Call, who: string) {
  return atOnce === 'any' ? undefined : await callLimits[atOnce].begin(who, request.work);
}

function findWhat({ what }: Quota, asked: unknown): QuotaKind {
  return typeof what === 'function' ? what(asked as never) : what;
}

function needsPlan({ plan, quota }: Guards): boolean {
  return plan !== 'any' || isQuota(quota);
}

function isQuota(quota: Guards['quota']): quota is Quota {
  return typeof quota === 'object' && 'what' in quota;
}
