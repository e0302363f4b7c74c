import { createHmac, randomBytes } from 'node:crypto';
import { and, count, desc, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { NewShare, ShareAnswer } from '#shared/api/review.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { reviewErrors as errors } from '#shared/messages/review-errors.ts';
import { user } from '../database/auth-schema.ts';
import { makeStorable, type Queries, secondsFromNow } from '../database/database.ts';
import { projects, sharePictures, shares } from '../database/project-schema.ts';

/** Links of an account that have not expired. */
const maxShares = 50;
const daySeconds = 24 * 3600;

export interface SharedProject
  extends Pick<
    typeof shares.$inferSelect,
    'id' | 'uid' | 'projectId' | 'narrationId' | 'name' | 'createdAt' | 'endsAt' | 'showsOthers'
  > {
  readonly sharedBy: string;
  readonly hasPictures: boolean;
}

interface SharePicture {
  readonly lineId: string;
  readonly picture: Uint8Array;
}

const hasPictures = sql<boolean>`exists (select from ${sharePictures} where ${sharePictures.shareId} = ${shares.id})`;

/** Links that show a narration to whoever has them. The database has only a keyed hash of a link's secret. */
export class ShareStore {
  readonly #queries: Queries;
  readonly #secret: string;

  constructor(queries: Queries, secret: string) {
    this.#queries = queries;
    this.#secret = secret;
  }

  /**
   * @returns the link's secret of 256 bits, which cannot be read again
   * @throws CodedError `conflict` if the account has too many
   */
  create(
    uid: string,
    projectId: string,
    { narrationId, name, days, showsOthers }: NewShare,
    pictures: readonly SharePicture[],
  ): Promise<{ secret: string; share: ShareAnswer }> {
    const secret = randomBytes(32).toString('base64url');
    return this.#queries.transaction(async () => {
      await this.#requireSpace(uid);
      const [row] = await this.#queries
        .insert(shares)
        .values({
          key: this.#hash(secret),
          uid,
          projectId,
          narrationId,
          name: makeStorable(name),
          endsAt: secondsFromNow(days * daySeconds),
          showsOthers,
        })
        .returning();
      if (!row) throw new CodedError('internal');
      if (pictures.length > 0)
        await this.#queries
          .insert(sharePictures)
          .values(pictures.map(each => ({ ...each, shareId: row.id })))
          .onConflictDoNothing();
      return { secret, share: toAnswer({ ...row, hasPictures: pictures.length > 0 }) };
    });
  }

  /** Newest first, without those that have expired. */
  async list(uid: string, projectId: string): Promise<ShareAnswer[]> {
    const rows = await this.#queries
      .select({ ...getTableColumns(shares), hasPictures })
      .from(shares)
      .where(and(eq(shares.uid, uid), eq(shares.projectId, projectId), isOpen()))
      .orderBy(desc(shares.createdAt));
    return rows.map(toAnswer);
  }

  /** @throws CodedError `not_found` */
  async revoke(uid: string, projectId: string, id: string): Promise<void> {
    const gone = await this.#queries
      .delete(shares)
      .where(and(eq(shares.uid, uid), eq(shares.projectId, projectId), eq(shares.id, id)))
      .returning({ id: shares.id });
    if (gone.length === 0) throw new CodedError('not_found', { message: fill(errors.noShare) });
  }

  /** @throws CodedError `not_found`: the same for a wrong, an expired and a revoked link, and one to a project in the trash */
  async open(secret: string): Promise<SharedProject> {
    const [found] = await this.#queries
      .select({ ...getTableColumns(shares), sharedBy: user.name, hasPictures })
      .from(shares)
      .innerJoin(user, eq(user.id, shares.uid))
      .innerJoin(projects, and(eq(projects.uid, shares.uid), eq(projects.id, shares.projectId)))
      .where(and(eq(shares.key, this.#hash(secret)), isOpen(), isNull(projects.deletedAt)));
    return found ?? refuseLink();
  }

  listPictures(shareId: string): Promise<SharePicture[]> {
    return this.#queries
      .select({ lineId: sharePictures.lineId, picture: sharePictures.picture })
      .from(sharePictures)
      .where(eq(sharePictures.shareId, shareId));
  }

  async #requireSpace(uid: string): Promise<void> {
    // Others that share something of this account wait here.
    await this.#queries.select({ id: user.id }).from(user).where(eq(user.id, uid)).for('no key update');
    const [used] = await this.#queries
      .select({ shares: count() })
      .from(shares)
      .where(and(eq(shares.uid, uid), isOpen()));
    if ((used?.shares ?? 0) >= maxShares)
      throw new CodedError('conflict', { message: fill(errors.tooManyShares, { limit: maxShares }) });
  }

  #hash(secret: string): string {
    return createHmac('sha256', this.#secret).update(`review link ${secret}`).digest('base64url');
  }
}

export function refuseLink(): never {
  throw new CodedError('not_found', { message: fill(errors.noLink) });
}

function isOpen(): SQL {
  return gt(shares.endsAt, sql`now()`);
}

type Row = typeof shares.$inferSelect & { readonly hasPictures: boolean };

function toAnswer({ key: _, uid: __, projectId: ___, createdAt, endsAt, ...share }: Row): ShareAnswer {
  return { ...share, createdAt: createdAt.toISOString(), endsAt: endsAt.toISOString() };
}
