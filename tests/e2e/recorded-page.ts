import type { Page } from '@playwright/test';
import type { MailServer } from '../support/mail-server.ts';
import { type SentryCollector, startSentryCollector } from '../support/sentry-collector.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { expect, test as plainTest } from './fixtures.ts';

/** `test` with a server whose pages record errors, and a collector that receives them. */
export const test = plainTest.extend<{ collector: SentryCollector; recordedServer: ServerProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  collector: async ({}, use) => {
    await using collector = await startSentryCollector();
    await use(collector);
  },
  recordedServer: async (
    { collector, mailServer }: { collector: SentryCollector; mailServer: MailServer },
    use,
  ) => {
    await using server = await startServerProcess({
      SENTRY_DSN: collector.dsn,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Benshi <benshi@example.org>',
      FREE_NARRATIONS_PER_DAY: '1',
    });
    await use(server);
  },
  // Another header would cause a preflight request to the collector.
  extraHTTPHeaders: {},
  baseURL: async ({ recordedServer }, use) => use(`http://localhost:${recordedServer.port}`),
});

export const recorderChunk = /\/assets\/record-errors-[^/]*\.js$/;

export async function openRecorded(page: Page, address: string): Promise<void> {
  const loaded = page.waitForEvent('requestfinished', request => recorderChunk.test(request.url()));
  await page.goto(address);
  await loaded;
  // The SDK sets this global when it has started.
  await page.waitForFunction(() => '__SENTRY__' in window);
}

export async function throwInPage(page: Page, message: string, complaints: string[]): Promise<void> {
  const broken = page.waitForEvent('pageerror');
  await page.evaluate(text => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);
  await broken;
  complaints.splice(0, complaints.length, ...complaints.filter(line => line !== message));
}

/** Waits until the current state is recorded. A recording is sent only after a change. */
export async function expectNextRecording(page: Page, collector: SentryCollector): Promise<void> {
  const before = collector.countRecordings();
  await page.evaluate(() => document.body.toggleAttribute('data-changed'));
  await expect.poll(() => collector.countRecordings()).toBeGreaterThan(before);
}

/** Texts of the recorded errors, in order. */
export const readMessages = (collector: SentryCollector) =>
  collector
    .readEvents()
    .flatMap(event => event.exception.values.map((each: { value: string }) => each.value));

/** The recorded calls to one of our addresses. */
export const findCalls = (collector: SentryCollector, path: string) =>
  collector.readCalls().filter(call => new URL(call.address, 'http://localhost').pathname === path);

/** Expects that all recorded bytes are text without these secrets, pictures and sound, also not as base64. */
export function expectNothingPrivate(collector: SentryCollector, secrets: readonly string[]): void {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(collector.readBytes());
  expect(text.length).toBeGreaterThan(1000);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(encodeURIComponent(secret));
  }
  // Binary data decoded as text contains this character.
  expect(text).not.toContain('\uFFFD');
  expect(text).not.toMatch(/\/9j\/|data:(?:image\/jpeg|audio|video)|[A-Za-z0-9+/]{400}/u);
  expect(text).not.toMatch(/\n(?:cookie|authorization)\n/iu);
  expect(collector.readCalls().filter(call => call.address.includes('/api/auth'))).toEqual([]);
}
