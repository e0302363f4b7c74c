import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type SetupAnswer,
  type SetupLine,
  setupAnswerSchema,
  setupHeader,
  setupLineSchema,
  type TrySetup,
} from '#shared/api/setup.ts';
import { type OllamaStandIn, ollamaModels, startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import {
  type Environment,
  type InnerServer,
  startServerProcess,
  startTestServer,
  testSecret,
} from '../support/start-server.ts';

const welsh = 'Mae barcud coch yn hedfan mewn cylchoedd uwchben y bryn gwyrdd.';
const key = 'sk-proj-0123456789abcdefghijklmnop3fq8';

let openAi: OpenAiStandIn;
let other: OpenAiStandIn;
let ollama: OllamaStandIn;
beforeAll(async () => {
  openAi = await startOpenAiStandIn();
  other = await startOpenAiStandIn();
  ollama = await startOllamaStandIn();
});
afterAll(async () => {
  await openAi.close();
  await other.close();
  await ollama.close();
});

let dataDir: string;
beforeEach(async () => {
  for (const each of [openAi, other]) {
    each.reset();
    each.setTexts({ script: welsh });
  }
  dataDir = await mkdtemp(join(tmpdir(), 'benshi-setup-'));
  return () => rm(dataDir, { recursive: true, force: true });
});

const start = (environment: Environment = {}) =>
  startTestServer({ environment: { DATA_DIR: dataDir, ...environment } });

async function read({ url }: Pick<InnerServer, 'url'>): Promise<SetupAnswer> {
  const response = await fetch(`${url}/api/setup`);
  return setupAnswerSchema.parse(await response.json());
}

async function post({ url }: Pick<InnerServer, 'url'>, path: string, body: object): Promise<SetupLine[]> {
  const response = await fetch(`${url}/api/setup/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const lines = (await response.text()).trim().split('\n');
  return lines.map(line => setupLineSchema.parse(JSON.parse(line)));
}

const tryIt = (server: Pick<InnerServer, 'url'>, wish: Partial<TrySetup>) =>
  post(server, 'try', { save: 'passed', ...wish });

const connectTo = ({ baseUrl }: OpenAiStandIn): Partial<TrySetup> => ({
  values: { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key },
  provider: 'openai',
});

async function look({ url }: Pick<InnerServer, 'url'>): Promise<Response> {
  return await fetch(`${url}/api/free/script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({
      analysis: 'A dog runs.',
      prompt: 'Be short.',
      language: 'English',
      durationSeconds: 9,
    }),
  });
}

const listTrials = (lines: readonly SetupLine[]) =>
  lines.flatMap(line => ('trial' in line ? [line.trial] : []));
const findRow = ({ steps }: SetupAnswer, step: string) => steps.find(each => each.step === step);

