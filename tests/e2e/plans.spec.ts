import { expect, test } from './fixtures.ts';
import { signUp } from './people.ts';

test.describe('the page of plans', () => {
  test('compares what each plan includes on this server, and says how to come to premium', async ({
    page,
  }) => {
    await page.goto('/premium');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The plans');
    await expect(page.getByRole('row', { name: /^Languages/ })).toHaveText('Languages285757');
    await expect(page.getByRole('row', { name: /^Narrations a day/ })).toContainText('500');
    await expect(page.getByRole('row', { name: /^Voices/ })).toHaveText('Voices5546');
    // Everybody chooses from a list with samples.
    await expect(page.getByRole('row', { name: /^Hear a voice/ })).toHaveText(
      'Hear a voice before you choose itEvery oneEvery oneEvery one',
    );
    await expect(page.getByText('an offline engine speaks in their place')).toBeVisible();
    await expect(page.getByText('Whoever runs this server sells it; ask them')).toBeVisible();
    await page.getByRole('link', { name: 'register' }).click();
    await expect(page).toHaveURL(/\/register$/);
  });

  test('is where the link of the standard dashboard leads, in a new tab', async ({ page, context }) => {
    await signUp(page);
    await page.goto('/dashboard');
    const [plans] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Get the premium plan' }).click(),
    ]);
    await expect(plans.getByRole('heading', { level: 1 })).toHaveText('The plans');
  });
});
