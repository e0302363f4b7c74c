import { z } from 'zod';
import {
  createdTokenSchema,
  newTokenSchema,
  type TokenAnswer,
  tokensAnswerSchema,
} from '#shared/api/tokens.ts';
import { fieldText } from '#shared/messages/field-text.ts';
import { tokenErrors } from '#shared/messages/token-errors.ts';
import type { apiTokens } from '../database/project-schema.ts';
import { signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Accounts } from './accounts.ts';

/** Routes to create, list and revoke API tokens. No token may call them. */
export function addTokenRoutes(routes: Routes, { accounts: { tokens } }: { accounts: Accounts }): void {
  const url = '/api/account/tokens';
  routes.add({
    method: 'GET',
    url,
    schema: { summary: 'The API tokens of the account', response: { 200: tokensAnswerSchema } },
    guards: signedInOnly,
    async handler(_request, reply, { account }) {
      reply.header('cache-control', 'no-store');
      return { tokens: (await tokens.list(account.uid)).map(describeToken) };
    },
  });

  routes.add({
    method: 'POST',
    url,
    schema: {
      summary: 'Creates an API token, which is answered once',
      body: newTokenSchema,
      response: { 201: createdTokenSchema },
    },
    guards: signedInOnly,
    async handler({ body }, reply, { account }) {
      const { token, row } = await tokens.create(account, body);
      reply.header('cache-control', 'no-store');
      return reply.code(201).send({ ...describeToken(row), token });
    },
  });

  routes.add({
    method: 'DELETE',
    url: `${url}/:id`,
    schema: {
      summary: 'Revokes an API token',
      params: z.object({ id: z.uuid(fieldText(tokenErrors.noSuchToken)) }),
    },
    guards: signedInOnly,
    async handler({ params }, reply, { account }) {
      await tokens.revoke(account.uid, params.id);
      return reply.code(204).send();
    },
  });
}

type Row = typeof apiTokens.$inferSelect;

function describeToken({ id, name, scopes, createdAt, usedAt, calls, nanodollars }: Row): TokenAnswer {
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    calls,
    dollars: nanodollars / 1e9,
  };
}