describe('an AI that is connected in the page', () => {
  test('is tried step by step, saved for the owner only, and used by the next request without a restart', async () => {
    await using server = await start();
    expect(findRow(await read(server), 'vision')).toMatchObject({
      source: 'builtIn',
      provider: { id: 'offline' },
    });
    const lines = await tryIt(server, connectTo(openAi));
    expect(listTrials(lines).map(({ step, isOk }) => [step, isOk])).toEqual([
      ['vision', true],
      ['script', true],
      ['speech', true],
      ['transcription', false],
    ]);
    expect(lines.at(-1)).toEqual({ isSaved: true });
    const file = join(dataDir, 'settings.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      version: 1,
      values: { OPENAI_API_KEY: key },
    });
    openAi.reset();
    await (await look(server)).text();
    expect(openAi.requests.map(({ call }) => call)).toEqual(['script']);
    const state = await read(server);
    expect(findRow(state, 'script')).toMatchObject({ source: 'page', lastTrial: { isOk: true } });
    expect(JSON.stringify(state)).not.toContain(key);
    expect(JSON.stringify(state)).toContain('sk-…3fq8');
  });

  test('is used again after a restart', async () => {
    await (async () => {
      await using server = await start();
      await tryIt(server, connectTo(openAi));
    })();
    await using server = await start();
    expect(findRow(await read(server), 'script')).toMatchObject({
      source: 'page',
      provider: { id: 'openai' },
    });
  });

  test('is not saved if no step works, unless the person wants that', async () => {
    await using server = await start();
    const values = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
    const lines = await tryIt(server, { values, provider: 'openai', steps: ['vision', 'script'] });
    expect(listTrials(lines).map(({ isOk }) => isOk)).toEqual([false, false]);
    expect(lines.at(-1)).toEqual({ isSaved: false });
    expect(findRow(await read(server), 'script')).toMatchObject({ source: 'builtIn' });
    expect((await tryIt(server, { values, steps: [], save: 'always' })).at(-1)).toEqual({ isSaved: true });
    expect(findRow(await read(server), 'script')).toMatchObject({ source: 'page' });
  });

  test('can be disconnected', async () => {
    await using server = await start();
    await tryIt(server, connectTo(openAi));
    await tryIt(server, {
      values: { OPENAI_BASE_URL: null, OPENAI_API_KEY: null },
      steps: [],
      save: 'always',
    });
    expect(findRow(await read(server), 'script')).toMatchObject({ source: 'builtIn' });
    expect(await readFile(join(dataDir, 'settings.json'), 'utf8')).not.toContain(key);
  });

  test('ends the work that it began, although another is connected meanwhile', async () => {
    await using server = await start();
    await tryIt(server, connectTo(openAi));
    openAi.reset();
    const mayAnswer = Promise.withResolvers<void>();
    openAi.next('script', async ({ response, normal: { mediaType, body } }) => {
      await mayAnswer.promise;
      response.writeHead(200, { 'content-type': mediaType }).end(body);
    });
    const running = look(server);
    await openAi.waitForRequest('script');
    await tryIt(server, connectTo(other));
    other.reset();
    mayAnswer.resolve();
    expect(await (await running).text()).toContain('"script"');
    expect(other.requests).toEqual([]);
    await (await look(server)).text();
    expect(other.requests.map(({ call }) => call)).toEqual(['script']);
  });
});

describe('what the environment sets', () => {
  test('wins, is shown as fixed, and cannot be changed here', async () => {
    await using server = await start({
      OPENAI_BASE_URL: openAi.baseUrl,
      OPENAI_API_KEY: key,
      SCRIPT_PROVIDER: 'openai',
    });
    const state = await read(server);
    expect(findRow(state, 'script')).toMatchObject({ source: 'environment', isFixed: true });
    expect(findRow(state, 'vision')).toMatchObject({ source: 'environment', isFixed: false });
    for (const name of ['OPENAI_API_KEY', 'SCRIPT_PROVIDER'])
      expect(await tryIt(server, { values: { [name]: 'openai' } })).toMatchObject([
        { error: { code: 'conflict' } },
      ]);
  });

  test('never meets a saved key or address of the same connection', async () => {
    await (async () => {
      await using server = await start();
      await tryIt(server, connectTo(other));
    })();
    other.reset();
    await using server = await start({ OPENAI_BASE_URL: openAi.baseUrl });
    await (await look(server)).text();
    expect(other.requests).toEqual([]);
    expect(JSON.stringify(openAi.requests)).not.toContain(key);
  });
});

test('a new address without its key is tried without the saved key', async () => {
  await using server = await start();
  await tryIt(server, connectTo(openAi));
  await tryIt(server, { values: { OPENAI_BASE_URL: other.baseUrl }, provider: 'openai', steps: ['script'] });
  expect(other.requests.length).toBeGreaterThan(0);
  expect(JSON.stringify(other.requests)).not.toContain(key);
});

