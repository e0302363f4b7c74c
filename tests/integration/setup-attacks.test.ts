import { readFile, stat } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findDump, writeBackup } from '#server/backups/keep-backups.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { setupHeader } from '#shared/api/setup.ts';
import { attackersAddress } from '../support/attacker.ts';
import { type Echo, startEchoingProvider } from '../support/echoing-provider.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { sendRaw } from '../support/raw-request.ts';
import { createServerProcesses, stopServer } from '../support/server-processes.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { type Environment, type InnerServer, startTestServer } from '../support/start-server.ts';

const bodies: Record<string, string | undefined> = {
  '/try': '{"save":"never"}',
  '/models/kokoro': '{"wanted":"installed"}',
  '/servers/11434': '{}',
};

/** A valid request of a call. */
function makeRequest(method: string, path: string, headers: Record<string, string> = {}): Sent {
  const body = bodies[path];
  return { method, headers: body === undefined ? headers : { ...json, ...headers }, body };
}

/** Every call of the page. */
const calls = [
  ['GET', ''],
  ['POST', '/try'],
  ['GET', '/servers'],
  ['POST', '/servers/11434'],
  ['POST', '/key'],
  ['GET', '/models'],
  ['PUT', '/models/kokoro'],
] as const;

const providerKey = 'sk-proj-0123456789abcdefghijklmnop3fq8';
const forbidden = { status: 403, message: 'Ask who runs this server.' };

let ai: OpenAiStandIn;
beforeAll(async () => {
  ai = await startOpenAiStandIn();
});
afterEach(() => ai.reset());
afterAll(() => ai.close());

const start = (environment: Environment = {}) => startTestServer({ environment });

function readKey({ setupUrl = '' }: Pick<InnerServer, 'setupUrl'>): string {
  return new URLSearchParams(new URL(setupUrl).hash.slice(1)).get('key') ?? '';
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | undefined;
  /** Of the sender. */
  readonly from?: string | undefined;
}

/** By Node's own client: `fetch` changes some headers and sends from one address. */
async function ask(url: string, { method = 'GET', headers, body, from }: Sent = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; said: string }>();
  requestHttp(url, { method, headers, localAddress: from }, async answer =>
    resolve({ status: answer.statusCode ?? 0, said: await text(answer) }),
  )
    .once('error', reject)
    .end(body);
  const { status, said } = await promise;
  const message: string | undefined = status < 400 ? undefined : JSON.parse(said).error?.message;
  return { status, said, message };
}

const json = { 'content-type': 'application/json' };

async function tryIt(
  { url }: Pick<InnerServer, 'url'>,
  values: object | string,
  { headers, ...more }: { headers?: Record<string, string>; [name: string]: unknown } = {},
) {
  const inner = typeof values === 'string' ? values : JSON.stringify(values);
  const rest = JSON.stringify({ save: 'always', steps: [], ...more }).slice(1);
  const body = `{"values":${inner},${rest}`;
  return await ask(`${url}/api/setup/try`, { method: 'POST', headers: { ...json, ...headers }, body });
}

/** The values that are saved, by name. */
async function readSaved({ dataDir }: Pick<InnerServer, 'dataDir'>): Promise<Record<string, string>> {
  const saved = await readFile(join(dataDir, 'settings.json'), 'utf8').catch(() => '{"values":{}}');
  return JSON.parse(saved).values;
}

