// @module-tag long
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formType, makeRawForm } from '../support/raw-form.ts';
import { makeAnalysisForm, makeVideoForm } from '../support/requests.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { type ServerProcess, startServerProcess, testSecret } from '../support/start-server.ts';

/** Part of everything that is sent, and of every text of provider and database. */
const marker = 'mArKeR7f3a';
const marks = /marker7f3a/iu;

const postgres = sharePostgres();
let provider: Awaited<ReturnType<typeof startEcho>>;
let server: ServerProcess;
let cookie: string;

beforeAll(async () => {
  provider = await startEcho();
  const databaseUrl = await postgres.createDatabase();
  server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: testSecret,
    OPENAI_BASE_URL: provider.url,
    VISION_PROVIDER: 'openai',
    SCRIPT_PROVIDER: 'openai',
    ELEVENLABS_BASE_URL: provider.url,
    STRIPE_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_DISCOVERY_URL: `${provider.url}/${marker}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'benshi@example.org',
  });
  cookie = await signUpForCookie(server.url);
  await breakFeedback(databaseUrl);
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider?.close();
  await postgres?.[Symbol.asyncDispose]();
});

/** Makes the database quote its input in errors. */
async function breakFeedback(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`create function quote_it() returns trigger language plpgsql as
    $$ begin raise exception 'broken: %', new.message using detail = new.message, hint = new.message; end $$`);
  await client.query(
    'create trigger quote before insert on feedback for each row execute function quote_it()',
  );
  await client.end();
}

function addKnown(form: FormData): FormData {
  form.set('title', marker);
  form.set('transcript', JSON.stringify([{ startSeconds: 0, endSeconds: 1, text: marker, speaker: marker }]));
  form.set('cast', JSON.stringify([{ name: marker, look: marker }]));
  return form;
}

/** A provider that repeats the marker in different forms. */
async function startEcho() {
  const error = { message: marker, type: `${marker} x`, code: `${marker} x`, param: `${marker} x` };
  const ways: ((response: ServerResponse) => void)[] = [
    response =>
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error, detail: error })),
    response =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"${marker}": ${marker}`),
    response => response.writeHead(200, { 'content-type': `${marker} of ${marker}` }).end(marker),
    response => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(marker),
    response => response.writeHead(307, { location: `http://127.0.0.1:1/${marker}` }).end(),
    response => response.writeHead(401, marker, { 'content-type': 'text/html' }).end(marker),
  ];
  let way = 0;
  const echo = createServer((incoming, response) => {
    incoming.resume();
    ways[way]?.(response);
  });
  // Closing idle connections may race with a slow test's next request.
  echo.keepAliveTimeout = 0;
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port } = echo.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    ways: ways.length,
    answerBy(number: number) {
      way = number;
    },
    async close() {
      echo.close();
      echo.closeAllConnections();
    },
  };
}

const names = [
  ...[
    'name',
    'email',
    'password',
    'newPassword',
    'token',
    'redirectTo',
    'callbackURL',
    'message',
    'rating',
    'script',
  ],
  ...[
    'voice',
    'language',
    'prompt',
    'analysis',
    'durationSeconds',
    'seconds',
    'from_name',
    'guest_email',
    'user_id',
  ],
  ...['service_id', 'template_id', 'error', 'error_description', 'state', 'code', 'provider', marker],
];
const query = names
  .map(name => `${name}=${encodeURIComponent(`https://${marker}.example/${marker}?"${marker}"`)}`)
  .join('&');
const headers = {
  'user-agent': marker,
  referer: `https://${marker}.example/`,
  accept: marker,
  'accept-language': marker,
  authorization: `Bearer ${marker}`,
  range: `bytes=${marker}`,
  'if-none-match': `"${marker}"`,
  'if-match': '*',
  'x-forwarded-for': marker,
  'x-forwarded-host': marker,
  forwarded: `for=${marker}`,
  'x-request-id': marker,
  'stripe-signature': `t=1,v1=${marker}`,
  'idempotency-key': marker,
  [`x-${marker}`]: `${marker} \u00e9`,
};

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends a request and ignores the result. */
async function send({ method, path, headers: own, body }: Sent): Promise<void> {
  const sent = request(`${server.url}/`, { method, path, headers: { ...headers, ...own }, agent: false });
  const ended = new Promise<void>(resolve => {
    sent.on('error', () => resolve());
    sent.on('response', response => {
      response.resume();
      response.on('close', () => resolve());
    });
  });
  sent.end(body);
  await ended;
}

async function listCalls(): Promise<[string, string][]> {
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path]),
  );
  expect(calls.length).toBeGreaterThan(20);
  const hidden: [string, string][] = [
    ['GET', '/login'],
    ['GET', `/${marker}`],
    ['GET', `/assets/${marker}.js`],
    ['POST', `/api/${marker}`],
    ['GET', `/%zz${marker}`],
    ['GET', `/api/auth/reset-password/${marker}`],
    ['DELETE', '/api/config'],
  ];
  return [...calls, ...hidden];
}

