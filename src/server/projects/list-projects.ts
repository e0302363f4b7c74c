import { and, count, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { ProjectSummary, ProjectsQuery } from '#shared/api/projects.ts';
import type { Queries } from '../database/database.ts';
import { projects } from '../database/project-schema.ts';
import { fold } from './project-columns.ts';

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

/** A page of an account's projects, the latest first; how many there are in all pages; and its folders. */
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
