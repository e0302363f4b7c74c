import type { Page } from '@playwright/test';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages } from '#shared/messages/own-account.ts';
import { startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { toPattern } from '../support/message-pattern.ts';
import { writePrices } from '../support/metered-engines.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { makePremiumPerson, openMailedLink, signUp } from './people.ts';
import { chooseVoice, fillVideoAndPrompt, findStudio, openPanel } from './studio-page.ts';
import { findVoiceList } from './voice-list-page.ts';

/** The stand-in for speech charges by characters, all others by tokens. */
const provider = 'our own AI server';
const prices = [
  { provider, models: ['eleven_*'], dollarsPerMillion: { characters: 15 } },
  { provider, models: ['*'], dollarsPerMillion: { textTokensIn: 1, textTokensOut: 4 } },
];

/** The notes beside the button of a step. */
function findNotes(page: Page) {
  return page.getByText(/Estimated AI cost/);
}

test("a signed-in person sees the estimated cost, the actual cost, and the month's cost on the account page", {
  tag: '@long',
}, async ({ page, mailServer, startOwnServer }) => {
  await using folder = await makeTemporaryFolder();
  const standIn = await startOpenAiStandIn();
  const voices = await startElevenLabsStandIn();
  try {
    const person = makePremiumPerson();
    const server = await startOwnServer({
      OPENAI_BASE_URL: standIn.baseUrl,
      ELEVENLABS_BASE_URL: voices.baseUrl,
      PRICES_FILE: await writePrices(folder, prices),
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Benshi <benshi@example.org>',
      PREMIUM_EMAILS: person.email,
    });
    const url = `http://localhost:${server.port}`;
    await signUp(page, person, url);
    await openMailedLink(page, mailServer, person);
    await page.goto(`${url}/account`);
    await expect(page.getByRole('heading', { name: t(ownAccountMessages.export) })).toBeVisible();
    await expect(page.getByText('AI costs in')).toBeHidden();

    await page.goto(`${url}/DashboardPremium`);
    const studio = findStudio(page);
    const list = findVoiceList(page);
    await expect(studio.generateNarration).toBeVisible();
    await expect(findNotes(page)).toBeHidden();
    await fillVideoAndPrompt(studio);
    await list.field.click();
    await list.voice('Rachel').click();
    // Vision: 1,200 + 10 × 1,120 tokens in, 1,000 out. Script: 2,200 in, 14 out.
    await expect(findNotes(page)).toHaveText([t(dashboardMessages.estimate, { amount: '$0.019' })]);
    await studio.generateNarration.click();
    await expect(studio.script).not.toHaveValue('');
    // To write again costs less than to look again, too.
    await openPanel(page, 'brief');
    await expect(findNotes(page)).toHaveText([
      toPattern(dashboardMessages.lastCost, { amount: '\\$0\\.003' }),
      t(dashboardMessages.estimate, { amount: '$0.002' }),
    ]);

    await openPanel(page, 'voices');
    await studio.script.fill('A dog runs along the beach. '.repeat(20));
    await expect(findNotes(page)).toHaveText(t(dashboardMessages.estimate, { amount: '$0.009' }));
    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
    await expect(findNotes(page)).toContainText(t(dashboardMessages.lastCost, { amount: '$0.008' }));
    await expectNoViolation(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoOverhang(page);

    await page.goto(`${url}/account`);
    const section = page.locator('section').filter({ hasText: 'AI costs in' });
    await expect(section.getByRole('listitem')).toHaveText([
      t(ownAccountMessages.costVision, { amount: '$0.001' }),
      t(ownAccountMessages.costScript, { amount: '$0.001' }),
      t(ownAccountMessages.costSpeech, { amount: '$0.008' }),
    ]);
    await expectNoViolation(page);
    await expectNoOverhang(page);
  } finally {
    await standIn.close();
    await voices.close();
  }
});

test('offline, no cost is shown', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  await page.goto('/dashboard');
  const studio = findStudio(page);
  const estimated = page.waitForResponse(/\/api\/costs\/estimate/);
  await fillVideoAndPrompt(studio);
  await chooseVoice(studio, 'nova');
  expect(await (await estimated).json()).toEqual({ look: null, script: null, speech: null, write: null });
  await studio.script.fill('A dog runs.');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(page.getByText(/\bcosts?\b|\$\d/)).toBeHidden();
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: t(ownAccountMessages.export) })).toBeVisible();
  await expect(page.getByText(/\bcosts?\b|\$\d/)).toBeHidden();
});
