import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { offeredModelsSchema } from '#shared/api/setup.ts';
import { modelErrors } from '#shared/messages/model-errors.ts';
import { type HostFault, startModelHost } from '../support/model-host.ts';
import { eyes, type ModelsCommand, openModelsCommand, weights } from '../support/models-command.ts';

let command: ModelsCommand;

beforeEach(async () => {
  command = await openModelsCommand();
});
afterEach(() => command[Symbol.asyncDispose]());

/** A process that downloads models, and what its page asks of it. */
async function startServer(settings: Readonly<Record<string, string>> = {}, shell?: string) {
  const DATA_DIR = command.folder.path;
  const started = command.startServer({ DATA_DIR, ...settings }, shell);
  await expect.poll(started.hears, { interval: 20, timeout: 10_000 }).toMatch(/^http:\S+$/mu);
  const [url] = /^http:\S+$/mu.exec(started.hears()) ?? [];
  const address = `${url}/api/setup/models`;
  const find = async (name: string) => {
    const { models } = offeredModelsSchema.parse(await (await fetch(address)).json());
    return models.find(each => each.name === name);
  };
  return {
    ...started,
    find,
    list: async () => offeredModelsSchema.parse(await (await fetch(address)).json()),
    async want(name: string, wanted: string, more: object = {}) {
      const body = JSON.stringify({ wanted, ...more });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${address}/${name}`, { method: 'PUT', headers, body });
      return { status: answer.status, ...(await answer.json()) };
    },
    async becomes(name: string, state: string) {
      await expect.poll(async () => (await find(name))?.state, { interval: 20, timeout: 10_000 }).toBe(state);
      return await find(name);
    },
    async end(signal: NodeJS.Signals) {
      started.child.kill(signal);
      return await started.ended;
    },
  };
}

const part = 160_000;
const stall: HostFault = { kind: 'stall', afterBytes: part };

/** A download that has got a part of `eyes` and gets no more. */
async function startStalled() {
  command.host.failNext(stall);
  const server = await startServer();
  await server.want('eyes', 'installed');
  await expect.poll(async () => (await server.find('eyes'))?.arrivedBytes, { interval: 20 }).toBe(part);
  return server;
}

function hasWeights(): boolean {
  const path = command.findPath('eyes', 'weights.gguf');
  return existsSync(path) && readFileSync(path).equals(weights);
}

test('the page sees what this machine has, and each model with size, licence, and whether it suits', async () => {
  const server = await startServer();
  const { memoryBytes, cores, freeBytes, models } = await server.list();
  expect(Math.min(memoryBytes, cores, freeBytes)).toBeGreaterThan(0);
  expect(models.map(({ name, fit, state }) => [name, fit, state])).toEqual([
    ['giant', 'tooLarge', 'none'],
    ['eyes', 'recommended', 'none'],
    ['mouth', 'recommended', 'none'],
  ]);
  expect(models[1]).toMatchObject({ title: 'Eyes 2B', step: 'look', bytes: 500_000, memoryBytes: 10e6 });
  expect(models[2]).toMatchObject({
    speed: expect.any(Number),
    licence: { name: 'Open RAIL-M', url: 'https://example.com/conditions', asksConsent: true },
  });
});

describe('a download', () => {
  test('says how far it is, checks what has arrived, and takes the model into use', async () => {
    const server = await startStalled();
    expect(await server.find('eyes')).toMatchObject({ state: 'downloading', arrivedBytes: part });
    await server.want('eyes', 'paused');
    await server.want('eyes', 'installed');
    await server.becomes('eyes', 'installed');
    expect(hasWeights()).toBe(true);
    expect(server.hears()).toContain('eyes is in use');
  });

  test('that is paused keeps its part, also over a restart, and goes on from there', async () => {
    const server = await startStalled();
    expect(await server.want('eyes', 'paused')).toMatchObject({ status: 200 });
    expect(await server.find('eyes')).toMatchObject({ state: 'paused', arrivedBytes: part });
    expect((await server.end('SIGTERM')).code).toBe(0);
    const next = await startServer();
    expect(await next.find('eyes')).toMatchObject({ state: 'paused', arrivedBytes: part });
    await next.want('eyes', 'installed');
    await next.becomes('eyes', 'installed');
    expect(command.host.ranges.slice(0, 2)).toEqual(['bytes=0-', `bytes=${part}-`]);
  });

  test('that is cancelled leaves nothing behind', async () => {
    const server = await startStalled();
    expect(await server.want('eyes', 'none')).toMatchObject({ status: 200 });
    expect(await server.find('eyes')).toMatchObject({ state: 'none', arrivedBytes: 0 });
    expect(existsSync(command.findPath('eyes'))).toBe(false);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('goes on by itself after %s and a start', async signal => {
    const server = await startStalled();
    await server.end(signal);
    expect(statSync(command.findPath('eyes', 'weights.gguf.part')).size).toBe(part);
    const next = await startServer();
    await next.becomes('eyes', 'installed');
    expect(command.host.ranges.slice(0, 2)).toEqual(['bytes=0-', `bytes=${part}-`]);
    expect(hasWeights()).toBe(true);
    expect(next.hears()).toContain('eyes is in use');
  });

  test('waits for the one before it, and goes first if that one is paused', async () => {
    const server = await startStalled();
    await server.want('mouth', 'installed', { acceptsLicence: true });
    expect((await server.find('mouth'))?.state).toBe('waiting');
    await server.want('eyes', 'paused');
    await server.becomes('mouth', 'installed');
    expect((await server.find('eyes'))?.state).toBe('paused');
  });

  test('whose connection breaks goes on by itself', async () => {
    command.host.failNext({ kind: 'break', afterBytes: part }, { kind: 'status', status: 503 });
    const server = await startServer();
    await server.want('eyes', 'installed');
    await server.becomes('eyes', 'installed');
    expect(hasWeights()).toBe(true);
  });

  test('asked for twice is one download', async () => {
    const server = await startStalled();
    await server.want('eyes', 'installed');
    expect(command.host.ranges).toEqual(['bytes=0-']);
  });
});

describe('a model with conditions of use', () => {
  test('is not downloaded without consent', async () => {
    const server = await startServer();
    const { status, error } = await server.want('mouth', 'installed');
    expect([status, error.key]).toEqual([400, modelErrors.needsConsent.key]);
    expect((await server.find('mouth'))?.state).toBe('none');
    expect(command.host.ranges).toEqual([]);
  });

  test('is asked for once: a paused one goes on without a second consent', async () => {
    command.host.failNext({ kind: 'stall', afterBytes: 20_000 });
    const server = await startServer();
    await server.want('mouth', 'installed', { acceptsLicence: true });
    await expect.poll(async () => (await server.find('mouth'))?.arrivedBytes, { interval: 20 }).toBe(20_000);
    await server.want('mouth', 'paused');
    expect((await server.want('mouth', 'installed')).status).toBe(200);
    await server.becomes('mouth', 'installed');
  });
});

test('a model with conditions that failed before its first byte is tried again without a second consent', async () => {
  command.host.failNext({ kind: 'page' });
  const server = await startServer();
  await server.want('mouth', 'installed', { acceptsLicence: true });
  expect((await server.becomes('mouth', 'failed'))?.arrivedBytes).toBe(0);
  await server.want('mouth', 'installed');
  await server.becomes('mouth', 'installed');
});

describe('a download that fails says why and what to do, and can be tried again:', () => {
  test('wrong contents', async () => {
    command.host.failNext({ kind: 'contents', contents: randomBytes(weights.length) });
    const server = await startServer();
    await server.want('eyes', 'installed');
    expect((await server.becomes('eyes', 'failed'))?.problem).toMatch(
      /weights\.gguf does not match its published SHA-256 and was deleted .* Download it again/u,
    );
    await server.want('eyes', 'installed');
    expect((await server.becomes('eyes', 'installed'))?.problem).toBeUndefined();
  });

  test('a mirror without the file; a start with a better one goes on', async () => {
    await using empty = await startModelHost({});
    const server = await startServer({ MODELS_BASE_URL: empty.url });
    await server.want('eyes', 'installed');
    expect((await server.becomes('eyes', 'failed'))?.problem).toMatch(
      /127\.0\.0\.1:\d+ does not have maker\/eyes\/weights\.gguf\. Use another mirror/u,
    );
    await server.end('SIGKILL');
    await (await startServer()).becomes('eyes', 'installed');
  });

  test('the proxy', async () => {
    const proxy = createServer().on('connect', (_, client) => client.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const server = await startServer({ HTTP_PROXY: `http://${address}` });
    await server.want('eyes', 'installed');
    expect((await server.becomes('eyes', 'failed'))?.problem).toMatch(
      /The proxy of HTTP_PROXY does not let 127\.0\.0\.1:\d+ through \(403\)\. Ask whoever runs it/u,
    );
    proxy.close();
    const wrong = await startServer({ HTTP_PROXY: address });
    await wrong.want('eyes', 'installed');
    expect((await wrong.becomes('eyes', 'failed'))?.problem).toContain('must be addresses such as http://');
  });

  test('a host that cannot be reached', async () => {
    const server = await startServer({ MODELS_BASE_URL: 'http://127.0.0.1:1' });
    await server.want('eyes', 'installed');
    expect((await server.becomes('eyes', 'failed'))?.problem).toMatch(/cannot be reached \(ECONNREFUSED\)/u);
  });

  test('too little room, before anything is fetched', async () => {
    const huge = { ...eyes, files: eyes.files.map(file => ({ ...file, bytes: 1e15 })) };
    await command.folder.write('catalogue.json', JSON.stringify([huge]));
    const server = await startServer();
    await server.want('eyes', 'installed');
    expect((await server.becomes('eyes', 'failed'))?.problem).toMatch(/2,000,000 GB are needed, but only/u);
    expect(command.host.ranges).toEqual([]);
  });

  test('a disk that fills up', async () => {
    // Acts like a full disk for every growing file: 100 KiB.
    const server = await startServer({}, 'ulimit -f 100 && exec "$0" "$@"');
    await server.want('eyes', 'installed');
    expect((await server.becomes('eyes', 'failed'))?.problem).toMatch(
      /The disk is full\. What has arrived is kept in \S+weights\.gguf\.part\. Free some space and try again/u,
    );
    await server.end('SIGKILL');
    await (await startServer()).becomes('eyes', 'installed');
    expect(hasWeights()).toBe(true);
  });

  test('a folder that is a file', async () => {
    writeFileSync(command.findPath(), 'not a folder');
    const server = await startServer();
    await server.want('eyes', 'installed');
    expect((await server.becomes('eyes', 'failed'))?.problem).toMatch(
      /models\/eyes cannot be written \(\w+\)\. Set MODELS_DIR to a folder/u,
    );
  });

  test('another process that downloads it, which is taken over once that one has ended', async () => {
    command.host.failNext(stall);
    const other = command.start(['get', 'eyes']);
    const server = await startServer();
    await expect.poll(async () => (await server.find('eyes'))?.arrivedBytes, { interval: 20 }).toBe(part);
    await server.want('eyes', 'installed');
    expect((await server.becomes('eyes', 'failed'))?.problem).toMatch(
      /eyes is already being downloaded by process \d+ on \S+\. Wait for it, or stop it\./u,
    );
    expect((await server.want('eyes', 'none')).status).toBe(409);
    other.child.kill('SIGKILL');
    await other.ended;
    await server.want('eyes', 'installed');
    await server.becomes('eyes', 'installed');
    expect(hasWeights()).toBe(true);
  });
});

