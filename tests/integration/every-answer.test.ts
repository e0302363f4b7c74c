import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHead, type RawAnswer, sendRaw } from '../support/raw-request.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const publicUrl = 'https://narrate.example';
const foreign = 'https://evil.example';
let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer({ environment: { PUBLIC_URL: publicUrl, MAX_VIDEO_BYTES: '1048576' } });
  cookie = await signUpForCookie(server.url);
});
afterAll(() => server[Symbol.asyncDispose]());

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const textType = /^(?:text\/(?:html|plain)|application\/json|image\/svg\+xml)\b.*; charset=utf-8$/u;
const json = 'application/json';

/** One request for each kind of answer. */
const requests: Readonly<Record<string, () => string>> = {
  'the page': () => get('/', 'accept: text/html\r\n'),
  'the page of an unknown address': () => get('/nowhere', 'accept: text/html\r\n'),
  'a file of the page': () => get('/robots.txt'),
  'the icon of the page': () => get('/favicon.svg'),
  'a call': () => get('/api/config'),
  'a call about the account': () => get('/api/me', `cookie: ${cookie}\r\n`),
  'the export of the account': () => get('/api/account/export', `cookie: ${cookie}\r\n`),
  'a call of better-auth': () => get('/api/auth/get-session', `cookie: ${cookie}\r\n`),
  'a forged callback from Google': () => get('/api/auth/callback/google?code=a&state=b'),
  'a popup for Google, which is not configured': () =>
    get(`/api/auth/oauth-popup/start?provider=google&popupOrigin=${publicUrl}&popupNonce=n`),
  'the metrics': () => get('/metrics').replace('host: x', 'host: localhost'),
  'the health check': () => get('/healthz'),
  'an unknown call': () => get('/api/nothing'),
  'a wrong method': () => get('/create_script'),
  'a visitor without a session': () => get('/api/me'),
  'a page of another website': () =>
    makeHead('/api/feedback', { origin: foreign, 'content-type': json, 'content-length': 0 }),
  'a form that is read as text': () =>
    makeHead('/api/v1.0/email/send-form', { 'content-type': json, 'content-length': 0 }),
  'a length that is too much': () =>
    makeHead('/create_script', { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1e12 }),
  'a compressed body': () =>
    makeHead('/api/feedback', { 'content-type': json, 'content-encoding': 'gzip', 'content-length': 9 }),
  'an invalid URL': () => get('/%zz'),
  'a request without a host': () => 'GET / HTTP/1.1\r\n\r\n',
  'an unknown expectation': () => get('/healthz', 'expect: miracles\r\n'),
  'endless headers': () => get('/', `x: ${'y'.repeat(100_000)}\r\n`),
  'no HTTP': () => 'hello\r\n\r\n',
};

const ask = (name: string): Promise<RawAnswer> => {
  const request = requests[name]?.() ?? '';
  // Requests that are not refused for their origin carry one.
  return sendRaw(server.port, request.replace('\r\nhost', `\r\nsec-fetch-site: same-origin\r\nhost`));
};

test.each(Object.keys(requests))('the answer to %s has the common headers', async name => {
  const { headers, body, status } = await ask(name);
  const [, seconds = '0'] = /^max-age=(\d+)/u.exec(headers['strict-transport-security'] ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 24 * 3600);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/^default-src '(?:self|none)'/u);
  expect(Object.keys(headers).filter(header => header.startsWith('access-control'))).toEqual([]);
  expect(headers.server ?? headers['x-powered-by']).toBeUndefined();
  if (body !== '' || status === 200) expect(headers['content-type']).toMatch(textType);
});

test('no answer is readable by pages of other websites', async () => {
  for (const path of ['/api/config', '/api/me', '/api/auth/get-session', '/api/account/export', '/'])
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { origin: foreign, cookie, 'access-control-request-method': 'POST' };
      const answer = await fetch(server.url + path, { method, headers });
      await answer.bytes();
      const reported = [...answer.headers.keys()].filter(name => name.startsWith('access-control'));
      expect([method, path, reported]).toEqual([method, path, []]);
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
});

test('personal data is cached neither by proxies nor by the browser', async () => {
  for (const path of [
    '/api/me',
    '/api/profile',
    '/api/account',
    '/api/account/export',
    '/api/account/costs',
  ]) {
    const answer = await fetch(server.url + path, { headers: { cookie } });
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
  }
  const session = await fetch(`${server.url}/api/auth/get-session`, { headers: { cookie } });
  expect(session.headers.get('cache-control')).toBe('no-store');
});
