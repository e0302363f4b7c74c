import { test as base, expect } from '@playwright/test';
import { makeUnknownAddress } from '../support/lockout.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { webhookSecret } from '../support/stripe-events.ts';
import { premiumEmails } from './people.ts';

/** Prefix of console lines about failures that the page shows, too. */
export const shownFailurePrefix = 'Shown in the page:';

interface WorkerFixtures {
  /** A real mail server that receives the mails of our server. */
  mailServer: MailServer;
  /** Our own server with offline engines, on a free port, with a data folder that is deleted afterwards. */
  server: ServerProcess;
}

interface TestFixtures {
  /** Console complaints of the browser; a test fails when any is left. Remove the expected ones. */
  complaints: string[];
  /** Starts a server for one test. It stops after the pages of the test. */
  startOwnServer: (...options: Parameters<typeof startServerProcess>) => Promise<ServerProcess>;
}

/** Playwright's `test` with the product running behind `page.goto('/')`; console complaints fail the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const mailServer = await startMailServer();
      await use(mailServer);
      await mailServer.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mailServer }, use) => {
      await using server = await startServerProcess({
        // Each test comes from its own address, so that rate limits do not add up.
        TRUST_PROXY: '127.0.0.1',
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Benshi <benshi@example.org>',
        STANDARD_NARRATIONS_PER_DAY: '50',
        PREMIUM_NARRATIONS_PER_DAY: '500',
        PREMIUM_EMAILS: premiumEmails.join(','),
        STRIPE_WEBHOOK_SECRET: webhookSecret,
      });
      await use(server);
    },
    { scope: 'worker' },
  ],
  // The host of mailed links and of Google's redirect, so that cookies are shared.
  baseURL: async ({ server }, use) => use(`http://localhost:${server.port}`),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': makeUnknownAddress() }),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', error => complaints.push(error.message));
      page.on('console', message => {
        // Failures that the page shows are checked in the page.
        if (message.text().startsWith(shownFailurePrefix)) return;
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  startOwnServer: async ({ context }, use) => {
    await using servers = new AsyncDisposableStack();
    await use(async (...options) => servers.use(await startServerProcess(...options)));
    // A page whose server stops while it loads would complain.
    for (const page of context.pages()) await page.goto('about:blank');
  },
});

export { expect };

/** Removes the console lines that the browser itself writes for each refused request. */
export function ignoreRefusals(complaints: string[]): void {
  const others = complaints.filter(text => !/status of 4\d\d/.test(text));
  complaints.splice(0, complaints.length, ...others);
}
