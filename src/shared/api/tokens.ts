import { z } from 'zod';
import { maxTokenNameCharacters } from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { tokenErrors as errors } from '../messages/token-errors.ts';
import { neededNameField } from './person-fields.ts';

/** What a token of an account may do. Managing the account itself needs a session. */
export const tokenScopes = ['narrate', 'read projects', 'write projects'] as const;

export type TokenScope = (typeof tokenScopes)[number];

/** `POST /api/account/tokens` */
export const newTokenSchema = z.object({
  name: neededNameField(maxTokenNameCharacters, errors),
  scopes: z
    .array(z.enum(tokenScopes, fieldText(errors.noSuchScope)), fieldText(errors.noScope))
    .min(1, fieldText(errors.noScope))
    .transform(scopes => tokenScopes.filter(scope => scopes.includes(scope))),
});

export const tokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: z.iso.datetime(),
  /** Accurate to a minute; null if it was never used. */
  usedAt: z.iso.datetime().nullable(),
  /** Calls of AI services, and their cost as far as prices are known. */
  calls: z.number(),
  dollars: z.number(),
});

/** `GET /api/account/tokens`, newest first. */
export const tokensAnswerSchema = z.object({ tokens: z.array(tokenSchema) });

/** `token` is answered here only: the server keeps a hash of it. */
export const createdTokenSchema = tokenSchema.extend({ token: z.string() });

export type NewToken = z.infer<typeof newTokenSchema>;
export type TokenAnswer = z.infer<typeof tokenSchema>;