describe('from another machine', () => {
  test('every call is refused without the key, also to a server for all of the network', async () => {
    await using server = await start({ HOST: '0.0.0.0' });
    const address = Object.values(networkInterfaces())
      .flat()
      .find(each => each?.family === 'IPv4' && !each.internal)?.address;
    // On a machine without a network the loopback stands for it: this server asks everybody for the key.
    for (const host of [address ?? attackersAddress, '127.0.0.1'])
      for (const [method, path] of calls) {
        const url = `http://${host}:${server.port}/api/setup${path}`;
        const sent = makeRequest(method, path);
        expect(await ask(url, sent), `${method} ${path}`).toMatchObject(forbidden);
      }
    const url = `http://${address ?? '127.0.0.1'}:${server.port}/api/setup`;
    expect(await ask(url, { headers: { [setupHeader]: readKey(server) } })).toMatchObject({ status: 200 });
    expect(await (await fetch(`${server.url}/api/config`)).json()).toMatchObject({ canSetUp: false });
  });

  test.each(['127.0.0.2', '::'])('HOST=%s is no server for this machine only', async HOST => {
    await using server = await start({ HOST });
    const url = `http://${HOST === '::' ? '[::1]' : HOST}:${server.port}/api/setup`;
    expect(await ask(url)).toMatchObject(forbidden);
  });

  test('a key is worth nothing where SETUP is off', async () => {
    await using open = await start();
    await using server = await start({ SETUP: 'off' });
    for (const key of [
      readKey(open),
      await readFile(join(server.dataDir, 'setup-key'), 'utf8').catch(() => 'x'),
    ])
      for (const [method, path] of calls)
        expect(
          await ask(`${server.url}/api/setup${path}`, makeRequest(method, path, { [setupHeader]: key })),
        ).toMatchObject(forbidden);
    expect(await (await fetch(`${server.url}/api/config`)).json()).toMatchObject({ canSetUp: false });
  });
});

describe('through a proxy on this machine', () => {
  const forwarding = [
    ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'],
    ...['cf-connecting-ip', 'cf-ray', 'true-client-ip', 'x-client-ip', 'x-original-forwarded-for'],
    ...['fastly-client-ip', 'x-envoy-external-address', 'x-amzn-trace-id', 'x-arr-log-id', 'x-azure-fdid'],
    ...['tailscale-user-login', 'cdn-loop', 'x-cluster-client-ip', 'x-proxy-user-ip', 'X-FORWARDED-FOR'],
  ];

  test('every call is refused without the key, whatever header tells of the proxy', async () => {
    await using server = await start();
    for (const name of forwarding)
      expect(await ask(`${server.url}/api/setup`, { headers: { [name]: '127.0.0.1' } }), name).toMatchObject(
        forbidden,
      );
    for (const [method, path] of calls)
      expect(
        await ask(`${server.url}/api/setup${path}`, makeRequest(method, path, { via: '1.1 proxy' })),
      ).toMatchObject(forbidden);
    const headers = { 'x-forwarded-for': '203.0.113.7', [setupHeader]: readKey(server) };
    expect(await ask(`${server.url}/api/setup`, { headers })).toMatchObject({ status: 200 });
  });

  test('so it is over HTTP/1.0, as nginx speaks it', async () => {
    await using server = await start();
    const answer = await sendRaw(server.port, 'GET /api/setup HTTP/1.0\r\nHost: localhost\r\n\r\n');
    expect(answer.status).toBe(403);
  });

  test('so it is by a server that trusts a proxy or has a public address', async () => {
    for (const environment of [{ TRUST_PROXY: '127.0.0.1' }, { PUBLIC_URL: 'https://narrate.example.org' }]) {
      await using server = await start(environment);
      expect(await ask(`${server.url}/api/setup`)).toMatchObject(forbidden);
    }
  });
});

