import { and, count, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { NewComment, OwnedComment } from '#shared/api/review.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { reviewErrors as errors } from '#shared/messages/review-errors.ts';
import { makeStorable, type Queries } from '../database/database.ts';
import { comments, projects } from '../database/project-schema.ts';
import { refuseLink, type SharedProject } from './share-store.ts';

const maxComments = 500;

/** What reviewers wrote about the lines of a project. */
export class CommentStore {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** All of a project, oldest first. */
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
    return rows.map(toAnswer);
  }

  /** @throws CodedError `conflict` if the project has too many, `not_found` if it is gone meanwhile */
  add(shared: SharedProject, comment: NewComment, isOwner = false): Promise<OwnedComment> {
    const { uid, projectId, narrationId } = shared;
    const { lineId, message } = comment;
    const author = (isOwner && shared.sharedBy) || comment.author;
    return this.#queries.transaction(async () => {
      // Others that comment on this project wait here.
      const [locked] = await this.#queries
        .select({ id: projects.id })
        .from(projects)
        .where(and(eq(projects.uid, uid), eq(projects.id, projectId)))
        .for('no key update');
      if (!locked) return refuseLink();
      const [used] = await this.#queries
        .select({ comments: count() })
        .from(comments)
        .where(ofProject(uid, projectId));
      if ((used?.comments ?? 0) >= maxComments)
        throw new CodedError('conflict', { message: fill(errors.tooManyComments, { limit: maxComments }) });
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
      return toAnswer(row);
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
  throw new CodedError('not_found', { message: fill(errors.noComment) });
}

function toAnswer(row: typeof comments.$inferSelect): OwnedComment {
  const { uid: _, projectId: __, shareId: ___, createdAt, resolvedAt, ...comment } = row;
  return { ...comment, createdAt: createdAt.toISOString(), isResolved: resolvedAt !== null };
}
