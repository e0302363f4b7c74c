import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { feedbackMessages } from '#shared/messages/feedback.ts';
import { formErrors } from '#shared/messages/form-errors.ts';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { recipientMessages } from '#shared/messages/recipients.ts';
import { expect, test } from './fixtures.ts';
import { findStudio, makeVideoFile } from './studio-page.ts';

test.describe('the free page', () => {
  test('says what Benshi does, what happens to a video, and where to sign in', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(freePageMessages.heading));
    const privacy = page.getByRole('region', { name: t(freePageMessages.privacy) });
    await expect(privacy.getByText(t(freePageMessages.notKept))).toBeVisible();
    await expect(privacy.getByText(t(freePageMessages.stored))).toBeVisible();
    const hint = page.getByRole('link', { name: 'Better voices are available in a pricing plan.' });
    await expect(hint).toHaveAttribute('href', '/premium');
    await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
    await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Sign in / Sign up' })).toBeFocused();
  });

  test('says what the offline engine can and cannot do', async ({ page }) => {
    await page.goto('/');
    const note = page.getByText(t(engineNoteMessages.offline)).locator('..');
    await expect(note).toContainText(t(engineNoteMessages.recognises));
    await expect(note).toContainText(t(engineNoteMessages.ignoresPrompt));
    await expect(page.getByText(t(engineNoteMessages.writeYourself))).toBeVisible();
    await page.getByRole('button', { name: t(freePageMessages.privacy) }).click();
    await expect(page.getByText(t(recipientMessages.noProvider))).toBeVisible();
  });

  test('fetches nothing from other hosts, and the media code only for a video', async ({ page, server }) => {
    const addresses: string[] = [];
    page.on('request', request => addresses.push(request.url()));
    await page.goto('/');
    await expect(page.getByText(t(engineNoteMessages.offline))).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(addresses.filter(address => new URL(address).port !== String(server.port))).toEqual([]);
    expect(addresses.filter(address => /read-pictures|free-script|sample\.mp3/.test(address))).toEqual([]);
    await findStudio(page).upload.setInputFiles(await makeVideoFile());
    await expect(page.getByText('0:04 · 320 × 180')).toBeVisible();
    expect(addresses.filter(address => /read-pictures/.test(address))).toHaveLength(1);
  });

  test('serves no source maps', async ({ page, request }) => {
    await page.goto('/');
    const script = await page.locator('script[type="module"]').getAttribute('src');
    expect((await request.get(`${script}.map`)).status()).toBe(404);
  });
});

test.describe('around the studio', () => {
  test('feedback is validated, sent and acknowledged', async ({ page }) => {
    await page.goto('/');
    const form = page.getByRole('region', { name: t(pageMessages.giveFeedback) });
    await form.getByRole('button', { name: t(pageMessages.giveFeedback) }).click();
    await form.getByRole('button', { name: t(feedbackMessages.send) }).click();
    await expect(form.getByText(t(formErrors.noMessage))).toBeVisible();
    await form.getByLabel('Message').fill('It told my film better than I could.');
    await form.getByLabel('Email').fill('nobody');
    await form.getByRole('button', { name: t(feedbackMessages.send) }).click();
    await expect(form.getByText(t(formErrors.badOptionalAddress))).toBeVisible();
    await form.getByLabel('Email').fill('');
    await form.getByRole('radio', { name: t(feedbackMessages.stars, { count: 5 }) }).press('Space');
    await form.getByRole('button', { name: t(feedbackMessages.send) }).click();
    await expect(form.getByText(t(feedbackMessages.sent))).toBeVisible();
    await expect(form.getByLabel('Message')).toHaveValue('');
  });

  test('an unknown address shows the error page', async ({ page, complaints }) => {
    await page.goto('/no/such/place');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByText('404 Not Found')).toBeVisible();
    await expect(page.getByText('/no/such/place')).toBeVisible();
    await expect(page.getByRole('button', { name: t(pageMessages.reload) })).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in / Sign up' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.getByRole('link', { name: t(pageMessages.goHome) }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(freePageMessages.heading));
    // The browser logs the status of the page in its console.
    complaints.splice(0, complaints.length, ...complaints.filter(text => !text.includes('404')));
  });

  test('a part of the page that fails to load says so and offers a reload', async ({ page, complaints }) => {
    await page.goto('/');
    await page.route(/login-form.*\.js/, route => route.abort());
    await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByText(/Loading chunk "login" failed/)).toBeVisible();
    await page.unroute(/login-form.*\.js/);
    await page.getByRole('button', { name: t(pageMessages.reload) }).click();
    await page.getByRole('button', { name: 'Sign in / Sign up' }).click();
    await expect(page.getByLabel('E-mail Address')).toBeVisible();
    complaints.length = 0;
  });
});
