import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type JobAnswer, jobListSchema, jobSchema } from '#shared/api/jobs.ts';
import { projectAnswerSchema } from '#shared/api/projects.ts';
import type { TokenScope } from '#shared/api/tokens.ts';
import { jobErrors } from '#shared/messages/job-errors.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { tokenErrors } from '#shared/messages/token-errors.ts';
import { createLines, createNarration, createProject, type Project } from '#shared/narration/project.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { answerTranslated, readAsked, spokenLines } from '../support/translating.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

let provider: OpenAiStandIn;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let server: InnerServer;
let owner: AccountClient;
/** Of a program with all scopes. */
let token: string;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  receiver = await startWebhookReceiver();
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl),
    environment: { WEBHOOK_HOSTS: 'localhost' },
  });
  owner = createAccountClient(server.url);
  await owner.signUp(makePerson());
  token = await createToken('narrate', 'read projects', 'write projects');
});
beforeEach(() => {
  receiver.received.length = 0;
  provider.reset();
  provider.always('script', answerTranslated());
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await provider.close();
});

async function createToken(...scopes: TokenScope[]): Promise<string> {
  const answer = await owner.post('/api/account/tokens', { name: 'Nightly build', scopes });
  return (await answer.json()).token;
}

/** A call of the program. */
function call(method: string, path: string, body?: object, bearer = token): Promise<Response> {
  return fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  });
}

const script = spokenLines.map(({ English }) => English).join('\n');

async function storeProject(): Promise<Project> {
  const narration = createNarration({
    style: 'continuous',
    language: 'English',
    lines: createLines(script, 'written'),
  });
  const project = { ...createProject('The fox'), narrations: [narration] };
  const written = await call('PUT', `/api/projects/${project.id}`, { document: project, base: 0 });
  expect(written.status).toBe(200);
  return project;
}

const queue = ({ id }: Project, body: object, bearer?: string) =>
  call('POST', `/api/projects/${id}/translations`, body, bearer);

async function queueJob(project: Project, body: object): Promise<string> {
  const answer = await queue(project, body);
  const { id, status } = await answer.json();
  expect([answer.status, status, answer.headers.get('location')]).toEqual([202, 'queued', `/api/jobs/${id}`]);
  return id;
}

const read = async (id: string): Promise<JobAnswer> =>
  jobSchema.strict().parse(await (await call('GET', `/api/jobs/${id}`)).json());

async function waitForEnd(id: string): Promise<JobAnswer> {
  await expect.poll(async () => (await read(id)).endedAt, { timeout: 20_000 }).toBeDefined();
  return read(id);
}

async function readNarrations(project: Project) {
  const answer = projectAnswerSchema.parse(await (await call('GET', `/api/projects/${project.id}`)).json());
  return (answer.document as unknown as Project).narrations.map(({ language, lines }) => ({
    language,
    lines: lines.map(({ text }) => text),
  }));
}

const french = { language: 'French', lines: spokenLines.map(line => line.French) };
const japanese = { language: 'Japanese', lines: spokenLines.map(line => line.Japanese) };

const readError = async (answer: Response) => {
  const { error } = await answer.json();
  return [answer.status, error.message];
};

test('a stored project is translated into several languages, counted and paid as any other call', async () => {
  const project = await storeProject();
  const id = await queueJob(project, { languages: ['French', 'Japanese', 'French'] });
  const job = await waitForEnd(id);
  expect(job).toMatchObject({ status: 'done', progress: 1, projectId: project.id, result: { errors: {} } });
  expect(Object.keys(job.result.narrations)).toEqual(['French', 'Japanese']);
  expect(await readNarrations(project)).toEqual([expect.anything(), french, japanese]);
  expect(provider.requests).toHaveLength(2);
  const { tokens } = await (await owner.get('/api/account/tokens')).json();
  expect(tokens[0].calls).toBe(2);
  expect(jobListSchema.parse(await (await call('GET', '/api/jobs')).json()).jobs[0]).toEqual(job);
});

