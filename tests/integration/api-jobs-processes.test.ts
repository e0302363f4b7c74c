// @module-tag long
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { tokenScopes } from '#shared/api/tokens.ts';
import { createLines, createNarration, createProject } from '#shared/narration/project.ts';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { untilTakenOver } from '../support/queued-work.ts';
import { createServerProcesses, killServer } from '../support/server-processes.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { type Environment, type TestServer, testSecret } from '../support/start-server.ts';
import { answerTranslated, readAsked, spokenLines } from '../support/translating.ts';

const postgres = sharePostgres();
const processes = createServerProcesses();
let provider: OpenAiStandIn;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
});
beforeEach(() => provider.reset());
afterEach(() => processes.end());
afterAll(async () => {
  await provider.close();
  await postgres[Symbol.asyncDispose]();
});

/** Queues French and Japanese, of which the provider answers the first only. @returns calls with the token that queued it */
async function queueHalf(server: TestServer) {
  const owner = createAccountClient(server.url);
  await owner.signUp(makePerson());
  const made = await owner.post('/api/account/tokens', { name: 'Nightly build', scopes: [...tokenScopes] });
  const { token } = await made.json();
  const lines = createLines(spokenLines.map(({ English }) => English).join('\n'), 'written');
  const narration = createNarration({ style: 'continuous', language: 'English', lines });
  const project = { ...createProject('The fox'), narrations: [narration] };
  await owner.send('PUT', `/api/projects/${project.id}`, { document: project, base: 0 });
  const call = async (at: TestServer, path: string, method = 'GET', body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(at.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  provider.next('script', answerTranslated(), brokenAnswers.headersThenSilence);
  const order = { languages: ['French', 'Japanese'] };
  const { id } = await call(server, `/api/projects/${project.id}/translations`, 'POST', order);
  await expect.poll(() => provider.requests.length, untilTakenOver).toBe(2);
  return { call, path: `/api/jobs/${id}` };
}

test('a job goes on after its server was killed, without translating again what is done', {
  timeout: 600_000,
}, async () => {
  const environment: Environment = {
    DATA_DIR: processes.makeDataFolder(),
    OPENAI_BASE_URL: provider.baseUrl,
  };
  const first = await processes.start(environment);
  const { call, path } = await queueHalf(first);
  await killServer(first);
  provider.always('script', answerTranslated());
  const second = await processes.start(environment);
  await expect.poll(async () => (await call(second, path)).status, untilTakenOver).toBe('done');
  const { result } = await call(second, path);
  expect(Object.keys(result.narrations)).toEqual(['French', 'Japanese']);
  expect(provider.requests.map(({ body }) => readAsked(body).language)).toEqual([
    'French',
    'Japanese',
    'Japanese',
  ]);
});

test('a job that runs in one process is cancelled at another', { timeout: 600_000 }, async () => {
  const environment = {
    DATABASE_URL: await postgres.createDatabase(),
    AUTH_SECRET: testSecret,
    OPENAI_BASE_URL: provider.baseUrl,
  };
  const first = await processes.start({ ...environment, ROLE: 'web' });
  const { call, path } = await queueHalf(first);
  const second = await processes.start({ ...environment, ROLE: 'web' });
  expect((await call(second, path, 'DELETE')).status).toBe('cancelled');
  expect(await provider.requests[1]?.closed).toMatchObject({ early: true });
});