describe('by a name that an attacker can point to this machine', () => {
  const send = async (port: number, ...hosts: string[]) => {
    const lines = hosts.map(host => `Host: ${host}\r\n`).join('');
    return (await sendRaw(port, `GET /api/setup HTTP/1.1\r\n${lines}\r\n`)).status;
  };

  test('nothing is answered', async () => {
    await using server = await start();
    const { port } = server;
    for (const host of [
      ...['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.nip.io', 'localhost.'],
      ...['localhost.localdomain', `localhost@evil.example:${port}`, '127.0.0.1@evil.example', '0.0.0.0'],
      ...['localhost:99999', 'localhost evil.example', 'localhost,evil.example', '[::ffff:10.0.0.1]', ''],
    ])
      expect(await send(port, host), host).toBeOneOf([400, 403]);
    expect(await send(port, 'localhost', 'evil.example')).toBe(400);
    expect(await send(port, 'localhost', 'localhost')).toBe(400);
    expect(await send(port)).toBe(400);
  });

  test('the own names work, in any case, with any port', async () => {
    await using server = await start();
    for (const host of ['localhost', 'LOCALHOST:3000', `127.0.0.1:${server.port}`, '[::1]'])
      expect(await send(server.port, host), host).toBe(200);
  });
});

describe('another website, in the browser of whoever runs the server', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:8080' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  test('changes nothing', async () => {
    await using server = await start();
    const key = readKey(server);
    for (const headers of foreign)
      for (const [method, path] of calls.filter(each => each[0] !== 'GET'))
        expect(
          await ask(`${server.url}/api/setup${path}`, {
            method,
            headers: { ...json, ...headers },
            body: '{}',
          }),
          JSON.stringify(headers),
        ).toMatchObject({ status: 403 });
    expect(await readSaved(server)).toEqual({});
    // The old link still works.
    const headers = { [setupHeader]: key, via: 'proxy' };
    expect(await ask(`${server.url}/api/setup`, { headers })).toMatchObject({ status: 200 });
  });

  test('has no searches made and no providers asked by an address that it embeds', async () => {
    await using server = await start({ OPENAI_BASE_URL: ai.baseUrl });
    const listed = ai.timesListed;
    for (const [, path] of calls.filter(each => each[0] === 'GET'))
      for (const site of ['cross-site', 'same-site'])
        expect(
          await ask(`${server.url}/api/setup${path}`, { headers: { 'sec-fetch-site': site } }),
        ).toMatchObject(forbidden);
    expect(ai.timesListed).toBe(listed);
  });

  test('sends no form that is taken for JSON', async () => {
    await using server = await start();
    const body = JSON.stringify({ values: { OPENAI_BASE_URL: ai.baseUrl }, steps: [], save: 'always' });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
    ])
      expect(
        (
          await ask(`${server.url}/api/setup/try`, {
            method: 'POST',
            headers: { 'content-type': type },
            body,
          })
        ).status,
        type,
      ).toBeOneOf([400, 415]);
    expect(await readSaved(server)).toEqual({});
  });

  test('finds no call by GET that changes anything', async () => {
    await using server = await start();
    for (const [method, path] of calls.filter(each => each[0] !== 'GET'))
      expect((await ask(`${server.url}/api/setup${path}`)).status, `${method} ${path}`).toBe(405);
  });
});

describe('guessing the key', () => {
  const guess = (url: string, key: string, from?: string, more?: Record<string, string>) =>
    ask(`${url}/api/setup`, { from, headers: { [setupHeader]: key, ...more } });

  test('ends after ten wrong ones, for a minute, by address and not by what it claims to be', async () => {
    await using server = await start({ HOST: '0.0.0.0' });
    const key = readKey(server);
    for (let tries = 0; tries < 10; tries++)
      expect(await guess(server.url, `${key}${tries}`)).toMatchObject({ status: 403 });
    for (const claimed of [{}, { 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }])
      expect(await guess(server.url, key, undefined, claimed)).toMatchObject({ status: 429 });
    const answer = await fetch(`${server.url}/api/setup`, { headers: { [setupHeader]: key } });
    expect(Number(answer.headers.get('retry-after'))).toBeOneOf(Array.from({ length: 61 }, (_, at) => at));
    // Whoever has the key is elsewhere, and not kept out.
    expect(await guess(server.url, key, attackersAddress)).toMatchObject({ status: 200 });
  });

  test('many at once are no more than ten, and the right key is never used up', async () => {
    await using server = await start({ HOST: '0.0.0.0' });
    const wrong = await Promise.all(Array.from({ length: 30 }, (_, at) => guess(server.url, `wrong-${at}`)));
    expect(wrong.filter(({ status }) => status === 403)).toHaveLength(10);
    for (let tries = 0; tries < 15; tries++)
      expect(await guess(server.url, readKey(server), attackersAddress)).toMatchObject({ status: 200 });
  });

  test.each(['', ' ', 'undefined', '__proto__', 'é', 'x'.repeat(8000)])('%j is no key', async key => {
    await using server = await start({ HOST: '0.0.0.0' });
    const headers = { [setupHeader]: Buffer.from(key).toString('latin1') };
    expect((await ask(`${server.url}/api/setup`, { headers })).status).toBeOneOf([403, 431]);
  });

  test('the key is no short one, and nobody else may read it', async () => {
    await using server = await start();
    expect(Buffer.from(readKey(server), 'base64url').length).toBeGreaterThanOrEqual(16);
    await tryIt(server, { OPENAI_API_KEY: providerKey });
    for (const name of ['setup-key', 'settings.json'])
      expect((await stat(join(server.dataDir, name))).mode & 0o777).toBe(0o600);
  });
});

