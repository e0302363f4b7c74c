import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts, comments, sharePictures, shares } from '#server/database/schema.ts';
import { toColumns } from '#server/projects/document-worker.ts';
import { ProjectStore } from '#server/projects/project-store.ts';
import { CommentStore, ShareStore } from '#server/projects/review-store.ts';
import {
  commentsAnswerSchema,
  createdShareSchema,
  reviewAnswerSchema,
  reviewHeader,
  reviewPicturesSchema,
  sharesAnswerSchema,
} from '#shared/api/review.ts';
import { maxCommentCharacters, maxSharePictureBytes } from '#shared/limits.ts';
import type { reviewErrors as errors } from '#shared/messages/review-errors.ts';
import { createLine, createNarration, createProject, type Project } from '#shared/narration/project.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { withDatabase } from '../support/read-all-tables.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const prompt = 'A secret prompt';

function makeProject(...texts: readonly string[]) {
  const lines = texts.map((text, at) => createLine({ text, startMs: at * 2000 }));
  const narration = createNarration({ style: 'timed', language: 'Arabic', prompt, lines });
  const other = createNarration({ style: 'continuous', lines: [createLine({ text: 'Not shared.' })] });
  return { ...createProject('Holiday'), narrations: [narration, other] };
}

/** In base64. */
async function makeJpeg(side: number): Promise<string> {
  const image = sharp({ create: { width: side, height: side, channels: 3, background: '#2a4' } });
  return (await image.jpeg().toBuffer()).toString('base64');
}

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let server: InnerServer;
  let ada: AccountClient;
  let project: ReturnType<typeof makeProject>;
  let narrationId: string;
  let lineId: string;

  beforeAll(async () => {
    const manyTries = { most: 1000, windowSeconds: 3600 };
    place = await makePlace();
    server = await startTestServer({
      environment: { ...place.environment, TRUST_PROXY: '127.0.0.1,::1' },
      accountLimits: {
        signUpPerAddress: manyTries,
        otherPerAddress: manyTries,
        reviewCallsPerAddress: { most: 8, windowSeconds: 3600 },
        commentsPerAddress: { most: 3, windowSeconds: 3600 },
        commentsPerLink: { most: 4, windowSeconds: 3600 },
      },
    });
  });
  beforeEach(async () => {
    ada = await signUp();
    project = makeProject('A boat.', '<b>It</b> sails.');
    narrationId = project.narrations[0]?.id ?? '';
    lineId = project.narrations[0]?.lines[0]?.id ?? '';
    await save(project, 0);
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

  async function save(document: Project, base: number): Promise<void> {
    expect((await ada.send('PUT', at(), { document, base })).status).toBe(200);
  }

  const at = (path = '') => `/api/projects/${project.id}${path}`;

  async function share(others: object = {}) {
    const answer = await ada.post(at('/shares'), { narrationId, name: 'Client', days: 7, ...others });
    expect(answer.status).toBe(201);
    const made = createdShareSchema.strict().parse(await answer.json());
    const { port, pathname, hash } = new URL(made.url);
    expect([Number(port), pathname]).toEqual([server.port, '/review']);
    return { ...made, secret: hash.slice('#link='.length) };
  }

  let reviewers = 0;

  /** Somebody with a link and an address, and without an account. */
  function createReviewer(secret: string) {
    reviewers += 1;
    const client = createAccountClient(server.url, `198.51.100.${reviewers}`);
    const headers = { [reviewHeader]: secret };
    return {
      open: (path = '') => client.get(`/api/review${path}`, headers),
      comment: (body: object) => client.post('/api/review/comments', { author: 'Bo', ...body }, headers),
      read: async () => {
        const answer = await client.get('/api/review', headers);
        expect(answer.status).toBe(200);
        return reviewAnswerSchema.parse(await answer.json());
      },
    };
  }

  async function listComments() {
    return commentsAnswerSchema.strict().parse(await (await ada.get(at('/comments'))).json()).comments;
  }

  async function expectRefused(answer: Response, status: number, key?: keyof typeof errors) {
    expect(answer.status).toBe(status);
    if (key) expect((await answer.json()).error.key).toBe(`reviewErrors.${key}`);
  }

  test('a reviewer without an account sees one narration as it is now, and nothing else of the project or its owner', async () => {
    const { secret, ...made } = await share();
    const reviewer = createReviewer(secret);
    const answer = await reviewer.open();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const text = await answer.text();
    for (const hidden of [prompt, 'Not shared.', '@example.org', project.id, secret, 'Client'])
      expect(text).not.toContain(hidden);
    expect(reviewAnswerSchema.strict().parse(JSON.parse(text))).toEqual({
      title: 'Holiday',
      sharedBy: 'Ada Lovelace',
      endsAt: made.endsAt,
      hasPictures: false,
      showsOthers: false,
      narration: {
        name: '',
        language: 'Arabic',
        style: 'timed',
        lines: project.narrations[0]?.lines.map(({ id, startMs, text }) => ({ id, startMs, text })),
      },
      comments: [],
    });
    await save({ ...project, title: 'Sea' }, 1);
    expect((await reviewer.read()).title).toBe('Sea');
  });

  test('a comment on a line reaches its owner as plain text, who resolves, reopens and deletes it', async () => {
    const reviewer = createReviewer((await share()).secret);
    const message = '<script>alert(1)</script> **Too\u0000 long**';
    expect((await reviewer.comment({ lineId, message })).status).toBe(201);
    expect((await reviewer.comment({ message: 'Well done.' })).status).toBe(201);
    const comments = await listComments();
    const [first] = comments;
    expect(comments).toMatchObject([
      // Postgres stores no U+0000.
      { lineId, narrationId, author: 'Bo', message: '<script>alert(1)</script> **Too long**' },
      { lineId: null, message: 'Well done.', isResolved: false },
    ]);
    expect((await reviewer.read()).comments).toMatchObject([{ lineId }, { lineId: null }]);
    const url = at(`/comments/${first?.id}`);
    for (const isResolved of [true, true, false, true]) {
      expect((await ada.post(`${url}/resolution`, { isResolved })).status).toBe(204);
      expect((await listComments())[0]?.isResolved).toBe(isResolved);
    }
    expect((await reviewer.read()).comments[0]?.isResolved).toBe(true);
    expect((await ada.delete(url)).status).toBe(204);
    await expectRefused(await ada.delete(url), 404, 'noComment');
    expect(await listComments()).toHaveLength(1);
  });

  const readMessages = async (reviewer: ReturnType<typeof createReviewer>) =>
    (await reviewer.read()).comments.map(({ message }) => message);

  test('reviewers of different links do not see each other, unless the owner chose so for their links; the owner sees all', async () => {
    const [one, other, third, fourth] = await Promise.all(
      [{}, {}, { showsOthers: true }, { showsOthers: true }].map(async (choice, at) =>
        createReviewer((await share({ name: `Client ${at}`, ...choice })).secret),
      ),
    );
    if (!one || !other || !third || !fourth) throw new Error();
    for (const [at, reviewer] of [one, other, third, fourth].entries())
      expect((await reviewer.comment({ message: `From ${at}` })).status).toBe(201);
    expect(await readMessages(one)).toEqual(['From 0']);
    expect(await readMessages(other)).toEqual(['From 1']);
    for (const together of [third, fourth])
      expect(await readMessages(together)).toEqual(['From 2', 'From 3']);
    expect((await third.read()).showsOthers).toBe(true);
    const listed = sharesAnswerSchema.strict().parse(await (await ada.get(at('/shares'))).json()).shares;
    expect(listed.filter(({ showsOthers }) => showsOthers)).toHaveLength(2);
    for (const { id } of listed) await ada.delete(at(`/shares/${id}`));
    const created = await share({ name: 'Later', showsOthers: true });
    expect(await readMessages(createReviewer(created.secret))).toEqual(['From 2', 'From 3']);
    expect(await readMessages(createReviewer((await share()).secret))).toEqual([]);
    expect((await listComments()).map(({ via, message }) => [via, message])).toEqual(
      [0, 1, 2, 3].map(at => [`Client ${at}`, `From ${at}`]),
    );
  });

  test('a link shows no name of another link, nor its own', async () => {
    const { secret } = await share({ name: 'Secret client', showsOthers: true });
    const reviewer = createReviewer(secret);
    expect(await (await reviewer.comment({ message: 'Hello' })).text()).not.toContain('Secret client');
    expect(await (await reviewer.open()).text()).not.toContain('Secret client');
  });

  test("nobody writes under the owner's name, and the server knows the owner", async () => {
    const { secret } = await share();
    for (const author of [
      'Ada Lovelace',
      ' ada  lovelace',
      'ADA LOVELACE.',
      'Áda Lovelacé',
      'Ａｄａ Lovelace',
      'Ada\u200bLovelace',
    ])
      await expectRefused(
        await createReviewer(secret).comment({ author, message: 'Approved' }),
        400,
        'nameOfOwner',
      );
    const guest = createReviewer(secret);
    const claim = { author: 'Bo', message: 'Approved', isOwner: true, via: null };
    expect(await (await guest.comment(claim)).json()).toMatchObject({ author: 'Bo', isOwner: false });
    const eve = await signUp();
    const headers = { [reviewHeader]: secret };
    const bySomebody = await eve.post('/api/review/comments', { author: 'Eve', message: 'No' }, headers);
    expect(await bySomebody.json()).toMatchObject({ author: 'Eve', isOwner: false });
    const byOwner = await ada.post('/api/review/comments', { author: 'Whoever', message: 'Yes' }, headers);
    expect(await byOwner.json()).toMatchObject({ author: 'Ada Lovelace', isOwner: true });
    expect((await guest.read()).comments.map(({ author, isOwner }) => [author, isOwner])).toEqual([
      ['Bo', false],
      ['Eve', false],
      ['Ada Lovelace', true],
    ]);
    expect(await listComments()).toMatchObject([
      { via: 'Client' },
      { via: 'Client' },
      { via: null, isOwner: true },
    ]);
  });

  test('a guessed link is told what a revoked one is told, and soon nothing more', async () => {
    const revoked = await share();
    const path = at(`/shares/${revoked.id}`);
    expect((await ada.delete(path)).status).toBe(204);
    await expectRefused(await ada.delete(path), 404, 'noShare');
    const guessed = 'x'.repeat(43);
    for (const secret of ['', 'x', guessed, revoked.secret]) {
      const reviewer = createReviewer(secret);
      await expectRefused(await reviewer.open(), 404, 'noLink');
      await expectRefused(await reviewer.open('/pictures'), 404, 'noLink');
      await expectRefused(await reviewer.comment({ message: 'Hello' }), 404, 'noLink');
    }
    const guesser = createReviewer(guessed);
    for (let tries = 0; tries < 8; tries += 1) await expectRefused(await guesser.open(), 404);
    const refused = await guesser.open();
    await expectRefused(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(sharesAnswerSchema.parse(await (await ada.get(at('/shares'))).json()).shares).toEqual([]);
  });

  test('a comment that is huge, empty or one too many is refused with a reason', async () => {
    const { secret } = await share();
    const reviewer = createReviewer(secret);
    await expectRefused(await reviewer.comment({ message: 'a'.repeat(2 ** 20) }), 413);
    await expectRefused(
      await reviewer.comment({ message: 'a'.repeat(maxCommentCharacters + 1) }),
      400,
      'messageTooLong',
    );
    await expectRefused(await reviewer.comment({ message: ' ' }), 400, 'noMessage');
    await expectRefused(await reviewer.comment({ message: 'Hello', author: ' ' }), 400, 'noName');
    const other = createReviewer(secret);
    const longest = '𝄞'.repeat(maxCommentCharacters / 2);
    for (let sent = 0; sent < 3; sent += 1)
      expect((await other.comment({ message: longest })).status).toBe(201);
    await expectRefused(await other.comment({ message: 'Hello' }), 429);
    const third = createReviewer(secret);
    expect((await third.comment({ message: 'Hello' })).status).toBe(201);
    await expectRefused(await third.comment({ message: 'Hello' }), 429);
  });

  test('reviewers see pictures only where the owner chose so, and only small ones are taken', async () => {
    const picture = await makeJpeg(64);
    const bare = createReviewer((await share()).secret);
    expect(await (await bare.open('/pictures')).json()).toEqual({ pictures: [] });
    const reviewer = createReviewer((await share({ pictures: [{ lineId, picture }] })).secret);
    expect((await reviewer.read()).hasPictures).toBe(true);
    const { pictures } = reviewPicturesSchema.parse(await (await reviewer.open('/pictures')).json());
    expect(pictures).toEqual([{ lineId, picture }]);
    for (const bad of [await makeJpeg(1200), Buffer.from('<svg/>').toString('base64'), '<b>'])
      await expectRefused(
        await ada.post(at('/shares'), {
          narrationId,
          name: 'Client',
          days: 7,
          pictures: [{ lineId, picture: bad }],
        }),
        400,
        'badPicture',
      );
    expect(Buffer.from(await makeJpeg(1200), 'base64').length).toBeGreaterThan(maxSharePictureBytes);
  });

  test("nobody else reaches a project's links and comments, and a link to nothing is not made", async () => {
    const { id } = await share();
    const eve = await signUp();
    const asked = { narrationId, name: 'Mine', days: 7 };
    await expectRefused(await eve.get(at('/shares')), 404);
    await expectRefused(await eve.post(at('/shares'), asked), 404);
    await expectRefused(await eve.delete(at(`/shares/${id}`)), 404);
    await expectRefused(await eve.get(at('/comments')), 404);
    await expectRefused(await createAccountClient(server.url).get(at('/comments')), 401);
    await expectRefused(await ada.post(at('/shares'), { ...asked, narrationId: 'none' }), 400, 'noNarration');
    await expectRefused(await ada.post(at('/shares'), { ...asked, days: 91 }), 400, 'wrongDays');
  });

  test('a link ends while its project is in the trash, and with its narration and its project', async () => {
    const { secret } = await share();
    const reviewer = createReviewer(secret);
    await ada.send('PATCH', at(), { isInTrash: true });
    await expectRefused(await reviewer.open(), 404, 'noLink');
    await ada.send('PATCH', at(), { isInTrash: false });
    await reviewer.read();
    await save({ ...project, narrations: project.narrations.slice(1) }, 1);
    await expectRefused(await reviewer.open(), 404, 'noLink');
    expect((await ada.delete(`${at()}?forGood=true`)).status).toBe(204);
    await expectRefused(await reviewer.open(), 404, 'noLink');
  });

  test('an expired link opens nothing, and nothing is left of the links, pictures and comments of a deleted account', async () => {
    const own = await makePlace();
    try {
      await withDatabase(own.environment, async queries => {
        await queries.insert(accounts).values({ id: 'ada', name: 'Ada', email: 'ada@example.org' });
        await new ProjectStore(queries).write('ada', toColumns(project), 0);
        const links = new ShareStore(queries, 'secret');
        const asked = { narrationId, name: 'Client', days: 7, showsOthers: false, pictures: [] };
        const picture = Buffer.from(await makeJpeg(64), 'base64');
        const { secret } = await links.create('ada', project.id, asked, [{ lineId, picture }]);
        const shared = await links.open(secret);
        // Before links were told apart.
        const { uid, projectId } = shared;
        const earlier = { uid, projectId, narrationId, author: 'Al', message: 'Earlier' };
        await queries.insert(comments).values(earlier);
        const later = await links.create('ada', project.id, asked, []);
        const store = new CommentStore(queries);
        expect(await store.listFor(shared)).toMatchObject([{ author: 'Al', isOwner: false, via: null }]);
        expect(await store.listFor(await links.open(later.secret))).toEqual([]);
        expect(await store.list('ada', project.id)).toHaveLength(1);
        await store.add(shared, { author: 'Bo', message: 'Hello' });
        await queries.update(shares).set({ endsAt: sql`now() - interval '1 second'` });
        await expect(links.open(secret)).rejects.toMatchObject({ code: 'not_found' });
        await queries.delete(accounts).where(eq(accounts.id, 'ada'));
        for (const table of [shares, sharePictures, comments])
          expect(await queries.select().from(table)).toEqual([]);
      });
    } finally {
      own.remove();
    }
  });
});
