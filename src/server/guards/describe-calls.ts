import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Guards } from './guards.ts';

/** For the OpenAPI document: the calls, and by which sign-in each can be made, from its guards. */
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
    const { signIn } = document.route.config?.guards ?? {};
    const described = jsonSchemaTransform(document);
    return {
      ...described,
      schema: { ...described.schema, ...(signIn && { security: listSignIns(signIn) }) },
    };
  },
};

/** An empty list: without sign-in. The scopes of a token are named as roles (OpenAPI 3.1, Security Requirement Object). */
function listSignIns(signIn: Guards['signIn']): Record<string, string[]>[] {
  if (signIn === 'required') return [{ session: [] }];
  return typeof signIn === 'object' && 'token' in signIn
    ? [{ token: [...signIn.token] }, { session: [] }]
    : [];
}
