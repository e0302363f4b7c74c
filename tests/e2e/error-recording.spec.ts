import { readFile } from 'node:fs/promises';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { findLink } from '../support/mail-server.ts';
import { findAccountForm, findDashboard, logIn, logOut, register } from './account-page.ts';
import { expect, ignoreRefusals, test as plainTest } from './fixtures.ts';
import { makePerson } from './people.ts';
import {
  expectNextRecording,
  expectNothingPrivate,
  findCalls,
  openRecorded,
  readMessages,
  recorderChunk,
  test,
  throwInPage,
} from './recorded-page.ts';
import { collectAlerts, fillStudio, findStudio, makeVideoFile, noVideo, openFields } from './studio-page.ts';

plainTest('without an address for errors no recorder is loaded', async ({ page }) => {
  const addresses: string[] = [];
  page.on('request', request => addresses.push(request.url()));
  const settings = page.waitForResponse('**/api/config');
  const answer = await page.goto('/');
  expect(await (await settings).json()).not.toHaveProperty('sentryDsn');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)));

  expect(answer?.headers()['content-security-policy']).toContain("connect-src 'self';");
  const scripts = addresses.filter(address => address.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  for (const address of scripts)
    expect(await (await page.request.get(address)).text()).not.toContain('sentry_key');
  expect(addresses.filter(address => !address.startsWith(new URL(page.url()).origin))).toEqual([]);
});

test('errors before and after the recorder loads are recorded once each, and it loads after the first paint', {
  tag: '@long',
}, async ({ page, collector, complaints }) => {
  const { promise: mayCome, resolve: letItCome } = Promise.withResolvers<void>();
  await page.route(recorderChunk, async route => {
    await mayCome;
    await route.continue();
  });
  const answer = await page.goto('/');
  expect(answer?.headers()['content-security-policy']).toContain(
    `connect-src 'self' ${new URL(collector.dsn).origin};`,
  );
  await throwInPage(page, 'broken while it was loading', complaints);
  letItCome();
  await page.waitForFunction(() => '__SENTRY__' in window);
  await throwInPage(page, 'broken later', complaints);
  // Each is its own request, and their order may change.
  await expect
    .poll(() => readMessages(collector).sort())
    .toEqual(['broken later', 'broken while it was loading']);

  const drawnBefore = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const chunk = performance.getEntriesByType('resource').find(({ name }) => name.includes('record-errors'));
    return (chunk?.startTime ?? 0) - (paint?.startTime ?? Number.POSITIVE_INFINITY);
  });
  expect(drawnBefore).toBeGreaterThan(0);
});

test('a part of the page that fails to load is recorded; an unknown address is not', {
  tag: '@long',
}, async ({ page, collector, complaints }) => {
  await page.goto('/nowhere');
  await expect(page.getByText('404')).toBeVisible();
  await page.route(/plans-page/, route => route.abort());
  await openRecorded(page, '/premium');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect.poll(() => readMessages(collector).at(-1)).toContain('Loading chunk "plans" failed');
  // `\b` so that it is not found within a port.
  expect(readMessages(collector).join()).not.toMatch(/nowhere|\b404\b/);
  complaints.splice(0);
});

test("a failure that the page shows is recorded, but not a person's mistake", {
  tag: '@long',
}, async ({ page, collector, complaints }) => {
  await openRecorded(page, '/');
  const { upload, problem } = findStudio(page);
  await upload.setInputFiles(noVideo);
  await expect(problem).toContainText('package.json');
  await page.route(/read-pictures.*\.js/, route => route.abort());
  await upload.setInputFiles(await makeVideoFile());
  await expect(problem).toContainText('Loading chunk "video reader" failed');
  await expect.poll(() => readMessages(collector).at(-1)).toContain('Loading chunk "video reader" failed');
  expect(readMessages(collector).join()).not.toContain('package.json');
  complaints.splice(0);
});

