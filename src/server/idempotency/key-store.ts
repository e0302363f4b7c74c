import { createHmac, randomUUID } from 'node:crypto';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { CodedError } from '#shared/errors.ts';
import type { Queries } from '../database/queries.ts';
import { idempotencyKeys } from '../database/schema.ts';

export interface KeyTimes {
  /** A process that was killed in the midst of a call keeps its key from others for this long. */
  readonly leaseSeconds: number;
  /** How long after its end a call is not done again. */
  readonly rememberSeconds: number;
}

/** The right to do what a key stands for, held by one process of all. */
export interface KeyClaim {
  readonly key: string;
  readonly maker: string;
}

const askAgainSeconds = 2;

/** Which keys were used lately, for all processes on a database: by hashes, and without a word of what was answered. */
export class KeyStore {
  readonly #queries: Queries;
  readonly #secret: string;
  readonly #times: KeyTimes;

  constructor(queries: Queries, secret: string, times: KeyTimes) {
    this.#queries = queries;
    this.#secret = secret;
    this.#times = times;
  }

  /** What a key is kept as. Everybody has keys of their own, and so has every call. */
  hash(owner: string, call: string, key: string): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify(['idempotency', owner, call, key]))
      .digest('base64url');
  }

  /** Whether any process works at it, or has done it. */
  async isKnown(key: string): Promise<boolean> {
    const { key: column, endsAt } = idempotencyKeys;
    const found = await this.#queries
      .select({ key: column })
      .from(idempotencyKeys)
      .where(and(eq(column, key), gt(endsAt, sql`now()`)));
    return found.length > 0;
  }

  /**
   * Takes the right, which ends by itself unless it is renewed.
   * @throws CodedError `key_reused` when the key stands for something else, `conflict` when another process is at it, or
   * it was done and its answer is gone
   */
  async claim(key: string, fingerprint: string): Promise<KeyClaim> {
    const claim = { key, maker: randomUUID() };
    const values = { maker: claim.maker, fingerprint, isDone: false, endsAt: this.#leaseEnd() };
    const claimed = await this.#queries
      .insert(idempotencyKeys)
      .values({ key, ...values })
      .onConflictDoUpdate({
        target: idempotencyKeys.key,
        set: values,
        setWhere: sql`${idempotencyKeys.endsAt} <= now()`,
      })
      .returning({ key: idempotencyKeys.key });
    if (claimed.length > 0) return claim;
    throw await this.#explain(key, fingerprint);
  }

  /** Holds the right for longer. */
  async renew(claim: KeyClaim): Promise<void> {
    await this.#queries.update(idempotencyKeys).set({ endsAt: this.#leaseEnd() }).where(isHeld(claim));
  }

  /** From now on it is not done again. */
  async finish(claim: KeyClaim): Promise<void> {
    const endsAt = secondsFromNow(this.#times.rememberSeconds);
    await this.#queries.update(idempotencyKeys).set({ isDone: true, endsAt }).where(isHeld(claim));
  }

  /** Gives the right back: the next one to ask does it. */
  async release(claim: KeyClaim): Promise<void> {
    await this.#queries.delete(idempotencyKeys).where(isHeld(claim));
  }

  async #explain(key: string, fingerprint: string): Promise<CodedError> {
    const [found] = await this.#queries.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    if (found && found.fingerprint !== fingerprint) return new CodedError('key_reused');
    if (found?.isDone)
      return new CodedError('conflict', {
        message:
          'This was done already, and its answer is not kept any longer. Send it with a new Idempotency-Key to have it done again.',
      });
    return new CodedError('conflict', {
      message: 'This is being worked on already. Please ask again in a moment.',
      retryAfterSeconds: askAgainSeconds,
    });
  }

  #leaseEnd(): SQL {
    return secondsFromNow(this.#times.leaseSeconds);
  }
}

function isHeld({ key, maker }: KeyClaim): SQL | undefined {
  return and(eq(idempotencyKeys.key, key), eq(idempotencyKeys.maker, maker));
}

function secondsFromNow(seconds: number): SQL {
  return sql`now() + make_interval(secs => ${seconds})`;
}
