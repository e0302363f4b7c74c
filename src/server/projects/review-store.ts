import { createHmac, randomBytes } from 'node:crypto';
import { and, desc, eq, getTableColumns, gt, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { NewComment, NewShare, OwnedComment, ShareAnswer } from '#shared/api/review.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { reviewErrors as errors } from '#shared/messages/review-errors.ts';
import { makeStorable, type Queries, secondsFromNow } from '../database/database.ts';
import { accounts, comments, projects, sharePictures, shares } from '../database/schema.ts';
import { lockAccount } from './project-store.ts';

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

type SharePicture = Pick<typeof sharePictures.$inferSelect, 'lineId' | 'picture'>;

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
      return { secret, share: toShareAnswer({ ...row, hasPictures: pictures.length > 0 }) };
    });
  }

  /** Newest first, without those that have expired. */
  async list(uid: string, projectId: string): Promise<ShareAnswer[]> {
    const rows = await this.#queries
      .select({ ...getTableColumns(shares), hasPictures })
      .from(shares)
      .where(and(eq(shares.uid, uid), eq(shares.projectId, projectId), isOpen()))
      .orderBy(desc(shares.createdAt));
    return rows.map(toShareAnswer);
  }

  /** @throws CodedError `not_found` */
  async revoke(uid: string, projectId: string, id: string): Promise<void> {
    const gone = await this.#queries
      .delete(shares)
      .where(and(eq(shares.uid, uid), eq(shares.projectId, projectId), eq(shares.id, id)))
      .returning({ id: shares.id });
    if (gone.length === 0) throw refuse('not_found', errors.noShare);
  }

  /** @throws CodedError `not_found`: the same for a wrong, an expired and a revoked link, and one to a project in the trash */
  async open(secret: string): Promise<SharedProject> {
    const [found] = await this.#queries
      .select({ ...getTableColumns(shares), sharedBy: accounts.name, hasPictures })
      .from(shares)
      .innerJoin(accounts, eq(accounts.id, shares.uid))
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
    await lockAccount(this.#queries, uid);
    if ((await this.#queries.$count(shares, and(eq(shares.uid, uid), isOpen()))) >= maxShares)
      throw refuse('conflict', errors.tooManyShares, { limit: maxShares });
  }

  #hash(secret: string): string {
    return createHmac('sha256', this.#secret).update(`review link ${secret}`).digest('base64url');
  }
}

export function refuseLink(): never {
  throw refuse('not_found', errors.noLink);
}

function isOpen(): SQL {
  return gt(shares.endsAt, sql`now()`);
}

type Row = typeof shares.$inferSelect & { readonly hasPictures: boolean };

function toShareAnswer({ key: _, uid: __, projectId: ___, createdAt, endsAt, ...share }: Row): ShareAnswer {
  return { ...share, createdAt: createdAt.toISOString(), endsAt: endsAt.toISOString() };
}

const maxComments = 500;

export class CommentStore {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Oldest first. */
  list(uid: string, projectId: string): Promise<OwnedComment[]> {
    return this.#list(ofProject(uid, projectId));
  }

  /** What a link shows: what was written through it, or through any link like it. Of earlier comments it is not known through which. */
  listFor(link: SharedProject): Promise<OwnedComment[]> {
    const { via, isOwner, createdAt, shareId, narrationId } = comments;
    const isEarlier = and(isNull(via), eq(isOwner, false), gte(createdAt, link.createdAt));
    const isForAll = and(isNull(shareId), link.showsOthers ? undefined : isEarlier);
    const isShown = and(eq(narrationId, link.narrationId), or(eq(shareId, link.id), isForAll));
    return this.#list(and(ofProject(link.uid, link.projectId), isShown));
  }

  async #list(condition: SQL | undefined): Promise<OwnedComment[]> {
    const rows = await this.#queries
      .select()
      .from(comments)
      .where(condition)
      .orderBy(comments.createdAt, comments.id);
    return rows.map(toOwnedComment);
  }

  /** @throws CodedError `conflict` if the project has too many, `not_found` if it is gone meanwhile */
  add(shared: SharedProject, comment: NewComment, isOwner = false): Promise<OwnedComment> {
    const { uid, projectId, narrationId } = shared;
    const { lineId, message } = comment;
    const author = (isOwner && shared.sharedBy) || comment.author;
    return this.#queries.transaction(async () => {
      // Lock the project's row.
      const [locked] = await this.#queries
        .select({ id: projects.id })
        .from(projects)
        .where(and(eq(projects.uid, uid), eq(projects.id, projectId)))
        .for('no key update');
      if (!locked) return refuseLink();
      if ((await this.#queries.$count(comments, ofProject(uid, projectId))) >= maxComments)
        throw refuse('conflict', errors.tooManyComments, { limit: maxComments });
      const [row] = await this.#queries
        .insert(comments)
        .values({
          uid,
          projectId,
          narrationId,
          shareId: shared.showsOthers ? null : shared.id,
          via: isOwner ? null : shared.name,
          isOwner,
          lineId: lineId === undefined ? null : makeStorable(lineId),
          author: makeStorable(author),
          message: makeStorable(message),
        })
        .returning();
      if (!row) throw new CodedError('internal');
      return toOwnedComment(row);
    });
  }

  /** @throws CodedError `not_found` */
  async resolve(uid: string, projectId: string, id: string, isResolved: boolean): Promise<void> {
    const changed = await this.#queries
      .update(comments)
      .set({ resolvedAt: isResolved ? sql`coalesce(${comments.resolvedAt}, now())` : null })
      .where(and(ofProject(uid, projectId), eq(comments.id, id)))
      .returning({ id: comments.id });
    if (changed.length === 0) refuseComment();
  }

  /** @throws CodedError `not_found` */
  async delete(uid: string, projectId: string, id: string): Promise<void> {
    const gone = await this.#queries
      .delete(comments)
      .where(and(ofProject(uid, projectId), eq(comments.id, id)))
      .returning({ id: comments.id });
    if (gone.length === 0) refuseComment();
  }
}

function ofProject(uid: string, projectId: string): SQL | undefined {
  return and(eq(comments.uid, uid), eq(comments.projectId, projectId));
}

function refuseComment(): never {
  throw refuse('not_found', errors.noComment);
}

function toOwnedComment(row: typeof comments.$inferSelect): OwnedComment {
  const { uid: _, projectId: __, shareId: ___, createdAt, resolvedAt, ...comment } = row;
  return { ...comment, createdAt: createdAt.toISOString(), isResolved: resolvedAt !== null };
}
