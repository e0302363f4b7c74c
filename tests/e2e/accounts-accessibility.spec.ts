import type { Page } from '@playwright/test';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { t } from '#shared/messages/message.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { findAccountForm, findDashboard, register } from './account-page.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { endSession, makePerson, makePremiumPerson, signUp, signUpPremium } from './people.ts';
import { collectAlerts, fillStudio, findStudio } from './studio-page.ts';

test('the login dialog and a refused password have no axe violation', async ({ page, complaints }) => {
  collectAlerts(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
  await expect(findAccountForm(page).email).toBeFocused();
  await expectNoViolation(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Register' }).click();
  await register(page, makePerson({ password: 'q7zp-9' }));
  await expect(findAccountForm(page).requirements).toHaveCount(3);
  await expectNoViolation(page);
  ignoreRefusals(complaints);
});

test('a dashboard has no axe violation: empty, done, failed, and when signing in again', {
  tag: '@long',
}, async ({ page, complaints }) => {
  await signUp(page);
  await page.goto('/dashboard');
  await expect(findDashboard(page).heading).toContainText('Welcome, ');
  await expectNoViolation(page);
  const studio = findStudio(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expectNoViolation(page);
  await endSession(page);
  await studio.generateAudio.click();
  await expect(findAccountForm(page).password).toBeFocused();
  await expectNoViolation(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(studio.problem).toBeVisible();
  await expectNoViolation(page);
  ignoreRefusals(complaints);
});

test('the premium dashboard, and the wait for it, have no axe violation', { tag: '@long' }, async ({
  page,
  mailServer,
}) => {
  await signUpPremium(page, mailServer);
  await page.goto('/DashboardPremium');
  await expect(page.getByText('Only premium users see this screen.')).toBeVisible();
  await expectNoViolation(page);
  await endSession(page);
  await signUp(page, makePremiumPerson());
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: t(dashboardMessages.resendVerification) })).toBeVisible();
  await expectNoViolation(page);
});

test('nothing overflows a dashboard, however long the name', { tag: '@long' }, async ({ page }) => {
  await signUp(page, makePerson({ name: 'Adalovelacecountessoflovelacewithoutanyspaceinhername' }));
  await page.goto('/dashboard');
  await expect(findDashboard(page).heading).toContainText('Ada');
  for (const width of [1920, 1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverhang(page);
    const main = page.getByRole('main');
    expect(await main.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0);
  }
});

test('registering, logging out and logging in work by keyboard alone', async ({ page }) => {
  const person = makePerson();
  await page.goto('/');
  const signIn = page.getByRole('button', { name: 'Sign in / Sign up' });
  await signIn.focus();
  await page.keyboard.press('Enter');
  await expect(findAccountForm(page).email).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(signIn).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, 'Register');
  await page.keyboard.press('Enter');
  await expect(findAccountForm(page).register).toBeVisible();
  await findAccountForm(page).name.focus();
  await page.keyboard.type(person.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(findDashboard(page).heading).toHaveText(`Welcome, ${person.name}`);
  // A new screen takes the focus; the links in its head come before it.
  await tabTo(page, 'Logout', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, 'Sign in / Sign up', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(findAccountForm(page).email).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(findDashboard(page).heading).toHaveText(`Welcome, ${person.name}`);
});

test('a dialog that is opened again while it closes is shown', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in / Sign up' }).focus();
  await page.keyboard.press('Enter');
  for (let times = 0; times < 20; times++) {
    await expect(findAccountForm(page).email).toBeFocused();
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')]);
  }
  await expect(findAccountForm(page).email).toBeFocused();
});

/** Presses the key until the element with this text has the focus. */
async function tabTo(page: Page, text: string, key = 'Tab'): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  for (let tabs = 0; tabs < 25 && (await focused()) !== text; tabs++) await page.keyboard.press(key);
  expect(await focused()).toBe(text);
}
