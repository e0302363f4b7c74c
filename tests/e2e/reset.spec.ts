import { accountMessages } from '#shared/messages/accounts.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { findLink } from '../support/mail-server.ts';
import { plainText } from '../support/plain-text.ts';
import { expectNoViolation } from './accessibility.ts';
import { findAccountForm, findDashboard, logIn } from './account-page.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { endSession, makePerson, makePremiumPerson, signUp } from './people.ts';
import { collectAlerts } from './studio-page.ts';

test('a forgotten password is replaced through the mail, once, and ends all other sessions', async ({
  page,
  browser,
  baseURL,
  mailServer,
  complaints,
}) => {
  const person = await signUp(page);
  const elsewhere = await browser.newPage({ ...(baseURL && { baseURL }) });
  await elsewhere.goto('/login');
  await logIn(elsewhere, person);
  await expect(findDashboard(elsewhere).left).toBeVisible();
  await endSession(page);

  const alerts = collectAlerts(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  const form = findAccountForm(page);
  // Until then the field for an address is still that of the login.
  await expect(form.sendReset).toBeVisible();
  await form.email.fill(person.email);
  await form.sendReset.click();
  await expect.poll(() => alerts).toEqual(['Password reset link sent!']);

  const link = findLink(await mailServer.waitForMail(person.email, t(mailMessages.resetSubject))).href;
  await page.goto(link);
  await expect(form.newPassword).toBeVisible();
  await expectNoViolation(page);
  await form.newPassword.fill('q7zp-9');
  await form.setPassword.click();
  await expect(form.requirements.filter({ hasText: 'Missing:' })).toHaveText(/At least 8 characters/);
  await form.newPassword.fill('another loom of numbers');
  await form.setPassword.click();
  await expect(page.getByText(plainText(t(accountMessages.passwordSet)))).toBeVisible();

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/$/);
  await elsewhere.close();

  await page.goto(link);
  await expect(page.getByText(t(accountMessages.linkExpired))).toBeVisible();
  await expect(form.newPassword).toBeHidden();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(form.sendReset).toBeVisible();

  await page.goto('/login');
  await logIn(page, person);
  await expect.poll(() => alerts.at(-1)).toBe('Invalid email or password');
  await logIn(page, { ...person, password: 'another loom of numbers' });
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(link);
  await expect(page).toHaveURL(/\/dashboard\?error=/);
  await expect(page.getByText(t(accountMessages.signOutToReset))).toBeVisible();
  ignoreRefusals(complaints);
});

test('an unknown address gets the same answer and no mail', async ({ page, mailServer }) => {
  const alerts = collectAlerts(page);
  const { email } = makePerson();
  await page.goto('/reset');
  await findAccountForm(page).email.fill(email);
  await findAccountForm(page).sendReset.click();
  await expect.poll(() => alerts).toEqual(['Password reset link sent!']);
  expect(mailServer.mails.filter(mail => mail.to?.[0]?.address === email)).toEqual([]);
});

test('a verification link asks to sign in to its account, and then works', { tag: '@long' }, async ({
  page,
  mailServer,
}) => {
  const person = await signUp(page, makePremiumPerson());
  const link = findLink(await mailServer.waitForMail(person.email, t(mailMessages.verificationSubject))).href;
  await endSession(page);
  await page.goto(link);
  await expect(page.getByText(t(accountMessages.signInToVerify))).toBeVisible();
  await logIn(page, person);
  await expect(page.getByText(t(dashboardMessages.confirmForPremium))).toBeVisible();
  await page.goto(link);
  await expect(page).toHaveURL(/\/DashboardPremium$/);
});
