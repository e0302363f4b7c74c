import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** A request as its route's schema types it. */
export type RequestOf<Schema extends FastifySchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  Schema,
  ZodTypeProvider
>;

/** An answer as its route's schema types it. */
export type ReplyOf<Schema extends FastifySchema> = FastifyReply<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  unknown,
  Schema,
  ZodTypeProvider
>;

/** What a handler may give back: nothing else than the schema's answers. */
export type AnswerOf<Schema extends FastifySchema> = ReturnType<
  RouteHandlerMethod<
    RawServerDefault,
    IncomingMessage,
    ServerResponse,
    RouteGenericInterface,
    unknown,
    Schema,
    ZodTypeProvider
  >
>;
