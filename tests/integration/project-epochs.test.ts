import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { findDump, writeBackup } from '#server/backups/keep-backups.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { accounts } from '#server/database/schema.ts';
import { toColumns } from '#server/projects/document-worker.ts';
import { ProjectStore } from '#server/projects/project-store.ts';
import { createProject } from '#shared/narration/project.ts';
import { copyDatabaseTemplate } from '../support/prepare-database-template.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { createDatabase } from '../support/start-postgres.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const postgres = sharePostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const project = createProject('Holiday');

async function withOpen<Result>(
  place: Parameters<typeof openDatabase>[0],
  work: (store: ProjectStore, database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(place);
  try {
    return await work(new ProjectStore(database.queries), database);
  } finally {
    await database.close();
  }
}

async function save(store: ProjectStore, { queries }: Database): Promise<string> {
  await queries.insert(accounts).values({ id: 'ada', name: 'Ada', email: 'ada@example.org' });
  return (await store.write('ada', toColumns(project), 0)).epoch;
}

const readEpoch = async (store: ProjectStore) => (await store.readHead('ada', project.id)).epoch;

test('a restart and the daily rewriting of tables keep the epoch of a project, a restored backup has another one', async () => {
  await using folder = await makeTemporaryFolder();
  copyDatabaseTemplate(folder.path);
  const place = { databaseUrl: undefined, dataDir: folder.path };
  const { epoch, backup } = await withOpen(place, async (store, database) => {
    const saved = await save(store, database);
    await database.queries.execute(sql`vacuum full projects`);
    const dump = findDump(database) ?? expect.fail('The embedded database can be backed up.');
    return { epoch: saved, backup: await writeBackup({ folder: join(folder.path, 'backups'), dump }) };
  });
  expect(await withOpen(place, readEpoch)).toBe(epoch);
  const restored: string[] = [];
  for (let times = 0; times < 2; times++) {
    await restoreBackup(folder.path, backup, new Date(times));
    restored.push(await withOpen(place, readEpoch));
  }
  expect(new Set([epoch, ...restored]).size).toBe(3);
});

test('on Postgres a restart keeps the epoch of a project; tables or databases made anew from a dump have another one', async () => {
  await using folder = await makeTemporaryFolder();
  const address = new URL(await postgres.createDatabase());
  const place = (url: string) => ({ databaseUrl: url, dataDir: folder.path });
  const epoch = await withOpen(place(address.href), save);
  expect(await withOpen(place(address.href), readEpoch)).toBe(epoch);
  // As `pg_restore --clean` does.
  const anew = await withOpen(place(address.href), async (store, { queries }) => {
    await queries.execute(sql`create table dumped as select * from projects`);
    await queries.execute(sql`create table made (like projects including all)`);
    await queries.execute(sql`drop table projects cascade`);
    await queries.execute(sql`alter table made rename to projects`);
    await queries.execute(sql`insert into projects select * from dumped`);
    return readEpoch(store);
  });
  expect(anew).not.toBe(epoch);
  const name = address.pathname.slice(1);
  const server = `postgres://${address.username}@${address.host}`;
  const copy = await createDatabase(server, `${name}_copy`, name);
  expect(await withOpen(place(copy), readEpoch)).not.toBe(anew);
});
