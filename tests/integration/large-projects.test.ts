import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queries } from '#server/database/database.ts';
import { accounts } from '#server/database/schema.ts';
import { ConcurrencyLimit } from '#server/limits/concurrency-limit.ts';
import { toColumns } from '#server/projects/document-worker.ts';
import { ProjectStore } from '#server/projects/project-store.ts';
import { projectAnswerSchema } from '#shared/api/projects.ts';
import { createdShareSchema, reviewAnswerSchema, reviewHeader } from '#shared/api/review.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { projectErrors } from '#shared/messages/project-errors.ts';
import { createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { copyDatabaseTemplate } from '../support/prepare-database-template.ts';
import { withDatabase } from '../support/read-all-tables.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

let server: InnerServer;
let ada: AccountClient;
beforeAll(async () => {
  server = await startTestServer();
  ada = createAccountClient(server.url);
  await ada.signUp(makePerson());
});
afterAll(() => server[Symbol.asyncDispose]());

/** Large enough for the thread. */
function makeProject(lineCount = 1000) {
  const text = 'A boat passes the lighthouse while somebody waves. '.repeat(3);
  const lines = Array.from({ length: lineCount }, (_, at) => createLine({ text, startMs: at * 100 }));
  const narration = createNarration({ style: 'timed', language: 'English', prompt: 'Secret', lines });
  const other = createNarration({ style: 'continuous', lines: [createLine({ text: 'Not shared.' })] });
  return { ...createProject('Film'), narrations: [narration, other] } as const;
}

const at = ({ id }: { readonly id: string }) => `/api/projects/${id}`;

/** A database of its own with an account `ada`, without a server. */
async function withStore(work: (store: ProjectStore, queries: Queries) => Promise<void>): Promise<void> {
  await using folder = await makeTemporaryFolder();
  copyDatabaseTemplate(folder.path);
  await withDatabase({ DATA_DIR: folder.path }, async queries => {
    await queries.insert(accounts).values({ id: 'ada', name: 'Ada', email: 'ada@example.org' });
    const store = new ProjectStore(queries);
    await work(store, queries);
    await store.documents.close();
  });
}

/** The statements that change how documents are stored. */
function readMigration(): string[] {
  const name = '../../src/server/database/migrations/0013_whose-it-is.sql';
  const statements = readFileSync(new URL(name, import.meta.url), 'utf8').split(';');
  return statements.filter(statement => statement.includes('SET DATA TYPE'));
}

test('a large project comes back as it was, compressed, and a damaged one is refused with where', async () => {
  const project = makeProject();
  expect((await ada.send('PUT', at(project), { document: project, base: 0 })).status).toBe(200);
  const packed = await ada.get(at(project), { 'accept-encoding': 'gzip, deflate' });
  expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
    'deflate',
    expect.stringMatching(/accept-encoding/iu),
  ]);
  expect(projectAnswerSchema.strict().parse(await packed.json()).document).toEqual(project);
  const plain = await ada.get(at(project), { 'accept-encoding': 'identity' });
  expect([plain.headers.get('content-encoding'), (await plain.json()).document]).toEqual([null, project]);
  const [narration] = project.narrations;
  const damaged = { ...project, narrations: [{ ...narration, lines: [...narration.lines, { id: 'a' }] }] };
  const refused = await ada.send('PUT', at(project), { document: damaged, base: 1 });
  expect([refused.status, (await refused.json()).error.message]).toEqual([
    400,
    expect.stringContaining('narrations[0].lines[1000]'),
  ]);
});