const fields = Object.fromEntries(names.map(name => [name, marker]));
const json = { 'content-type': 'application/json' };

function makeBodies(): Omit<Sent, 'method' | 'path'>[] {
  const parts = names.map(name => ({ name, content: marker }));
  const file = {
    name: 'video',
    filename: `${marker}.mp4`,
    content: marker,
    headers: [`X-${marker}: ${marker}`],
  };
  return [
    { headers: json, body: JSON.stringify(fields) },
    { headers: json, body: JSON.stringify({ ...fields, ...valid }) },
    { headers: json, body: `{"${marker}": ${marker}` },
    { headers: { 'content-type': formType }, body: makeRawForm([...parts, file]) },
    { headers: { 'content-type': formType }, body: makeRawForm([file], `--${marker}`) },
    { headers: { 'content-type': `text/${marker}` }, body: marker },
    { headers: { ...json, origin: `https://${marker}.example` }, body: '{}' },
    { headers: { cookie: `benshi.session_token=${marker}.%zz; ${marker}=${marker}` } },
  ];
}

/** Valid by the schema, with the marker in each free field. */
const valid = {
  name: marker,
  email: `${marker}@example.org`,
  password: `${marker} is my pass phrase`,
  newPassword: `${marker} is my pass phrase`,
  token: `${marker}.${Buffer.from(`{"email":"${marker}@example.org"}`).toString('base64url')}.${marker}`,
  redirectTo: `/${marker}`,
  message: marker,
  rating: 5,
  analysis: marker,
  prompt: marker,
  language: 'English',
  durationSeconds: 10,
  script: `The ${marker} runs.`,
  voice: 'nova',
};

test('no log line contains what people send, whatever fails', async () => {
  // First: all those calls use up what one address may ask for.
  await askEngines();
  for (const [method, path] of await listCalls()) {
    const filled = `${path.replace(/\{[^}]*\}|:\w+/gu, marker)}?${query}`;
    await Promise.all([
      send({ method, path: filled }),
      send({ method, path: filled, headers: { cookie } }),
      ...(method === 'GET' ? [] : makeBodies().map(sent => send({ method, path: filled, ...sent }))),
    ]);
  }
  const output = server.logged.join('\n');
  expect(output.match(marks)?.[0] && server.logged.filter(line => marks.test(line))).toBeUndefined();
  // These failures are in the log.
  const lines = server.logged.filter(line => line.startsWith('{')).map(line => JSON.parse(line));
  for (const line of lines.filter(({ level }) => level >= 40))
    expect(line.advice, line.msg).toMatch(/^[A-Zn/].*\.$/u);
  const problems = lines.filter(({ problem }) => problem);
  const said = new Set(problems.map(({ msg }) => msg));
  expect([...said]).toEqual(
    expect.arrayContaining([
      'request failed',
      'better-auth had a problem',
      'a sign-in provider could not be reached',
    ]),
  );
  const codes = new Set(problems.map(({ problem }) => problem.code));
  expect([...codes]).toEqual(
    expect.arrayContaining(['internal', 'provider_garbage', 'provider_unavailable']),
  );
  // The query that the database refused, by Postgres' code.
  expect(JSON.stringify(problems)).toContain('"P0001"');
});

/** Calls each engine once for each kind of provider answer. */
async function askEngines(): Promise<void> {
  for (let way = 0; way < provider.ways; way += 1) {
    provider.answerBy(way);
    const form = addKnown(await makeAnalysisForm({ prompt: marker }));
    await Promise.all([
      fetch(`${server.url}/api/free/analysis`, { method: 'POST', body: form }).then(answer => answer.text()),
      send({ method: 'POST', path: '/api/free/script', headers: json, body: JSON.stringify(valid) }),
      send({ method: 'POST', path: '/api/free/speech', headers: json, body: JSON.stringify(valid) }),
    ]);
    const bytes = new TextEncoder().encode(marker);
    const video = addKnown(makeVideoForm(bytes, marker));
    video.set('video', new Blob([bytes]), `${marker}.mp4`);
    const narrated = await fetch(`${server.url}/create_script`, {
      method: 'POST',
      headers: { cookie },
      body: video,
    });
    await narrated.text();
  }
}
