import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { personalDataSchema } from '#shared/api/privacy.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { accountMessages } from '#shared/messages/accounts.ts';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages } from '#shared/messages/own-account.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { logIn } from './account-page.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { openMailedLink, signUp } from './people.ts';
import { collectAlerts } from './studio-page.ts';

const signOut = t(freePageMessages.accountDeleted);

function findDeletion(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(ownAccountMessages.deleteQuestion) });
  return {
    open: page.getByRole('button', { name: t(ownAccountMessages.deleteAccount) }),
    dialog,
    password: dialog.getByLabel('Password'),
    confirm: dialog.getByRole('button', { name: t(ownAccountMessages.deleteForever) }),
    problem: dialog.getByRole('alert'),
  };
}

function findChange(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(ownAccountMessages.changePassword) });
  return {
    open: page.getByRole('button', { name: t(ownAccountMessages.changePassword) }),
    dialog,
    present: dialog.getByLabel(t(ownAccountMessages.currentPassword)),
    fresh: dialog.getByLabel(t(accountMessages.newPassword)),
    missing: dialog.getByRole('status').getByRole('listitem').filter({ hasText: 'Missing:' }),
    problem: dialog.getByRole('alert'),
  };
}

test.describe('the account page', () => {
  test('is reached from the dashboard, and exports all data in a file', async ({ page, mailServer }) => {
    const person = await signUp(page);
    await openMailedLink(page, mailServer, person);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(ownAccountMessages.title));
    await expect(page.getByText(`You are signed in as ${person.email}`)).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: t(ownAccountMessages.download) }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('benshi-account.json');
    const data = personalDataSchema.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
    expect(data.account).toMatchObject({ name: person.name, email: person.email, emailVerified: true });
    await page.getByRole('link', { name: t(pageMessages.dashboard) }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('deletes the account by keyboard, only with the right password', {
    tag: '@long',
  }, async ({ page, complaints }) => {
    const person = await signUp(page);
    await page.goto('/account');
    const deletion = findDeletion(page);
    await deletion.open.press('Enter');
    await expect(deletion.password).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(deletion.dialog).toBeHidden();
    await expect(deletion.open).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('not my password');
    await page.keyboard.press('Enter');
    await expect(deletion.problem).toHaveText(t(accountErrors.wrongPassword));
    ignoreRefusals(complaints);
    await deletion.password.fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText(signOut)).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('button', { name: 'Sign in / Sign up' })).toBeVisible();
    const alerts = collectAlerts(page);
    await page.goto('/login');
    await logIn(page, person);
    await expect.poll(() => alerts).toEqual(['Invalid email or password']);
    ignoreRefusals(complaints);
  });

  test('signs out the dashboard in another tab, too', { tag: '@long' }, async ({
    page,
    context,
    complaints,
  }) => {
    const person = await signUp(page);
    await page.goto('/dashboard');
    const other = await context.newPage();
    await other.goto('/account');
    const deletion = findDeletion(other);
    await deletion.open.click();
    await deletion.password.fill(person.password);
    await deletion.confirm.click();
    await expect(other.getByText(signOut)).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(/\/$/);
    ignoreRefusals(complaints);
  });

  test('changes the password by keyboard, only with the old one, and stays signed in', {
    tag: '@long',
  }, async ({ page, complaints }) => {
    const person = await signUp(page);
    await page.goto('/account');
    const change = findChange(page);
    await change.open.press('Enter');
    await expect(change.present).toBeFocused();
    await page.keyboard.type('not my password');
    await page.keyboard.press('Tab');
    await page.keyboard.type('another loom of numbers');
    await page.keyboard.press('Enter');
    await expect(change.problem).toHaveText(t(accountErrors.wrongPassword));
    await change.present.fill(person.password);
    await change.fresh.fill('q7zp-9');
    await page.keyboard.press('Enter');
    await expect(change.missing).toHaveText(/At least 8 characters/);
    await change.fresh.fill('another loom of numbers');
    await expect(change.missing).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByText(t(ownAccountMessages.passwordSet))).toBeVisible();
    await expect(change.dialog).toBeHidden();
    await page.reload();
    await expect(page.getByText(`You are signed in as ${person.email}`)).toBeVisible();
    await page.context().clearCookies();
    await page.goto('/login');
    await logIn(page, { ...person, password: 'another loom of numbers' });
    await expect(page).toHaveURL(/\/dashboard$/);
    ignoreRefusals(complaints);
  });

  test('shows a new API token once, and revokes it, by keyboard', async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signUp(page);
    await page.goto('/account');
    const create = page.getByRole('button', { name: t(ownAccountMessages.createToken) }).first();
    await create.press('Enter');
    await expect(page.getByLabel(t(ownAccountMessages.tokenName))).toBeFocused();
    await page.keyboard.type('Nightly build');
    await page.getByRole('checkbox', { name: t(ownAccountMessages.readProjects) }).press('Space');
    await expectNoViolation(page);
    await page.keyboard.press('Enter');
    const shown = page.getByRole('textbox', { name: t(ownAccountMessages.token) });
    await expect(shown).toBeFocused();
    const token = await shown.inputValue();
    await expectNoViolation(page);
    const answer = await page.request.get(`${baseURL}/api/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status()).toBe(200);
    await page.keyboard.press('Escape');
    await expect(create).toBeFocused();
    const item = page.getByRole('listitem').filter({ hasText: 'Nightly build' });
    await expect(item).toContainText('May narrate and read your projects');
    expect(await page.content()).not.toContain(token);
    await expectNoOverhang(page);
    await item.getByRole('button', { name: 'Revoke “Nightly build”' }).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t(ownAccountMessages.revoke) })
      .press('Enter');
    await expect(item).toHaveCount(0);
    await expect(create).toBeFocused();
  });

  test('asks visitors to sign in', async ({ page }) => {
    await page.goto('/account');
    await expect(page.getByText(t(ownAccountMessages.signIn))).toBeVisible();
    const person = await signUp(page);
    await page.context().clearCookies();
    await logIn(page, person);
    await expect(page.getByText(`You are signed in as ${person.email}`)).toBeVisible();
    await expect(page).toHaveURL(/\/account$/);
  });

  test('has no axe violation and fits a phone', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signUp(page);
    await page.goto('/dashboard');
    await expectNoOverhang(page);
    await page.goto('/account');
    const deletion = findDeletion(page);
    await expect(deletion.open).toBeVisible();
    await expectNoViolation(page);
    await expectNoOverhang(page);
    const change = findChange(page);
    await change.open.click();
    await expect(change.present).toBeFocused();
    await expectNoViolation(page);
    await page.keyboard.press('Escape');
    await deletion.open.click();
    await expect(deletion.password).toBeFocused();
    await expectNoViolation(page);
  });
});
