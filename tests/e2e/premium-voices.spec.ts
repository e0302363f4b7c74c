import { readFile } from 'node:fs/promises';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { languageMessages } from '#shared/messages/language.ts';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { expect, test } from './fixtures.ts';
import { measureSound } from './measure-sound.ts';
import { signUpPremium } from './people.ts';
import { chooseLanguage, fillVideoAndPrompt, findLanguageList, findStudio } from './studio-page.ts';
import {
  expectActiveCell,
  expectPlaying,
  findVoiceList,
  readActiveCell,
  readPaint,
  recordSampleRequests,
  speakSlowly,
} from './voice-list-page.ts';

test.describe('a premium person', () => {
  test.beforeEach(async ({ page, mailServer }) => {
    await signUpPremium(page, mailServer);
    await page.goto('/DashboardPremium');
  });

  test('chooses among 41 premium and five standard voices with the mouse', async ({ page }) => {
    const samples = recordSampleRequests(page);
    const list = findVoiceList(page);
    await expect(list.field).toHaveText('Select a voice');
    await expect(list.field).toHaveAttribute('aria-expanded', 'false');
    await list.field.click();
    await expect(list.count).toHaveText(t(voiceListMessages.voices, { count: 46 }));
    await expect(list.grid.getByRole('rowgroup', { name: 'Premium voices' }).getByRole('row')).toHaveCount(
      41,
    );
    await expect(list.grid.getByRole('rowgroup', { name: 'Standard voices' }).getByRole('row')).toHaveCount(
      5,
    );
    await expect(list.field).toHaveAttribute('aria-expanded', 'true');
    await list.voice('Doubting Thomas').click();
    await expect(list.popup).toBeHidden();
    await expect(list.field).toHaveText('Doubting Thomas');
    await expect(list.field).toBeFocused();
    expect(samples).toEqual([]);

    await list.field.click();
    await expect(list.voice('Doubting Thomas')).toHaveAttribute('aria-selected', 'true');
    await expect(list.voice('Doubting Thomas')).toBeInViewport();
    await page.mouse.click(5, 5);
    await expect(list.popup).toBeHidden();
    await list.field.click();
    await list.close.click();
    await expect(list.field).toBeFocused();
    await page.reload();
    await expect(list.field).toHaveText('Doubting Thomas');
  });

  test('chooses with the keyboard alone', { tag: '@long' }, async ({ page }) => {
    const list = findVoiceList(page);
    await findStudio(page).language.focus();
    await page.keyboard.press('Tab');
    await expect(list.field).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(list.search).toBeFocused();
    await speakSlowly(list);
    await expectActiveCell(page, 'Rachel');
    await page.keyboard.press('ArrowDown');
    await expectActiveCell(page, 'Antoni');
    await page.keyboard.press('ArrowRight');
    await expectActiveCell(page, 'Play Antoni');
    await page.keyboard.press('ArrowDown');
    await expectActiveCell(page, 'Play Liam');
    await page.keyboard.press('Enter');
    await expectPlaying(list);
    await expectActiveCell(page, 'Pause Liam');
    await page.keyboard.press('Space');
    await expectActiveCell(page, 'Play Liam');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('End');
    await expectActiveCell(page, 'shimmer');
    await expect(list.voice('shimmer')).toBeInViewport();
    await page.keyboard.press('Home');
    await expectActiveCell(page, 'Rachel');
    await page.keyboard.press('PageDown');
    await expect.poll(() => readActiveCell(page)).not.toBe('Rachel');
    await page.keyboard.press('Escape');
    await expect(list.popup).toBeHidden();
    await expect(list.field).toBeFocused();
    await expect(list.field).toHaveText('Select a voice');

    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(list.field).toHaveText('Antoni');
    await expect(list.field).toBeFocused();
  });

  test('typing on the closed field searches for a name', { tag: '@long' }, async ({ page }) => {
    const list = findVoiceList(page);
    // Shown once the voices are loaded.
    await expect(page.getByText(t(engineNoteMessages.offlineSpeech))).toBeVisible();
    await list.field.focus();
    await page.keyboard.type('doubting t');
    await expect(list.names).toHaveText(['Doubting Thomas']);
    await expectActiveCell(page, 'Doubting Thomas');
    await page.keyboard.press('Enter');
    await expect(list.field).toHaveText('Doubting Thomas');
    await page.keyboard.press('End');
    await expectActiveCell(page, 'shimmer');
    // In the list a letter moves to the next name that begins with it.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('j');
    await expectActiveCell(page, 'Josh');
    await page.keyboard.press('j');
    await expectActiveCell(page, 'Jeremy');
    await page.keyboard.press('Enter');
    await expect(list.field).toHaveText('Jeremy');
  });

  test('searches by name and by tag, with a count', async ({ page }) => {
    const list = findVoiceList(page);
    await list.field.click();
    await list.search.fill('rach');
    await expect(list.names).toHaveText(['Rachel']);
    await expect(list.count).toHaveText(t(voiceListMessages.voices, { count: 1 }));
    await list.search.fill('british deep');
    await expect(list.names).toHaveText(['Daniel']);
    await list.search.fill('nobody at all');
    await expect(list.count).toHaveText(t(voiceListMessages.noVoice));
    await expect(list.rows).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(list.popup).toBeVisible();
    await list.showAll.click();
    await expect(list.rows).toHaveCount(46);
    await expect(list.search).toBeFocused();
    await page.keyboard.type('da');
    await expectActiveCell(page, 'Daniel');
    // In the text field these keys move the cursor.
    await page.keyboard.press('Home');
    await page.keyboard.type('x');
    await expect(list.search).toHaveValue('xda');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(list.field).toHaveText('Dave');
  });

  test('filters by tags, each with its own colour', { tag: '@long' }, async ({ page }) => {
    const list = findVoiceList(page);
    await list.field.click();
    await list.filter('Accent').click();
    await list.tag('irish').click();
    await expect(list.names).toHaveText(['Fin']);
    await expect(list.tag('irish')).toHaveAttribute('aria-pressed', 'true');
    const chip = list.voice('Fin').getByText('irish', { exact: true });
    const painted = await readPaint(chip);
    // A pressed tag has inverted colours.
    expect(await readPaint(list.tag('irish'))).toEqual({ ground: painted.writing, writing: painted.ground });
    const other = await readPaint(list.voice('Fin').getByText('male', { exact: true }));
    expect(other.ground).not.toBe(painted.ground);
    await list.tag('australian').click();
    await expect(list.rows.filter({ hasText: 'australian' })).not.toHaveCount(0);
    await expect(list.rows.filter({ hasNotText: /irish|australian/ })).toHaveCount(0);
    await list.filter('Gender').click();
    // Tags without results show 0 and are disabled.
    await expect(list.tag('female')).toHaveText('female 0');
    await expect(list.tag('female')).toHaveAttribute('aria-disabled', 'true');
    await list.showAll.click();
    await expect(list.rows).toHaveCount(46);

    await list.filter('Use').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    const second = await page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('Space');
    const [tag, count] = (second ?? '').split(' ');
    await expect(list.rows).toHaveCount(Number(count));
    await expect(list.rows.filter({ hasText: String(tag) })).toHaveCount(Number(count));
  });

  test('shows which engine speaks, and the languages a voice is not made for', { tag: '@long' }, async ({
    page,
  }) => {
    const { language } = findStudio(page);
    const list = findVoiceList(page);
    await expect(page.getByText(t(engineNoteMessages.offlineSpeech))).toBeVisible();
    await language.click();
    await expect(findLanguageList(page).option('Galician')).toHaveText(
      'Galego · Galician — spoken with the Spanish voice',
    );
    await page.keyboard.press('Escape');
    await chooseLanguage({ language }, 'Galician');
    const notice = page.getByText(
      t(languageMessages.noOwnVoice, { language: 'Galician', spokenAs: 'Spanish' }),
    );
    await expect(notice).toBeVisible();
    await list.field.click();
    await expect(list.voice('Rachel')).toContainText(
      t(languageListMessages.spokenWith, { spokenAs: 'Spanish' }),
    );
    await list.voice('Rachel').click();
    await expect(page.getByText(t(engineNoteMessages.offlineSpeechFor, { voice: 'Rachel' }))).toBeVisible();
    await chooseLanguage({ language }, 'Spanish');
    await expect(notice).toHaveCount(0);
  });

  test('gets a narration spoken by a premium voice', { tag: '@long' }, async ({ page }) => {
    const studio = findStudio(page);
    const list = findVoiceList(page);
    await fillVideoAndPrompt(studio);
    await expect(studio.generateNarration).toBeDisabled();
    await list.field.click();
    await list.voice('Rachel').click();
    const { promise: seen, resolve: letItPass } = Promise.withResolvers<void>();
    await page.route('**/create_script', async route => {
      await seen;
      await route.continue();
    });
    await studio.generateNarration.click();
    await expect(list.field).toBeDisabled();
    letItPass();
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
    await expect(studio.script).not.toHaveValue('');
    const spoken = page.waitForRequest('**/convert_to_voice');
    await studio.generateAudio.click();
    expect((await spoken).postData()).toContain('Rachel');
    const downloading = page.waitForEvent('download');
    await studio.download.click();
    const download = await downloading;
    const sound = await measureSound(page, await readFile(await download.path()));
    expect(sound.loudness).toBeGreaterThan(0.02);
    expect(sound.seconds).toBeGreaterThan(1);
  });
});
