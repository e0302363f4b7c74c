import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OfferedModel, offeredModelsSchema, setupAnswerSchema } from '#shared/api/setup.ts';
import { offerTinyModels, type TinyModelOffer } from '../support/offer-tiny-models.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let offer: TinyModelOffer;

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  // What the trials ask for: the colour of a red picture, and a sentence in a language that the model knows.
  const phrases = ['A red kite', ' circles above', ' the green hill', '.'];
  offer = await offerTinyModels({ phrases });
});
afterEach(async () => {
  await offer[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** The server as `npm start` runs it, with models of made weights to download. */
function startServer(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return startServerProcess({ DATA_DIR: folder.path, ...offer.settings, ...settings });
}

async function find({ url }: ServerProcess, name: string): Promise<OfferedModel | undefined> {
  const answer = await fetch(`${url}/api/setup/models`);
  return offeredModelsSchema.parse(await answer.json()).models.find(each => each.name === name);
}

async function want({ url }: ServerProcess, name: string, headers: Readonly<Record<string, string>> = {}) {
  return await fetch(`${url}/api/setup/models/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ wanted: 'installed' }),
  });
}

async function becomesInstalled(server: ServerProcess, name: string): Promise<OfferedModel | undefined> {
  const poll = { interval: 50, timeout: 30_000 };
  await expect.poll(async () => (await find(server, name))?.state, poll).toBe('installed');
  return await find(server, name);
}

async function listUsed({ url }: ServerProcess) {
  const { steps } = setupAnswerSchema.parse(await (await fetch(`${url}/api/setup`)).json());
  return Object.fromEntries(steps.map(({ step, provider }) => [step, provider?.id]));
}

test('a model that was downloaded is tried, and in use without a restart and after one', async () => {
  await using server = await startServer();
  expect(await listUsed(server)).toMatchObject({ vision: 'offline', speech: 'offline' });
  expect((await want(server, 'tiny-eyes')).status).toBe(200);
  expect((await becomesInstalled(server, 'tiny-eyes'))?.problem).toBeUndefined();
  expect(await listUsed(server)).toMatchObject({ vision: 'local', script: 'local', speech: 'offline' });
  await want(server, 'tiny-voice');
  expect((await becomesInstalled(server, 'tiny-voice'))?.problem).toBeUndefined();
  const used = { vision: 'local', script: 'local', speech: 'local' };
  expect(await listUsed(server)).toMatchObject(used);
  server.process.kill('SIGTERM');
  await server.waitForExit();
  await using next = await startServer();
  expect(await listUsed(next)).toMatchObject(used);
});

test('kill -9 during a download, and the next start goes on and takes the model into use', async () => {
  const stalledAt = 10_000;
  offer.host.failNext({ kind: 'stall', afterBytes: stalledAt });
  await using server = await startServer();
  await want(server, 'tiny-eyes');
  await expect.poll(async () => (await find(server, 'tiny-eyes'))?.arrivedBytes).toBe(stalledAt);
  server.process.kill('SIGKILL');
  await server.waitForExit();
  await using next = await startServer();
  await becomesInstalled(next, 'tiny-eyes');
  expect(offer.host.ranges.slice(0, 2)).toEqual(['bytes=0-', `bytes=${stalledAt}-`]);
  expect(await listUsed(next)).toMatchObject({ vision: 'local', script: 'local' });
});

test('a server that is stopped during a download ends at once, and keeps what has arrived', async () => {
  offer.host.failNext({ kind: 'stall', afterBytes: 10_000 });
  await using server = await startServer();
  await want(server, 'tiny-eyes');
  await expect.poll(async () => (await find(server, 'tiny-eyes'))?.arrivedBytes).toBe(10_000);
  server.process.kill('SIGTERM');
  expect(await server.waitForExit()).toBe(0);
  const part = join(server.dataDir, 'models', 'tiny-eyes', 'tiny-eyes-model.gguf.part');
  expect(statSync(part).size).toBe(10_000);
  // Whoever else uses this machine reads nothing of the data folder.
  expect(statSync(part).mode & 0o077).toBe(0);
});

test('whoever does not run the server neither sees nor downloads models', async () => {
  await using server = await startServer();
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  expect((await want(server, 'tiny-eyes', headers)).status).toBe(403);
  expect((await fetch(`${server.url}/api/setup/models`, { headers })).status).toBe(403);
  expect(existsSync(join(server.dataDir, 'models'))).toBe(false);
  const key = readFileSync(join(server.dataDir, 'setup-key'), 'utf8');
  expect((await want(server, 'tiny-eyes', { ...headers, 'x-setup-key': key })).status).toBe(200);
});
