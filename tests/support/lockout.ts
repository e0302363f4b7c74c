import { randomBytes } from 'node:crypto';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { type AccountClient, createAccountClient, makePerson, type Person } from './account-client.ts';
import type { MailServer } from './mail-server.ts';
import { findLink } from './mail-server.ts';
import { type Environment, type InnerServer, startTestServer } from './start-server.ts';

/** Trusts this machine as a proxy, so that tests can come from any address. */
const behindProxy = { TRUST_PROXY: '127.0.0.1,::1' };

/** A server with low limits of attempts, because each costs a hash. */
export function startLockoutServer(
  environment: Environment,
  mailServer: MailServer,
  port = 0,
): Promise<InnerServer> {
  const few = (most: number) => ({ most, windowSeconds: 900 });
  return startTestServer({
    environment: {
      ...environment,
      ...behindProxy,
      PORT: String(port),
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Benshi <benshi@example.org>',
    },
    accountLimits: {
      signInPerBrowser: few(2),
      signInPerPair: few(2),
      signInPerAccount: few(3),
      signInPerAddress: few(5),
      otherPerAddress: few(1000),
    },
  });
}

/** Subject of the mail with the link. */
export const lockoutMail = t(mailMessages.lockoutSubject);

/** In one of the example networks of RFC 9637, each of which is one visitor. */
export function makeUnknownAddress(): string {
  const [network = '', site = ''] = [2, 2].map(bytes => randomBytes(bytes).toString('hex'));
  return `3fff:${network.slice(1)}:${site}::1`;
}

/** A browser at an unknown address. */
export function openElsewhere(url: string): AccountClient {
  return createAccountClient(url, makeUnknownAddress());
}

/** Guesses from as many addresses as guesses. @returns the answers */
export async function guessFromEverywhere(url: string, email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1)
    statuses.push((await openElsewhere(url).signIn({ email, password: 'not the right pass phrase' })).status);
  return statuses;
}

/** Guesses from one address. @returns the answers */
export async function guessFrom(client: AccountClient, email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1)
    statuses.push((await client.signIn({ email, password: 'not the right pass phrase' })).status);
  return statuses;
}

/** A person with a verified address, and the browser of the registration. */
export async function signUpAndConfirm(
  url: string,
  mailServer: MailServer,
): Promise<{ person: Person; browser: AccountClient }> {
  const person = makePerson();
  const browser = openElsewhere(url);
  await browser.signUp(person);
  const link = findLink(await mailServer.waitForMail(person.email, t(mailMessages.verificationSubject)));
  await browser.get(link.pathname + link.search);
  return { person, browser };
}

export function readToken(link: URL): string {
  return link.searchParams.get('token') ?? '';
}
