import { pagePaths } from '#shared/pages.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';

/** Where a visitor sees the first screen: dashboards need a session. */
const leadsHome: readonly string[] = ['/', '/dashboard', '/DashboardPremium'];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** In the quick run: the studio, a form and a text. */
const quick: readonly string[] = ['/', '/register', '/premium'];

/** Addresses of mails and redirects, with their parameters. */
const mailedPaths = ['/reset?token=none', '/login?error=SIGN_IN_TO_VERIFY', '/sign-in-link?token=none'];

for (const path of [...pagePaths, ...mailedPaths])
  test(`${path} has a title, a heading and no axe violation, and fits every width`, {
    tag: quick.includes(path) ? [] : '@long',
  }, async ({ page, complaints }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    // A screen without its own title would keep the first screen's.
    await expect(page).toHaveTitle(leadsHome.includes(path) ? /^Benshi · \S/u : /\S · Benshi$/u);
    await expectNoOverhang(page);
    await expectNoViolation(page);
    for (const width of [768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoOverhang(page);
    }
    // Of the set-up page, which asks whether it may.
    ignoreRefusals(complaints);
  });