describe('an installed model', () => {
  beforeEach(async () => {
    await command.run(['get', 'eyes']);
  });

  test('that npm run models fetched is taken into use when it is wanted', async () => {
    const server = await startServer();
    expect((await server.find('eyes'))?.state).toBe('installed');
    expect(server.hears()).not.toContain('in use');
    await server.want('eyes', 'installed');
    await expect.poll(server.hears, { interval: 20 }).toContain('eyes is in use');
    expect(command.host.ranges).toHaveLength(2);
  });

  test('is not deleted by a cancellation that came too late', async () => {
    const server = await startServer();
    const { status, error } = await server.want('eyes', 'none');
    expect([status, error.key]).toEqual([409, modelErrors.installed.key]);
    expect(hasWeights()).toBe(true);
  });

  test('is "checking" until it is in use, and a kill then does not try it again at every start', async () => {
    const server = await startServer({ TRYING: 'waits' });
    await server.want('eyes', 'installed');
    await server.becomes('eyes', 'checking');
    await server.end('SIGKILL');
    const next = await startServer({ TRYING: 'waits' });
    expect((await next.find('eyes'))?.state).toBe('installed');
  });

  test('that cannot be used says why, and stays when this is called off', async () => {
    const server = await startServer({ TRYING: 'fails' });
    await server.want('eyes', 'installed');
    expect((await server.becomes('eyes', 'failed'))?.problem).toBe('There is too little memory.');
    expect((await server.want('eyes', 'none')).status).toBe(200);
    expect((await server.find('eyes'))?.state).toBe('installed');
    expect(hasWeights()).toBe(true);
  });
});

test.each([
  ['nose', 'installed', 404],
  ['eyes', 'perhaps', 400],
])('unknown models and wishes are refused: %s %s', async (name, wanted, status) => {
  const server = await startServer();
  expect((await server.want(name, wanted)).status).toBe(status);
});
