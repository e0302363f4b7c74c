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

/** A request typed by its route's schema. */
export type RequestOf<Schema extends FastifySchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  Schema,
  ZodTypeProvider
>;

/** A reply typed by its route's schema. */
export type ReplyOf<Schema extends FastifySchema> = FastifyReply<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  unknown,
  Schema,
  ZodTypeProvider
>;

/** The return type of a handler: only the schema's answers. */
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
