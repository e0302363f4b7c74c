import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { type Queries, secondsFromNow } from '../database/database.ts';
import { idempotencyKeys } from '../database/schema.ts';

const { key, maker, endsAt } = idempotencyKeys;

/** A string of structured fields (RFC 9651) without escapes, or the same without quotes, blanks, commas and semicolons. */
const pattern = /^(?:"([ !#-[\]-~]+)"|([!#-+\--:<-[\]-~]+))$/u;
const maxCharacters = 255;

/** @throws CodedError `bad_request` when `Idempotency-Key` is malformed, or given twice */
export function readKey(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['idempotency-key'];
  if (value === undefined) return undefined;
  const [, quoted, bare] = pattern.exec(String(value).trim()) ?? [];
  const found = quoted ?? bare;
  if (found && found.length <= maxCharacters) return found;
  throw new CodedError('bad_request', { message: fill(requestErrors.badIdempotencyKey) });
}

/** The exclusive right of one process to handle a key. */
export interface KeyClaim {
  readonly key: string;
  readonly maker: string;
}

/** Recently used keys, shared by all processes of a database: hashes only, no answers. */
export class KeyStore {
  readonly #queries: Queries;
  readonly #secret: string;

  constructor(queries: Queries, secret: string) {
    this.#queries = queries;
    this.#secret = secret;
  }

  /** Keys are separate for each owner and call. */
  hash(owner: string, call: string, plainKey: string): string {
    const text = JSON.stringify(['idempotency', owner, call, plainKey]);
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }

  async isKnown(hash: string): Promise<boolean> {
    const isLive = and(eq(key, hash), gt(endsAt, sql`now()`));
    return (await this.#queries.select({ key }).from(idempotencyKeys).where(isLive)).length > 0;
  }

  /**
   * Claims a key for `seconds`.
   * @throws CodedError `key_reused` if it was used for another request; `conflict` if another process handles it, or it
   * is done and its answer is gone
   */
  async claim(hash: string, fingerprint: string, seconds: number): Promise<KeyClaim> {
    const claim = { key: hash, maker: randomUUID() };
    const values = { maker: claim.maker, fingerprint, isDone: false, endsAt: secondsFromNow(seconds) };
    const claimed = await this.#queries
      .insert(idempotencyKeys)
      .values({ key: hash, ...values })
      .onConflictDoUpdate({ target: key, set: values, setWhere: sql`${endsAt} <= now()` })
      .returning({ key });
    if (claimed.length > 0) return claim;
    const [found] = await this.#queries.select().from(idempotencyKeys).where(eq(key, hash));
    if (found && found.fingerprint !== fingerprint) throw new CodedError('key_reused');
    if (found?.isDone) throw new CodedError('conflict', { message: fill(requestErrors.alreadyDone) });
    throw new CodedError('conflict', { message: fill(requestErrors.inProgress), retryAfterSeconds: 2 });
  }

  /** @param isDone the work has ended and is remembered for this long; else the claim is extended */
  async extend(claim: KeyClaim, isDone: boolean, seconds: number): Promise<void> {
    const values = { isDone, endsAt: secondsFromNow(seconds) };
    await this.#queries.update(idempotencyKeys).set(values).where(isHeld(claim));
  }

  async release(claim: KeyClaim): Promise<void> {
    await this.#queries.delete(idempotencyKeys).where(isHeld(claim));
  }
}

function isHeld(claim: KeyClaim): SQL | undefined {
  return and(eq(key, claim.key), eq(maker, claim.maker));
}
