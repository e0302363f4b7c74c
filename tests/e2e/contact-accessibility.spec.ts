import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { endpoint, fill, findContactForm, makeLetter } from './contact-page.ts';
import { expect, test } from './fixtures.ts';

test('the contact page has no axe violation filled in and while sending, and fits every width', async ({
  page,
}) => {
  await page.goto('/contact');
  await fill(page, makeLetter({ message: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(8) }));
  for (const width of [1920, 1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverhang(page);
    await expect(findContactForm(page).send).toBeVisible();
  }
  const { promise: never } = Promise.withResolvers<void>();
  await page.route(`**${endpoint}`, () => never);
  await findContactForm(page).send.click();
  await expect(findContactForm(page).sending).toBeVisible();
  await expectNoViolation(page);
});
