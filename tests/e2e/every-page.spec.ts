import { pagePaths } from '#shared/page-paths.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

/** Where a stranger sees the first screen: dashboards are for those who are signed in. */
const leadsHome: readonly string[] = ['/', '/dashboard', '/DashboardPremium'];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** In the quick run: the studio, a form, a text, and somebody's own screen. */
const quick: readonly string[] = ['/', '/register', '/premium', '/dashboard'];

for (const path of pagePaths)
  test(`${path} has a title and a heading, no axe violation, and fits a phone`, {
    tag: quick.includes(path) ? [] : '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    // A screen without a title of its own would leave that of the first one.
    await expect(page).toHaveTitle(leadsHome.includes(path) ? /^Benshi · \S/u : /\S · Benshi$/u);
    await expectNoViolation(page);
    await expectNoOverhang(page);
  });
