import type { Page } from '@playwright/test';
import { accountMessages } from '#shared/messages/accounts.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { planMessages } from '#shared/messages/plans.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { openShop } from '../support/shop.ts';
import { deliver, makeBuyer, makeEvent, webhookSecret } from '../support/stripe-events.ts';
import { type Buyer, makeSession, makeSubscription } from '../support/stripe-objects.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { findDashboard } from './account-page.ts';
import { expect, test } from './fixtures.ts';
import { openMailedLink, returnToTab, signUp, signUpVerified } from './people.ts';
import {
  chooseInPageMenu,
  chooseLanguage,
  fillStudio,
  findStudio,
  openFields,
  startEndlessNarration,
} from './studio-page.ts';

async function pay(url: string, buyer: Buyer): Promise<void> {
  const answer = await deliver(url, makeEvent('checkout.session.completed', makeSession(buyer)));
  expect(answer.status).toBe(200);
}

async function cancel(url: string, buyer: Buyer): Promise<void> {
  const ended = makeSubscription(buyer, 'canceled');
  expect((await deliver(url, makeEvent('customer.subscription.deleted', ended))).status).toBe(200);
}

/** By the link beside the welcome; beside a script by the menu. */
async function openPlan(page: Page): Promise<Page> {
  const { heading, plan } = findDashboard(page);
  await heading.waitFor();
  const opened = page.context().waitForEvent('page');
  if (await page.locator('[data-workspace]').isVisible())
    await chooseInPageMenu(page, t(dashboardMessages.getPremium));
  else await plan.click();
  return opened;
}

/** Whether the menu beside a script offers the plan. */
async function expectPlanOffered(page: Page, isOffered: boolean): Promise<void> {
  await page.getByRole('button', { name: t(workspaceMessages.menu), exact: true }).click();
  await expect(page.getByRole('menuitem', { name: t(dashboardMessages.account) })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t(dashboardMessages.getPremium) })).toHaveCount(
    isOffered ? 1 : 0,
  );
  await page.keyboard.press('Escape');
}

/** The draft of a dashboard, which must survive a change of plan. */
async function expectWork(page: Page): Promise<void> {
  const studio = findStudio(page);
  await expect(studio.preview).toBeVisible();
  await openFields(studio);
  await expect(studio.prompt).toHaveValue('Tell it calmly.');
  await expect(studio.language).toHaveText('Cymraeg · Welsh');
  await expect(studio.script).toHaveValue('A script with my own words.');
}

test('buying the plan makes the open dashboard premium, cancelling makes it standard, and the draft stays', {
  tag: '@long',
}, async ({ page, server, mailServer }) => {
  const person = await signUpVerified(page, mailServer);
  const buyer = makeBuyer(person.email);
  await page.goto('/dashboard');
  const studio = findStudio(page);
  await fillStudio(studio);
  await chooseLanguage(studio, 'Welsh');
  await studio.script.fill('A script with my own words.');
  const session = await page.context().cookies();

  const plans = await openPlan(page);
  await expect(plans.getByRole('heading', { level: 1 })).toHaveText(t(pageMessages.plans));
  await pay(server.url, buyer);
  // The dashboard polls the plan by itself.
  await expect(page).toHaveURL(/\/DashboardPremium$/);
  await expect(findDashboard(page).heading).toHaveText('Premium dashboard');
  await openFields(studio);
  await expect(findDashboard(page).left).toHaveText(
    t(studioMessages.narrationsLeft, { left: 500, count: 500 }),
  );
  await expectPlanOffered(page, false);
  await expectWork(page);
  const voice = page.getByRole('combobox', { name: 'Voice', exact: true });
  await voice.click();
  await page.getByRole('row', { name: /^Santa/ }).click();
  await expect(voice).toHaveText('Santa');

  await cancel(server.url, buyer);
  await returnToTab(page);
  await expect(page).toHaveURL(/\/Dashboard$/);
  await expectPlanOffered(page, true);
  await expectWork(page);
  await expect(studio.voice).toHaveText('Select a voice');
  await studio.generateAudio.click();
  await expect(studio.problem).toHaveText(t(studioMessages.selectVoice));
  expect(await page.context().cookies()).toEqual(session);
});

test('a plan that becomes premium during a narration takes effect after it', { tag: '@long' }, async ({
  page,
  server,
  mailServer,
}) => {
  const person = await signUpVerified(page, mailServer);
  await page.goto('/dashboard');
  const studio = await startEndlessNarration(page);
  await pay(server.url, makeBuyer(person.email));
  await returnToTab(page);
  await expect(studio.cancel).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await studio.cancel.click();
  await returnToTab(page);
  await expect(page).toHaveURL(/\/DashboardPremium$/);
  await expect(studio.prompt).toHaveValue('Tell it calmly.');
});

test('buying before the address is verified shows what is missing', { tag: '@long' }, async ({
  page,
  server,
  mailServer,
}) => {
  const person = await signUp(page);
  await page.goto('/dashboard');
  await openPlan(page);
  await pay(server.url, makeBuyer(person.email));
  await expect(page.getByText(t(dashboardMessages.confirmForPremium))).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  const other = await page.context().newPage();
  await openMailedLink(other, mailServer, person);
  await returnToTab(page);
  await expect(page).toHaveURL(/\/DashboardPremium$/);
});

test('where the server names a shop, the plans page links to it', {
  tag: '@long',
}, async ({ page, mailServer, startOwnServer }) => {
  await using shop = await openShop();
  const server = await startOwnServer({
    PREMIUM_PLAN_URL: shop.url,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Benshi <benshi@example.org>',
  });
  const url = `http://localhost:${server.port}`;
  await page.goto(`${url}/premium`);
  await expect(page.getByText(t(planMessages.payAtShop, { host: new URL(shop.url).host }))).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: t(accountMessages.register) })).toBeVisible();

  const person = await signUp(page, undefined, url);
  await page.goto(`${url}/dashboard`);
  const opened = await openPlan(page);
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Please pay');
  expect(opened.url()).toBe(shop.url);

  await page.goto(`${url}/premium`);
  await expect(page.getByText(person.email)).toBeVisible();
  const [fromPlans] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: t(planMessages.buy) }).click(),
  ]);
  await expect(fromPlans.getByRole('heading', { level: 1 })).toHaveText('Please pay');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoViolation(page);
  await expectNoOverhang(page);
});
