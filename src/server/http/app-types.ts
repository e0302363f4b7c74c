import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The app as our routes see it: requests are checked and typed by the zod schemas of src/shared/api. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Any request, whatever its route. */
export type Request = FastifyRequest;

/** Any answer, whatever its route. */
export type Reply = FastifyReply;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For the operator: answered while it stops, and not in the log of requests. */
    isForOperators?: boolean;
    /** better-auth's client reads the answer, errors included. */
    isForAuthClient?: boolean;
    /** Errors are answered in text, too: their sentence alone. */
    isAnsweredInText?: boolean;
  }
}
