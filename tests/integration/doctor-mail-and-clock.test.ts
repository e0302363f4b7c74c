// @module-tag long
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { examineByName } from '../support/examine-by-name.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '../support/mail-server.ts';
import { makeCertificate } from '../support/make-certificate.ts';
import { testKey } from '../support/provider-calls.ts';
import { resolveLocally } from '../support/resolve-locally.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { testSecret } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { trustCertificate } from '../support/trust-certificate.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('mail', () => {
  const name = 'mail.example.org';
  const user = { name: 'ada@example.org', password: 's3cret/with@signs' };
  const trusted = makeCertificate(name);
  let server: MailServer;
  trustCertificate(trusted.cert);
  afterEach(() => server.close());

  async function examine(options: MailServerOptions, host: string, { name, password } = user) {
    server = await startMailServer(options);
    const { port } = new URL(server.url);
    const credentials = `${encodeURIComponent(name)}:${encodeURIComponent(password)}`;
    using _names = resolveLocally('example.org');
    return await examineByName({
      DATA_DIR: folder.path,
      SMTP_URL: `smtp://${credentials}@${host}:${port}`,
      MAIL_FROM: 'benshi@example.org',
    });
  }

  test('an encrypting server that accepts the login passes, and gets no mail', async () => {
    const { unwell, said } = await examine({ user, certificate: trusted }, name);
    expect(said.mail).toMatch(
      /^mail The mail server mail\.example\.org:\d+\. ok The login works, encrypted\./u,
    );
    expect(unwell).toEqual([]);
    expect(server.mails).toEqual([]);
  });

  test('a wrong password is a failure, and is not printed', async () => {
    const wrong = { ...user, password: 'wr0ng' };
    const found = await examine({ user, certificate: trusted }, name, wrong);
    expect(found.said.mail).toMatch(
      /failed It rejects the user ada@example\.org or the password in SMTP_URL\./u,
    );
    expect(found.unwell).toEqual(['mail']);
    expect(JSON.stringify(found)).not.toContain('wr0ng');
  });

  test('a certificate of an unknown authority is a failure', async () => {
    const { unwell, said } = await examine({ user, certificate: makeCertificate(name) }, name);
    expect(said.mail).toMatch(/failed No encrypted connection to \S+: its certificate/u);
    expect(unwell).toEqual(['mail']);
  });

  test('a remote one without encryption is a warning', async () => {
    const { unwell, said } = await examine({}, name);
    expect(said.mail).toMatch(/warning The login works, but is not encrypted/u);
    expect(unwell).toEqual([]);
  });

  test('a local one need not encrypt', async () => {
    expect((await examine({}, '127.0.0.1')).said.mail).toMatch(/ok The login works\. Whether/u);
  });

  test('an unreachable or unknown host is a failure', async () => {
    await examine({}, name);
    const ask = (SMTP_URL: string) =>
      examineByName({ DATA_DIR: folder.path, SMTP_URL, MAIL_FROM: 'benshi@example.org' });
    using _names = resolveLocally('example.org');
    const away = await ask('smtp://127.0.0.1:1');
    expect(away.said.mail).toMatch(/failed 127\.0\.0\.1:1 cannot be reached/u);
    const unknown = await ask('smtp://mail.invalid');
    expect(unknown.said.mail).toMatch(/failed The host mail\.invalid in SMTP_URL cannot be found\./u);
    expect([...away.unwell, ...unknown.unwell]).toEqual(['mail', 'mail']);
  });
});

test('mails without a mail server are a warning on a public address', async () => {
  const { said } = await examineByName({ DATA_DIR: folder.path, PUBLIC_URL: 'https://narrate.example.org' });
  expect(said.mail).toMatch(/warning They are not sent.*Set SMTP_URL and MAIL_FROM\./u);
});

describe('clock', () => {
  let provider: Server;
  let ahead = 0;
  const asked: string[] = [];
  beforeEach(async () => {
    asked.length = 0;
    provider = createServer(({ method, url, headers }, response) => {
      asked.push(`${method} ${url} ${headers.authorization ?? 'without a key'}`);
      response.writeHead(404, { date: new Date(Date.now() + ahead).toUTCString() }).end();
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
  });
  afterEach(() => {
    provider.closeAllConnections();
    provider.close();
  });

  async function examine(host = 'ai.example.org') {
    using _names = resolveLocally('example.org');
    const { port } = provider.address() as AddressInfo;
    const OPENAI_BASE_URL = `http://${host}:${port}/v1`;
    const { unwell, said } = await examineByName({
      DATA_DIR: folder.path,
      OPENAI_BASE_URL,
      OPENAI_API_KEY: testKey,
    });
    return { unwell, clock: said.clock };
  }

  test.each([
    ['agrees', 0, [], /ok It agrees with ai\.example\.org\.$/u],
    ['is 30 seconds ahead', -30_000, [], /warning It is (?:29|30|31) seconds ahead of ai\.example\.org\./u],
    [
      'is two hours behind',
      7_200_000,
      ['clock'],
      /failed It is 2 hours behind ai\.example\.org\..*timedatectl/u,
    ],
  ])('one that %s', async (_, theirs, unwell, said) => {
    ahead = theirs;
    const found = await examine();
    expect(found).toEqual({ unwell, clock: expect.stringMatching(said) });
    expect(asked).toEqual(['HEAD / without a key']);
  });

  test('a provider on this machine has the same clock, and is not asked', async () => {
    const { clock } = await examine('127.0.0.1');
    expect(clock).toMatch(/note No server on another machine is set up to compare with\./u);
    expect(asked).toEqual([]);
  });

  test('an unreachable provider gives no time', async () => {
    provider.closeAllConnections();
    provider.close();
    using _names = resolveLocally('example.org');
    const OPENAI_BASE_URL = 'http://ai.example.org:1/v1';
    const { said, unwell } = await examineByName({ DATA_DIR: folder.path, OPENAI_BASE_URL });
    expect(said.clock).toMatch(/note No server answered with the time\./u);
    expect(unwell).toEqual([]);
  });

  test('a remote database gives the time', async () => {
    await using postgres = sharePostgres();
    const address = new URL(await postgres.createDatabase());
    address.hostname = 'database.example.org';
    const settings = { DATA_DIR: folder.path, DATABASE_URL: address.href, AUTH_SECRET: testSecret };
    using _names = resolveLocally('example.org');
    const right = await examineByName(settings);
    expect(right.said.clock).toMatch(/ok It agrees with the database on database\.example\.org\.$/u);
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 600_000 });
    const wrong = await examineByName(settings).finally(() => mock.timers.reset());
    expect(wrong.said.clock).toMatch(
      /failed It is 10 minutes ahead of the database on database\.example\.org\./u,
    );
    expect(wrong.unwell).toEqual(['clock']);
  });
});
