import { and, count, desc, eq, gt, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { Tinypool } from 'tinypool';
import type { ProjectSummary, ProjectsQuery } from '#shared/api/projects.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxTermsCharacters } from '#shared/limits.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { projectErrors as errors } from '#shared/messages/project-errors.ts';
import type { Project } from '#shared/narration/project.ts';
import { makeStorable, type Queries } from '../database/database.ts';
import { accounts, projects, projectVersions as versions } from '../database/schema.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { describeByteLimit } from '../uploads/upload-limits.ts';
import {
  type DocumentTasks,
  fold,
  measureTerms,
  openStored,
  type ProjectColumns,
  workOnDocument,
} from './document-worker.ts';
import { type PackedJson, unpackText } from './packed-json.ts';

/** What an account may keep, with its trash; versions do not count. */
export interface ProjectLimits {
  readonly projects: number;
  readonly bytes: number;
  /** A verified address raises these limits. */
  readonly isUnverified?: boolean;
}

interface ProjectHead extends Revision {
  readonly sizeBytes: number;
  readonly folder: string;
  readonly deletedAt: string | null;
}

/** A change by a program, which others may overtake. */
const maxTries = 10;

/**
 * Of a project's revisions, as clients know it. With what changes where the database was restored by Postgres' own tools: the table
 * and the database (`pg_restore`), the server, and its timeline (recovery to an earlier time, or a standby that took over).
 */
const epoch = sql<string>`left(encode(sha256(convert_to(concat_ws(' ', ${projects.epoch}, ${projects}.tableoid,
  (select oid from pg_database where datname = current_database()), (select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint())), 'UTF8')), 'hex'), 16)`;

interface WriteOptions {
  /** Of the revision that it comes from. */
  readonly epoch?: string | undefined;
  /** A JPEG; null removes it, and it stays by default. */
  readonly thumbnail?: Uint8Array | null | undefined;
  readonly limits?: ProjectLimits | undefined;
}

/** The projects of accounts: each is found by the account's id and its own. */
export class ProjectStore {
  readonly documents = new ProjectDocuments();
  /** Of reading and writing documents, for each account or address. What is read may be held until a slow client has it. */
  readonly turns = new ConcurrencyLimit(limitErrors.projectsAtOnce, { each: 2, all: 100, waiting: 50 });
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** The latest first. */
  async list(uid: string, query: ProjectsQuery) {
    return { ...(await listProjects(this.#queries, uid, query)), used: await this.measure(uid) };
  }

  /** With its trash. */
  async measure(uid: string): Promise<ProjectLimits> {
    const [used] = await this.#queries
      .select({ projects: count(), bytes: sql<number>`coalesce(sum(${projects.sizeBytes}), 0)::float8` })
      .from(projects)
      .where(eq(projects.uid, uid));
    return used ?? { projects: 0, bytes: 0 };
  }

  /** One in the trash has `deletedAt`. @throws CodedError `not_found` */
  async readHead(uid: string, id: string): Promise<ProjectHead> {
    return (await this.#findHead(uid, id)) ?? refuseUnknown();
  }

  /**
   * The document as it is stored. Also of one in the trash, which has `deletedAt`.
   * @throws CodedError `not_found`
   */
  async readPacked(uid: string, id: string, known?: ProjectHead) {
    const head = known ?? (await this.readHead(uid, id));
    const key = JSON.stringify([uid, id, head.epoch, head.revision]);
    const found = await this.documents.keep(key, async () => {
      const columns = { document: projects.document, revision: projects.revision, epoch };
      const [row] = await this.#queries.select(columns).from(projects).where(byId(uid, id));
      return row ?? refuseUnknown();
    });
    // It may have been changed between the two queries.
    return { ...head, ...found, key };
  }

  /** @throws CodedError as {@link readPacked} */
  async read(uid: string, id: string) {
    const { key, ...found } = await this.readPacked(uid, id);
    return { ...found, document: await this.documents.open(key, found.document) };
  }

  /** What a review link shows. @throws CodedError as {@link readPacked} */
  async readShown(uid: string, id: string, narrationId: string) {
    const { key, document, revision, epoch } = await this.readPacked(uid, id);
    const shown = await this.documents.readShown(key, document, narrationId);
    return shown && { ...shown, revision, epoch };
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
   * Writes a document. One in the trash is restored: what somebody goes on with is not deleted.
   * @param base the revision that it comes from, and its epoch if known; 0 for a new project
   * @throws CodedError `conflict` if another one is stored; `not_found` if that one is gone; `too_large`; `forbidden` beyond a limit
   */
  write(uid: string, columns: ProjectColumns, base: number, options: WriteOptions = {}): Promise<Revision> {
    return this.#queries.transaction(async () => {
      await lockAccount(this.#queries, uid);
      const before = await this.#findHead(uid, columns.id);
      if (base > 0 && !before) return refuseUnknown();
      const isOther = base > 0 && options.epoch !== undefined && options.epoch !== before?.epoch;
      if (isOther || (before?.revision ?? 0) !== base) throw refuse('conflict', errors.changedMeanwhile);
      const { id, termsCharacters: size } = columns;
      // A document from before this limit is written again, but not with more.
      if (size > maxTermsCharacters) {
        const known = before && measureTerms((await this.read(uid, id)).document);
        if (size > (known ?? 0)) throw refuse('too_large', errors.termsTooLarge);
      }
      if (options.limits) await this.#requireSpace(uid, columns.sizeBytes, before, options.limits);
      return this.#write(uid, columns, base, options.thumbnail);
    });
  }

  /**
   * Changes the stored project, whatever others changed meanwhile.
   * @throws CodedError `not_found`, also for one in the trash; `too_large`; `conflict` if others change it all the time
   */
  async change(uid: string, id: string, change: (project: Project) => Project): Promise<Project> {
    for (let tries = 1; ; tries++) {
      const { document, revision, epoch, deletedAt } = await this.read(uid, id);
      if (deletedAt !== null) return refuseUnknown();
      const changed = change(document);
      if (changed === document) return changed;
      const body = Buffer.from(JSON.stringify({ document: changed, base: revision }));
      const { columns } = await this.documents.readWrite(body);
      try {
        await this.write(uid, columns, revision, { epoch });
        return changed;
      } catch (error) {
        if (!(error instanceof CodedError && error.code === 'conflict') || tries === maxTries) throw error;
      }
    }
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

  /** The latest first; `savedAt` is when it was replaced. @throws CodedError `not_found` */
  async listVersions(uid: string, id: string) {
    await this.readHead(uid, id);
    const found = await this.#queries
      .select({ revision: versions.revision, savedAt: versions.savedAt })
      .from(versions)
      .where(versionsOf(uid, id))
      .orderBy(desc(versions.revision));
    return found.map(({ revision, savedAt }) => ({ revision, savedAt: savedAt.toISOString() }));
  }

  /** Its document as it is stored. @throws CodedError `not_found` */
  async readVersion(uid: string, id: string, revision: number) {
    const [found] = await this.#queries
      .select({ document: versions.document, savedAt: versions.savedAt })
      .from(versions)
      .where(and(versionsOf(uid, id), eq(versions.revision, revision)));
    if (!found) throw refuse('not_found', errors.noVersion);
    return { document: found.document, savedAt: found.savedAt.toISOString() };
  }

  async #findHead(uid: string, id: string): Promise<ProjectHead | undefined> {
    const [found] = await this.#queries
      .select({
        revision: projects.revision,
        epoch,
        sizeBytes: projects.sizeBytes,
        folder: projects.folder,
        deletedAt: projects.deletedAt,
      })
      .from(projects)
      .where(byId(uid, id));
    return found && { ...found, deletedAt: found.deletedAt?.toISOString() ?? null };
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
      throw refuse('forbidden', errors.tooManyProjects, { limit: limits.projects });
    const added = bytes - (before?.sizeBytes ?? 0);
    if (added > 0 && used.bytes + added > limits.bytes)
      throw refuse('forbidden', limits.isUnverified ? errors.tooManyUnverifiedBytes : errors.tooManyBytes, {
        limit: describeByteLimit(limits.bytes),
      });
  }

  async #write(
    uid: string,
    { termsCharacters: _, ...columns }: ProjectColumns,
    base: number,
    thumbnail: Uint8Array | null | undefined,
  ): Promise<Revision> {
    const row = {
      ...columns,
      title: makeStorable(columns.title),
      searched: makeStorable(columns.searched),
      revision: base + 1,
      ...(thumbnail !== undefined && { thumbnail }),
    };
    const written = { revision: projects.revision, epoch };
    if (base > 0) await keepVersion(this.#queries, uid, columns.id);
    const [stored] = await (base === 0
      ? this.#queries
          .insert(projects)
          .values({ uid, ...row })
          .returning(written)
      : this.#queries
          .update(projects)
          .set({ ...row, updatedAt: sql`now()`, deletedAt: null })
          .where(byId(uid, columns.id))
          .returning(written));
    return stored ?? refuseUnknown();
  }
}

/** One write at a time in an account, so that no two pass the same check. */
export async function lockAccount(queries: Queries, uid: string): Promise<void> {
  const account = queries.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, uid));
  await account.for('no key update');
}

function byId(uid: string, id: string): SQL | undefined {
  return and(eq(projects.uid, uid), eq(projects.id, id));
}

function refuseUnknown(): never {
  throw refuse('not_found', errors.notFound);
}

// Never the documents, which are large.
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

/** The latest first, without documents; `total` counts all pages. */
export async function listProjects(queries: Queries, uid: string, query: ProjectsQuery) {
  const found = and(ofAccount(uid, query.trash), ...listConditions(query));
  const rows = await queries
    .select(summaryColumns)
    .from(projects)
    .where(found)
    .orderBy(desc(projects.updatedAt), projects.id)
    .offset(query.offset)
    .limit(query.limit);
  const [counted] = await queries.select({ total: count() }).from(projects).where(found);
  const folders = await queries
    .selectDistinct({ folder: projects.folder })
    .from(projects)
    .where(and(ofAccount(uid, false), ne(projects.folder, '')))
    .orderBy(projects.folder);
  return {
    projects: rows.map(toSummary),
    total: counted?.total ?? 0,
    folders: folders.map(({ folder }) => folder),
  };
}

function ofAccount(uid: string, isInTrash: boolean): SQL | undefined {
  return and(eq(projects.uid, uid), isInTrash ? isNotNull(projects.deletedAt) : isNull(projects.deletedAt));
}

function listConditions({ search, folder }: ProjectsQuery): (SQL | undefined)[] {
  const wanted = search && fold(search);
  return [
    folder === undefined ? undefined : eq(projects.folder, folder),
    // Not LIKE, where some characters of a person would be patterns.
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

/** At most one earlier state is kept in this time. */
const versionMinutes = 10;
const maxVersions = 30;

/** Keeps the state of a project that is about to be replaced, unless one was kept just before. */
async function keepVersion(queries: Queries, uid: string, id: string): Promise<void> {
  const ofThis = versionsOf(uid, id);
  const recently = sql`now() - make_interval(mins => ${versionMinutes}::int)`;
  const recent = await queries
    .select({ revision: versions.revision })
    .from(versions)
    .where(and(ofThis, gt(versions.savedAt, recently)))
    .limit(1);
  if (recent.length > 0) return;
  await queries.execute(sql`
    insert into ${versions} (uid, project_id, revision, document)
    select uid, id, revision, document from ${projects} where uid = ${uid} and id = ${id}`);
  const oldestKept = queries
    .select({ revision: versions.revision })
    .from(versions)
    .where(ofThis)
    .orderBy(desc(versions.revision))
    .offset(maxVersions - 1)
    .limit(1);
  await queries.delete(versions).where(and(ofThis, lt(versions.revision, oldestKept)));
}

function versionsOf(uid: string, id: string): SQL | undefined {
  return and(eq(versions.uid, uid), eq(versions.projectId, id));
}

interface Revision {
  readonly revision: number;
  readonly epoch: string;
}

/** Work on smaller documents hardly blocks. */
const largeBytes = 64 * 1024;
const maxKeptBytes = 32 * 1024 * 1024;
/** A parsed document takes several times its JSON. */
const parsedFactor = 4;

/** Work on documents. What blocks is done in a thread that is started for large ones, and ends after a minute without work. */
class ProjectDocuments {
  readonly #kept = new Kept(maxKeptBytes);
  readonly #pool = new Tinypool({
    filename: new URL('./document-worker.ts', import.meta.url).href,
    name: 'workOnDocument' satisfies typeof workOnDocument.name,
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    execArgv: [],
    // The garbage of one document is collected before the next one's.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });

  parsed = 0;

  readWrite(body: Uint8Array) {
    return this.#work('readWrite', body.length, [body]);
  }

  /** Once for all that read the same revision at a time. @throws CodedError `bad_request` for a damaged one */
  open(key: string, document: PackedJson): Promise<Project> {
    const open = async () => {
      this.parsed += 1;
      return openStored(JSON.parse(await unpackText(document)));
    };
    return this.#kept.get(`parsed ${key}`, open, () => parsedFactor * document.length);
  }

  readShown(key: string, document: PackedJson, narrationId: string) {
    const read = () => {
      this.parsed += 1;
      return this.#work('readShown', document.length, [document, narrationId]);
    };
    return this.#kept.get(
      `shown ${JSON.stringify(narrationId)} ${key}`,
      read,
      shown => shown?.narration.length ?? 0,
    );
  }

  keep<Row extends { readonly document: PackedJson }>(key: string, load: () => Promise<Row>): Promise<Row> {
    return this.#kept.get(key, load, ({ document }) => document.length);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #work<Name extends keyof DocumentTasks>(
    name: Name,
    bytes: number,
    args: Parameters<DocumentTasks[Name]>,
  ): Promise<Awaited<ReturnType<DocumentTasks[Name]>>> {
    const task = { name, args };
    const { answer, refused } = await (bytes < largeBytes ? workOnDocument(task) : this.#pool.run(task));
    if (refused) throw new CodedError(refused.code, { message: refused.message });
    return answer;
  }
}

/** Results by key, as many as take so many bytes, the latest used ones. Who asks for one that is being made waits for it. */
class Kept {
  readonly #most: number;
  readonly #entries = new Map<string, { readonly value: Promise<unknown>; bytes: number }>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async get<Value>(
    key: string,
    make: () => Promise<Value>,
    measure: (value: Value) => number,
  ): Promise<Value> {
    const found = this.#entries.get(key);
    const entry = found ?? { value: make(), bytes: 0 };
    // Moved behind all others.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    try {
      const value = (await entry.value) as Value;
      if (!found && this.#entries.get(key) === entry) this.#count(entry, measure(value));
      return value;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  #count(entry: { bytes: number }, bytes: number): void {
    entry.bytes = bytes;
    this.#bytes += bytes;
    for (const [key, { bytes: each }] of this.#entries) {
      if (this.#bytes <= this.#most) return;
      this.#bytes -= each;
      this.#entries.delete(key);
    }
  }
}