test('a server of this machine is found with the models that see pictures, and used', async () => {
  const { port } = new URL(ollama.origin);
  await using server = await start({ LOCAL_AI_PORTS: port, VISION_PROVIDER: 'auto' });
  const found = (await (await fetch(`${server.url}/api/setup/servers`)).json()) as {
    servers: { name: string; models: { name: string; seesPictures?: boolean }[] }[];
  };
  expect(found.servers).toMatchObject([{ name: `Ollama (port ${port})`, does: ['vision', 'script'] }]);
  // It needs no other model.
  expect(found.servers[0]).not.toHaveProperty('command');
  const models = found.servers[0]?.models ?? [];
  expect(models.some(({ seesPictures }) => seesPictures)).toBe(true);
  expect(models.find(({ name }) => name === ollamaModels.llama.name)?.seesPictures).toBe(false);
  const lines = await post(server, `servers/${port}`, {});
  expect(listTrials(lines).map(({ step }) => step)).toEqual(['vision', 'script']);
  const [used] = (await read(server)).connections.filter(({ id }) => id === 'server');
  expect(used?.does).toEqual(['vision', 'script']);
  openAi.reset();
  // A key that is pasted later is for all steps.
  await tryIt(server, { ...connectTo(openAi), steps: ['vision'] });
  expect(openAi.requests.map(({ call }) => call)).toEqual(['vision']);
  expect((await read(server)).connections.some(({ id }) => id === 'server')).toBe(false);
});

describe('whoever does not run the server', () => {
  const elsewhere = { 'x-forwarded-for': '203.0.113.7' };

  test('is refused, unless they have the key of the terminal’s link', async () => {
    await using server = await start();
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${server.url}/api/setup`, { headers })).status;
    expect(await ask({})).toBe(200);
    expect(await ask(elsewhere)).toBe(403);
    const link = new URL(server.setupUrl ?? '');
    const given = new URLSearchParams(link.hash.slice(1)).get('key') ?? '';
    expect(await ask({ ...elsewhere, [setupHeader]: given })).toBe(200);
    expect(await ask({ ...elsewhere, [setupHeader]: `${given}x` })).toBe(403);
    expect((await stat(join(dataDir, 'setup-key'))).mode & 0o777).toBe(0o600);
    const renewed = await fetch(`${server.url}/api/setup/key`, {
      method: 'POST',
      headers: { [setupHeader]: given },
    });
    const { url } = (await renewed.json()) as { url: string };
    expect(await ask({ ...elsewhere, [setupHeader]: given })).toBe(403);
    expect(await ask({ ...elsewhere, [setupHeader]: url.split('key=')[1] ?? '' })).toBe(200);
  });

  test('is refused by a server with SETUP=off, with key or without', async () => {
    await using server = await start({ SETUP: 'off' });
    expect(server.setupUrl).toBeUndefined();
    expect((await fetch(`${server.url}/api/setup`)).status).toBe(403);
  });
});

test('a damaged file of settings is not overwritten: the server says what to do', async () => {
  await writeFile(join(dataDir, 'settings.json'), '{"version": 1, "val');
  await expect(startServerProcess({ DATA_DIR: dataDir })).rejects.toThrow(/settings\.json cannot be read/u);
  await writeFile(join(dataDir, 'settings.json'), '{"version": 2}');
  await expect(startServerProcess({ DATA_DIR: dataDir })).rejects.toThrow(/newer Benshi/u);
});

describe('servers that share a Postgres', { tags: 'long' }, () => {
  const postgres = sharePostgres();
  afterAll(() => postgres[Symbol.asyncDispose]());

  test('show and try an AI, but save none; the link of one opens the page of each', async () => {
    const environment = { DATABASE_URL: await postgres.createDatabase(), AUTH_SECRET: testSecret };
    await using one = await start(environment);
    await using other = await startTestServer({ environment });
    expect(await read(one)).toMatchObject({ canSave: false });
    const lines = await tryIt(one, { ...connectTo(openAi), save: 'never' });
    expect(listTrials(lines)[0]).toMatchObject({ step: 'vision', isOk: true });
    expect(await tryIt(one, connectTo(openAi))).toMatchObject([{ error: { code: 'conflict' } }]);
    const findKey = ({ setupUrl = '' }: InnerServer) => new URL(setupUrl).hash;
    expect(findKey(one)).toBe(findKey(other));
  });
});
