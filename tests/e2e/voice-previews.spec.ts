import { errorMessages } from '#shared/messages/errors.ts';
import { t } from '#shared/messages/message.ts';
import { voiceSamplesMessages } from '#shared/messages/voice-samples.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { signUpPremium } from './people.ts';
import { chooseLanguage, findStudio } from './studio-page.ts';
import {
  expectPlaying,
  findVoiceList,
  openListAndPlay,
  recordSampleRequests,
  speakSlowly,
} from './voice-list-page.ts';

test.describe('the sample voices of the free page', () => {
  test('play one at a time, in the chosen language', async ({ page }) => {
    const samples = recordSampleRequests(page);
    await page.goto('/');
    const block = page.getByRole('region', { name: t(voicesMessages.samples) });
    const sound = block.locator('audio');
    await expect(block.getByRole('button')).toHaveCount(5);
    await expect(sound).not.toHaveAttribute('src');
    await chooseLanguage(findStudio(page), 'German');
    expect(samples).toEqual([]);
    await speakSlowly({ sound });
    await block.getByRole('button', { name: 'Play nova' }).click();
    await expectPlaying({ sound });
    await block.getByRole('button', { name: 'Pause nova' }).click();
    expect(await sound.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true);
    await block.getByRole('button', { name: 'Play nova' }).click();
    await expect(block.getByRole('button', { name: 'Pause nova' })).toBeVisible();
    await block.getByRole('button', { name: 'Play onyx' }).click();
    await expect(block.getByRole('button', { name: 'Play nova' })).toBeVisible();
    await expectPlaying({ sound });
    expect(samples).toEqual([
      '/api/voices/nova/sample.mp3?language=German',
      '/api/voices/onyx/sample.mp3?language=German',
    ]);
    await sound.evaluate((audio: HTMLAudioElement) => {
      audio.playbackRate = 4;
    });
    await expect(block.getByRole('button', { name: 'Play onyx' })).toBeVisible();
  });

  test('that cannot play show why beside the voice', { tag: '@long' }, async ({ page, complaints }) => {
    await page.goto('/');
    const block = page.getByRole('region', { name: t(voicesMessages.samples) });
    const nova = block.getByRole('listitem').filter({ hasText: 'nova' });
    const message = t(errorMessages.provider_busy);
    await page.route('**/sample.mp3*', route =>
      route.fulfill({ status: 503, json: { error: { code: 'provider_busy', message } } }),
    );
    await nova.getByRole('button').click();
    await expect(nova.getByRole('alert')).toHaveText(message);
    await expect(page.getByText(t(voicesMessages.betterVoices))).toBeVisible();
    await page.unroute('**/sample.mp3*');
    await page.route('**/sample.mp3*', route =>
      route.fulfill({ contentType: 'audio/mpeg', body: 'no sound' }),
    );
    await nova.getByRole('button').click();
    await expect(nova.getByRole('alert')).toHaveText(t(voiceSamplesMessages.failed, { voice: 'nova' }));
    await page.unroute('**/sample.mp3*');
    await nova.getByRole('button').click();
    await expectPlaying({ sound: block.locator('audio') });
    await expect(nova.getByRole('alert')).toHaveCount(0);
    ignoreRefusals(complaints);
    const others = complaints.filter(text => !text.includes('503'));
    complaints.splice(0, complaints.length, ...others);
  });
});

test.describe('a premium person', () => {
  test.beforeEach(async ({ page, mailServer }) => {
    await signUpPremium(page, mailServer);
    await page.goto('/DashboardPremium');
  });

  test('plays one preview at a time, in the chosen language, until the list is closed', {
    tag: '@long',
  }, async ({ page }) => {
    const samples = recordSampleRequests(page);
    await chooseLanguage(findStudio(page), 'French');
    const list = await openListAndPlay(page, 'Santa');
    const sound = await list.sound.elementHandle();
    await list.pause('Santa').click();
    expect(await list.sound.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true);
    await list.play('Santa').click();
    await expectPlaying(list);
    const first = await list.sound.getAttribute('src');
    await list.play('Adam').click();
    await expect(list.play('Santa')).toBeVisible();
    await expectPlaying(list);
    expect(await list.sound.getAttribute('src')).not.toBe(first);
    expect(samples).toEqual([
      '/api/voices/Santa/sample.mp3?language=French',
      '/api/voices/Adam/sample.mp3?language=French',
    ]);
    await page.keyboard.press('Escape');
    await expect(list.popup).toBeHidden();
    expect(await sound?.evaluate((audio: Element) => (audio as HTMLAudioElement).paused)).toBe(true);
  });

  test('hears nothing after leaving the page', { tag: '@long' }, async ({ page }) => {
    await page.goto('/premium');
    await page.getByRole('link', { name: 'Benshi' }).click();
    await expect(page).toHaveURL(/\/DashboardPremium$/);
    const list = await openListAndPlay(page, 'Santa');
    const sound = await list.sound.elementHandle();
    await page.goBack();
    await expect(page).toHaveURL(/\/premium$/);
    await expect(list.field).toHaveCount(0);
    expect(await sound?.evaluate((audio: Element) => (audio as HTMLAudioElement).paused)).toBe(true);
  });

  test('sees why a preview does not load', { tag: '@long' }, async ({ page, complaints }) => {
    const message = 'This server makes no more samples for you at the moment. Please try again in a minute.';
    await page.route('**/sample.mp3*', route =>
      route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message } } }),
    );
    const list = findVoiceList(page);
    await list.field.click();
    await list.play('Santa').click();
    await expect(list.voice('Santa').getByRole('alert')).toHaveText(message);
    await page.unroute('**/sample.mp3*');
    await list.play('Santa').click();
    await expectPlaying(list);
    await expect(list.voice('Santa').getByRole('alert')).toHaveCount(0);
    ignoreRefusals(complaints);
  });

  test('cancels a preview that does not load', { tag: '@long' }, async ({ page }) => {
    await page.route('**/sample.mp3*', () => {});
    const list = findVoiceList(page);
    await list.field.click();
    const asked = page.waitForRequest('**/sample.mp3*');
    await list.play('Santa').click();
    const request = await asked;
    const failed = page.waitForEvent('requestfailed', other => other === request);
    await list.pause('Santa').click();
    await failed;
    await expect(list.play('Santa')).toBeVisible();
  });
});
