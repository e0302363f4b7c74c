import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { projectErrors as errors } from '#shared/messages/project-errors.ts';
import type { Queries } from '../database/database.ts';
import { projects, projectVersions as versions } from '../database/project-schema.ts';

/** An earlier state is kept at most so often. */
const versionMinutes = 10;
const maxVersions = 30;

/** The latest first; `savedAt` is when it was replaced. */
export async function listVersions(queries: Queries, uid: string, id: string) {
  const found = await queries
    .select({ revision: versions.revision, savedAt: versions.savedAt })
    .from(versions)
    .where(ofProject(uid, id))
    .orderBy(desc(versions.revision));
  return found.map(({ revision, savedAt }) => ({ revision, savedAt: savedAt.toISOString() }));
}

/** Its document as it is stored. @throws CodedError `not_found` */
export async function readVersion(
  queries: Queries,
  { uid, id, revision }: { uid: string; id: string; revision: number },
) {
  const [found] = await queries
    .select({ document: versions.document, savedAt: versions.savedAt })
    .from(versions)
    .where(and(ofProject(uid, id), eq(versions.revision, revision)));
  if (!found) throw new CodedError('not_found', { message: fill(errors.noVersion) });
  return { document: found.document, savedAt: found.savedAt.toISOString() };
}

/** Keeps the state of a project that is about to be replaced, unless one was kept just before. */
export async function keepVersion(queries: Queries, uid: string, id: string): Promise<void> {
  const ofThis = ofProject(uid, id);
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

function ofProject(uid: string, id: string): SQL | undefined {
  return and(eq(versions.uid, uid), eq(versions.projectId, id));
}
