import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { voicesAnswerSchema } from '#shared/api/voices.ts';
import { t } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { pagePaths } from '#shared/pages.ts';
import { allVoices } from '#shared/voices.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const script = 'console.log("hello");'.repeat(100);
let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benshi-test-page-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>The page</title>');
  writeFileSync(join(folder, 'assets', 'index-C0FFEE.js'), script);
  writeFileSync(join(folder, 'assets', 'index-C0FFEE.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets', 'index-C0FFEE.js.map'), '{}');
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(folder, '.env'), 'SECRET=1');
  server = await startTestServer({ pageFolder: folder });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const asBrowser = { accept: 'text/html,application/xhtml+xml' };

test.each(['/', '/login', '/?from=mail'])('%s is the page, not cached', async path => {
  const answer = await fetch(server.url + path, { headers: asBrowser });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(await answer.text()).toContain('The page');
});

test.each(pagePaths)('%s is a page, also in capitals and with a trailing slash', async path => {
  for (const spelling of [path, path.toUpperCase(), `${path}/`, `${path.toLowerCase()}?from=mail`]) {
    const answer = await fetch(server.url + spelling, { headers: asBrowser });
    expect([spelling, answer.status]).toEqual([spelling, 200]);
    expect(await answer.text()).toContain('The page');
  }
});

test.each(['/review', '/setup'])(
  '%s, whose links have a secret, is in no search engine and no referrer',
  async path => {
    const { headers } = await fetch(server.url + path, { headers: asBrowser });
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  },
);

test('API paths are case-sensitive, unlike pages', async () => {
  for (const path of ['/api/Config', '/api/config/', '/Healthz'])
    expect((await fetch(server.url + path)).status).toBe(404);
});

test('a browser at an unknown address gets the page with status 404', async () => {
  for (const path of ['/no/such/place', '/login/more', '/Logins']) {
    const answer = await fetch(server.url + path, { headers: asBrowser });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('The page');
  }
});

test('a program at an unknown address gets JSON', async () => {
  for (const [path, headers] of [
    ['/no/such/place', {}],
    ['/api/no/such/call', asBrowser],
    ['/no-such-file.js', asBrowser],
  ] as const) {
    const answer = await fetch(server.url + path, { headers });
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
  }
});

test('files with a digest in their name are cached for a year and compressed', async () => {
  const answer = await fetch(`${server.url}/assets/index-C0FFEE.js`, {
    headers: { 'accept-encoding': 'br' },
  });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('content-type')).toContain('javascript');
  expect(await answer.text()).toBe(script);
});

test.each(['/.env', '/.vite/manifest.json', '/assets/index-C0FFEE.js.map', '/assets/', '/assets'])(
  '%s is not served',
  async path => {
    expect((await fetch(server.url + path)).status).toBe(404);
  },
);

test('a page rebuilt while the server runs is served, and a deleted one is missing', {
  tags: 'long',
}, async () => {
  const other = mkdtempSync(join(tmpdir(), 'benshi-test-page-'));
  onTestFinished(() => rmSync(other, { recursive: true }));
  await using rebuilt = await startTestServer({ pageFolder: other });
  const read = async () => (await fetch(rebuilt.url, { headers: asBrowser })).text();
  expect(await read()).toContain(t(requestErrors.pageNotBuilt));
  for (const title of ['The first', 'The second']) {
    writeFileSync(join(other, 'index.html'), `<!doctype html><title>${title}</title>`);
    await expect.poll(read, { timeout: 5000 }).toContain(title);
  }
  rmSync(join(other, 'index.html'));
  await expect.poll(read, { timeout: 5000 }).toContain(t(requestErrors.pageNotBuilt));
});

test('the page may load and run only its own files', async () => {
  const { headers } = await fetch(server.url, { headers: asBrowser });
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'|upgrade-insecure-requests/u);
  expect(headers.get('permissions-policy')).toContain('microphone=(self)');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  expect(headers.get('strict-transport-security')).toBeNull();
});

test('behind https, HSTS is sent', async () => {
  await using secure = await startTestServer({ environment: { PUBLIC_URL: 'https://narrate.example.org' } });
  const { headers } = await fetch(`${secure.url}/healthz`);
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  const body = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const own = await fetch(`${secure.url}/api/feedback`, {
    ...body,
    headers: { ...body.headers, origin: 'https://narrate.example.org' },
  });
  expect(own.status).toBe(400);
  const local = await fetch(`${secure.url}/api/feedback`, {
    ...body,
    headers: { ...body.headers, origin: secure.url },
  });
  expect(local.status).toBe(403);
});

const apiDoc = readFileSync(new URL('../../docs/http-api.md', import.meta.url), 'utf8');

