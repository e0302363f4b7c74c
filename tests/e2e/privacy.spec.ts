import type { Page } from '@playwright/test';
import { type Message, t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { privacyMessages } from '#shared/messages/privacy.ts';
import { privacyFacts, privacyPeriods, privacyRecipients } from '#shared/messages/privacy-facts.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

function findThing(page: Page, title: string) {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true, level: 3 }) });
}

async function openFullList(page: Page): Promise<void> {
  await page.getByText(t(privacyMessages.fullList)).click();
}

/** A row of the table, by its label. */
function findRow(page: Page, what: Message) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: t(what), exact: true }) });
}

test.describe('the privacy page', () => {
  test('is linked in the footer of every public page', { tag: '@long' }, async ({ page }) => {
    for (const from of ['/', '/contact', '/premium', '/login', '/register', '/reset']) {
      await page.goto(from);
      const site = page
        .getByRole('contentinfo')
        .getByRole('navigation', { name: t(pageMessages.siteNavigation) });
      await expect(site.getByRole('link')).toHaveText(['Home', 'Plans', 'Contact', 'Privacy']);
      await site.getByRole('link', { name: 'Privacy' }).click();
      await expect(page).toHaveURL(/\/privacy$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
    }
  });

  test('of an offline server says that nothing is sent, and how long data is kept', {
    tag: '@long',
  }, async ({ page, startOwnServer }) => {
    const server = await startOwnServer({ RETENTION_DAYS: '30' });
    await page.goto(`${server.url}/privacy`);
    await expect(findRow(page, privacyMessages.narration)).toContainText('30 days');
    await expect(page.getByRole('cell', { name: t(privacyMessages.nobody) })).toHaveCount(7);
    await openFullList(page);
    await expect(page.getByText(t(privacyMessages.noRecipients))).toBeVisible();
    await expect(findThing(page, t(privacyFacts.narrationLog))).toContainText('Kept: 30 days');
    await expect(findThing(page, t(privacyFacts.contactMessages))).toContainText('Kept: 30 days');
    await expect(findThing(page, t(privacyFacts.mails))).toContainText('7 days after they were sent');
    await expect(findThing(page, t(privacyFacts.mailFiles))).toContainText('Kept: 30 days');
    await expect(findThing(page, t(privacyFacts.backups))).toContainText(
      t(privacyPeriods.backups, { most: 3, time: '1 hour' }),
    );
    await expect(page.getByText(t(privacyFacts.embeddedDatabase))).toBeVisible();
  });

  test('of a server with providers names each and what it receives', { tag: '@long' }, async ({
    page,
    startOwnServer,
  }) => {
    const provider = await startOpenAiStandIn();
    const environment = {
      OPENAI_BASE_URL: provider.baseUrl,
      OPENAI_VISION_MODEL: 'llava-9',
      SMTP_URL: 'smtp://mail-user:mail-password@mail.example.org:587',
      MAIL_FROM: 'benshi@example.org',
      EMAILJS_ORIGIN: 'https://api.emailjs.com',
      GOOGLE_CLIENT_ID: 'an id',
      GOOGLE_CLIENT_SECRET: 'google-secret',
      AUTH_TOKEN_SYNC_URL: 'https://sync.example.org/session?key=sync-secret',
    };
    const server = await startOwnServer(environment);
    await page.goto(`${server.url}/privacy`);
    await expect(findRow(page, privacyMessages.video)).toContainText('our own AI server');
    await expect(findRow(page, privacyMessages.messages)).toContainText('mail.example.org, api.emailjs.com');
    await expect(findRow(page, privacyMessages.account)).toContainText('Google, sync.example.org');
    await openFullList(page);
    const own = findThing(page, 'our own AI server');
    await expect(own).toContainText(t(privacyRecipients.visionGets));
    await expect(own).toContainText(t(privacyRecipients.scriptBy, { model: 'llava-9' }));
    await expect(
      findThing(page, t(privacyRecipients.mailServer, { host: 'mail.example.org' })),
    ).toContainText(t(privacyRecipients.mailServerGets));
    await expect(findThing(page, 'api.emailjs.com')).toContainText(t(privacyRecipients.contactFormGets));
    await expect(findThing(page, 'Google')).toContainText(
      t(privacyRecipients.signInGets, { provider: 'Google' }),
    );
    await expect(findThing(page, 'sync.example.org')).toContainText(t(privacyRecipients.tokenSyncGets));
    await expect(findThing(page, t(privacyFacts.narrationLog))).toContainText('Kept: 365 days');
    await expect(page.getByText(t(privacyFacts.mailFiles))).toHaveCount(0);
    const answer = await (await fetch(`${server.url}/api/privacy`)).text();
    expect(answer).not.toMatch(/mail-user|mail-password|google-secret|sync-secret|an id/u);
    await provider.close();
  });

  test('of a server that records errors names where they go', { tag: '@long' }, async ({
    page,
    startOwnServer,
  }) => {
    const environment = { SENTRY_DSN: 'https://0123456789abcdef@errors.example.org/1' };
    const server = await startOwnServer(environment);
    await page.route('https://errors.example.org/**', route => route.fulfill({ status: 200 }));
    // The recorder loads after the page, and must not outlive the server.
    await page.goto(`${server.url}/privacy`, { waitUntil: 'networkidle' });
    await expect(findRow(page, privacyMessages.errors)).toContainText('errors.example.org');
    await openFullList(page);
    await expect(findThing(page, 'errors.example.org')).toContainText(t(privacyRecipients.errorRecorderGets));
  });

  test('has no axe violation and fits a phone', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/privacy');
    await openFullList(page);
    await expect(findThing(page, t(privacyFacts.session))).toBeVisible();
    await expectNoViolation(page);
    await expectNoOverhang(page);
  });
});
