import { and, count, desc, eq, gt, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { ProjectAnswer, ProjectSummary, ProjectsQuery } from '#shared/api/projects.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { projectErrors as errors } from '#shared/messages/project-errors.ts';
import { openProject } from '#shared/narration/open-project.ts';
import type { Project } from '#shared/narration/project.ts';
import { user } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
import { projects, projectVersions } from '../database/schema.ts';
import { describeByteLimit } from '../uploads/upload-limits.ts';
import { fold, type ProjectColumns, toColumns } from './project-columns.ts';

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

/** An earlier state is kept at most so often. */
const versionMinutes = 10;
const mostVersions = 30;

const summaryColumns = {
  id: projects.id,
  title: projects.title,
  folder: projects.folder,
  revision: projects.revision,
  fingerprint: projects.fingerprint,
  durationMs: projects.durationMs,
  languages: projects.languages,
  hasThumbnail: sql<boolean>`${projects.thumbnail} is not null`,
  sizeBytes: projects.sizeBytes,
  createdAt: projects.createdAt,
  updatedAt: projects.updatedAt,
  deletedAt: projects.deletedAt,
};

/** The projects of accounts: each is found by the account's id and its own. */
export class ProjectStore {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** The latest first. */
  async list(uid: string, query: ProjectsQuery) {
    const found = and(ofAccount(uid, query.trash), ...listConditions(query));
    const rows = await this.#queries
      .select(summaryColumns)
      .from(projects)
      .where(found)
      .orderBy(desc(projects.updatedAt), projects.id)
      .offset(query.offset)
      .limit(query.limit);
    const [counted] = await this.#queries.select({ total: count() }).from(projects).where(found);
    const folders = await this.#queries
      .selectDistinct({ folder: projects.folder })
      .from(projects)
      .where(and(ofAccount(uid), ne(projects.folder, '')))
      .orderBy(projects.folder);
    return {
      projects: rows.map(toSummary),
      total: counted?.total ?? 0,
      folders: folders.map(({ folder }) => folder),
      used: await this.measure(uid),
    };
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
    const document: ProjectAnswer['document'] & Project = openProject(found.document);
    return { ...found, document, deletedAt: found.deletedAt?.toISOString() ?? null };
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
    const found = await this.#queries
      .select({ revision: projectVersions.revision, savedAt: projectVersions.savedAt })
      .from(projectVersions)
      .where(ofProject(uid, id))
      .orderBy(desc(projectVersions.revision));
    return found.map(({ revision, savedAt }) => ({ revision, savedAt: savedAt.toISOString() }));
  }

  /** @throws CodedError `not_found` */
  async readVersion(uid: string, id: string, revision: number) {
    const [found] = await this.#queries
      .select({ document: projectVersions.document, savedAt: projectVersions.savedAt })
      .from(projectVersions)
      .where(and(ofProject(uid, id), eq(projectVersions.revision, revision)));
    if (!found) throw new CodedError('not_found', { message: fill(errors.noVersion) });
    const document: ProjectAnswer['document'] & Project = openProject(found.document);
    return { document, savedAt: found.savedAt.toISOString() };
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
      await this.#keepVersion(uid, columns.id);
      await this.#queries
        .update(projects)
        .set({ ...row, updatedAt: sql`now()`, deletedAt: null })
        .where(byId(uid, columns.id));
    }
    return revision;
  }

  /** Of the state that is about to be replaced. */
  async #keepVersion(uid: string, id: string): Promise<void> {
    const ofThis = ofProject(uid, id);
    const recently = sql`now() - make_interval(mins => ${versionMinutes}::int)`;
    const recent = await this.#queries
      .select({ revision: projectVersions.revision })
      .from(projectVersions)
      .where(and(ofThis, gt(projectVersions.savedAt, recently)))
      .limit(1);
    if (recent.length > 0) return;
    await this.#queries.execute(sql`
      insert into ${projectVersions} (uid, project_id, revision, document)
      select ${projects.uid}, ${projects.id}, ${projects.revision}, ${projects.document} from ${projects}
      where ${byId(uid, id)}`);
    const oldest = this.#queries
      .select({ revision: projectVersions.revision })
      .from(projectVersions)
      .where(ofThis)
      .orderBy(desc(projectVersions.revision))
      .offset(mostVersions - 1)
      .limit(1);
    await this.#queries
      .delete(projectVersions)
      .where(and(ofThis, lt(projectVersions.revision, sql`(${oldest})`)));
  }
}

function byId(uid: string, id: string): SQL | undefined {
  return and(eq(projects.uid, uid), eq(projects.id, id));
}

function ofProject(uid: string, id: string): SQL | undefined {
  return and(eq(projectVersions.uid, uid), eq(projectVersions.projectId, id));
}

function ofAccount(uid: string, isInTrash = false): SQL | undefined {
  return and(eq(projects.uid, uid), isInTrash ? isNotNull(projects.deletedAt) : isNull(projects.deletedAt));
}

function listConditions({ search, folder }: ProjectsQuery): (SQL | undefined)[] {
  const wanted = search && fold(search);
  return [
    folder === undefined ? undefined : eq(projects.folder, folder),
    wanted
      ? sql`(strpos(${projects.searched}, ${wanted}) > 0 or strpos(lower(${projects.folder}), ${wanted}) > 0)`
      : undefined,
  ];
}

type SummaryRow = Pick<typeof projects.$inferSelect, Exclude<keyof typeof summaryColumns, 'hasThumbnail'>> & {
  readonly hasThumbnail: boolean;
};

function toSummary({ createdAt, updatedAt, deletedAt, languages, ...row }: SummaryRow): ProjectSummary {
  return {
    ...row,
    languages: languages as ProjectSummary['languages'],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}

function refuseUnknown(): never {
  throw new CodedError('not_found', { message: fill(errors.notFound) });
}
