import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  createdTokenSchema,
  type NewToken,
  newTokenSchema,
  type TokenAnswer,
  type TokenScope,
  tokensAnswerSchema,
} from '#shared/api/tokens.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxTokens } from '#shared/limits.ts';
import { fieldText } from '#shared/messages/field-text.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { tokenErrors } from '#shared/messages/token-errors.ts';
import { accounts, apiTokens } from '../database/schema.ts';
import { type Account, signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { refuseTry } from '../limits/recent-tries.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { type AuthParts, postNotice } from './create-auth.ts';

/** No token may call these. */
export function addTokenRoutes(
  routes: Routes,
  { accounts: { tokens } }: { accounts: { tokens: ApiTokens } },
): void {
  const url = '/api/account/tokens';
  routes.add({
    method: 'GET',
    url,
    schema: { summary: 'The API tokens of the account', response: { 200: tokensAnswerSchema } },
    guards: signedInOnly,
    handler: async (_request, _reply, { account }) => ({
      tokens: (await tokens.list(account.uid)).map(describeToken),
    }),
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
    handler: async ({ params }, _reply, { account }) => tokens.revoke(account.uid, params.id),
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

interface TokenParts extends AuthParts {
  readonly getPublicUrl: () => string;
}

const prefix = 'benshi_';
const randomByteCount = 32;
/** `benshi_`, the random bytes in hex, and the start of their HMAC. */
const tokenPattern = /^benshi_[0-9a-f]+$/u;
const tokenCharacters = 79;
const checkedLength = prefix.length + 2 * randomByteCount;

/** Addresses that are remembered as refused: a few megabytes. */
const maxRefused = 10_000;

/** The last use is stored to this accuracy, so that not every call writes it. */
const usedAtMs = 60_000;

/**
 * The tokens by which other programs use an account. The end of a token is signed by this server, so that a mistyped or invented one is
 * refused without looking it up; the database has only a hash of the whole.
 */
export class ApiTokens {
  readonly #parts: TokenParts;
  readonly #refusedUntil = new Map<string, number>();

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  /**
   * The account of a token. Only invalid tokens count towards the limit of an address: a valid one works even when it is reached.
   * @throws CodedError `unauthorized` for an invalid token, `rate_limited` after too many, `forbidden` without the scopes
   */
  async requireOwner(
    token: string,
    { request, reply, scopes }: { request: Request; reply: Reply; scopes: readonly TokenScope[] | undefined },
  ): Promise<Account> {
    const owner = this.#isSigned(token) ? await this.#find(token) : undefined;
    if (!owner) {
      await this.#countWrong(requireVisitor(request));
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw refuse('unauthorized', tokenErrors.invalid);
    }
    if (!scopes) throw refuse('forbidden', tokenErrors.needsSession);
    const lacked = scopes.find(scope => !owner.scopes.includes(scope));
    if (lacked) {
      reply.header('www-authenticate', 'Bearer error="insufficient_scope"');
      throw refuse('forbidden', tokenErrors.lacksScope, { scope: lacked });
    }
    const { usedAt, uid, email, emailVerified, tokenId } = owner;
    if (!usedAt || usedAt.getTime() < Date.now() - usedAtMs) await this.#noteUse(tokenId);
    return { uid, email, emailVerified, tokenId };
  }

  /** The account of a token that has a scope; undefined for any other. Its use is neither counted nor noted. */
  async findOwner(token: string, scope: TokenScope): Promise<Account | undefined> {
    const owner = this.#isSigned(token) ? await this.#find(token) : undefined;
    return owner?.scopes.includes(scope) ? owner : undefined;
  }

  /** A refused address is remembered here until it may try again, so that a flood of wrong tokens does not reach the database. */
  async #countWrong(address: string): Promise<void> {
    const { recentTries, limits } = this.#parts;
    const secondsLeft = ((this.#refusedUntil.get(address) ?? 0) - Date.now()) / 1000;
    if (secondsLeft > 0) throw refuseTry(limitErrors.attempts, Math.ceil(secondsLeft));
    const result = await recentTries.take(['token from', address], limits.wrongTokensPerAddress);
    if (result.isAllowed) return;
    if (this.#refusedUntil.size >= maxRefused) this.#refusedUntil.clear();
    this.#refusedUntil.set(address, Date.now() + result.retryAfterSeconds * 1000);
    throw refuseTry(limitErrors.attempts, result.retryAfterSeconds);
  }

  async #find(token: string) {
    const [owner] = await this.#parts.queries
      .select({
        uid: accounts.id,
        email: accounts.email,
        emailVerified: accounts.emailVerified,
        tokenId: apiTokens.id,
        scopes: apiTokens.scopes,
        usedAt: apiTokens.usedAt,
      })
      .from(apiTokens)
      .innerJoin(accounts, eq(accounts.id, apiTokens.uid))
      .where(eq(apiTokens.key, this.#hash(token)));
    return owner;
  }

  async #noteUse(id: string): Promise<void> {
    await this.#parts.queries.update(apiTokens).set({ usedAt: sql`now()` }).where(eq(apiTokens.id, id));
  }

  /** Newest first. */
  async list(uid: string) {
    return this.#parts.queries
      .select()
      .from(apiTokens)
      .where(eq(apiTokens.uid, uid))
      .orderBy(desc(apiTokens.createdAt));
  }

  /**
   * Creates a token and mails the owner that it exists.
   * @returns the token itself, which cannot be read again
   * @throws CodedError `conflict` if the account has too many
   */
  async create({ uid }: Account, { name, scopes }: NewToken) {
    const { queries } = this.#parts;
    const unsigned = `${prefix}${randomBytes(randomByteCount).toString('hex')}`;
    const token = `${unsigned}${this.#sign(unsigned)}`;
    return queries.transaction(async () => {
      // Lock the account's row.
      await queries.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, uid)).for('update');
      if ((await this.list(uid)).length >= maxTokens)
        throw refuse('conflict', tokenErrors.tooMany, { limit: maxTokens });
      const [row] = await queries
        .insert(apiTokens)
        .values({ uid, key: this.#hash(token), name, scopes })
        .returning();
      if (!row) throw new CodedError('internal');
      await postNotice(this.#parts, uid, { what: 'token' }, this.#parts.getPublicUrl());
      return { token, row };
    });
  }

  /**
   * Deletes a token, and ends what it does in this process. In another process, a call that is running ends by itself; the next is refused.
   * @throws CodedError `not_found`
   */
  async revoke(uid: string, id: string): Promise<void> {
    const gone = await this.#parts.queries
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, id), eq(apiTokens.uid, uid)))
      .returning({ id: apiTokens.id });
    if (gone.length === 0) throw refuse('not_found', tokenErrors.noSuchToken);
    await this.#parts.work.endWorkOf({ tokenId: id }, fill(tokenErrors.revoked));
  }

  async revokeAll(uid: string): Promise<void> {
    await this.#parts.queries.delete(apiTokens).where(eq(apiTokens.uid, uid));
  }

  #isSigned(token: string): boolean {
    if (token.length !== tokenCharacters || !tokenPattern.test(token)) return false;
    const right = this.#sign(token.slice(0, checkedLength));
    return timingSafeEqual(Buffer.from(token.slice(checkedLength)), Buffer.from(right));
  }

  #sign(unsigned: string): string {
    return this.#hmac(`check of ${unsigned}`).toString('hex').slice(0, 8);
  }

  #hash(token: string): string {
    return this.#hmac(token).toString('base64url');
  }

  #hmac(text: string): Buffer {
    return createHmac('sha256', this.#parts.secret).update(text).digest();
  }
}

/**
 * The token of an `Authorization` header, also a malformed one. Undefined for other schemes: a reverse proxy that asks for a password sends
 * `Basic` with every call of a page.
 */
export function readBearer(header: string | undefined): string | undefined {
  const found = /^bearer(?: (.*))?$/iu.exec(header ?? '');
  return found ? (found[1] ?? '').trimStart() : undefined;
}