test('after an error our own calls are recorded, without frames and sound', {
  tag: '@long',
}, async ({ page, collector, complaints }) => {
  test.slow();
  // A stale allowance lets a second narration be tried.
  await page.route('**/api/free/allowance', route =>
    route.fulfill({ json: { limit: 1, remaining: 1, resetsAt: '2026-01-01T00:00:00.000Z' } }),
  );
  await openRecorded(page, '/');
  await throwInPage(page, 'broken on the first page', complaints);
  const studio = findStudio(page);
  await fillStudio(studio, 'Tell it like a calm evening story.');
  await studio.generateNarration.click();
  await expect(studio.script).not.toHaveValue('');
  await openFields(studio);
  await expect(studio.generateNarration).toBeEnabled();
  const script = await studio.script.inputValue();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), studio.download.click()]);
  expect((await readFile(await download.path())).length).toBeGreaterThan(1000);
  await page.getByRole('button', { name: t(studioMessages.lookAgain) }).click();
  await expect(studio.problem).toBeVisible();

  const findAnswers = () => findCalls(collector, '/api/free/analysis').map(call => call.response?.body);
  await expect
    .poll(findAnswers)
    .toEqual([
      expect.stringContaining('{"analysis":"'),
      { error: expect.objectContaining({ code: 'rate_limited', message: expect.any(String) }) },
    ]);
  const [written] = findCalls(collector, '/api/free/script');
  expect(written?.request?.body).toMatchObject({ prompt: 'Tell it like a calm evening story.' });
  // The recorder waits 0.5 s for the end of a streamed answer, then goes without it.
  const { body: lines = script } = written?.response ?? {};
  expect(JSON.stringify(lines)).toContain(JSON.stringify(script).slice(1, -1).slice(0, 40));
  expect(written?.response?.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/u);
  const [spoken] = findCalls(collector, '/api/free/speech');
  expect(spoken).toMatchObject({ method: 'POST' });
  expect([spoken?.request?.body, spoken?.response?.body]).toEqual([undefined, undefined]);
  expect(findCalls(collector, '/api/free/analysis').map(call => call.request?.body)).toEqual([
    undefined,
    undefined,
  ]);
  expect(readMessages(collector)).toEqual(['broken on the first page']);
  expectNothingPrivate(collector, []);
  ignoreRefusals(complaints);
});

test('a recorded error contains neither the token of a mailed link nor the typed password', async ({
  page,
  collector,
  complaints,
}) => {
  const [token, password] = ['token-of-a-mail-1843', 'another loom of numbers'];
  // The form for a new password needs a valid link; the login needs none.
  await openRecorded(page, `/login?token=${token}`);
  await findAccountForm(page).password.fill(password);
  await throwInPage(page, `broken at ${page.url()}`, complaints);
  await expect.poll(() => readMessages(collector)).toHaveLength(1);
  expect(JSON.stringify(collector.readEvents())).toContain('/login?token=[hidden]');
  expectNothingPrivate(collector, [token, password]);
});

test('nothing about accounts is recorded: no password, mailed link, cookie or name', {
  tag: '@long',
}, async ({ page, collector, mailServer, complaints }) => {
  // Recordings are sent every few seconds, for four pages.
  test.slow();
  const person = makePerson({ name: 'Hedy Lamarr-Kiesler' });
  const newPassword = 'another loom of numbers';
  const alerts = collectAlerts(page);
  const form = findAccountForm(page);
  await openRecorded(page, '/register');
  await throwInPage(page, 'broken at the registration', complaints);
  await register(page, person);
  await expect(findDashboard(page).left).toBeVisible();
  const cookies = await page.context().cookies();
  const studio = findStudio(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.script).not.toHaveValue('');
  await expect.poll(() => findCalls(collector, '/create_script')).toHaveLength(1);
  expect(findCalls(collector, '/create_script')[0]?.request?.body).toBeUndefined();
  await logOut(page);
  await expect(page).toHaveURL(/\/$/);

  await openRecorded(page, '/reset');
  await throwInPage(page, 'broken where a link is asked for', complaints);
  await form.email.fill(person.email);
  await form.sendReset.click();
  await expect.poll(() => alerts).toEqual(['Password reset link sent!']);
  const link = findLink(await mailServer.waitForMail(person.email, t(mailMessages.resetSubject)));
  const token = link.searchParams.get('token') ?? '';
  await openRecorded(page, link.href);
  await throwInPage(page, `broken at ${link.href}`, complaints);
  await form.newPassword.fill(newPassword);
  await form.setPassword.click();
  await expect(page.getByText('Your new password is set')).toBeVisible();
  await expectNextRecording(page, collector);

  await page.goto('/login');
  await logIn(page, { ...person, password: 'not the right words' });
  await expect.poll(() => alerts.at(-1)).toBe('Invalid email or password');
  await logIn(page, { ...person, password: newPassword });
  await expect(page).toHaveURL(/\/dashboard$/);
  const secondCookies = await page.context().cookies();
  await page.waitForFunction(() => '__SENTRY__' in window);
  await throwInPage(page, 'broken on the dashboard', complaints);
  await expect.poll(() => readMessages(collector)).toHaveLength(4);
  await expectNextRecording(page, collector);

  expect(JSON.stringify(collector.readEvents())).toContain('/reset?token=[hidden]');
  const values = [...cookies, ...secondCookies].flatMap(({ value }) => [value, value.split('.')[0] ?? '']);
  expect(values.length).toBeGreaterThan(3);
  expectNothingPrivate(collector, [
    person.password,
    newPassword,
    'not the right words',
    token,
    person.email,
    person.name,
    ...values,
  ]);
  ignoreRefusals(complaints);
});
