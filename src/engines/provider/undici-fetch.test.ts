import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createUndiciFetch } from './undici-fetch.ts';

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
])('sends %s as it is, with its length and headers, and asks for nothing compressed', async (_, body) => {
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

test('hands over the status, every header, and the body piece by piece', async () => {
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

test('an answer without a body has none', async () => {
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

test('a server that cannot be reached fails as with any fetch', async () => {
  const url = await serve(() => undefined);
  await servers.disposeAsync();
  await expect(fetch(url)).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNREFUSED' } });
});

test('whoever breaks off before the head gets their own reason', async () => {
  const leaving = new AbortController();
  const url = await serve(() => leaving.abort(new Error('gone home')));
  await expect(fetch(url, { signal: leaving.signal })).rejects.toThrow('gone home');
});

test('whoever breaks off between head and body, or stops reading, ends the connection, and nothing else', async () => {
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

test('a body that breaks off in the middle fails when it is read', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('too little');
    setTimeout(() => response.destroy(), 20);
  });
  const answer = await fetch(url);
  await expect(answer.text()).rejects.toThrow();
});
