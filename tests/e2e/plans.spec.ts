import { accountMessages } from '#shared/messages/accounts.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { planMessages } from '#shared/messages/plans.ts';
import { plainText } from '../support/plain-text.ts';
import { expect, test } from './fixtures.ts';
import { signUp } from './people.ts';

test.describe('the page of plans', () => {
  test('compares what each plan includes on this server, and says how to come to premium', async ({
    page,
  }) => {
    await page.goto('/premium');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(pageMessages.plans));
    await expect(page.getByRole('row', { name: /^Languages/ })).toHaveText('Languages285757');
    await expect(page.getByRole('row', { name: /^Narrations per day/ })).toContainText('500');
    await expect(page.getByRole('row', { name: /^Voices/ })).toHaveText('Voices5546');
    // Everybody chooses from a list with samples.
    await expect(page.getByRole('row', { name: /^Voice previews/ })).toHaveText(
      'Voice previewsAll voicesAll voicesAll voices',
    );
    await expect(page.getByText(t(planMessages.spokenOffline))).toBeVisible();
    await expect(page.getByText(plainText(t(planMessages.askToPay)))).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: t(accountMessages.register) })
      .click();
    await expect(page).toHaveURL(/\/register$/);
  });

  test('is where the link of the standard dashboard leads, in a new tab', async ({ page, context }) => {
    await signUp(page);
    await page.goto('/dashboard');
    const [plans] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: t(dashboardMessages.getPremium) }).click(),
    ]);
    await expect(plans.getByRole('heading', { level: 1 })).toHaveText(t(pageMessages.plans));
  });
});
