import type { FastifyContextConfig, FastifySchema, HTTPMethods, RouteShorthandOptions } from 'fastify';
import type { App, Reply, Request } from '../http/app-types.ts';
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import type { Account, Admitted, AnswerOf, GuardParts, Guards, ReplyOf, RequestOf } from './guards.ts';
import { type Found, findAccountOrRefuse, runGuards } from './run-guards.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for every route; see {@link Routes}. */
    guards?: Guards;
  }
}

interface Route<Schema extends FastifySchema, Declared extends Guards<Schema>> {
  readonly method: HTTPMethods;
  readonly url: string;
  readonly schema: Schema;
  readonly config?: Omit<FastifyContextConfig, 'guards'>;
  /** In bytes, if it takes more than others. */
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

  /** The same for a plugin scope with its own body parser. */
  within(scope: App): Routes {
    return new Routes(scope, this.#parts);
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
    { request, reply, guards }: PartOfRequest<Declared>,
    work: (admitted: Admitted<Declared>) => Promise<Result>,
  ): Promise<Result> {
    const call = { request, reply, guards: guards as Guards };
    return (await runGuards(this.#parts, call, found => work(found as Admitted<Declared>))) as Result;
  }

  /** Sign-in is asked before anything of a call is read or validated. A large body takes long, so it is asked again after that. */
  #register({ guards, handler, config, onRequest, turns, ...options }: AnyRoute): void {
    const parts = this.#parts;
    const accounts = new WeakMap<Request, Account>();
    const admitCaller = async (request: Request, reply: Reply) => {
      const account = await findAccountOrRefuse(parts, { request, reply, guards });
      if (account && !options.bodyLimit) accounts.set(request, account);
      const turn = await turns?.begin(account?.uid ?? requireVisitor(request), request.work);
      if (turn) reply.raw.once('close', () => turn[Symbol.dispose]());
    };
    this.#app.route({
      ...options,
      onRequest: onRequest ? [onRequest, admitCaller] : admitCaller,
      config: { ...config, guards },
      handler: (request, reply) =>
        runGuards(parts, { request, reply, guards, account: accounts.get(request) }, async found =>
          handler(request, reply, found),
        ),
    });
  }
}

interface PartOfRequest<Declared> {
  readonly request: Request;
  readonly reply: Reply;
  readonly guards: Declared;
}

type AnyRoute = Omit<Route<FastifySchema, Guards>, 'handler'> & {
  handler(request: Request, reply: Reply, found: Found): unknown;
};
