import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createUndiciFetch } from './guard-fetch.ts';

const fetch = createUndiciFetch(5000);
let servers = new AsyncDisposableStack();

afterEach(async () => {
  await servers.disposeAsync();
  servers = new AsyncDisposableStack();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.each([
  ['text', '{"prompt":"überall"}'],
  ['bytes', Buffer.from('{"prompt":"überall"}')],
])('sends %s unchanged, with its length and headers, and requests no compression', async (_, body) => {
  const { promise, resolve } = Promise.withResolvers<{ request: IncomingMessage; sent: Buffer }>();
  const url = await serve(async (request, response) => {
    resolve({ request, sent: await buffer(request) });
    response.end();
  });
  await fetch(url, {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer key', 'accept-encoding': 'gzip' },
  });
  const { request, sent } = await promise;
  expect(sent.toString()).toBe('{"prompt":"überall"}');
  expect(request.method).toBe('POST');
  expect(request.headers).toMatchObject({
    authorization: 'Bearer key',
    'content-length': String(sent.length),
    'accept-encoding': 'identity',
  });
});

test('returns the status, every header, and the body chunk by chunk', async () => {
  const url = await serve(async (_, response) => {
    response.writeHead(429, { 'retry-after': '7', 'set-cookie': ['a=1', 'b=2'] });
    response.write('one');
    setTimeout(() => response.end('two'), 50);
  });
  const answer = await fetch(url);
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('7');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const pieces = await Array.fromAsync(answer.body ?? []);
  expect(pieces.map(piece => Buffer.from(piece).toString())).toEqual(['one', 'two']);
});

test('a response without a body has none', async () => {
  const url = await serve((_, response) => response.writeHead(204).end());
  const answer = await fetch(url);
  expect(answer.status).toBe(204);
  expect(answer.body).toBeNull();
});

test('follows no redirect', async () => {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect((await fetch(url)).status).toBe(302);
  expect(asked).toEqual(['/']);
});

test('an unreachable server fails as with any fetch', async () => {
  const url = await serve(() => undefined);
  await servers.disposeAsync();
  await expect(fetch(url)).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNREFUSED' } });
});

test('aborting before the head rejects with the reason of the abort', async () => {
  const leaving = new AbortController();
  const url = await serve(() => leaving.abort(new Error('gone home')));
  await expect(fetch(url, { signal: leaving.signal })).rejects.toThrow('gone home');
});

test('aborting between head and body, or no longer reading, closes only that connection', async () => {
  const closed: Promise<unknown>[] = [];
  const url = await serve((_, response) => {
    closed.push(once(response, 'close'));
    response.write('only the start');
  });
  const leaving = new AbortController();
  const unread = await fetch(url, { signal: leaving.signal });
  leaving.abort();
  await expect(unread.text()).rejects.toMatchObject({ name: 'AbortError' });
  const begun = await fetch(url);
  const reader = begun.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(closed).toHaveLength(2);
  await Promise.all(closed);
});

test('reading a body that breaks off fails', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('too little');
    setTimeout(() => response.destroy(), 20);
  });
  const answer = await fetch(url);
  await expect(answer.text()).rejects.toThrow();
});
