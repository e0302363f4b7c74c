import { stat } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { exportDialogMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { reviewMessages } from '#shared/messages/review.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { titledVideo } from '../support/real-videos.ts';
import { findExport, withoutPicker } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { findStudio, type Studio } from './studio-page.ts';
import { expectActiveCell } from './voice-list-page.ts';

/** All presses since the page was opened, but for what is typed. */
let presses = 0;
async function press(page: Page, key: string): Promise<void> {
  presses++;
  await page.keyboard.press(key);
}
test.beforeEach(() => {
  presses = 0;
});

/** Presses Tab until a control has the focus; every stop on the way can be seen. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const isThere = () => target.evaluate(each => each === document.activeElement);
  for (let tabs = 0; tabs < 60 && !(await isThere()); tabs++) await press(page, key);
  await expect(target).toBeFocused();
}

/** F6 goes round the regions of the workspace, here backwards. */
async function goToRegion(page: Page, region: 'bar' | 'panel'): Promise<void> {
  const isThere = () =>
    page.evaluate(
      name => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') === name,
      region,
    );
  for (let steps = 0; steps < 5 && !(await isThere()); steps++) await press(page, 'Shift+F6');
  expect(await isThere()).toBe(true);
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
  for (let tabs = 0; tabs < 60 && !(await isInGroup()); tabs++) await press(page, 'Tab');
  for (let steps = 0; steps < 8 && !(await radio.isChecked()); steps++) await press(page, 'ArrowDown');
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
  await press(page, 'Enter');
  await expect(editor.line(1)).toBeVisible();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');

  await tabTo(page, editor.line(1));
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('A glider. It moves.');
  for (let letters = 0; letters < 'It moves.'.length; letters++) await press(page, 'ArrowLeft');
  await press(page, 'Enter');
  await expect(editor.line(2)).toBeFocused();
  await expect(editor.line(2)).toHaveValue('It moves.');
  await tabTo(page, editor.time(2), 'Shift+Tab');
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('0:03');
  await press(page, 'Enter');
  await expect(editor.time(2)).toHaveValue('0:03');

  await goToRegion(page, 'bar');
  await tabTo(page, studio.generateAudio);
  await press(page, 'Enter');
  await expect(studio.download).toBeVisible();
  await tabTo(page, findExport(page).open);
  await press(page, 'Enter');
  await saveVideo(page);
  expect(presses).toBeLessThanOrEqual(60);
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
  await press(page, 'Enter');
  await expect(findLineEditor(page).line(1)).toBeVisible();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  await goToRegion(page, 'bar');
  await tabTo(page, studio.generateAudio);
  await press(page, 'Enter');
  await expect(studio.download).toBeVisible();

  await goToRegion(page, 'panel');
  await tabTo(page, page.getByRole('tab', { name: t(workspaceMessages.review) }), 'ArrowRight');
  await press(page, 'Enter');
  const names = page.getByRole('checkbox', { name: t(reviewMessages.names) });
  await tabTo(page, names);
  await press(page, 'Space');
  await expect(names).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: t(reviewMessages.report) }));
  await press(page, 'Enter');
  await expect(
    page.getByRole('dialog').getByRole('button', { name: t(reviewMessages.printReport) }),
  ).toBeVisible();
  await press(page, 'Escape');
  await goToRegion(page, 'bar');
  await tabTo(page, findExport(page).open);
  await press(page, 'Enter');
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
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('Tell it calmly.');
  await tabTo(page, studio.voice);
  await press(page, 'ArrowDown');
  await expectActiveCell(page, 'fable');
  await press(page, 'Enter');
  await expect(studio.voice).toHaveText('fable');
}

async function saveVideo(page: Page): Promise<void> {
  const { dialog, choice, save, status } = findExport(page);
  await expect(dialog).toBeVisible();
  await choose(page, choice(t(exportDialogMessages.video)));
  await tabTo(page, save);
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')]);
  await expect(status).toContainText(download.suggestedFilename());
  expect((await stat(await download.path())).size).toBeGreaterThan(10_000);
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();
  await expect(findExport(page).open).toBeFocused();
}
