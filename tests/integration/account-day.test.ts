// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meAnswerSchema } from '#shared/api/account.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { makeSpeechForm } from '../support/premium-account.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

// Spoken scripts a day are five times the narrations.
const scriptsPerDay = 5;

let mailServer: MailServer;
let server: InnerServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({
    environment: {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Benshi <benshi@example.org>',
      TRUST_PROXY: '127.0.0.1',
      STANDARD_NARRATIONS_PER_DAY: '1',
    },
    accountLimits: { signUpPerAddress: { most: 1000, windowSeconds: 3600 } },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mailServer.close();
});

async function register(address: string, person: Person = makePerson()): Promise<AccountClient> {
  const client = createAccountClient(server.url, address);
  expect((await client.signUp(person)).status).toBe(200);
  return client;
}

async function confirm(client: AccountClient, email: string): Promise<void> {
  const link = findLink(await mailServer.waitForMail(email, t(mailMessages.verificationSubject)));
  await client.get(link.pathname + link.search);
}

/** Speaks scripts until none is left today. @returns how many */
async function speakAll(client: AccountClient): Promise<number> {
  for (let spoken = 0; ; spoken += 1) {
    const form = makeSpeechForm({ script: 'A dog.', voice: 'nova', language: 'English' });
    const answer = await client.postForm('/convert_to_voice', form);
    await answer.bytes();
    if (answer.status !== 200) {
      expect(answer.status).toBe(429);
      return spoken;
    }
  }
}

describe('the day of an account', () => {
  test('is shared by all spellings of a mailbox (tags, dots), verified or not', async () => {
    const [name] = makePerson().email.split('@');
    const emails = [`${name}@gmail.com`, `${name}+1@gmail.com`, `${name?.replace('a', 'a.')}@GoogleMail.com`];
    let spoken = 0;
    for (const [at, email] of emails.entries()) {
      const client = await register(`192.0.2.${at}`, { ...makePerson(), email });
      if (at === 1) await confirm(client, email);
      spoken += await speakAll(client);
    }
    expect(spoken).toBe(scriptsPerDay);
  });

  test('is shared by unverified accounts of a network; a verified account has its own', async () => {
    const address = '198.51.100.7';
    expect(await speakAll(await register(address))).toBe(scriptsPerDay);
    const person = makePerson();
    const client = await register(address, person);
    expect(await speakAll(client)).toBe(0);
    await confirm(client, person.email);
    expect(await speakAll(client)).toBe(scriptsPerDay);
    expect(await speakAll(await register('2001:db8:5:1::1'))).toBe(scriptsPerDay);
    expect(await speakAll(await register('2001:db8:5:ffff::1'))).toBe(0);
    expect(await speakAll(await register('[2001:db8:6::1]:80'))).toBe(scriptsPerDay);
  });

  test('continues after the account was deleted', async () => {
    const person = makePerson();
    const client = await register('203.0.113.1', person);
    await confirm(client, person.email);
    expect(await speakAll(client)).toBe(scriptsPerDay);
    const { uid } = meAnswerSchema.parse(await (await client.get('/api/me')).json());
    expect((await client.post('/api/account/deletion', { uid, password: person.password })).status).toBe(204);
    const again = await register('203.0.113.2', person);
    expect(await speakAll(again)).toBe(0);
  });
});
