import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export type Request = FastifyRequest;

export type Reply = FastifyReply;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For operators: still answered while the server stops, and not logged. */
    isForOperators?: boolean;
    /** better-auth's client reads the answer and errors. */
    isForAuthClient?: boolean;
    /** Of a success, where the schema describes none: 200, or 204 of DELETE, if left out. */
    statuses?: readonly number[];
    /** Errors are answered as plain text, with the message only. */
    isAnsweredInText?: boolean;
  }
}
