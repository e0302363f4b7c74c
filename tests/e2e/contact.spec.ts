import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { contactMessages } from '#shared/messages/contact.ts';
import { formErrors } from '#shared/messages/form-errors.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { readFields, startSendFormStandIn } from '../support/send-form-stand-in.ts';
import {
  empty,
  endpoint,
  expectFilled,
  fill,
  findContactForm,
  type Letter,
  makeLetter,
} from './contact-page.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { collectAlerts } from './studio-page.ts';

const { version } = createRequire(import.meta.url)('@emailjs/browser/package.json') as { version: string };

function countSent(page: Page): () => number {
  let sent = 0;
  page.on('request', request => {
    if (request.url().endsWith(endpoint)) sent += 1;
  });
  return () => sent;
}

test('the official SDK sends the form to our server, and the mail arrives', async ({ page, mailServer }) => {
  const alerts = collectAlerts(page);
  const letter = makeLetter();
  await page.goto('/contact');
  await expect(page).toHaveTitle(t(pageMessages.documentTitle, { title: t(contactMessages.title) }));
  await fill(page, letter);
  const [request] = await Promise.all([
    page.waitForRequest(each => each.url().endsWith(endpoint)),
    findContactForm(page).send.click(),
  ]);
  await expect.poll(() => alerts).toEqual(['Sent!']);
  await expectFilled(page, empty);

  const body = request.postDataBuffer() ?? Buffer.alloc(0);
  const fields = await readFields(body, (await request.headerValue('content-type')) ?? '');
  expect(fields).toEqual(expectedFields(letter));
  // CONTACT_TO is not set, so the mail goes to the sender's address.
  const mail = await mailServer.waitForMail('benshi@example.org', letter.name);
  expect(mail.from).toEqual({ name: 'Benshi', address: 'benshi@example.org' });
  expect(mail.replyTo).toEqual([{ name: letter.name, address: letter.email }]);
  expect(mail.text).toContain(letter.message);
  expect(mail.html).toBeUndefined();
});

function expectedFields({ name, email, message }: Letter, ids: Partial<Record<string, string>> = {}) {
  return {
    from_name: name,
    guest_email: email,
    message: message.replaceAll('\n', '\r\n'),
    topic: '',
    lib_version: version,
    service_id: 'default_service',
    template_id: 'contact',
    user_id: 'benshi',
    ...ids,
  };
}

test('a refusal by the server is shown with status and text, and the form keeps its contents', {
  tag: '@long',
}, async ({ page, complaints }) => {
  const alerts = collectAlerts(page);
  const letter = makeLetter({ message: '' });
  await page.goto('/contact');
  await fill(page, letter);
  await findContactForm(page).send.click();
  await expect.poll(() => alerts).toEqual([JSON.stringify({ status: 400, text: t(formErrors.noMessage) })]);
  await expectFilled(page, letter);
  await expect(findContactForm(page).send).toBeVisible();

  await page.route(`**${endpoint}`, route => route.abort('connectionfailed'));
  await findContactForm(page).send.click();
  await expect.poll(() => alerts.at(-1)).toBe('{"status":0,"text":"Network Error"}');
  await expectFilled(page, letter);

  await page.unroute(`**${endpoint}`);
  await findContactForm(page).message.fill('Now with words.');
  await findContactForm(page).send.click();
  await expect.poll(() => alerts.at(-1)).toBe('Sent!');
  await expectFilled(page, empty);
  ignoreRefusals(complaints);
  complaints.splice(0, complaints.length, ...complaints.filter(text => !text.includes('net::ERR_')));
});

test('the browser rejects an address without an @, and nothing is sent', async ({ page }) => {
  const sent = countSent(page);
  await page.goto('/contact');
  await fill(page, makeLetter({ email: 'nobody' }));
  await findContactForm(page).send.click();
  await expect(findContactForm(page).email).toBeFocused();
  expect(await page.evaluate(() => document.querySelectorAll('input:invalid').length)).toBe(1);
  expect(sent()).toBe(0);
});

