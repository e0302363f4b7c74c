import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { examineByName } from '../support/examine-by-name.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '../support/mail-server.ts';
import { makeCertificate } from '../support/make-certificate.ts';
import { resolveLocally } from '../support/resolve-locally.ts';
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
