import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let server: InnerServer;
beforeAll(async () => {
  server = await startTestServer({
    accountLimits: { otherPerAddress: { most: 1_000_000, windowSeconds: 60 } },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const json = { 'content-type': 'application/json' };
const long = 'x'.repeat(8000);

test.each<[string, string, RequestInit]>([
  ['a HEAD of the session', '/get-session', { method: 'HEAD' }],
  ['a session of a broken cookie', '/get-session', { headers: { cookie: 'benshi.session_token=%zz' } }],
  ['a session of a huge cookie', '/get-session', { headers: { cookie: `benshi.session_token=${long}` } }],
  ['no token to verify', '/verify-email', {}],
  ['an invalid token to verify', '/verify-email?token=a.b.c&callbackURL=/dashboard', {}],
  ['two tokens to verify', '/verify-email?token=a&token=b', {}],
  ['a redirect to another website', '/verify-email?token=x&callbackURL=https://evil.example', {}],
  ['a popup without anything', '/oauth-popup/start', {}],
  [
    'a popup with everything wrong',
    `/oauth-popup/start?provider=${long}&popupOrigin=%00&popupNonce=<script>`,
    {},
  ],
  ['a callback without anything', '/callback/google', {}],
  ['a callback with an error', '/callback/google?error=<script>alert(1)</script>&state=x', {}],
  ['a callback with lists', '/callback/google?code=a&code=b&state=c&state=d', {}],
  ['an error page', '/error?error=<script>alert(1)</script>', {}],
  ['broken JSON', '/sign-in/email', { method: 'POST', headers: json, body: '{"email":' }],
  ['JSON that is a list', '/sign-in/email', { method: 'POST', headers: json, body: '[]' }],
  ['JSON null', '/sign-in/email', { method: 'POST', headers: json, body: 'null' }],
  ['no body', '/sign-in/email', { method: 'POST', headers: json }],
  ['a form', '/sign-in/email', { method: 'POST', body: new URLSearchParams({ email: 'a@b.co' }) }],
  ['text', '/sign-in/email', { method: 'POST', body: 'email=a@b.co' }],
  [
    'NUL in everything',
    '/sign-in/email',
    { method: 'POST', headers: json, body: '{"email":"a\\u0000@b.co","password":"\\u0000"}' },
  ],
  [
    'NUL in the token of a link that signs in',
    '/sign-in/link',
    { method: 'POST', headers: json, body: '{"token":"a\\u0000b"}' },
  ],
  [
    'NUL in the token of a link for a new password',
    '/reset-password',
    { method: 'POST', headers: json, body: '{"newPassword":"a loom of numbers","token":"a\\u0000b"}' },
  ],
  [
    'NUL in the token of a link that is checked',
    '/check-reset-link',
    { method: 'POST', headers: json, body: '{"token":"a\\u0000b"}' },
  ],
  ['a callback with NUL', '/callback/google?state=%00&code=%00', {}],
  [
    'a foreign prototype',
    '/sign-up/email',
    { method: 'POST', headers: json, body: '{"__proto__":{"emailVerified":true},"email":"a@b.co"}' },
  ],
  ['a wrong method', '/sign-in/email', { method: 'PUT', headers: json, body: '{}' }],
  ['an unknown call', '/admin/list-users', {}],
])('%s is answered without an error', async (_what, path, init) => {
  const answer = await fetch(`${server.url}/api/auth${path}`, { ...init, redirect: 'manual' });
  const text = await answer.text();
  expect({ status: answer.status, text }).toEqual({
    status: expect.toSatisfy((status: number) => status < 500),
    text: expect.not.stringMatching(/node_modules|\/src\/|at \w+ \(|select |insert /iu),
  });
  expect(answer.headers.get('location') ?? '').not.toContain('evil.example');
  expect(answer.headers.get('location') ?? '').not.toContain('<');
  if (answer.headers.get('content-type')?.includes('html')) expect(text).not.toContain('<script>alert');
  expect(answer.headers.getSetCookie().join()).not.toContain('session_token=x');
  expect(server.logged.join('\n')).not.toContain('x'.repeat(100));
});

test('a name with right-to-left overrides is kept as its visible characters', async () => {
  const person = {
    name: 'Ada\u202e \u2066Love\u200blace',
    email: 'ada@example.org',
    password: 'a loom of numbers',
  };
  const made = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  });
  expect(made.status).toBe(200);
  const cookie = made.headers
    .getSetCookie()
    .map(each => each.split(';', 1)[0])
    .join('; ');
  const profile = await fetch(`${server.url}/api/profile`, { headers: { cookie } });
  expect(await profile.json()).toMatchObject({ name: 'Ada Lovelace' });
});

test('other spellings of a better-auth path are the same call', async () => {
  const ask = async (path: string) => {
    const answer = await fetch(server.url + path);
    return { status: answer.status, text: await answer.text() };
  };
  const plain = await ask('/api/auth/jwks');
  expect(plain.status).toBe(200);
  expect(await ask('/%61pi/auth/jwks')).toEqual(plain);
});
