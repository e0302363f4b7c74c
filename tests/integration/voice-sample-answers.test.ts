import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let server: InnerServer;
let url: string;
let whole: Uint8Array;
let etag: string;

beforeAll(async () => {
  server = await startTestServer();
  url = `${server.url}/api/voices/nova/sample.mp3?language=German`;
  const answer = await fetch(url);
  whole = await answer.bytes();
  etag = answer.headers.get('etag') ?? '';
});
afterAll(() => server[Symbol.asyncDispose]());

type Headers = Record<string, string>;

/** `TAG` and `LENGTH` stand for the sample's own. */
function fillIn(text: string): string {
  return text.replaceAll('TAG', etag).replaceAll('LENGTH', String(whole.length));
}

async function ask(headers: Headers, method = 'GET') {
  const filled = Object.entries(headers).map(([name, value]) => [name, fillIn(value)] as [string, string]);
  // Otherwise the client itself would ask for a fresh copy.
  const answer = await fetch(url, { method, headers: [...filled, ['cache-control', 'max-age=0']] });
  return { status: answer.status, headers: answer.headers, body: await answer.bytes() };
}

test('a sample says what it is, and that it has to be asked for again', async () => {
  const { status, headers, body } = await ask({});
  expect(status).toBe(200);
  expect(body).toEqual(whole);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': String(whole.length),
    'cache-control': 'no-cache',
  });
  expect(etag).toMatch(/^"[\w-]{43}"$/u);
});

describe('whoever has a sample already', () => {
  test.each([
    ['TAG', 304],
    ['W/TAG', 304],
    ['"another", TAG', 304],
    ['"with, comma",W/TAG , "another"', 304],
    ['*', 304],
    ['"another"', 200],
    ['without-quotes', 200],
    ['', 200],
  ])('If-None-Match: %s is answered with %i', async (list, expected) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await ask({ 'if-none-match': list }, method);
      expect(status).toBe(expected);
      expect(headers.get('etag')).toBe(etag);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(body.length).toBe(status === 200 && method === 'GET' ? whole.length : 0);
    }
  });

  test('is not told a wrong length with 304', async () => {
    const { headers } = await ask({ 'if-none-match': 'TAG' }, 'HEAD');
    expect(headers.get('content-length')).toBe(String(whole.length));
  });

  test('is told so even when asking for a part', async () => {
    expect((await ask({ 'if-none-match': 'TAG', range: 'bytes=0-9' })).status).toBe(304);
  });
});

test.each(['bytes=0-499', 'bytes=-500', 'bytes=LENGTH-', 'bytes=20-10', 'lines=0-1'])(
  'whoever asks for the part %s gets the whole, and is promised no parts',
  async range => {
    const { status, headers, body } = await ask({ range, 'if-range': 'TAG' });
    expect([status, body]).toEqual([200, whole]);
    expect([headers.get('content-range'), headers.get('accept-ranges')]).toEqual([null, null]);
  },
);

test('HEAD does not make a sample, and tells no length of one that is not there', async () => {
  const other = `${server.url}/api/voices/onyx/sample.mp3?language=Welsh`;
  const head = await fetch(other, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-type')).toBe('audio/mpeg');
  expect(head.headers.get('content-length')).toBeNull();
  expect(head.headers.get('etag')).toBeNull();
});

test.each([
  ['Rudolph', 404],
  ['Nova', 404],
  ['NOVA', 404],
  ['nova%20', 404],
  ['doubting%20thomas', 404],
  ['Doubting+Thomas', 404],
  ['%00', 404],
  ['..%2fnova', 404],
  ['__proto__', 404],
  ['nova%0d%0aX-Evil:1', 404],
  ['nova', 200],
])('the voice %s is answered with %i', async (name, status) => {
  const answer = await fetch(`${server.url}/api/voices/${name}/sample.mp3?language=German`);
  expect(answer.status).toBe(status);
  if (status === 404)
    expect(await answer.json()).toEqual({
      error: expect.objectContaining({ code: 'not_found', message: t(narrationErrors.noSuchVoice) }),
    });
});

test.each(['Klingon', 'german', '', 'German&language=French', '%00', 'German%20'])(
  'the language %s is answered with 400',
  async language => {
    const answer = await fetch(`${server.url}/api/voices/nova/sample.mp3?language=${language}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: expect.objectContaining({
        code: 'bad_request',
        message: t(narrationErrors.unknownLanguage, { count: languages.length }),
      }),
    });
  },
);
