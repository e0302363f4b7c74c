import type { Page } from '@playwright/test';
import { accountMessages } from '#shared/messages/accounts.ts';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { findAccountForm, findDashboard, logOut, register } from './account-page.ts';
import { expect, test } from './fixtures.ts';
import { makePerson, returnToTab, signUp, signUpPremium } from './people.ts';

/** Final address for each role and opened address. */
const ends = {
  visitor: {
    '/': '/',
    '/login': '/login',
    '/register': '/register',
    '/reset': '/reset',
    '/dashboard': '/',
    '/Dashboard': '/',
    '/DashboardPremium': '/',
  },
  standard: {
    '/': '/dashboard',
    '/login': '/dashboard',
    '/register': '/dashboard',
    '/reset': '/dashboard',
    '/dashboard': '/dashboard',
    '/Dashboard': '/Dashboard',
    '/DashboardPremium': '/Dashboard',
  },
  premium: {
    '/': '/DashboardPremium',
    '/login': '/DashboardPremium',
    '/register': '/DashboardPremium',
    '/reset': '/DashboardPremium',
    '/dashboard': '/DashboardPremium',
    '/Dashboard': '/DashboardPremium',
    '/DashboardPremium': '/DashboardPremium',
  },
} as const;

const signUpAs = {
  visitor: async () => {},
  standard: (page: Page) => signUp(page),
  premium: signUpPremium,
};

for (const role of ['visitor', 'standard', 'premium'] as const)
  test(`every address redirects a ${role} to the right page, and shows nothing else on the way`, {
    tag: role === 'visitor' ? [] : '@long',
  }, async ({ page, mailServer }) => {
    await signUpAs[role](page, mailServer);
    await recordHeadings(page);
    for (const [address, end] of Object.entries(ends[role])) {
      await page.goto(address);
      await expect(page).toHaveURL(url => url.pathname === end);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await readHeadings(page)).toEqual([headings[end]]);
    }
  });

const headings = {
  '/': t(freePageMessages.heading),
  '/login': 'Login',
  '/register': t(accountMessages.createAccount),
  '/reset': 'Reset password',
  '/dashboard': 'Welcome',
  '/Dashboard': 'Welcome',
  '/DashboardPremium': 'Premium dashboard',
};

test('back and forward skip redirects', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
  await page.getByRole('link', { name: 'Register' }).click();
  await register(page, makePerson());
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goBack();
  // The free page redirects signed-in people forward again.
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(findDashboard(page).left).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/\/dashboard$/);
  await logOut(page);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  // The screen must be shown before going back.
  await expect(findAccountForm(page).sendReset).toBeVisible();
  await page.goBack();
  await expect(findAccountForm(page).login).toBeVisible();
  await page.goForward();
  await expect(findAccountForm(page).sendReset).toBeVisible();
});

test('signing out in another tab asks to sign in here, and signing in is noticed', {
  tag: '@long',
}, async ({ page, context }) => {
  const person = await signUp(page);
  await page.goto('/dashboard');
  await page.getByRole('textbox', { name: t(studioMessages.script), exact: true }).fill('Not finished yet.');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await logOut(other);
  await expect(other.getByRole('button', { name: 'Sign in / Sign up' })).toBeVisible();
  await returnToTab(page);
  const { signInAgain } = findDashboard(page);
  await expect(signInAgain).toBeVisible();
  await expect(findAccountForm(page).email).toHaveValue(person.email);
  await findAccountForm(page).password.fill(person.password);
  await findAccountForm(page).login.click();
  await expect(signInAgain).toBeHidden();
  await expect(page.getByRole('textbox', { name: t(studioMessages.script), exact: true })).toHaveValue(
    'Not finished yet.',
  );
  await returnToTab(other);
  await expect(other).toHaveURL(/\/dashboard$/);
});

interface RecordingWindow extends Window {
  headings: string[];
}

/** Records every first heading that is shown, however briefly. Call before opening a page. */
async function recordHeadings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { headings: seen });
    new MutationObserver(() => {
      // The name is added after the greeting.
      const text = document.querySelector('h1')?.textContent?.replace(/^Welcome, .*/, 'Welcome');
      if (text) seen.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

async function readHeadings(page: Page): Promise<string[]> {
  return [...new Set(await page.evaluate(() => (window as unknown as RecordingWindow).headings))];
}

test('after a change of screen the focus is at its top, and a screen reader reads it', async ({ page }) => {
  await page.goto('/register');
  await expect(findAccountForm(page).email).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
  await register(page, makePerson());
  await expect(findDashboard(page).heading).toContainText('Welcome, ');
  await expect(page.getByRole('main')).toBeFocused();
  await logOut(page);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();
});