test('a message is sent once, however often the button is pressed, and cannot be edited meanwhile', async ({
  page,
}) => {
  const alerts = collectAlerts(page);
  const sent = countSent(page);
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(`**${endpoint}`, async route => {
    await mayGoOn;
    await route.continue();
  });
  await page.goto('/contact');
  await fill(page, makeLetter());
  const form = findContactForm(page);
  await form.send.dblclick();
  await expect(form.sending).toHaveAttribute('aria-disabled', 'true');
  // Without force Playwright would wait until the button is enabled.
  await form.sending.click({ force: true });
  await form.name.press('Enter');
  await expect(form.message).not.toBeEditable();
  // Two submits within one task.
  await form.form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit();
    element.requestSubmit();
  });
  goOn();
  await expect.poll(() => alerts).toEqual(['Sent!']);
  await expect(form.send).toBeVisible();
  expect(sent()).toBe(1);

  await fill(page, makeLetter());
  await form.form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit();
    element.requestSubmit();
  });
  await expect.poll(() => alerts).toEqual(['Sent!', 'Sent!']);
  expect(sent()).toBe(2);
});

test.describe('with a hosted service', () => {
  // A custom header would make the browser send a preflight request.
  test.use({ extraHTTPHeaders: {} });

  test('the configured hosted service gets the same request', { tag: '@long' }, async ({
    page,
    mailServer,
    complaints,
    startOwnServer,
  }) => {
    const hosted = await startSendFormStandIn();
    const server = await startOwnServer({
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'hosted@example.org',
      EMAILJS_ORIGIN: hosted.origin,
      EMAILJS_USER_ID: 'publicKey1843',
      EMAILJS_SERVICE_ID: 'service_mill',
      EMAILJS_TEMPLATE_ID: 'template_card',
    });
    const alerts = collectAlerts(page);
    const letter = makeLetter();
    await page.goto(`http://localhost:${server.port}/contact`);
    await expect(
      page.getByText(t(contactMessages.sentThrough, { host: new URL(hosted.origin).host })),
    ).toBeVisible();
    await fill(page, letter);
    hosted.answer(400, 'The Public Key is invalid.');
    await findContactForm(page).send.click();
    await expect.poll(() => alerts).toEqual(['{"status":400,"text":"The Public Key is invalid."}']);
    await expectFilled(page, letter);

    hosted.answer(200, 'OK');
    await findContactForm(page).send.click();
    await expect.poll(() => alerts.at(-1)).toBe('Sent!');
    await expectFilled(page, empty);
    const ids = { user_id: 'publicKey1843', service_id: 'service_mill', template_id: 'template_card' };
    const expected = { path: `POST ${endpoint}`, fields: expectedFields(letter, ids) };
    expect(hosted.received).toEqual([expected, expected]);
    expect(mailServer.mails.filter(mail => mail.to?.[0]?.address === 'hosted@example.org')).toEqual([]);
    await hosted.close();
    ignoreRefusals(complaints);
  });
});

test("without a key the SDK's own error is shown", { tag: '@long' }, async ({ page, startOwnServer }) => {
  const server = await startOwnServer({ EMAILJS_USER_ID: 'none' });
  const alerts = collectAlerts(page);
  const sent = countSent(page);
  const letter = makeLetter();
  await page.goto(`http://localhost:${server.port}/contact`);
  await fill(page, letter);
  await findContactForm(page).send.click();
  const sentence = 'The public key is required. Visit https://dashboard.emailjs.com/admin/account';
  await expect.poll(() => alerts).toEqual([JSON.stringify(sentence)]);
  await expectFilled(page, letter);
  expect(sent()).toBe(0);
});

test("the form is filled in and sent by keyboard alone, without meeting the robots' trap field", async ({
  page,
  mailServer,
}) => {
  const alerts = collectAlerts(page);
  const letter = makeLetter();
  const form = findContactForm(page);
  await page.goto('/contact');
  await form.name.focus();
  await page.keyboard.type(letter.name);
  await page.keyboard.press('Tab');
  await expect(form.email).toBeFocused();
  await page.keyboard.type(letter.email);
  await page.keyboard.press('Tab');
  await expect(form.message).toBeFocused();
  await page.keyboard.type('By keyboard.');
  await page.keyboard.press('Tab');
  await expect(form.send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => alerts).toEqual(['Sent!']);
  const mail = await mailServer.waitForMail('benshi@example.org', letter.name);
  expect(mail.text).toContain('By keyboard.');
  // The trap field is neither visible nor in the accessibility tree.
  expect(await form.form.getByRole('textbox').count()).toBe(3);
  await expect(form.form.getByText(t(contactMessages.trap))).not.toBeInViewport();
});
