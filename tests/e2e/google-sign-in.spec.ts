import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { findAccountForm, findDashboard, logOut } from './account-page.ts';
import { test as base, expect, ignoreRefusals } from './fixtures.ts';
import { signUp } from './people.ts';
import { collectAlerts } from './studio-page.ts';

/** The product with a real identity provider in place of Google. */
const test = base.extend<object, { provider: IdentityProvider; server: ServerProcess }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const provider = await startIdentityProvider(() => `${publicUrl}/api/auth/callback/google`);
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      await using server = await startServerProcess({ TRUST_PROXY: '127.0.0.1', ...provider.environment });
      publicUrl = `http://localhost:${server.port}`;
      await use(server);
    },
    { scope: 'worker' },
  ],
});

/** Known once the server listens; the provider reads it later. */
let publicUrl = '';

function makeGooglePerson() {
  const sub = randomUUID();
  return { sub, email: `grace-${sub}@example.org`, emailVerified: true, name: 'Grace Hopper' };
}

/** Clicks one of our buttons. @returns the window that opens */
async function openWindow(page: Page, button: 'loginWithGoogle' | 'registerWithGoogle'): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await findAccountForm(page)[button].click();
  const popup = await opening;
  await expect(popup.getByRole('link', { name: 'Continue' })).toBeVisible();
  return popup;
}

test('signing in with Google in a window leads to the dashboard, the first time and again', async ({
  page,
  provider,
}) => {
  provider.signInAs(makeGooglePerson());
  await page.goto('/register');
  const first = await openWindow(page, 'registerWithGoogle');
  await first.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(findDashboard(page).heading).toHaveText('Welcome, Grace Hopper');
  await expect.poll(() => first.isClosed()).toBe(true);
  await logOut(page);

  await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
  const again = await openWindow(page, 'loginWithGoogle');
  await again.getByRole('link', { name: 'Continue' }).click();
  await expect(findDashboard(page).heading).toHaveText('Welcome, Grace Hopper');
});