describe('a provider’s key', () => {
  test.each<Echo>(['refusal', 'text', 'models'])(
    'does not come back in a trial by a provider that repeats it: %s',
    async echo => {
      await using provider = await startEchoingProvider(echo);
      await using server = await start();
      const values = { OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: providerKey };
      const { said } = await tryIt(server, values, { provider: 'openai', steps: undefined });
      expect(said).toContain('"isOk":false');
      expect(provider.received.join()).toContain(providerKey);
      expect(said).not.toContain(providerKey);
      // A later trial is of what is saved.
      const again = await tryIt(server, {}, { steps: undefined });
      const state = await ask(`${server.url}/api/setup`);
      const saved = await readFile(join(server.dataDir, 'settings.json'), 'utf8');
      expect(again.said + state.said + server.logged.join()).not.toContain(providerKey);
      expect(saved.split(providerKey)).toHaveLength(2);
    },
  );

  test('is not sent on to where a provider leads', async () => {
    await using elsewhere = await startEchoingProvider('text');
    await using provider = await startEchoingProvider({ redirect: new URL(elsewhere.baseUrl).origin });
    await using server = await start();
    const values = { OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: providerKey };
    await tryIt(server, values, { provider: 'openai', steps: undefined });
    expect(provider.received).not.toEqual([]);
    expect(elsewhere.received).toEqual([]);
  });

  test.each(['OPENAI_API_KEY', 'OPENAI_SCRIPT_API_KEY', 'OPENAI_VISION_API_KEY'])(
    'that is saved as %s does not go to another address',
    async name => {
      await using own = await startEchoingProvider('text');
      await using evil = await startEchoingProvider('text');
      await using server = await start();
      await tryIt(server, { OPENAI_BASE_URL: own.baseUrl, OPENAI_API_KEY: 'sk-another-key-of-the-same' });
      await tryIt(server, { [name]: providerKey });
      for (const address of ['OPENAI_BASE_URL', 'OPENAI_SCRIPT_BASE_URL', 'OPENAI_VISION_BASE_URL'])
        for (const save of ['never', 'always'])
          await tryIt(
            server,
            { [address]: evil.baseUrl },
            { provider: 'openai', steps: ['vision', 'script'], save },
          );
      expect(evil.received).not.toEqual([]);
      expect(evil.received.join()).not.toContain(providerKey);
    },
  );

  test.each(['OPENAI_API_KEY', 'OPENAI_SCRIPT_API_KEY', 'OPENAI_VISION_API_KEY'])(
    'of the environment, as %s, does not go to an address of the page',
    async name => {
      await using evil = await startEchoingProvider('text');
      await using server = await start({ [name]: providerKey, LOCAL_AI_PORTS: 'none' });
      for (const address of ['OPENAI_BASE_URL', 'OPENAI_SCRIPT_BASE_URL', 'OPENAI_VISION_BASE_URL'])
        await tryIt(server, { [address]: evil.baseUrl }, { provider: 'openai', steps: ['vision', 'script'] });
      expect(evil.received.join()).not.toContain(providerKey);
    },
  );

  test('that has a line break is refused, and quoted nowhere', async () => {
    await using server = await start();
    for (const value of [
      `${providerKey}\r\nx-evil: 1`,
      `${providerKey}\n${providerKey}`,
      `${providerKey}\u0000`,
    ]) {
      const { status, said } = await tryIt(server, { OPENAI_API_KEY: value });
      expect(status === 400 || said.includes('"error"'), said).toBe(true);
      expect(said).not.toContain(providerKey);
    }
    expect(await readSaved(server)).toEqual({});
    expect(server.logged.join()).not.toContain(providerKey);
  });

  test('is in no address: one with a password is refused, and not repeated', async () => {
    await using server = await start();
    const { said } = await tryIt(server, { OPENAI_BASE_URL: `http://user:${providerKey}@localhost:1/v1` });
    expect(said).toContain('"error"');
    expect(said + (await ask(`${server.url}/api/setup`)).said).not.toContain(providerKey);
    expect(await readSaved(server)).toEqual({});
  });
});

