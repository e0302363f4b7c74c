import { pagePaths } from '#shared/page-paths.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const path of pagePaths)
  test(`${path} has a title and a heading, no axe violation, and fits a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/\S+ · Benshi$|^Benshi · \S+/u);
    await expectNoViolation(page);
    await expectNoOverhang(page);
  });
