import { test as base, expect } from '@playwright/test';
import { makeStrangeAddress } from '../support/lockout.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { webhookSecret } from '../support/stripe-events.ts';
import { premiumEmails } from './people.ts';

/** How a line in the console begins that tells of something which the page tells as well. */
export const shownFailure = 'Shown in the page:';

interface WorkerFixtures {
  /** A real mail server, which gets what our server sends. */
  mailServer: MailServer;
  /** Our own server with offline engines, on a free port, with a data folder that is deleted with it. */
  server: ServerProcess;
}

interface TestFixtures {
  /** What the browser complained about; a test fails when it is not empty. Take expected lines out. */
  complaints: string[];
  /** Starts a server for one test. It ends once no page of the test asks it for anything. */
  startOwnServer: (...options: Parameters<typeof startServerProcess>) => Promise<ServerProcess>;
}

/** Playwright's `test` with the product running behind `page.goto('/')`, and no complaint of the browser allowed. */
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
        // So that each test comes from an address of its own, and the limits of one do not count for the next.
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
  // The name in mailed links and for Google's way back, so that cookies hold for all of them.
  baseURL: async ({ server }, use) => use(`http://localhost:${server.port}`),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': makeStrangeAddress() }),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', error => complaints.push(error.message));
      page.on('console', message => {
        // What the page told a person is no complaint: the tests read it in the page.
        if (message.text().startsWith(shownFailure)) return;
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
    // A page whose server ends while it still loads something complains of that.
    for (const page of context.pages()) await page.goto('about:blank');
  },
});

export { expect };

/** The browser itself writes each refusal of the server into its console: where refusing is right, so is that line. */
export function forgetRefusals(complaints: string[]): void {
  const others = complaints.filter(text => !/status of 4\d\d/.test(text));
  complaints.splice(0, complaints.length, ...others);
}