test('what the operator’s cloud signs in by itself goes to no address without a key', async () => {
  await using evil = await startEchoingProvider('text');
  await using server = await start();
  const { origin } = new URL(evil.baseUrl);
  const values = { AZURE_OPENAI_ENDPOINT: origin, AZURE_OPENAI_SCRIPT_DEPLOYMENT: 'x' };
  const { said } = await tryIt(server, values, { provider: 'azure', steps: ['script'] });
  expect(said).toContain('"error"');
  expect(evil.received).toEqual([]);
  expect(await readSaved(server)).toEqual({});
});

describe('a setting', () => {
  test.each([
    ...['DATABASE_URL', 'MODELS_DIR', 'MODELS_BASE_URL', 'DATA_DIR', 'HOST', 'PORT', 'AUTH_SECRET', 'SETUP'],
    ...[
      'METRICS_TOKEN',
      'SMTP_URL',
      'LOCAL_AI_PORTS',
      'PREMIUM_EMAILS',
      'PRICES_FILE',
      'NODE_OPTIONS',
      'PATH',
    ],
    ...['OPENAI_API_KEY_FILE', 'openai_api_key', 'constructor', 'toString', 'hasOwnProperty', ''],
  ])('%j is not for the page', async name => {
    await using server = await start();
    const { said, status } = await tryIt(server, { [name]: 'http://localhost:1/v1' });
    expect(status === 400 || said.includes('"error"'), said).toBe(true);
    expect(await readSaved(server)).toEqual({});
  });

  test('called __proto__ changes nothing', async () => {
    await using server = await start();
    await tryIt(server, '{"__proto__":"x","OPENAI_BASE_URL":"http://localhost:1/v1"}');
    await tryIt(server, '{"__proto__":{"OPENAI_API_KEY":"x"}}');
    expect(Object.keys(await readSaved(server))).not.toContain('__proto__');
    expect(Object.keys(await readSaved(server))).not.toContain('OPENAI_API_KEY');
    expect(({} as Record<string, unknown>).OPENAI_API_KEY).toBeUndefined();
    for (const provider of ['__proto__', 'constructor'])
      expect((await tryIt(server, {}, { provider })).said).toContain('"error"');
  });

  test('that is too long or no text is refused', async () => {
    await using server = await start();
    for (const values of [
      { OPENAI_API_KEY: 'x'.repeat(2001) },
      { OPENAI_API_KEY: 5 },
      { OPENAI_API_KEY: [] },
      { ['X'.repeat(101)]: 'x' },
      ['x'],
    ])
      expect((await tryIt(server, values)).status).toBe(400);
    expect((await tryIt(server, { OPENAI_API_KEY: 'x'.repeat(2_000_000) })).status).toBe(413);
    expect(await readSaved(server)).toEqual({});
  });

  test('that is no address is refused', async () => {
    await using server = await start();
    for (const address of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'gopher://localhost:1',
      '//evil.example',
    ])
      expect((await tryIt(server, { OPENAI_BASE_URL: address })).said, address).toContain('"error"');
    expect(await readSaved(server)).toEqual({});
  });
});

