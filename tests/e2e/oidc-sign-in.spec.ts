import { randomUUID } from 'node:crypto';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { findFreePort } from '../support/start-postgres.ts';
import { startServerProcess } from '../support/start-server.ts';
import { findAccountForm, findDashboard } from './account-page.ts';
import { test as base, expect } from './fixtures.ts';

/** A server for invited people, without passwords, with a provider of the operator's own. */
const test = base.extend<object, { provider: IdentityProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const provider = await startIdentityProvider(() => `${publicUrl}/api/auth/callback/oidc`);
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const port = await findFreePort();
      publicUrl = `http://localhost:${port}`;
      await using server = await startServerProcess({
        PORT: String(port),
        TRUST_PROXY: '127.0.0.1',
        ...provider.ownEnvironment,
        OIDC_NAME: 'Example',
        SIGN_UP: 'off',
        PASSWORD_SIGN_IN: 'off',
      });
      await use(server);
    },
    { scope: 'worker' },
  ],
});

let publicUrl = '';

for (const width of [360, 1440])
  test(`people sign in with the operator's provider, and see no password, at ${width} px`, async ({
    page,
    provider,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const sub = randomUUID();
    provider.signInAs({ sub, email: `${sub}@example.org`, emailVerified: true, name: 'Grace Hopper' });
    const form = findAccountForm(page);

    await page.goto('/register');
    await expect(
      page.getByText(t(accountMessages.signUpOffWithProvider, { provider: 'Example' })),
    ).toBeVisible();
    await expect(form.register).toHaveCount(0);
    await expect(form.registerWithGoogle).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Register with Example' })).toBeVisible();

    await page.goto('/reset');
    await expect(page.getByText('Nobody signs in with a password on this server.')).toBeVisible();

    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Sign in with Example' });
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(form.password).toHaveCount(0);
    await expect(form.login).toHaveCount(0);
    const opening = page.waitForEvent('popup');
    await button.click();
    const popup = await opening;
    await popup.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(findDashboard(page).heading).toHaveText('Welcome, Grace Hopper');

    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Password' })).toHaveCount(0);
  });
