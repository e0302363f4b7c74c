import type { Page } from '@playwright/test';
import { formErrors } from '#shared/messages/form-errors.ts';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { sharingMessages } from '#shared/messages/sharing.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { findAccountForm, findDashboard, logIn, logOut, register } from './account-page.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { endSession, makePerson, signUp, signUpPremium } from './people.ts';
import { collectAlerts, findStudio } from './studio-page.ts';

function findLoginDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Login' });
  return {
    dialog,
    reason: dialog.getByText(t(pageMessages.signInForDashboard)),
    close: dialog.getByRole('button', { name: t(pageMessages.close) }),
  };
}

test.describe("'Already have an account? Login'", () => {
  test('opens the login over the free page, with the focus in it', async ({ page }) => {
    const person = await signUp(page);
    await endSession(page);
    await page.goto('/register');
    await page.getByRole('link', { name: 'Already have an account? Login' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(findLoginDialog(page).dialog).toBeVisible();
    await expect(findLoginDialog(page).reason).toHaveCount(0);
    await expect(findAccountForm(page).email).toBeFocused();
    await logIn(page, person);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('closed, the dialog does not come back after a reload', { tag: '@long' }, async ({ page }) => {
    await page.goto('/register');
    await page.getByRole('link', { name: 'Already have an account? Login' }).click();
    await expect(findAccountForm(page).email).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(findLoginDialog(page).dialog).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in / Sign up' })).toBeVisible();
    await expect(findLoginDialog(page).dialog).toHaveCount(0);
  });
});

test.describe('a guest at a dashboard', () => {
  test('is asked to sign in on the free page, with the reason', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/$/);
    const { dialog, reason } = findLoginDialog(page);
    await expect(reason).toBeVisible();
    await expect(dialog).toHaveAccessibleDescription(t(pageMessages.signInForDashboard));
    await expect(findAccountForm(page).email).toBeFocused();
    await expectNoViolation(page);
    await expectNoOverhang(page);
  });

  test('returns to it after signing in, and may decline', { tag: '@long' }, async ({ page }) => {
    const person = await signUp(page);
    await endSession(page);
    await page.goto('/Dashboard');
    await logIn(page, person);
    await expect(page).toHaveURL(/\/Dashboard$/);
    await expect(findDashboard(page).heading).toContainText('Welcome, ');
    await endSession(page);
    await page.goto('/dashboard');
    await findLoginDialog(page).close.click();
    await expect(findLoginDialog(page).dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(freePageMessages.heading));
  });

  test('with the premium plan returns to the premium one', { tag: '@long' }, async ({
    page,
    mailServer,
    complaints,
  }) => {
    const person = await signUpPremium(page, mailServer);
    await endSession(page);
    await page.goto('/DashboardPremium');
    await expect(findLoginDialog(page).reason).toBeVisible();
    await logIn(page, person);
    await expect(page).toHaveURL(/\/DashboardPremium$/);
    ignoreRefusals(complaints);
  });

  test('may register instead', { tag: '@long' }, async ({ page }) => {
    await page.goto('/dashboard');
    await findLoginDialog(page).dialog.getByRole('link', { name: 'Register' }).click();
    await register(page, makePerson());
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe('a visitor who shares a narration', () => {
  const findShare = (page: Page) => {
    const dialog = page.getByRole('dialog', { name: t(sharingMessages.title) });
    return {
      open: page.getByRole('button', { name: t(sharingMessages.share), exact: true }),
      dialog,
      signIn: dialog.getByRole('button', { name: t(sharingMessages.signInNow) }),
      save: dialog.getByRole('button', { name: t(sharingMessages.saveNow) }),
      create: dialog.getByRole('button', { name: t(sharingMessages.create) }),
    };
  };

  test('signs in and is back at it, with its links', async ({ page }) => {
    const person = await signUp(page);
    await endSession(page);
    await page.goto('/');
    const { script } = findStudio(page);
    await script.fill('A boat leaves.');
    const share = findShare(page);
    await share.open.click();
    await expectNoViolation(page);
    await share.signIn.click();
    await expect(findLoginDialog(page).dialog).toHaveAccessibleDescription(t(pageMessages.signInToShare));
    await logIn(page, person);
    await expect(share.dialog).toBeVisible();
    await share.save.click();
    await expect(share.create).toBeVisible();
    await share.dialog.getByRole('button', { name: t(pageMessages.close) }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(script).toHaveValue('A boat leaves.');
  });

  test('may register instead', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    await findStudio(page).script.fill('A boat leaves.');
    const share = findShare(page);
    await share.open.click();
    await share.signIn.click();
    await findLoginDialog(page).dialog.getByRole('link', { name: 'Register' }).click();
    await register(page, makePerson());
    await expect(share.save).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\?share=?$/);
  });
});

test('is not asked to log in after logging out', async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard');
  await logOut(page);
  await expect(page.getByRole('button', { name: 'Sign in / Sign up' })).toBeVisible();
  await expect(findLoginDialog(page).dialog).toHaveCount(0);
});

test.describe('a wrong login', () => {
  test('is shown under the field until it is changed', async ({ page, complaints }) => {
    const person = await signUp(page);
    await endSession(page);
    const alerts = collectAlerts(page);
    await page.goto('/login');
    await logIn(page, { ...person, password: 'not this one' });
    await expect.poll(() => alerts).toEqual(['Invalid email or password']);
    const { email, password } = findAccountForm(page);
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toHaveAccessibleDescription('Invalid email or password');
    await expect(page.getByText('Invalid email or password')).toBeVisible();
    await expect(email).not.toHaveAttribute('aria-invalid', 'true');
    await expectNoViolation(page);
    await password.press('End');
    await password.press('x');
    await expect(page.getByText('Invalid email or password')).toHaveCount(0);
    await expect(password).not.toHaveAttribute('aria-invalid', 'true');
    ignoreRefusals(complaints);
  });

  test('with an invalid address is shown under that field', { tag: '@long' }, async ({
    page,
    complaints,
  }) => {
    const alerts = collectAlerts(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
    await logIn(page, makePerson({ email: 'nobody' }));
    await expect.poll(() => alerts).toEqual([t(formErrors.badAddress)]);
    const { email, password } = findAccountForm(page);
    await expect(email).toHaveAccessibleDescription(t(formErrors.badAddress));
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(password).not.toHaveAttribute('aria-invalid', 'true');
    ignoreRefusals(complaints);
  });
});
