import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountMessages } from '#shared/messages/accounts.ts';
import { contactMessages } from '#shared/messages/contact.ts';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { planMessages } from '#shared/messages/plans.ts';
import { type PublicPagePath, publicPagePaths } from '#shared/pages.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const asBrowser = { accept: 'text/html,application/xhtml+xml' };
const root = fileURLToPath(new URL('../..', import.meta.url));
let server: TestServer;

/** The page as it is served: built, unless it was built from what is there now. */
const build = "import('./scripts/toolchain.mjs').then(({ ensureBuilt }) => ensureBuilt())";

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['-e', build], { cwd: root, env: childEnvironment });
  server = await startTestServer({ pageFolder: join(root, 'dist', 'web') });
});
afterAll(() => server[Symbol.asyncDispose]());

async function open(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(server.url + path, { headers: { ...asBrowser, ...headers } });
  expect(answer.status).toBe(200);
  return answer.text();
}

const texts = {
  '/': [`<h1>${t(freePageMessages.heading)}</h1>`, 'Upload Video', 'Select a voice', 'Generate Narration'],
  '/login': ['<h1>Login</h1>', 'Forgot Password', 'type="password"'],
  '/register': [`<h1>${t(accountMessages.createAccount)}</h1>`, 'E-mail Address'],
  '/reset': ['<h1>Reset password</h1>', 'E-mail Address'],
  '/premium': [`<h1>${t(pageMessages.plans)}</h1>`, t(planMessages.intro)],
  '/contact': [`<h1>${t(contactMessages.title)}`, '<textarea'],
  '/privacy': ['<h1>', 'Privacy'],
} satisfies Record<PublicPagePath, string[]>;

test.each(Object.entries(texts))(
  '%s holds its heading and its words before any script has run',
  async (path, words) => {
    const html = await open(path);
    for (const word of words) expect(html).toContain(word);
    expect(html.match(/<title>[^<]*Benshi[^<]*<\/title>/gu)).toHaveLength(1);
    expect(html.match(/<h1[ >]/gu)).toHaveLength(1);
  },
);

test.each(publicPagePaths)(
  '%s has no script and no style of its own that the policy would refuse',
  async path => {
    const html = await open(path);
    for (const [script] of html.matchAll(/<script\b[^>]*>/gu)) expect(script).toMatch(/ src="\//u);
    expect(html).not.toMatch(/<style\b|<template\b|\son[a-z]+=|javascript:/iu);
    // What its first drawing needs is there: its styles, and the scripts that the first one asks for.
    const files = [...html.matchAll(/(?:src|href)="(\/(?:assets\/)?[\w.-]+\.\w+)"/gu)].map(
      ([, file]) => file,
    );
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect([file, (await fetch(server.url + file)).status]).toEqual([file, 200]);
  },
);

test('who may be signed in, or comes with something in the address, gets the page undrawn', async () => {
  const empty = '<div id="root"></div>';
  const session = 'benshi.session_token=abc.def';
  expect(await open('/', { cookie: session })).toContain(empty);
  expect(await open('/', { cookie: `theme=1; __Secure-${session}` })).toContain(empty);
  expect(await open('/login?error=EXPIRED')).toContain(empty);
  expect(await open('/dashboard')).toContain(empty);
  expect(await open('/', { cookie: 'benshi.device=1' })).not.toContain(empty);
});

test('no store on the way gives the one to the other', async () => {
  const { headers } = await fetch(server.url, { headers: asBrowser });
  expect(headers.get('vary')?.toLowerCase()).toContain('cookie');
  expect(headers.get('cache-control')).toBe('no-cache');
});

test.each(['br', 'gzip', undefined])('it comes as %s where the browser reads that', async encoding => {
  const headers = { ...asBrowser, 'accept-encoding': encoding ?? 'identity' };
  const answer = await fetch(server.url, { headers });
  expect(answer.headers.get('content-encoding')).toBe(encoding ?? null);
  expect(answer.headers.get('vary')).toContain('accept-encoding');
  expect(await answer.text()).toContain(t(freePageMessages.heading));
});

test('who has it already is told so, and reads nothing anew', async () => {
  const etag = (await fetch(server.url, { headers: asBrowser })).headers.get('etag') ?? '';
  const again = await fetch(server.url, { headers: { ...asBrowser, 'if-none-match': `"other", ${etag}` } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const other = await fetch(`${server.url}/login`, { headers: { ...asBrowser, 'if-none-match': etag } });
  expect(other.status).toBe(200);
});

test('an address that nobody has is the undrawn page, with its status', async () => {
  const answer = await fetch(`${server.url}/no/such/place`, { headers: asBrowser });
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('<div id="root"></div>');
});

test('search engines may read every page and no call', async () => {
  expect(await (await fetch(`${server.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /api/\n');
});

test('the foot of the page leads to the source that the settings name, or to whom to ask for it', async () => {
  const answer = await fetch(`${server.url}/source`, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toMatch(/^(https?:\/\/|\/contact$)/);
});