test('a refusal in the window shows an alert, and the page stays usable', { tag: '@long' }, async ({
  page,
  provider,
}) => {
  const alerts = collectAlerts(page);
  provider.signInAs(makeGooglePerson());
  await page.goto('/login');
  const popup = await openWindow(page, 'loginWithGoogle');
  await popup.getByRole('link', { name: 'Cancel' }).click();
  await expect.poll(() => alerts).toEqual([t(accountMessages.providerRefused, { provider: 'Google' })]);
  const again = await openWindow(page, 'loginWithGoogle');
  await again.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('closing the window shows an alert, and the page stays usable', { tag: '@long' }, async ({
  page,
  provider,
}) => {
  const alerts = collectAlerts(page);
  provider.signInAs(makeGooglePerson());
  await page.goto('/login');
  const popup = await openWindow(page, 'loginWithGoogle');
  await expect(page.getByText('Waiting for the Google window.')).toBeVisible();
  await popup.close();
  await expect.poll(() => alerts).toEqual(['Sign-in popup was closed before completing']);
  await expect(page.getByText('Waiting for the Google window.')).toBeHidden();
  const again = await openWindow(page, 'loginWithGoogle');
  await again.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('messages of other websites are ignored while the window is open', {
  tag: '@long',
}, async ({ page, provider }) => {
  const alerts = collectAlerts(page);
  provider.signInAs(makeGooglePerson());
  await page.goto('/login');
  const popup = await openWindow(page, 'loginWithGoogle');
  expect(new URL(popup.url()).origin).not.toBe(new URL(page.url()).origin);
  await popup.evaluate(() => {
    const type = 'better-auth:oauth-popup';
    for (const word of [{ error: { code: 'access_denied' } }, { token: 'made up', redirectTo: '/premium' }])
      for (const nonce of ['', 'n', undefined]) window.opener.postMessage({ type, nonce, ...word }, '*');
  });
  await expect(page.getByText('Waiting for the Google window.')).toBeVisible();
  expect((await page.request.get('/api/me')).status()).toBe(401);
  await popup.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(alerts).toEqual([]);
});

test('a blocked window shows an alert', async ({ page }) => {
  const alerts = collectAlerts(page);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/login');
  await findAccountForm(page).loginWithGoogle.click();
  await expect.poll(() => alerts).toEqual(['Sign-in popup was blocked by the browser']);
});

test('a window that Cross-Origin-Opener-Policy cuts off signs in all the same', { tag: '@long' }, async ({
  page,
  provider,
}) => {
  const alerts = collectAlerts(page);
  provider.signInAs(makeGooglePerson());
  // With a provider's Cross-Origin-Opener-Policy the window seems closed to the page.
  await page.addInitScript(() => {
    const { open } = window;
    window.open = (...args) => {
      open.call(window, ...args);
      return new Proxy(window, { get: (_, key) => (key === 'closed' ? true : () => {}) });
    };
    let hasFocus = false;
    document.hasFocus = () => hasFocus;
    window.addEventListener('come back', () => {
      hasFocus = true;
    });
  });
  await page.goto('/login');
  const popup = await openWindow(page, 'loginWithGoogle');
  await popup.evaluate(() => {
    window.opener = null;
  });
  await popup.getByRole('link', { name: 'Continue' }).click();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('come back')));
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(alerts).toEqual([]);
});

test('a second click brings the open window to the front instead of opening another', {
  tag: '@long',
}, async ({ page, context, provider }) => {
  const alerts = collectAlerts(page);
  provider.signInAs(makeGooglePerson());
  await page.goto('/login');
  const popup = await openWindow(page, 'loginWithGoogle');
  await findAccountForm(page).loginWithGoogle.click();
  expect(context.pages()).toHaveLength(2);
  await popup.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(alerts).toEqual([]);
});

/** Signs in with an unverified Google address that has an account here, and reads the refusal. */
async function expectTakenAddressRefused(page: Page, provider: IdentityProvider): Promise<void> {
  const alerts = collectAlerts(page);
  const { email } = await signUp(page);
  await page.context().clearCookies();
  provider.signInAs({ ...makeGooglePerson(), email, emailVerified: false });
  await page.goto('/login');
  const popup = await openWindow(page, 'loginWithGoogle');
  await popup.getByRole('link', { name: 'Continue' }).click();
  await expect.poll(() => alerts).toEqual([t(accountMessages.accountExists)]);
}

test('an address that Google has not verified is not joined to the account here, and the page says why', async ({
  page,
  provider,
  complaints,
}) => {
  await expectTakenAddressRefused(page, provider);
  await expect(page).toHaveURL(/\/login$/);
  ignoreRefusals(complaints);
});

test('the reason is shown also when it arrives after the window has closed', { tag: '@long' }, async ({
  page,
  provider,
  complaints,
}) => {
  // Delays messages until after the closing is noticed, as on a busy machine.
  await page.addInitScript(() => {
    const listen = window.addEventListener.bind(window);
    window.addEventListener = ((type: string, listener: (event: Event) => void, options?: object) =>
      listen(
        type,
        type === 'message' ? event => setTimeout(() => listener(event), 1500) : listener,
        options,
      )) as typeof window.addEventListener;
  });
  await expectTakenAddressRefused(page, provider);
  ignoreRefusals(complaints);
});

test('a provider that is down is reported, and the page stays usable', { tag: '@long' }, async ({
  page,
  startOwnServer,
}) => {
  const gone = await startIdentityProvider(() => '');
  await gone.close();
  const server = await startOwnServer({ TRUST_PROXY: '127.0.0.1', ...gone.environment });
  const alerts = collectAlerts(page);
  await page.goto(`http://localhost:${server.port}/login`);
  await findAccountForm(page).loginWithGoogle.click();
  await expect.poll(() => alerts).toEqual([t(accountMessages.providerUnreachable, { provider: 'Google' })]);
  await expect(findAccountForm(page).login).toBeEnabled();
});
