import type { Browser, Page } from '@playwright/test';
import { accountMessages } from '#shared/messages/accounts.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { guessFromEverywhere, lockoutMail, makeUnknownAddress } from '../support/lockout.ts';
import { findLink } from '../support/mail-server.ts';
import { findAccountForm, findDashboard, logIn, logOut } from './account-page.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { signUpVerified } from './people.ts';
import { collectAlerts } from './studio-page.ts';

/** An unknown browser at an unknown address. */
function openElsewhere(browser: Browser, baseURL: string): Promise<Page> {
  return browser.newPage({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': makeUnknownAddress() } });
}

test('a person locked out by a stranger gets in with a known browser, by the mailed link, and after a reset', {
  tag: '@long',
}, async ({ page, browser, server, mailServer, complaints }) => {
  const url = `http://localhost:${server.port}`;
  const person = await signUpVerified(page, mailServer);
  await page.goto('/dashboard');
  await logOut(page);
  await expect(page).toHaveURL(/\/$/);
  expect(await guessFromEverywhere(url, person.email, 10)).toEqual(Array(10).fill(401));

  const elsewhere = await openElsewhere(browser, url);
  const alerts = collectAlerts(elsewhere);
  await elsewhere.goto('/login');
  await logIn(elsewhere, person);
  await expect.poll(() => alerts).toHaveLength(1);
  expect(alerts[0]).toMatch(/^Too many attempts\. .* we sent it a link that lets you in right away\.$/);

  await test.step('a known browser at another address', async () => {
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': makeUnknownAddress() });
    await page.goto('/login');
    await logIn(page, person);
    await expect(findDashboard(page).left).toBeVisible();
  });

  await test.step('the link, once, in an unknown browser', async () => {
    const link = findLink(await mailServer.waitForMail(person.email, lockoutMail)).href;
    await elsewhere.goto(link);
    await findAccountForm(elsewhere).signInByLink.click();
    await expect(elsewhere).toHaveURL(/\/dashboard$/);
    await expect(findDashboard(elsewhere).left).toBeVisible();
    await elsewhere.goto(link);
    await findAccountForm(elsewhere).signInByLink.click();
    await expect(elsewhere.getByText(t(accountMessages.linkExpired))).toBeVisible();
    await elsewhere.close();
  });

  await test.step('a reset by mail in another browser', async () => {
    const third = await openElsewhere(browser, url);
    await third.goto('/reset');
    await findAccountForm(third).email.fill(person.email);
    const asked = collectAlerts(third);
    await findAccountForm(third).sendReset.click();
    await expect.poll(() => asked).toEqual(['Password reset link sent!']);
    await third.goto(findLink(await mailServer.waitForMail(person.email, t(mailMessages.resetSubject))).href);
    const password = 'another loom of numbers';
    await findAccountForm(third).newPassword.fill(password);
    await findAccountForm(third).setPassword.click();
    await third.getByRole('status').getByRole('link', { name: 'Log in' }).click();
    await logIn(third, { ...person, password });
    await expect(findDashboard(third).left).toBeVisible();
    await third.close();
  });
  ignoreRefusals(complaints);
});
