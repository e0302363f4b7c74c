import { stat } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { exportDialogMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { reviewMessages } from '#shared/messages/review.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { titledVideo } from '../support/real-videos.ts';
import { findExport, withoutPicker } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { findStudio, type Studio } from './studio-page.ts';
import { expectActiveCell } from './voice-list-page.ts';

/** Presses Tab until a control has the focus; every stop on the way can be seen. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const isThere = () => target.evaluate(each => each === document.activeElement);
  for (let tabs = 0; tabs < 60 && !(await isThere()); tabs++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

/** Goes to the chosen one of a group of radio buttons and on to another one. */
async function choose(page: Page, radio: Locator): Promise<void> {
  const group = radio.page().getByRole('radio', { checked: true });
  const isInGroup = () =>
    radio.evaluate(
      each =>
        document.activeElement instanceof HTMLInputElement &&
        each instanceof HTMLInputElement &&
        document.activeElement.name === each.name,
    );
  expect(await group.count()).toBeGreaterThan(0);
  for (let tabs = 0; tabs < 60 && !(await isInGroup()); tabs++) await page.keyboard.press('Tab');
  for (let steps = 0; steps < 8 && !(await radio.isChecked()); steps++)
    await page.keyboard.press('ArrowDown');
  await expect(radio).toBeChecked();
}

test('a narration from the video to the exported video, by keyboard alone', { tag: '@long' }, async ({
  page,
}) => {
  const studio = await chooseVideo(page);
  const editor = findLineEditor(page);
  await fillPromptAndVoice(page, studio);
  await choose(page, page.getByRole('radio', { name: t(studioMessages.timed) }));
  await tabTo(page, studio.generateNarration);
  await page.keyboard.press('Enter');
  await expect(editor.line(1)).toBeVisible();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');

  await tabTo(page, editor.line(1));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('A glider. It moves.');
  for (let letters = 0; letters < 'It moves.'.length; letters++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(editor.line(2)).toBeFocused();
  await expect(editor.line(2)).toHaveValue('It moves.');
  await tabTo(page, editor.time(2), 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0:03');
  await page.keyboard.press('Enter');
  await expect(editor.time(2)).toHaveValue('0:03');

  await tabTo(page, studio.generateAudio);
  await page.keyboard.press('Enter');
  await expect(studio.download).toBeVisible();
  await tabTo(page, findExport(page).open);
  await page.keyboard.press('Enter');
  await saveVideo(page);
});

test('a description from the video to its report and its video, by keyboard alone', {
  tag: '@long',
}, async ({ page }) => {
  const studio = await chooseVideo(page);
  await choose(page, page.getByRole('radio', { name: t(studioMessages.makeAccessible) }));
  await expect(studio.prompt).not.toHaveValue('');
  await fillPromptAndVoice(page, studio);
  await expect(page.getByRole('radio', { name: t(studioMessages.extended) })).toBeChecked();
  await tabTo(page, studio.generateNarration);
  await page.keyboard.press('Enter');
  await expect(findLineEditor(page).line(1)).toBeVisible();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  await tabTo(page, studio.generateAudio);
  await page.keyboard.press('Enter');
  await expect(studio.download).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: t(reviewMessages.title), exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const names = page.getByRole('checkbox', { name: t(reviewMessages.names) });
  await tabTo(page, names);
  await page.keyboard.press('Space');
  await expect(names).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: t(reviewMessages.report) }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('dialog').getByRole('button', { name: t(reviewMessages.printReport) }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await tabTo(page, findExport(page).open);
  await page.keyboard.press('Enter');
  await saveVideo(page);
});

async function chooseVideo(page: Page): Promise<Studio> {
  await withoutPicker(page);
  await page.goto('/');
  const studio = findStudio(page);
  await expect(studio.generateNarration).toBeVisible();
  await tabTo(page, studio.upload);
  // Enter opens the system's dialog, which a test cannot use.
  await studio.upload.setInputFiles(titledVideo.path);
  await expect(studio.preview).toBeVisible();
  return studio;
}

async function fillPromptAndVoice(page: Page, studio: Studio): Promise<void> {
  await tabTo(page, studio.prompt);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Tell it calmly.');
  await tabTo(page, studio.voice);
  await page.keyboard.press('ArrowDown');
  await expectActiveCell(page, 'fable');
  await page.keyboard.press('Enter');
  await expect(studio.voice).toHaveText('fable');
}

async function saveVideo(page: Page): Promise<void> {
  const { dialog, choice, save, status } = findExport(page);
  await expect(dialog).toBeVisible();
  await choose(page, choice(t(exportDialogMessages.video)));
  await tabTo(page, save);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  await expect(status).toContainText(download.suggestedFilename());
  expect((await stat(await download.path())).size).toBeGreaterThan(10_000);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(findExport(page).open).toBeFocused();
}
