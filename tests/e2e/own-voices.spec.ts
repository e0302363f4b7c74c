import type { Page } from '@playwright/test';
import type { OwnVoicesAnswer } from '#shared/api/voices.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { makeOwnVoices } from '../support/listed-own-voices.ts';
import { expect, test } from './fixtures.ts';
import { chooseLanguage, findStudio } from './studio-page.ts';
import { expectActiveCell, findVoiceList, recordSampleRequests } from './voice-list-page.ts';

const presets = 5;

async function openWith(page: Page, own: OwnVoicesAnswer) {
  await page.route('**/api/voices/own', route => route.fulfill({ json: own }));
  await page.route('**/sample.mp3?*', route => route.fulfill({ contentType: 'audio/mpeg', body: '' }));
  await page.goto('/');
  // Without any work there is nothing to keep.
  await page.getByRole('textbox', { name: t(studioMessages.prompt) }).fill('A fox.');
  const list = findVoiceList(page);
  await list.field.click();
  return list;
}

test.describe('a visitor, where a provider has 500 voices of its own', () => {
  test('searches them by keyboard, and hears which of how many is active', async ({ page }) => {
    const list = await openWith(page, makeOwnVoices(500));
    await expect(list.count).toHaveText(t(voiceListMessages.voices, { count: 500 + presets }));
    await expect(list.grid).toHaveAttribute('aria-rowcount', String(500 + presets));
    await expect(list.search).toBeFocused();
    await page.keyboard.press('End');
    await expectActiveCell(page, 'Voice 499');
    await expect(list.voice('Voice 499')).toBeInViewport();
    await expect(list.voice('Voice 499')).toHaveAttribute('aria-rowindex', String(500 + presets));
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Home');
    await expectActiveCell(page, 'fable');
    await page.keyboard.press('o');
    await expectActiveCell(page, 'onyx');

    await list.search.fill('german radio voice 41');
    await expect(list.names).toHaveText(['Voice 41']);
    await page.keyboard.press('Enter');
    await expect(list.popup).toBeHidden();
    await expect(list.field).toHaveText('Voice 41');
    await page.reload();
    await expect(list.field).toHaveText('Voice 41');
  });

  test('finds favourites first and what was used last after them, when the list is opened again', async ({
    page,
  }) => {
    const list = await openWith(page, makeOwnVoices(500));
    await list.search.fill('voice 320');
    const star = list.voice('Voice 320').getByRole('button', {
      name: t(voiceListMessages.favourite, { voice: 'Voice 320' }),
    });
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await list.search.fill('voice 77');
    await list.voice('Voice 77').click();
    await list.field.click();
    const first = (label: string) => list.grid.getByRole('rowgroup', { name: label }).getByRole('row');
    await expect(first(t(voiceListMessages.favourites))).toHaveCount(1);
    await expect(first(t(voiceListMessages.favourites))).toContainText('Voice 320');
    await expect(first(t(voiceListMessages.recent))).toContainText('Voice 77');
    await expect(list.count).toHaveText(t(voiceListMessages.voices, { count: 500 + presets }));
  });

  test('sees those made for the language first, and can leave out the others', async ({ page }) => {
    const samples = recordSampleRequests(page);
    await page.route('**/api/voices/own', route => route.fulfill({ json: makeOwnVoices(500) }));
    await page.goto('/');
    await chooseLanguage(findStudio(page), 'Japanese');
    const list = findVoiceList(page);
    await list.field.click();
    await expect(list.names.nth(presets)).toHaveText('Voice 3');
    await list.filter(t(voiceListMessages.languageOnly, { language: 'Japanese' })).click();
    await expect(list.count).toHaveText(t(voiceListMessages.voices, { count: 125 + presets }));
    await list.filter(t(voiceListMessages.gender)).click();
    await list.tag('female').click();
    await expect(list.count).toHaveText(t(voiceListMessages.voices, { count: 125 }));
    await list.voice('Voice 3').first().getByRole('button').first().click();
    await expect.poll(() => samples).toEqual(['/api/voices/elevenlabs:voice-3/sample.mp3?language=Japanese']);
  });
});

test('premium own voices are offered with the premium plan only', async ({ page }) => {
  const list = await openWith(page, makeOwnVoices(20, { plan: 'premium' }));
  await expect(list.rows).toHaveCount(presets);
});

test('a provider that does not list its voices says so in a line', async ({ page }) => {
  const message = 'The provider is not available.';
  const list = await openWith(page, { voices: [], failures: [{ provider: 'elevenlabs', message }] });
  await expect(list.rows).toHaveCount(presets);
  await expect(list.popup).toContainText(
    t(voiceListMessages.listFailed, { provider: 'elevenlabs', message }),
  );
});

test('a mix of listed voices is chosen by its typed name', async ({ page }) => {
  const own = makeOwnVoices(10);
  const list = await openWith(page, own);
  await list.search.fill('voice-1+voice-2');
  await list.popup
    .getByRole('button', { name: t(voiceListMessages.useVoice, { voice: 'voice-1+voice-2' }) })
    .click();
  await expect(list.field).toHaveText('voice-1+voice-2');
});

test('a chosen voice that its provider no longer lists says so, and the nearest is one press away', async ({
  page,
}) => {
  const own = makeOwnVoices(10);
  const list = await openWith(page, own);
  await list.search.fill('voice 4');
  await list.voice('Voice 4').click();
  await expect(list.field).toHaveText('Voice 4');
  await page.unroute('**/api/voices/own');
  await page.route('**/api/voices/own', route =>
    route.fulfill({ json: { ...own, voices: own.voices.filter(({ name }) => name !== 'Voice 4') } }),
  );
  await page.reload();
  await expect(page.getByText(t(voiceListMessages.gone, { voice: 'Voice 4' }))).toBeVisible();
  // The other male voice for English.
  await page.getByRole('button', { name: t(voiceListMessages.useVoice, { voice: 'Voice 0' }) }).click();
  await expect(list.field).toHaveText('Voice 0');
  await expect(page.getByText(t(voiceListMessages.gone, { voice: 'Voice 4' }))).toHaveCount(0);
});