test('what is translated already is not translated again', async () => {
  const project = await storeProject();
  await waitForEnd(await queueJob(project, { languages: ['French'] }));
  provider.reset();
  provider.always('script', answerTranslated());
  await waitForEnd(await queueJob(project, { languages: ['French', 'Japanese'] }));
  expect(provider.requests.map(({ body }) => readAsked(body).language)).toEqual(['Japanese']);
  expect(await readNarrations(project)).toHaveLength(3);
});

test('a language that fails does not stop the others', async () => {
  const project = await storeProject();
  provider.next('script', refusals.contentPolicy);
  const job = await waitForEnd(await queueJob(project, { languages: ['Arabic', 'French'] }));
  expect(job).toMatchObject({
    status: 'failed',
    result: { errors: { Arabic: { code: 'content_refused' } } },
  });
  expect(await readNarrations(project)).toEqual([expect.anything(), french]);
});

test('a webhook is signed as Standard Webhooks says, and sent again after an error', async () => {
  const project = await storeProject();
  receiver.answerNext(500);
  const id = await queueJob(project, { languages: ['French'], webhookUrl: receiver.url });
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2);
  const { secret } = await (await call('GET', '/api/webhook-secret')).json();
  const ids = receiver.received.map(({ headers, body }) => {
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'job.done',
      data: { id, kind: 'translate', status: 'done', projectId: project.id },
    });
    expect(body).not.toContain('renard');
    return headers['webhook-id'];
  });
  // By hand, as https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md says.
  const { headers, body } = receiver.received[0] ?? { headers: {} as IncomingHttpHeaders, body: '' };
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const hmac = createHmac('sha256', key).update(
    `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`,
  );
  expect(headers['webhook-signature']).toBe(`v1,${hmac.digest('base64')}`);
  expect(new Set(ids)).toEqual(new Set([id]));
  expect(JSON.stringify(server.logged)).not.toContain(new URL(receiver.url).port);
});

test('a webhook follows no redirect, and one that is gone gets nothing more', async () => {
  const project = await storeProject();
  receiver.answerNext(302, 410);
  await queueJob(project, { languages: ['French'], webhookUrl: receiver.url });
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/benshi', '/benshi']);
  await expect.poll(countWebhooks, { timeout: 20_000 }).toBe(0);
});

/** Those that are still to be sent. */
async function countWebhooks(): Promise<number> {
  const metrics = await readMetrics(server.url);
  return ['created', 'retry', 'active']
    .map(state => metrics.get(`benshi_queue_jobs{queue="webhook",state="${state}"}`) ?? 0)
    .reduce((sum, jobs) => sum + jobs);
}

test('each token has its own webhook secret', async () => {
  const [one, other] = await Promise.all(
    [token, await createToken('narrate')].map(async bearer =>
      (await call('GET', '/api/webhook-secret', undefined, bearer)).json(),
    ),
  );
  expect(one.secret).toMatch(/^whsec_[\w+/]{43}=$/u);
  expect(other.secret).not.toBe(one.secret);
});

test('cancelling a running job stops the call of the provider, and what is done stays', async () => {
  const project = await storeProject();
  provider.next('script', answerTranslated(), brokenAnswers.headersThenSilence);
  const id = await queueJob(project, { languages: ['French', 'Japanese'], webhookUrl: receiver.url });
  await expect.poll(() => provider.requests.length, { timeout: 20_000 }).toBe(2);
  expect((await read(id)).status).toBe('running');
  const cancelled = await (await call('DELETE', `/api/jobs/${id}`)).json();
  expect(cancelled.status).toBe('cancelled');
  expect(await provider.requests[1]?.closed).toMatchObject({ early: true });
  expect(await readNarrations(project)).toEqual([expect.anything(), french]);
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'job.cancelled' });
  expect((await (await call('DELETE', `/api/jobs/${id}`)).json()).endedAt).toBe(cancelled.endedAt);
});