/** A backup as the server writes one each hour, unpacked. */
async function backUp(dataDir: string): Promise<Buffer> {
  await using opened = new AsyncDisposableStack();
  const database = opened.adopt(await openDatabase({ databaseUrl: undefined, dataDir }), each =>
    each.close(),
  );
  const dump = findDump(database);
  if (!dump) throw new Error('The embedded database can be backed up.');
  return gunzipSync(await readFile(await writeBackup({ folder: join(dataDir, 'backups'), dump })));
}

test.each(['..%2F..%2Fetc', '%2e%2e', '__proto__', 'constructor', 'no-such-model'])(
  'a model called %s is not downloaded, and nothing is deleted',
  async name => {
    await using server = await start();
    for (const wanted of ['installed', 'none']) {
      const sent = { method: 'PUT', headers: json, body: JSON.stringify({ wanted }) };
      const { status } = await ask(`${server.url}/api/setup/models/${name}`, sent);
      expect(status).toBeOneOf([400, 404, 405]);
    }
    expect((await stat(join(server.dataDir, 'setup-key'))).isFile()).toBe(true);
  },
);

describe('keys', () => {
  const processes = createServerProcesses();
  afterEach(() => processes.end());

  test('stand in no log, answer, measure or backup; the log has the link once, for the terminal', async () => {
    await using provider = await startEchoingProvider('refusal');
    const dataDir = processes.makeDataFolder();
    const server = await processes.start({ DATA_DIR: dataDir });
    const setupKey = (await readFile(join(dataDir, 'setup-key'), 'utf8')).trim();
    const values = { OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: providerKey };
    const headers = { [setupHeader]: setupKey };
    await tryIt(server, values, { headers, provider: 'openai', steps: undefined });
    await tryIt(
      server,
      { OPENAI_API_KEY: `${providerKey}x` },
      { headers: { [setupHeader]: `${setupKey}x` } },
    );
    const cookie = await signUpForCookie(server.url);
    const form = { method: 'POST', headers: { ...json, cookie } };
    const body = JSON.stringify({
      analysis: 'A dog.',
      prompt: 'Tell',
      language: 'English',
      durationSeconds: 9,
    });
    const answers = [
      await ask(`${server.url}/api/free/script`, { ...form, body }),
      await ask(`${server.url}/api/setup`, { headers }),
      ...(await Promise.all(
        ['/api/config', '/api/openapi.json', '/api/account/export', '/metrics', '/readyz', '/', '/setup'].map(
          path => ask(server.url + path, { headers: { cookie, accept: '*/*' } }).catch(() => ({ said: '' })),
        ),
      )),
    ];
    const said = answers.map(each => each.said).join('\n');
    expect(said).toContain('sk-…3fq8');
    for (const key of [providerKey, setupKey]) expect(said).not.toContain(key);
    const log = server.logged.join('\n');
    expect(log).not.toContain(providerKey);
    expect(log.split(setupKey)).toHaveLength(2);
    expect(server.logged.find(line => line.includes(setupKey))).toMatch(/^ {2}.*\/setup#key=[\w-]+$/u);
    await stopServer(server);
    const backup = await backUp(dataDir);
    expect(backup.length).toBeGreaterThan(1_000_000);
    for (const text of [providerKey, setupKey, 'settings.json']) expect(backup.includes(text)).toBe(false);
  });
});
