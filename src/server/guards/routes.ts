import type { FastifyContextConfig, FastifySchema, HTTPMethods, RouteShorthandOptions } from 'fastify';
import type { App, Reply, Request } from '../http/app-types.ts';
import type { Admitted, GuardParts, Guards } from './guards.ts';
import type { AnswerOf, ReplyOf, RequestOf } from './route-types.ts';
import { type Found, runGuards } from './run-guards.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route declares them; see {@link Routes}. */
    guards?: Guards;
  }
}

interface Route<Schema extends FastifySchema, Declared extends Guards<Schema>> {
  readonly method: HTTPMethods;
  readonly url: string;
  readonly schema: Schema;
  readonly config?: Omit<FastifyContextConfig, 'guards'>;
  readonly validatorCompiler?: NonNullable<RouteShorthandOptions['validatorCompiler']>;
  /** Asked before the body is read. For what is the same for everybody. */
  readonly onRequest?: () => Promise<void>;
  readonly guards: Declared;
  /** Runs when all guards let the call in. Has what they found out. */
  handler(request: RequestOf<Schema>, reply: ReplyOf<Schema>, admitted: Admitted<Declared>): AnswerOf<Schema>;
}

/**
 * The only way to register a route. Its type demands the guards, one runner asks them, and from here on a route that comes
 * by another way stops the server from starting.
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

  /** The same for a part of the app that reads bodies in its own way. */
  within(scope: App): Routes {
    return new Routes(scope, this.#parts);
  }

  add<const Schema extends FastifySchema, const Declared extends Guards<Schema>>(
    route: Route<Schema, Declared>,
  ): void {
    // Fastify types a handler by its schema only where the schema is known: that is where routes are written, not here.
    this.#register(route as unknown as AnyRoute);
  }

  #register({ guards, handler, config, ...options }: AnyRoute): void {
    this.#app.route({
      ...options,
      config: { ...config, guards },
      handler: (request, reply) =>
        runGuards(this.#parts, { request, reply, guards }, async found => handler(request, reply, found)),
    });
  }
}

type AnyRoute = Omit<Route<FastifySchema, Guards>, 'handler'> & {
  handler(request: Request, reply: Reply, found: Found): unknown;
};
