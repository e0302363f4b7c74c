import { createHmac } from 'node:crypto';
import { and, desc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import { type Queries, secondsFromNow } from '../database/database.ts';
import { knownPlaces } from '../database/schema.ts';

type Kind = (typeof knownPlaces.kind.enumValues)[number];

export interface Place {
  /** The secret in the browser's cookie (remember-sign-in.ts), if any. */
  readonly browser: string | undefined;
  /** As returned by `requireVisitor`; if undefined, only the browser counts. */
  readonly address: string | undefined;
}

const day = 24 * 3600;

/** How long a place is remembered after the last sign-in. */
export const knownSeconds: Readonly<Record<Kind, number>> = { browser: 180 * day, address: 30 * day };

/** Only the latest of each kind are kept. */
export const maxPerKind = 20;

/**
 * The browsers and addresses from which people signed in before. They can still sign in while others guess the password: OWASP's "device
 * cookies", extended to addresses.
 */
export class KnownPlaces {
  readonly #queries: Queries;
  readonly #secret: string;

  constructor(queries: Queries, secret: string) {
    this.#queries = queries;
    this.#secret = secret;
  }

  /** Which parts of a place are known for an account. One query, also if the account does not exist. */
  async find(email: string, place: Place): Promise<ReadonlySet<Kind>> {
    const keys = this.#hash(email, place).map(({ key }) => key);
    const found = await this.#queries
      .select({ kind: knownPlaces.kind })
      .from(knownPlaces)
      .where(and(inArray(knownPlaces.key, keys), gt(knownPlaces.endsAt, sql`now()`)));
    return new Set(found.map(({ kind }) => kind));
  }

  /** Remembers a place; call only after the person has proved to own the account. */
  async remember({ uid, email }: { uid: string; email: string }, place: Place): Promise<void> {
    for (const { kind, key } of this.#hash(email, place)) {
      const endsAt = secondsFromNow(knownSeconds[kind]);
      await this.#queries
        .insert(knownPlaces)
        .values({ key, uid, kind, endsAt })
        .onConflictDoUpdate({ target: knownPlaces.key, set: { endsAt } });
      await this.#keepLatest(uid, kind);
    }
  }

  /** Forgets all places of an account, for example when its password may have been somebody else's. */
  async forgetAll(uid: string): Promise<void> {
    await this.#queries.delete(knownPlaces).where(eq(knownPlaces.uid, uid));
  }

  async #keepLatest(uid: string, kind: Kind): Promise<void> {
    const ofKind = and(eq(knownPlaces.uid, uid), eq(knownPlaces.kind, kind));
    const latest = this.#queries
      .select({ key: knownPlaces.key })
      .from(knownPlaces)
      .where(ofKind)
      .orderBy(desc(knownPlaces.endsAt))
      .limit(maxPerKind);
    await this.#queries.delete(knownPlaces).where(and(ofKind, notInArray(knownPlaces.key, latest)));
  }

  #hash(email: string, { browser, address }: Place): { kind: Kind; key: string }[] {
    const values = [
      { kind: 'browser', value: browser },
      { kind: 'address', value: address },
    ] as const;
    return values.flatMap(({ kind, value }) => {
      if (value === undefined) return [];
      const text = JSON.stringify(['known place', kind, email, value]);
      return [{ kind, key: createHmac('sha256', this.#secret).update(text).digest('base64url') }];
    });
  }
}
