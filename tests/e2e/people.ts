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

/** Addresses with the premium plan on each worker's server, one for each test that needs one. */
export const premiumEmails = Array.from({ length: 100 }, (_, index) => `premium-${index}@example.org`);

const unusedPremiumEmails = [...premiumEmails];

/** Somebody who was never here. */
export function makePerson(more: Partial<Person> = {}): Person {
  return {
    name: 'Ada Lovelace',
    email: `ada-${randomUUID()}@example.org`,
    password: 'a loom of numbers',
    ...more,
  };
}

/** Somebody whose address has the premium plan, once it is verified. */
export function makePremiumPerson(): Person {
  const email = unusedPremiumEmails.pop();
  if (!email) throw new Error('There are more tests with premium people than addresses for them.');
  return makePerson({ email });
}

/**
 * Registers without the screens, for tests about something else. The browser is signed in afterwards.
 * @param url of another server than the usual one
 */
export async function signUp(page: Page, person = makePerson(), url = ''): Promise<Person> {
  const answer = await page.request.post(`${url}/api/auth/sign-up/email`, { data: person });
  if (!answer.ok()) throw new Error(`Registering ended with ${answer.status()}: ${await answer.text()}`);
  return person;
}

/** Registers somebody with the standard plan, who has shown that the address is theirs. */
export async function signUpVerified(page: Page, mailServer: MailServer, url = ''): Promise<Person> {
  const person = await signUp(page, makePerson(), url);
  await openMailedLink(page, mailServer, person);
  return person;
}

/** Registers somebody with the premium plan, and opens the link in the mail that asks whether the address is theirs. */
export async function signUpPremium(page: Page, mailServer: MailServer): Promise<Person> {
  const person = await signUp(page, makePremiumPerson());
  await openMailedLink(page, mailServer, person);
  return person;
}

/** @param subject of the mail; the one that asks to confirm the address when left out */
export async function openMailedLink(
  page: Page,
  mailServer: MailServer,
  { email }: Person,
  subject = t(mailMessages.verificationSubject),
): Promise<void> {
  await page.goto(findLink(await mailServer.waitForMail(email, subject)).href);
}

/** Ends the session behind the page's back, as time does. */
export async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
}

/** What a browser tells a page whose tab is opened again. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('visibilitychange'));
  });
}
