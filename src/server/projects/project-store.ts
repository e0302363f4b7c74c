import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { ProjectsQuery } from '#shared/api/projects.ts';
import { CodedError } from '#shared/errors.ts';
import { maxTermsCharacters } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { projectErrors as errors } from '#shared/messages/project-errors.ts';
import { openProject } from '#shared/narration/open-project.ts';
import type { Project } from '#shared/narration/project.ts';
import { user } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
import { projects } from '../database/project-schema.ts';
import { describeByteLimit } from '../uploads/upload-limits.ts';
import { listProjects } from './list-projects.ts';
import { type ProjectColumns, toColumns } from './project-columns.ts';
import { keepVersion, listVersions, readVersion } from './project-versions.ts';

/** What an account may keep, with its trash; versions do not count. */
export interface ProjectLimits {
  readonly projects: number;
  readonly bytes: number;
}

interface WriteOptions {
  /** A JPEG; null removes it, and it stays by default. */
  readonly thumbnail?: Uint8Array | null | undefined;
  readonly limits?: ProjectLimits | undefined;
}

/** The projects of accounts: each is found by the account's id and its own. */
export class ProjectStore {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** The latest first. */
  async list(uid: string, query: ProjectsQuery) {
    return { ...(await listProjects(this.#queries, uid, query)), used: await this.measure(uid) };
  }

  /** What an account has, with its trash. */
  async measure(uid: string): Promise<ProjectLimits> {
    const [used] = await this.#queries
      .select({ projects: count(), bytes: sql<number>`coalesce(sum(${projects.sizeBytes}), 0)::float8` })
      .from(projects)
      .where(eq(projects.uid, uid));
    return used ?? { projects: 0, bytes: 0 };
  }

  /** @throws CodedError `not_found` */
  async readRevision(uid: string, id: string): Promise<number> {
    const [found] = await this.#queries
      .select({ revision: projects.revision })
      .from(projects)
      .where(byId(uid, id));
    return found?.revision ?? refuseUnknown();
  }

  /**
   * Also one in the trash, which has `deletedAt`.
   * @throws CodedError `not_found`
   */
  async read(uid: string, id: string) {
    const [found] = await this.#queries
      .select({
        document: projects.document,
        revision: projects.revision,
        folder: projects.folder,
        deletedAt: projects.deletedAt,
      })
      .from(projects)
      .where(byId(uid, id));
    if (!found) return refuseUnknown();
    return {
      ...found,
      document: openProject(found.document),
      deletedAt: found.deletedAt?.toISOString() ?? null,
    };
  }

  /** A JPEG. @throws CodedError `not_found` */
  async readThumbnail(uid: string, id: string): Promise<Uint8Array> {
    const [found] = await this.#queries
      .select({ thumbnail: projects.thumbnail })
      .from(projects)
      .where(byId(uid, id));
    return found?.thumbnail ?? refuseUnknown();
  }

  /**
   * Writes a checked document. One in the trash is restored: what somebody goes on with is not deleted.
   * @param base the revision that it comes from; 0 for a new project
   * @throws CodedError `conflict` if another one is stored; `not_found` if that one is gone; `too_large`; `forbidden` beyond a limit
   */
  write(uid: string, document: Project, base: number, options: WriteOptions = {}) {
    const columns = toColumns(document);
    return this.#queries.transaction(async () => {
      await this.#lock(uid);
      const before = await this.#readHead(uid, document.id);
      if (base > 0 && !before) return refuseUnknown();
      if ((before?.revision ?? 0) !== base)
        throw new CodedError('conflict', { message: fill(errors.changedMeanwhile) });
      // A document from before this limit is written again, but not with more.
      const size = measureTerms(document);
      if (size > maxTermsCharacters) {
        const known = before && measureTerms((await this.read(uid, document.id)).document);
        if (size > (known ?? 0)) throw new CodedError('too_large', { message: fill(errors.termsTooLarge) });
      }
      if (options.limits) await this.#requireSpace(uid, columns.sizeBytes, before, options.limits);
      return { revision: await this.#write(uid, columns, base, options.thumbnail) };
    });
  }

  /**
   * Changes the stored project, whatever others changed meanwhile.
   * @throws CodedError `not_found`, also for one in the trash; `too_large`
   */
  change(uid: string, id: string, change: (project: Project) => Project): Promise<Project> {
    return this.#queries.transaction(async () => {
      await this.#lock(uid);
      const { document, revision, deletedAt } = await this.read(uid, id);
      if (deletedAt !== null) return refuseUnknown();
      const changed = change(document);
      if (changed !== document) await this.#write(uid, toColumns(changed), revision, undefined);
      return changed;
    });
  }