test('a job ends with the token that it was queued with', async () => {
  const project = await storeProject();
  provider.always('script', brokenAnswers.headersThenSilence);
  const answer = await owner.post('/api/account/tokens', {
    name: 'Leaked',
    scopes: ['narrate', 'write projects'],
  });
  const leaked = await answer.json();
  const { id } = await (await queue(project, { languages: ['French'] }, leaked.token)).json();
  await expect.poll(() => provider.requests.length, { timeout: 20_000 }).toBe(1);
  await owner.delete(`/api/account/tokens/${leaked.id}`);
  expect(await provider.requests[0]?.closed).toMatchObject({ early: true });
  expect((await call('GET', `/api/jobs/${id}`)).status).toBe(404);
});

test('a sixth unfinished job is refused', async () => {
  provider.always('script', brokenAnswers.headersThenSilence);
  const project = await storeProject();
  const order = { languages: ['French'] };
  const ids = [];
  for (let count = 0; count < 5; count++) ids.push(await queueJob(project, order));
  const refused = await queue(project, order);
  expect(await readError(refused)).toEqual([429, t(jobErrors.tooManyJobs, { limit: 5 })]);
  for (const id of ids) await call('DELETE', `/api/jobs/${id}`);
  provider.always('script', answerTranslated());
  expect((await waitForEnd(await queueJob(project, order))).status).toBe('done');
});

test.each([
  ['no language', { languages: [] }, t(jobErrors.noLanguages)],
  [
    'the language of the original',
    { languages: ['English'] },
    t(narrationMessages.sameLanguage, { language: 'English' }),
  ],
  [
    'a narration that does not exist',
    { languages: ['French'], narrationId: 'gone' },
    t(jobErrors.noSuchNarration),
  ],
  [
    'a webhook in the own network',
    { languages: ['French'], webhookUrl: 'https://192.168.0.1/' },
    t(jobErrors.webhookNotPublic),
  ],
  [
    'a webhook without https',
    { languages: ['French'], webhookUrl: 'http://example.org/' },
    t(jobErrors.webhookNotHttps),
  ],
])('%s is refused before anything is queued', async (_, order, message) => {
  expect(await readError(await queue(await storeProject(), order))).toEqual([400, message]);
});

test('queueing needs both scopes', async () => {
  const project = await storeProject();
  const order = { languages: ['French'] };
  const reader = await createToken('narrate', 'read projects');
  const lacks = t(tokenErrors.lacksScope, { scope: 'write projects' });
  expect(await readError(await queue(project, order, reader))).toEqual([403, lacks]);
  const writer = await createToken('write projects');
  expect((await queue(project, order, writer)).status).toBe(403);
});

test("another account sees neither the project nor the job, and a deleted account's job stops", async () => {
  const project = await storeProject();
  const id = await queueJob(project, { languages: ['French'] });
  await waitForEnd(id);
  const person = makePerson();
  const stranger = createAccountClient(server.url);
  await stranger.signUp(person);
  expect((await stranger.get(`/api/jobs/${id}`)).status).toBe(404);
  expect((await stranger.delete(`/api/jobs/${id}`)).status).toBe(404);
  const order = { languages: ['French'] };
  expect((await stranger.post(`/api/projects/${project.id}/translations`, order)).status).toBe(404);

  const own = { ...project, id: 'own' };
  await stranger.send('PUT', '/api/projects/own', { document: own, base: 0 });
  provider.reset();
  provider.always('script', brokenAnswers.headersThenSilence);
  expect((await stranger.post('/api/projects/own/translations', order)).status).toBe(202);
  await expect.poll(() => provider.requests.length, { timeout: 20_000 }).toBe(1);
  const { uid } = await (await stranger.get('/api/me')).json();
  await stranger.post('/api/account/deletion', { uid, password: person.password });
  expect(await provider.requests[0]?.closed).toMatchObject({ early: true });
});