test('every call is documented by the schemas that validate it', async () => {
  const api = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { schema: { properties: object } }> } }>
    >;
  };
  expect(Object.keys(api.paths).sort()).toEqual([
    '/api/account',
    '/api/account/costs',
    '/api/account/deletion',
    '/api/account/export',
    '/api/account/pronunciations',
    '/api/account/tokens',
    '/api/account/tokens/{id}',
    '/api/auth/callback/google',
    '/api/auth/callback/oidc',
    '/api/auth/change-password',
    '/api/auth/check-reset-link',
    '/api/auth/error',
    '/api/auth/get-session',
    '/api/auth/jwks',
    '/api/auth/oauth-popup/start',
    '/api/auth/request-password-reset',
    '/api/auth/reset-password',
    '/api/auth/sign-in/email',
    '/api/auth/sign-in/link',
    '/api/auth/sign-out',
    '/api/auth/sign-up/email',
    '/api/auth/verify-email',
    '/api/config',
    '/api/content-credentials',
    '/api/costs/estimate',
    '/api/feedback',
    '/api/fit',
    '/api/free/allowance',
    '/api/free/analysis',
    '/api/free/fit',
    '/api/free/rewrite',
    '/api/free/rewrite-line',
    '/api/free/script',
    '/api/free/speech',
    '/api/free/transcript',
    '/api/free/translate',
    '/api/me',
    '/api/password-policy',
    '/api/privacy',
    '/api/profile',
    '/api/projects',
    '/api/projects/thumbnails',
    '/api/projects/{id}',
    '/api/projects/{id}/comments',
    '/api/projects/{id}/comments/{commentId}',
    '/api/projects/{id}/comments/{commentId}/resolution',
    '/api/projects/{id}/narrations/{narrationId}/sound.mp3',
    '/api/projects/{id}/shares',
    '/api/projects/{id}/shares/{shareId}',
    '/api/projects/{id}/thumbnail',
    '/api/projects/{id}/versions',
    '/api/projects/{id}/versions/{revision}',
    '/api/review',
    '/api/review/comments',
    '/api/review/pictures',
    '/api/rewrite',
    '/api/rewrite-line',
    '/api/script',
    '/api/setup',
    '/api/setup/invitations',
    '/api/setup/key',
    '/api/setup/models',
    '/api/setup/models/{name}',
    '/api/setup/servers',
    '/api/setup/servers/{port}',
    '/api/setup/try',
    '/api/stripe/webhook',
    '/api/transcript',
    '/api/translate',
    '/api/v1.0/email/send-form',
    '/api/verification-mail',
    '/api/voices',
    '/api/voices/own',
    '/api/voices/{name}/sample.mp3',
    '/convert_to_voice',
    '/create_script',
    '/healthz',
    '/mcp',
    '/metrics',
    '/readyz',
    '/source',
  ]);
  for (const { path, fields } of listDocumentedFields()) {
    const content = Object.values(api.paths[path]?.post?.requestBody?.content ?? {})[0];
    expect(Object.keys(content?.schema.properties ?? {}), path).toEqual(expect.arrayContaining(fields));
  }
  const form = api.paths['/create_script']?.post?.requestBody?.content['multipart/form-data'];
  expect(Object.keys(form?.schema.properties ?? {}).sort()).toEqual([
    'cast',
    'description',
    'detail',
    'gaps',
    'part',
    'prompt',
    'seconds',
    'timing',
    'title',
    'transcript',
    'video',
  ]);
});

/** The fields of each POST in docs/http-api.md, second column of its tables. */
function listDocumentedFields() {
  const [calls = '', underAuth = ''] = apiDoc.split('| call under `/api/auth`');
  const [auth = '', ...rest] = underAuth.split('\n## ');
  return [...listRows([calls, ...rest].join('\n'), ''), ...listRows(auth, '/api/auth')];
}

function listRows(text: string, prefix: string) {
  return [...text.matchAll(/^\| (`POST [^|]+)\| ([^|]+)\|/gmu)].flatMap(([, calls = '', taken = '']) => {
    // Without the fields of listed objects.
    const [json] = /\{.*?\}/u.exec(taken.replace(/\[.*?\]/gu, '')) ?? [];
    const names = json === undefined ? taken.matchAll(/`(\w+)`/gu) : json.matchAll(/"(\w+)"/gu);
    const fields = [...names].map(([, name = '']) => name);
    return [...calls.matchAll(/POST ([^`]+)/gu)].map(([, path = '']) => ({
      path: prefix + path.replace(/:(\w+)/gu, '{$1}'),
      fields,
    }));
  });
}

test('public settings contain what the page needs, and feedback is stored', async () => {
  expect(await (await fetch(`${server.url}/api/config`)).json()).toMatchObject({
    engines: { vision: { isOffline: true }, script: { isOffline: true }, speech: { isOffline: true } },
    premiumPlanUrl: '/premium',
  });
  const { engines, voices } = voicesAnswerSchema.parse(
    await (await fetch(`${server.url}/api/voices`)).json(),
  );
  expect(voices.map(({ name }) => name)).toEqual(allVoices);
  for (const engine of [engines.standard, engines.premium]) {
    expect(engine).toMatchObject({ name: 'the offline engine', isOffline: true });
    expect(engine.borrowedVoices).toContainEqual({ language: 'Galician', spokenAs: 'Spanish' });
    expect(engine.languages).toHaveLength(55);
  }
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain(
    'benshi_http_request_duration_seconds_count{method="GET",route="/api/config",status="200"} 1',
  );
});
