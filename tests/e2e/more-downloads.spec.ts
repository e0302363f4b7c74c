import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { exportDialogMessages } from '#shared/messages/export.ts';
import { feedbackMessages } from '#shared/messages/feedback.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { chooseExport, findExport } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { chooseInPageMenu, fillStudio, findStudio, makeVideoFile, type Studio } from './studio-page.ts';

async function narrate(page: Page, videoName: string): Promise<Studio> {
  const studio = findStudio(page);
  await fillStudio(studio, 'Tell it calmly.', await makeVideoFile(videoName));
  await studio.generateNarration.click();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  return studio;
}

async function save(page: Page, press: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), press.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('narration and script are saved under names that describe them', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const studio = await narrate(page, '東京 by night.mp4');
  const script = await studio.script.inputValue();
  const { dialog, save: saveFile, close } = findExport(page);

  const usual = await save(page, studio.download);
  await chooseExport(page, t(exportDialogMessages.audio));
  const named = await save(page, saveFile);
  expect(usual.name).toBe('narration.mp3');
  expect(named.name).toBe('東京-by-night-English-nova.mp3');
  expect(named.bytes).toEqual(usual.bytes);

  await chooseExport(page, t(exportDialogMessages.script));
  const text = await save(page, saveFile);
  expect(text.name).toBe('東京-by-night-English-script.txt');
  expect(text.bytes.toString()).toBe(script);
  await dialog.getByRole('button', { name: t(exportDialogMessages.copyScript) }).click();
  await expect(dialog.getByText(t(exportDialogMessages.copied))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(script);
  await close.click();

  await studio.script.fill('Another text, written by hand.');
  await expect(studio.download).toBeHidden();
});

test('a clipboard that the browser refuses is reported', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
  });
  await page.goto('/');
  await findStudio(page).script.fill('The fox looks up.');
  await chooseExport(page, t(exportDialogMessages.script));
  const { dialog } = findExport(page);
  await dialog.getByRole('button', { name: t(exportDialogMessages.copyScript) }).click();
  await expect(dialog.getByText(t(exportDialogMessages.copyRefused))).toBeVisible();
});

test('beside a script, feedback is given from the menu, and the focus comes back', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  await findStudio(page).script.fill('The fox looks up.');
  await chooseInPageMenu(page, t(workspaceMessages.feedback));
  const dialog = page.getByRole('dialog', { name: t(pageMessages.giveFeedback) });
  await dialog.getByRole('radio', { name: t(feedbackMessages.stars, { count: 4 }) }).press('Space');
  await dialog.getByLabel('Message').fill('Calm and clear.');
  await dialog.getByRole('button', { name: t(feedbackMessages.send) }).click();
  await expect(dialog.getByText(t(feedbackMessages.sent))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: t(workspaceMessages.menu), exact: true })).toBeFocused();
});
