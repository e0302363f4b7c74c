import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { projectLimits } from '#server/config/plans.ts';
import type { Queries } from '#server/database/database.ts';
import { accounts, projects, projectVersions } from '#server/database/schema.ts';
import { sweep } from '#server/privacy/stored-data.ts';
import { toColumns } from '#server/projects/document-worker.ts';
import { ProjectStore } from '#server/projects/project-store.ts';
import {
  projectAnswerSchema,
  projectsAnswerSchema,
  projectWrittenSchema,
  versionAnswerSchema,
  versionsAnswerSchema,
} from '#shared/api/projects.ts';
import { maxProjectBytes } from '#shared/limits.ts';
import type { projectErrors as errors } from '#shared/messages/project-errors.ts';
import { createLine, createNarration, createProject, type Project } from '#shared/narration/project.ts';
import { schemaVersion } from '#shared/narration/project-schema.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { withDatabase } from '../support/read-all-tables.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

function makeProject(title: string, ...texts: readonly string[]): Project {
  const lines = texts.map(text => createLine({ text }));
  const narration = createNarration({ style: 'continuous', language: 'French', prompt: 'Calm', lines });
  return { ...createProject(title), narrations: [narration] };
}

const at = ({ id }: { readonly id: string }) => `/api/projects/${id}`;

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let server: InnerServer;
  let ada: AccountClient;
  beforeAll(async () => {
    place = await makePlace();
    const manyTries = { most: 1000, windowSeconds: 3600 };
    const accountLimits = { signUpPerAddress: manyTries, otherPerAddress: manyTries };
    server = await startTestServer({ environment: place.environment, accountLimits });
  });
  beforeEach(async () => {
    ada = await signUp();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    place.remove();
  });

  async function signUp(): Promise<AccountClient> {
    const client = createAccountClient(server.url);
    expect((await client.signUp(makePerson())).status).toBe(200);
    return client;
  }

  async function save(document: Project, base = 0, others: object = {}): Promise<number> {
    const answer = await ada.send('PUT', at(document), { document, base, ...others });
    expect(answer.status).toBe(200);
    return projectWrittenSchema.strict().parse(await answer.json()).revision;
  }

  async function open(document: Project, client = ada) {
    const answer = await client.get(at(document));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return projectAnswerSchema.strict().parse(await answer.json());
  }

  async function list(query: Record<string, string> = {}, client = ada) {
    const answer = await client.get(`/api/projects?${new URLSearchParams(query)}`);
    expect(answer.status).toBe(200);
    return projectsAnswerSchema.strict().parse(await answer.json());
  }

  const listTitles = async (query: Record<string, string> = {}) =>
    (await list(query)).projects.map(({ title }) => title);

  async function expectRefused(answer: Response, status: number, key?: keyof typeof errors) {
    expect(answer.status).toBe(status);
    if (key) expect((await answer.json()).error.key).toBe(`projectErrors.${key}`);
  }

  test('what is saved comes back as it was, and says quickly when nothing has changed', async () => {
    const project = makeProject('Holiday', 'A boat. \u0000', '<b>It sails.</b>');
    expect(await save(project)).toBe(1);
    const changed = { ...project, title: 'Sea' };
    expect(await save(changed, 1)).toBe(2);
    const stored = await open(project);
    expect(stored).toMatchObject({ revision: 2, folder: '', deletedAt: null });
    expect(stored.document).toEqual(changed);
    const tag = `"${stored.epoch}.2"`;
    const ask = (known: string) => ada.get(at(project), { 'if-none-match': known });
    for (const known of [tag, `W/${tag}`, `"other.2", ${tag}`]) {
      const same = await ask(known);
      expect([same.status, same.headers.get('etag'), await same.text()]).toEqual([304, tag, '']);
    }
    for (const known of [`"${stored.epoch}.1"`, '"other.2"']) expect((await ask(known)).status).toBe(200);
    // Of an earlier version of the page.
    expect((await ada.get(`${at(project)}?since=2`)).status).toBe(200);
  });

  test('a revision of a project that was deleted and made anew is another one, though it has the same number', async () => {
    const project = makeProject('Holiday', 'A boat.');
    await save(project);
    const { epoch } = await open(project);
    await save(project, 1, { epoch });
    await ada.send('DELETE', `${at(project)}?forGood=true`);
    const anew = { ...project, title: 'Anew' };
    await save(anew);
    await save(anew, 1);
    const stored = await open(project);
    expect(stored.revision).toBe(2);
    expect(stored.epoch).not.toBe(epoch);
    await expectRefused(
      await ada.send('PUT', at(project), { document: project, base: 2, epoch }),
      409,
      'changedMeanwhile',
    );
    await save(anew, 2, { epoch: stored.epoch });
    expect((await open(project)).epoch).toBe(stored.epoch);
  });

  test('of two that change the same revision, the second is told to merge first', async () => {
    const project = makeProject('Holiday', 'A boat.');
    await save(project);
    const answers = await Promise.all(
      ['one', 'other'].map(title =>
        ada.send('PUT', at(project), { document: { ...project, title }, base: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const base of [0, 1, 9])
      await expectRefused(
        await ada.send('PUT', at(project), { document: project, base }),
        409,
        'changedMeanwhile',
      );
  });

  test("another account's projects are as unknown as those that never were", async () => {
    const project = makeProject('Secret of Ada', 'A boat.');
    await save(project);
    const eve = await signUp();
    for (const path of ['', '/thumbnail', '/versions', '/versions/1'])
      await expectRefused(await eve.get(`${at(project)}${path}`), 404);
    for (const query of ['', '?forGood=true'])
      await expectRefused(await eve.send('DELETE', at(project) + query), 404, 'notFound');
    await expectRefused(await eve.send('PATCH', at(project), { folder: 'Mine' }), 404, 'notFound');
    await expectRefused(await eve.send('PUT', at(project), { document: project, base: 1 }), 404, 'notFound');
    expect((await list({}, eve)).projects).toEqual([]);
    // The ID is the document's own: a copy of the file is a project of that account.
    const copy = { ...project, title: 'Copy' };
    expect((await eve.send('PUT', at(project), { document: copy, base: 0 })).status).toBe(200);
    expect((await open(project)).document.title).toBe('Secret of Ada');
    const stranger = createAccountClient(server.url);
    await expectRefused(await stranger.get('/api/projects'), 401);
    // Before the body is read.
    await expectRefused(await stranger.send('PUT', at(project), {}), 401);
    expect(server.logged.join('')).not.toContain('Secret of Ada');
  });

  test('what is no document, too large, or not the one of the address is refused', async () => {
    const project = makeProject('Holiday', 'A boat.');
    const put = (body: object, path = at(project)) => ada.send('PUT', path, body);
    const [narration] = project.narrations;
    for (const document of [
      {},
      { id: project.id, schemaVersion: 99 },
      { ...project, narrations: [{ ...narration, lines: [{ id: 'a' }] }] },
    ])
      await expectRefused(await put({ document, base: 0 }), 400);
    await expectRefused(await put({ document: project, base: -1 }), 400);
    await expectRefused(await put({ document: project, base: 0 }, '/api/projects/another'), 400, 'otherId');
    const large = makeProject('Large', 'x'.repeat(maxProjectBytes));
    await expectRefused(await put({ document: large, base: 0 }, at(large)), 413);
    await expectRefused(
      await put({ document: { ...large, title: 'x'.repeat(1e6) }, base: 0 }, at(large)),
      413,
    );
    for (const thumbnail of ['no base64!', btoa('<svg onload=alert(1)>'), 'A'.repeat(40_000)])
      await expectRefused(await put({ document: project, base: 0, thumbnail }), 400, 'badThumbnail');
    expect((await list()).total).toBe(0);
    // Of an earlier version of the page.
    const older = { ...project, schemaVersion: 1 };
    expect((await put({ document: older, base: 0 })).status).toBe(200);
    expect((await open(project)).document.schemaVersion).toBe(schemaVersion);
  });

  test('the list finds words in titles, folders, prompts and lines, as they are, in any case', async () => {
    await save(makeProject('Über 100 % Meer', 'A boat.'));
    const other = makeProject('<img src=x>', 'The SEA is calm_today.');
    await save(other);
    await ada.send('PATCH', at(other), { folder: '  Work_2026 ' });
    for (const [search, titles] of [
      ['ÜBER', ['Über 100 % Meer']],
      ['sea', ['<img src=x>']],
      ['work_', ['<img src=x>']],
      ['calm_t', ['<img src=x>']],
      ['calmxt', []],
      ['100 %', ['Über 100 % Meer']],
      ["'; drop table projects; --", []],
      ['calm', ['<img src=x>', 'Über 100 % Meer']],
    ] as const)
      expect(await listTitles({ search })).toEqual(titles);
    expect(await listTitles({ folder: 'Work_2026' })).toEqual(['<img src=x>']);
    expect(await listTitles({ folder: '' })).toEqual(['Über 100 % Meer']);
    expect(await listTitles({ offset: '1', limit: '1' })).toEqual(['Über 100 % Meer']);
    expect(await list({ limit: '1' })).toMatchObject({
      total: 2,
      folders: ['Work_2026'],
      projects: [{ languages: ['French'], hasThumbnail: false, folder: 'Work_2026' }],
      used: { projects: 2 },
      // Its address is not verified.
      limits: { projects: projectLimits.standard.projects, bytes: 1024 * 1024 },
    });
    expect((await ada.send('PATCH', '/api/projects', { folder: 'Work_2026', newFolder: 'Old' })).status).toBe(
      204,
    );
    expect(await listTitles({ folder: 'Old' })).toEqual(['<img src=x>']);
    await expectRefused(
      await ada.send('PATCH', at(other), { folder: 'x'.repeat(101) }),
      400,
      'folderTooLong',
    );
  });

  test('a thumbnail is kept until it is taken away', async () => {
    const project = makeProject('Holiday', 'A boat.');
    const jpeg = await sharp({ create: { width: 160, height: 90, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await save(project, 0, { thumbnail: jpeg.toString('base64') });
    await save(project, 1);
    const answer = await ada.get(`${at(project)}/thumbnail`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(jpeg);
    expect((await list()).projects[0]?.hasThumbnail).toBe(true);
    await save(project, 2, { thumbnail: null });
    await expectRefused(await ada.get(`${at(project)}/thumbnail`), 404);
  });

  test('the trash gives back what was deleted, until it is deleted for good', async () => {
    const project = makeProject('Holiday', 'A boat.');
    await save(project);
    expect((await ada.send('DELETE', at(project))).status).toBe(204);
    expect(await listTitles()).toEqual([]);
    expect(await listTitles({ trash: 'true' })).toEqual(['Holiday']);
    expect((await open(project)).deletedAt).not.toBeNull();
    expect((await ada.send('PATCH', at(project), { isInTrash: false })).status).toBe(204);
    expect(await listTitles()).toEqual(['Holiday']);
    // Somebody elsewhere goes on with it.
    await ada.send('DELETE', at(project));
    await save({ ...project, title: 'Holiday again' }, 1);
    expect(await listTitles()).toEqual(['Holiday again']);
    expect((await ada.send('DELETE', `${at(project)}?forGood=true`)).status).toBe(204);
    await expectRefused(await ada.get(at(project)), 404, 'notFound');
    await expectRefused(await ada.send('PUT', at(project), { document: project, base: 2 }), 404, 'notFound');
  });

  test('an earlier version is kept once in ten minutes', async () => {
    const project = makeProject('First', 'A boat.');
    await save(project);
    await save({ ...project, title: 'Second' }, 1);
    await save({ ...project, title: 'Third' }, 2);
    const listed = versionsAnswerSchema
      .strict()
      .parse(await (await ada.get(`${at(project)}/versions`)).json());
    expect(listed.versions.map(({ revision }) => revision)).toEqual([1]);
    const first = await ada.get(`${at(project)}/versions/1`);
    expect(versionAnswerSchema.strict().parse(await first.json()).document.title).toBe('First');
    await expectRefused(await ada.get(`${at(project)}/versions/2`), 404, 'noVersion');
  });

  test('at most thirty earlier versions are kept', async () => {
    const project = makeProject('Holiday', 'A boat.');
    await withStore(async (store, queries) => {
      for (let revision = 0; revision < 40; revision++) {
        const earlier = sql`${projectVersions.savedAt} - interval '11 minutes'`;
        await queries.update(projectVersions).set({ savedAt: earlier });
        await store.write('ada', toColumns(project), revision);
      }
      const kept = (await store.listVersions('ada', project.id)).map(({ revision }) => revision);
      expect(kept).toEqual(Array.from({ length: 30 }, (_, at) => 39 - at));
    });
  });

  test('a full plan takes no further project and nothing larger, but what makes one smaller', async () => {
    const project = makeProject('Holiday', 'A boat.');
    const larger = { ...project, title: 'x'.repeat(2000) };
    await withStore(async store => {
      await store.write('ada', toColumns(project), 0);
      const { bytes } = await store.measure('ada');
      const limits = { projects: 1, bytes: bytes + 1000 };
      const refusal = { code: 'forbidden', message: expect.stringContaining('Delete some permanently') };
      await expect(store.write('ada', toColumns(makeProject('More')), 0, { limits })).rejects.toMatchObject(
        refusal,
      );
      await expect(store.write('ada', toColumns(larger), 1, { limits })).rejects.toMatchObject(refusal);
      await store.write('ada', toColumns(larger), 1);
      const asLarge = { ...larger, title: 'y'.repeat(2000) };
      expect(await store.write('ada', toColumns(asLarge), 2, { limits })).toMatchObject({ revision: 3 });
      await store.write('ada', toColumns(project), 3, { limits: { projects: 0, bytes: 0 } });
    });
  });

  test('a program changes what is stored, whatever others changed meanwhile, but nothing in the trash', async () => {
    const project = makeProject('Holiday', 'A boat.');
    await withStore(async store => {
      await store.write('ada', toColumns(project), 0);
      const add = (text: string) =>
        store.change('ada', project.id, before => ({ ...before, title: `${before.title} ${text}` }));
      await Promise.all([add('one'), add('two'), add('three')]);
      const { document, revision } = await store.read('ada', project.id);
      expect([document.title.split(' ').sort(), revision]).toEqual([['Holiday', 'one', 'three', 'two'], 4]);
      await store.place('ada', project.id, { isInTrash: true });
      await expect(add('four')).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  test('the sweep deletes what has been in the trash for thirty days', async () => {
    await withStore(async (store, queries) => {
      for (const [title, days] of [
        ['Old', 31],
        ['Recent', 29],
      ] as const) {
        const project = makeProject(title);
        await store.write('ada', toColumns(project), 0);
        const deletedAt = sql`now() - make_interval(days => ${days}::int)`;
        await queries.update(projects).set({ deletedAt }).where(eq(projects.id, project.id));
      }
      await sweep(queries, { retentionDays: 30 });
      expect(await queries.select({ title: projects.title }).from(projects)).toEqual([{ title: 'Recent' }]);
    });
  });

  /** A database of its own with an account `ada`, without a server. */
  async function withStore(work: (store: ProjectStore, queries: Queries) => Promise<void>): Promise<void> {
    const own = await makePlace();
    try {
      await withDatabase(own.environment, async queries => {
        await queries.insert(accounts).values({ id: 'ada', name: 'Ada', email: 'ada@example.org' });
        await work(new ProjectStore(queries), queries);
      });
    } finally {
      own.remove();
    }
  }
});
