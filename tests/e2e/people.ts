import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { findLink, type MailServer } from '../support/mail-server.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Addresses on the premium list of each worker's server, one for each test that needs one. */
export const premiumEmails = Array.from({ length: 100 }, (_, index) => `premium-${index}@example.org`);

const unusedPremiumEmails = [...premiumEmails];

export function makePerson(more: Partial<Person> = {}): Person {
  return {
    name: 'Ada Lovelace',
    email: `ada-${randomUUID()}@example.org`,
    password: 'a loom of numbers',
    ...more,
  };
}

/** A new person on the premium list, premium once verified. */
export function makePremiumPerson(): Person {
  const email = unusedPremiumEmails.pop();
  if (!email) throw new Error('There are more tests with premium people than addresses for them.');
  return makePerson({ email });
}

/**
 * Registers through the API. The browser is signed in afterwards.
 * @param url of another server than the usual one
 */
export async function signUp(page: Page, person = makePerson(), url = ''): Promise<Person> {
  const answer = await page.request.post(`${url}/api/auth/sign-up/email`, { data: person });
  if (!answer.ok()) throw new Error(`Registering ended with ${answer.status()}: ${await answer.text()}`);
  return person;
}

/** Registers a person with the standard plan and a verified address. */
export async function signUpVerified(page: Page, mailServer: MailServer, url = ''): Promise<Person> {
  const person = await signUp(page, makePerson(), url);
  await openMailedLink(page, mailServer, person);
  return person;
}

/** Registers a person with the premium plan and opens the verification link. */
export async function signUpPremium(page: Page, mailServer: MailServer): Promise<Person> {
  const person = await signUp(page, makePremiumPerson());
  await openMailedLink(page, mailServer, person);
  return person;
}

/** @param subject of the mail; the verification mail when left out */
export async function openMailedLink(
  page: Page,
  mailServer: MailServer,
  { email }: Person,
  subject = t(mailMessages.verificationSubject),
): Promise<void> {
  await page.goto(findLink(await mailServer.waitForMail(email, subject)).href);
}

/** Ends the session at the server, as expiry does. */
export async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
}

/** Fires the events of a tab that becomes visible again. */
export async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('visibilitychange'));
  });
}
