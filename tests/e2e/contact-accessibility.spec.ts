import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { endpoint, fill, findContactForm, makeLetter } from './contact-page.ts';
import { expect, test } from './fixtures.ts';

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('the contact page has no axe violation: empty, filled in, and while it is sent', {
      tag: '@long',
    }, async ({ page }) => {
      await page.goto('/contact');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
      await expectNoViolation(page);
      await fill(page, makeLetter());
      await expectNoViolation(page);
      const { promise: never } = Promise.withResolvers<void>();
      await page.route(`**${endpoint}`, () => never);
      await findContactForm(page).send.click();
      await expect(findContactForm(page).sending).toBeVisible();
      await expectNoViolation(page);
    });
  });

for (const width of [360, 768, 1440, 1920])
  test(`nothing sticks out of the contact page at ${width} px`, {
    tag: width === 360 ? [] : '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/contact');
    await fill(page, makeLetter({ message: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(8) }));
    await expectNoOverhang(page);
    await expect(findContactForm(page).send).toBeVisible();
  });
