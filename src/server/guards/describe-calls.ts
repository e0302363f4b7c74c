import { STATUS_CODES } from 'node:http';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authProblemSchema } from '#shared/api/account.ts';
import { problemSchema } from '#shared/api/problem.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import type { Guards } from './guards.ts';

/** For the OpenAPI document: the calls, their names, by which sign-in each can be made, and their errors, from its guards. */
export const callDescription: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Benshi', description: 'Narrates videos.', version: '1' },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, created on the account page.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'better-auth.session_token',
          description: 'Set by a sign-in. Over https its name begins with `__Secure-`.',
        },
      },
    },
  },
  transform: document => {
    const { schema, url, route } = document;
    const { signIn } = route.config?.guards ?? {};
    const named = { operationId: nameCall(String(route.method), url), response: describeAnswers(route) };
    const described = jsonSchemaTransform({ ...document, schema: { ...schema, ...named } });
    return {
      ...described,
      schema: { ...described.schema, ...(signIn && { security: listSignIns(signIn) }) },
    };
  },
  transformObject: jsonSchemaTransformObject,
};

/** As generators of clients do where a call has no name: `putApiProjectsById`. */
function nameCall(method: string, url: string): string {
  const words = url
    .replace(':', 'by-')
    .replaceAll(':', 'and-')
    .split(/[^A-Za-z0-9]+/u);
  return method.toLowerCase() + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** They ask a provider, or what stands in for one, and answer with a stream where it is accepted. */
const streamingKinds = new Set<Guards['atOnce']>(['look', 'write', 'translate', 'hear', 'speak']);

/** What a route declares, and which errors it can have by its guards; not 405 and 417, which no call of the document causes. */
function describeAnswers({ url, method, schema, config }: RouteOptions): object {
  const { guards, statuses = [], isForAuthClient, isAnsweredInText } = config ?? {};
  const isStream = method === 'POST' && streamingKinds.has(guards?.atOnce ?? 'any');
  const asksProvider = isStream || ['voice', 'speak'].includes(guards?.atOnce ?? 'any');
  const errors = [
    ...[400, 429, 500, 503],
    ...(guards?.signIn === 'none' ? [] : [401, 403]),
    ...(method === 'GET' ? [] : [403, 404, 408, 409, 413, 415, 507]),
    ...(url.includes(':') || guards?.limit !== 'none' ? [403, 404] : []),
    // An `Idempotency-Key` of another request.
    ...(typeof guards?.quota === 'object' ? [422] : []),
    ...(asksProvider ? [404, 409, 410, 413, 422, 502, 504] : []),
    ...(isForAuthClient ? [401, 403, 422] : []),
  ];
  const problem = isForAuthClient ? z.union([authProblemSchema, problemSchema]) : problemSchema;
  const ofError = isAnsweredInText ? { 'text/plain': text } : { 'application/json': { schema: problem } };
  const types = schema?.produces ?? ['application/json'];
  const bodies = statuses.map(status => [status, status === 200 ? z.unknown() : z.null()]);
  const successes = Object.entries<z.ZodType>(schema?.response ?? Object.fromEntries(bodies));
  const describeSuccess = ([status, answer]: [string, z.ZodType]) => {
    const description = STATUS_CODES[status] ?? '';
    if (answer instanceof z.ZodNull) return [status, answer.meta({ description })];
    const content = Object.fromEntries(types.map(type => [type, { schema: answer }]));
    return [status, { description, content: { ...content, ...(isStream && { [progressMediaType]: text }) } }];
  };
  return Object.fromEntries([
    ...errors.map(status => [status, { description: STATUS_CODES[status], content: ofError }]),
    ...successes.map(describeSuccess),
  ]);
}

const text = { schema: z.string() };

/** An empty list: without sign-in. The scopes of a token are named as roles (OpenAPI 3.1, Security Requirement Object). */
function listSignIns(signIn: Guards['signIn']): Record<string, string[]>[] {
  if (signIn === 'required') return [{ session: [] }];
  return typeof signIn === 'object' && 'token' in signIn
    ? [{ token: [...signIn.token] }, { session: [] }]
    : [];
}
