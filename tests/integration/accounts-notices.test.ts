import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMailbox } from '#server/limits/require-visitor.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const manyTries = { most: 1000, windowSeconds: 3600 };
const { resetSubject, verificationSubject, tokenSubject, passwordSubject } = mailMessages;
let mailServer: MailServer;
let server: InnerServer;

beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({
    environment: { SMTP_URL: mailServer.url, MAIL_FROM: 'benshi@example.org' },
    accountLimits: {
      signUpPerAddress: manyTries,
      resetRequestsPerAddress: manyTries,
      resetMailsPerRecipient: manyTries,
      otherPerAddress: manyTries,
    },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mailServer.close();
});

const askForReset = (email: string) =>
  createAccountClient(server.url).post('/api/auth/request-password-reset', { email, redirectTo: '/reset' });
const createToken = async (client: AccountClient) =>
  (await client.post('/api/account/tokens', { name: 'Program', scopes: ['narrate'] })).status;

async function signUpVerified(): Promise<[AccountClient, Person]> {
  const client = createAccountClient(server.url);
  const person = makePerson();
  await client.signUp(person);
  const link = findLink(await mailServer.waitForMail(person.email, t(verificationSubject)));
  await client.get(link.pathname + link.search);
  return [client, person];
}

const tag = ({ email }: Person, name: string) => email.replace('@', `+${name}@`);

/** A stranger who uses up what a mailbox gets, with its address and with another spelling of it. */
async function useUp(person: Person): Promise<void> {
  for (let count = 0; count < 6; count += 1) await askForReset(person.email);
  const squatter = createAccountClient(server.url);
  await squatter.signUp({ ...person, email: tag(person, 'squatter') });
  for (let count = 0; count < 3; count += 1) await createToken(squatter);
}

/** Mails are sent in order: all that were caused before are there. */
async function listSubjects(person: Person): Promise<string[]> {
  const last = makePerson();
  await createAccountClient(server.url).signUp(last);
  await mailServer.waitForMail(last.email, t(verificationSubject));
  return mailServer.mails
    .filter(({ to }) => toMailbox(to?.[0]?.address ?? '@') === person.email)
    .map(({ subject = '' }) => subject);
}

test('strangers who cause mails keep no notice of a new token or password away', async () => {
  const [ada, person] = await signUpVerified();
  await askForReset(person.email);
  const reset = findLink(await mailServer.waitForMail(person.email, t(resetSubject)));
  await useUp(person);
  expect(await createToken(ada)).toBe(201);
  const passwords = { currentPassword: person.password, newPassword: 'a second unusual phrase' };
  expect((await ada.post('/api/auth/change-password', passwords)).status).toBe(200);
  const token = reset.searchParams.get('token');
  const answer = await ada.post('/api/auth/reset-password', { newPassword: 'a third unusual phrase', token });
  expect(answer.status).toBe(200);
  const subjects = await listSubjects(person);
  const count = (subject: string) => subjects.filter(each => each === subject).length;
  expect(count(t(passwordSubject))).toBe(2);
  // One is of the squatter.
  expect(count(t(tokenSubject))).toBe(2);
  expect(count(t(resetSubject)) + count(t(verificationSubject))).toBe(4);
});

test('a person with an address that was never verified hears of a new token, too', async () => {
  const ada = createAccountClient(server.url);
  const person = makePerson();
  await ada.signUp(person);
  for (let count = 0; count < 6; count += 1) await askForReset(person.email);
  expect(await createToken(ada)).toBe(201);
  expect(await listSubjects(person)).toContain(t(tokenSubject));
});

test('notices are no way to fill a mailbox', async () => {
  const [ada, person] = await signUpVerified();
  for (let count = 0; count < 8; count += 1) expect(await createToken(ada)).toBe(201);
  expect((await listSubjects(person)).filter(subject => subject === t(tokenSubject))).toHaveLength(5);

  const victim = makePerson();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const stranger = createAccountClient(server.url);
    await stranger.signUp({ ...victim, email: tag(victim, name) });
    await createToken(stranger);
  }
  expect(await listSubjects(victim)).toHaveLength(5);
});

test('a wrong password, a refused one and a used link are no news', async () => {
  const [ada, person] = await signUpVerified();
  const change = (currentPassword: string, newPassword: string) =>
    ada.post('/api/auth/change-password', { currentPassword, newPassword });
  expect((await change('wrong', 'a second unusual phrase')).status).toBe(403);
  expect((await change(person.password, 'password1')).status).toBe(400);
  const reset = await ada.post('/api/auth/reset-password', { newPassword: 'a fine phrase here', token: 'x' });
  expect(reset.status).toBe(400);
  expect(await listSubjects(person)).toEqual([t(verificationSubject)]);
});