  /** Into a folder, into the trash or out of it. @throws CodedError `not_found` */
  async place(
    uid: string,
    id: string,
    { folder, isInTrash }: { folder?: string | undefined; isInTrash?: boolean | undefined },
  ): Promise<void> {
    const deletedAt = isInTrash ? sql`coalesce(${projects.deletedAt}, now())` : null;
    const changed = await this.#queries
      .update(projects)
      .set({ id, ...(folder !== undefined && { folder }), ...(isInTrash !== undefined && { deletedAt }) })
      .where(byId(uid, id))
      .returning({ id: projects.id });
    if (changed.length === 0) refuseUnknown();
  }

  async removeThumbnails(uid: string): Promise<void> {
    await this.#queries.update(projects).set({ thumbnail: null }).where(eq(projects.uid, uid));
  }

  async renameFolder(uid: string, folder: string, newFolder: string): Promise<void> {
    await this.#queries
      .update(projects)
      .set({ folder: newFolder })
      .where(and(eq(projects.uid, uid), eq(projects.folder, folder)));
  }

  /** Deletes it for good. @throws CodedError `not_found` */
  async delete(uid: string, id: string): Promise<void> {
    const deleted = await this.#queries.delete(projects).where(byId(uid, id)).returning({ id: projects.id });
    if (deleted.length === 0) refuseUnknown();
  }

  /** The latest first. @throws CodedError `not_found` */
  async listVersions(uid: string, id: string) {
    await this.readRevision(uid, id);
    return listVersions(this.#queries, uid, id);
  }

  /** @throws CodedError `not_found` */
  readVersion(uid: string, id: string, revision: number) {
    return readVersion(this.#queries, { uid, id, revision });
  }

  /** One write at a time in an account, so that no two pass the same check. */
  async #lock(uid: string): Promise<void> {
    await this.#queries.select({ id: user.id }).from(user).where(eq(user.id, uid)).for('no key update');
  }

  async #readHead(uid: string, id: string) {
    const [found] = await this.#queries
      .select({ revision: projects.revision, sizeBytes: projects.sizeBytes })
      .from(projects)
      .where(byId(uid, id));
    return found;
  }

  /** What makes a project smaller is always written. */
  async #requireSpace(
    uid: string,
    bytes: number,
    before: { readonly sizeBytes: number } | undefined,
    limits: ProjectLimits,
  ): Promise<void> {
    const used = await this.measure(uid);
    if (!before && used.projects >= limits.projects)
      throw new CodedError('forbidden', {
        message: fill(errors.tooManyProjects, { limit: limits.projects }),
      });
    const added = bytes - (before?.sizeBytes ?? 0);
    if (added > 0 && used.bytes + added > limits.bytes)
      throw new CodedError('forbidden', {
        message: fill(errors.tooManyBytes, { limit: describeByteLimit(limits.bytes) }),
      });
  }

  /** @returns the new revision */
  async #write(
    uid: string,
    columns: ProjectColumns,
    base: number,
    thumbnail: Uint8Array | null | undefined,
  ): Promise<number> {
    const revision = base + 1;
    const row = { ...columns, revision, ...(thumbnail !== undefined && { thumbnail }) };
    if (base === 0) await this.#queries.insert(projects).values({ uid, ...row });
    else {
      await keepVersion(this.#queries, uid, columns.id);
      await this.#queries
        .update(projects)
        .set({ ...row, updatedAt: sql`now()`, deletedAt: null })
        .where(byId(uid, columns.id));
    }
    return revision;
  }
}

function measureTerms({ glossary, cast }: Project): number {
  return JSON.stringify([glossary, cast]).length;
}

function byId(uid: string, id: string): SQL | undefined {
  return and(eq(projects.uid, uid), eq(projects.id, id));
}

function refuseUnknown(): never {
  throw new CodedError('not_found', { message: fill(errors.notFound) });
}