test('a reviewer gets the shared narration alone, and 304 until the narration or its comments change', async () => {
  const project = makeProject();
  const [narration] = project.narrations;
  await ada.send('PUT', at(project), { document: project, base: 0 });
  const asked = { narrationId: narration.id, name: 'Client', days: 7 };
  const made = createdShareSchema.parse(await (await ada.post(`${at(project)}/shares`, asked)).json());
  const link = { [reviewHeader]: new URL(made.url).hash.slice('#link='.length) };
  const reviewer = createAccountClient(server.url);
  const open = (tag = '') => reviewer.get('/api/review', { ...link, 'if-none-match': tag });
  const first = await open();
  const text = await first.text();
  expect(text).not.toMatch(/Secret|Not shared/u);
  expect(reviewAnswerSchema.strict().parse(JSON.parse(text)).narration.lines).toHaveLength(1000);
  const tag = first.headers.get('etag') ?? '';
  expect((await open(tag)).status).toBe(304);
  await reviewer.post('/api/review/comments', { author: 'Bo', message: 'Fine.' }, link);
  const commented = await open(tag);
  expect((await commented.json()).comments).toMatchObject([{ message: 'Fine.' }]);
  const second = commented.headers.get('etag') ?? '';
  await ada.send('PUT', at(project), { document: { ...project, title: 'Sea' }, base: 1 });
  expect((await (await open(second)).json()).title).toBe('Sea');
});

test('a document is parsed once for everybody who reads the same revision', async () => {
  const project = makeProject();
  const { id, narrations } = project;
  await withStore(async store => {
    await store.write('ada', toColumns(project), 0);
    const readAll = (times: number) =>
      Promise.all(
        Array.from({ length: times }, async () => {
          expect((await store.readShown('ada', id, narrations[0].id))?.title).toBe('Film');
          expect((await store.read('ada', id)).document).toEqual(project);
          await store.readPacked('ada', id);
        }),
      );
    await readAll(20);
    await readAll(20);
    expect(store.documents.parsed).toBe(2);
    await store.write('ada', toColumns({ ...project, title: 'Sea' }), 1);
    expect((await store.readShown('ada', id, narrations[0].id))?.title).toBe('Sea');
    expect(store.documents.parsed).toBe(3);
  });
});

test('what an older version stored as JSON opens as before', async () => {
  const project = makeProject(3);
  const { id, narrations } = project;
  await withStore(async (store, queries) => {
    await store.write('ada', toColumns(project), 0);
    const older = JSON.stringify({ ...project, schemaVersion: 2 });
    await queries.execute(sql`alter table projects alter document type jsonb using ${sql.raw(`'${older}'`)}`);
    await queries.execute(sql`alter table project_versions alter document type jsonb using '{}'`);
    for (const statement of readMigration()) await queries.execute(sql.raw(statement));
    expect((await store.read('ada', id)).document).toEqual(project);
    expect((await store.readShown('ada', id, narrations[1].id))?.title).toBe('Film');
    await store.write('ada', toColumns({ ...project, title: 'Sea' }), 1);
    await store.write('ada', toColumns({ ...project, title: 'Lake' }), 2);
    const version = await store.readVersion('ada', id, 1);
    expect(JSON.parse(Buffer.from(version.document).toString())).toMatchObject({ schemaVersion: 2 });
  });
});

test('two at a time of an account have their turn, others of it wait, and of too many some are told to try again', async () => {
  const turns = new ConcurrencyLimit(limitErrors.projectsAtOnce, { each: 2, all: 100, waiting: 50 });
  const { signal } = new AbortController();
  let running = 0;
  let most = 0;
  const take = async () => {
    using _turn = await turns.begin('ada', signal);
    most = Math.max(most, ++running);
    await setImmediate();
    running -= 1;
  };
  const tries = Promise.allSettled(Array.from({ length: 60 }, take));
  // Somebody else does not wait for them.
  const other = await turns.begin('eve', signal);
  expect(running).toBeGreaterThan(0);
  other[Symbol.dispose]();
  const refused = (await tries).flatMap(each => (each.status === 'rejected' ? [each.reason] : []));
  expect(most).toBe(2);
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 10 });
  await take();
});

test('an account whose address is not verified keeps a megabyte, and is told that a verified one keeps more', async () => {
  const eve = createAccountClient(server.url);
  await eve.signUp(makePerson());
  const [small, large] = [makeProject(500), makeProject(6000)];
  expect((await eve.send('PUT', at(small), { document: small, base: 0 })).status).toBe(200);
  const refused = await eve.send('PUT', at(large), { document: large, base: 0 });
  expect(refused.status).toBe(403);
  expect((await refused.json()).error).toMatchObject({
    key: projectErrors.tooManyUnverifiedBytes.key,
    message: expect.stringContaining('Verify'),
  });
});
