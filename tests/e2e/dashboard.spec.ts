import { languages } from '#shared/languages.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { findDashboard } from './account-page.ts';
import { expect, test } from './fixtures.ts';
import { makePremiumPerson, openMailedLink, signUp, signUpPremium } from './people.ts';
import { collectAlerts, expectStandardVoices, findLanguageList, findStudio } from './studio-page.ts';

test.describe('a dashboard', () => {
  test('has everything that the free page has, in 57 languages, and the way to the plan', async ({
    page,
  }) => {
    await signUp(page);
    await page.goto('/dashboard');
    const { language, voice, generateNarration } = findStudio(page);
    await language.click();
    await expect(findLanguageList(page).options).toHaveCount(languages.length);
    await page.keyboard.press('Escape');
    await expect(voice).toHaveText('Select a voice');
    await expectStandardVoices(page);
    await expect(generateNarration).toBeDisabled();
    const { plan, left } = findDashboard(page);
    await expect(plan).toHaveAttribute('target', '_blank');
    await expect(left).toHaveText(t(studioMessages.narrationsLeft, { left: 50, count: 50 }));
  });

  test('stands still, and scrolls in itself', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 500 });
    await signUp(page);
    await page.goto('/dashboard');
    await expect(findDashboard(page).left).toBeVisible();
    await findStudio(page).script.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => [window.scrollY, document.documentElement.scrollHeight])).toEqual([
      0, 500,
    ]);
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    await expect(findDashboard(page).logout).toBeInViewport();
  });

  test('of a premium person says who sees it', async ({ page, mailServer }) => {
    const { name } = await signUpPremium(page, mailServer);
    await page.goto('/DashboardPremium');
    await expect(page.getByText(`Welcome, ${name}. Only premium users see this screen.`)).toBeVisible();
    await expect(findDashboard(page).heading).toHaveText('Premium dashboard');
    await expect(findDashboard(page).plan).toHaveCount(0);
    await expect(findDashboard(page).left).toHaveText(
      t(studioMessages.narrationsLeft, { left: 500, count: 500 }),
    );
  });

  test('says so when the profile cannot be read, and shows the address', { tag: '@long' }, async ({
    page,
    complaints,
  }) => {
    const alerts = collectAlerts(page);
    const { email } = await signUp(page);
    await page.route('**/api/profile', route => route.abort());
    await page.goto('/dashboard');
    await expect.poll(() => alerts).toEqual(['An error occured while fetching user data']);
    await expect(findDashboard(page).heading).toHaveText(`Welcome, ${email}`);
    complaints.length = 0;
  });

  test('tells a listed person what is missing, sends the mail again, and becomes premium', async ({
    page,
    mailServer,
  }) => {
    const person = await signUp(page, makePremiumPerson());
    await mailServer.waitForMail(person.email, t(mailMessages.verificationSubject));
    await page.goto('/');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText(t(dashboardMessages.confirmForPremium))).toBeVisible();
    await page.getByRole('button', { name: t(dashboardMessages.resendVerification) }).click();
    await expect(page.getByText(t(dashboardMessages.verificationSent))).toBeVisible();
    await openMailedLink(page, mailServer, person);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/DashboardPremium$/);
  });
});
