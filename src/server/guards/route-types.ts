import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifySchema, RawServerDefault, RouteGenericInterface, RouteHandlerMethod } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

type HandlerOf<Schema extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  unknown,
  Schema,
  ZodTypeProvider
>;

/** A request typed by its route's schema. */
export type RequestOf<Schema extends FastifySchema> = Parameters<HandlerOf<Schema>>[0];

/** A reply typed by its route's schema. */
export type ReplyOf<Schema extends FastifySchema> = Parameters<HandlerOf<Schema>>[1];

/** The return type of a handler: only the schema's answers. */
export type AnswerOf<Schema extends FastifySchema> = ReturnType<HandlerOf<Schema>>;
