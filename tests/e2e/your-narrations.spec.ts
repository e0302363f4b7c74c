import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { printProject } from '#shared/narration/open-project.ts';
import { createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { findNarrations, findVideoName, findVideoQuestion } from './narrations-page.ts';
import { chooseVoice, findStudio, makeVideoFile, reloadOnceKept } from './studio-page.ts';

let bikes: ReturnType<typeof makeVideoFile> | undefined;

/** A script for `cars.mp4`. */
async function narrateCars(page: Page): Promise<Awaited<ReturnType<typeof makeVideoFile>>> {
  const cars = await makeVideoFile('cars.mp4');
  await page.goto('/');
  const studio = findStudio(page);
  await studio.upload.setInputFiles(cars);
  await expect(studio.preview).toBeVisible();
  await chooseVoice(studio, 'nova');
  await studio.script.fill('Cars go by.');
  return cars;
}

/** Chooses the same other file each time. */
async function chooseBikes(page: Page): Promise<void> {
  bikes ??= makeVideoFile('bikes.mp4');
  await findStudio(page).upload.setInputFiles(await bikes);
}

test('another video asks, and a new narration has nothing of the old one', async ({ page }) => {
  const cars = await narrateCars(page);
  const studio = findStudio(page);
  const question = findVideoQuestion(page);
  await chooseBikes(page);
  await question.newNarration.click();
  await expect(findVideoName(page, 'bikes.mp4')).toBeVisible();
  await expect(studio.script).toHaveValue('');
  await expect(page.getByText(t(studioStatusMessages.scriptReady)).first()).toBeHidden();
  await studio.script.fill('Bikes go by.');

  // The same file again asks nothing; the first video opens its own narration.
  await chooseBikes(page);
  await expect(question.dialog).toBeHidden();
  await expect(studio.script).toHaveValue('Bikes go by.');
  await studio.upload.setInputFiles(cars);
  await question.openNarration.click();
  await expect(studio.script).toHaveValue('Cars go by.');
  await expect(findVideoName(page, 'cars.mp4')).toBeVisible();
});

test('a script is kept for another video, or the other video is not taken', async ({ page }) => {
  await narrateCars(page);
  const studio = findStudio(page);
  const question = findVideoQuestion(page);
  await chooseBikes(page);
  await question.cancel.click();
  await expect(findVideoName(page, 'cars.mp4')).toBeVisible();
  await chooseBikes(page);
  await expect(question.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question.dialog).toBeHidden();
  await expect(findVideoName(page, 'cars.mp4')).toBeVisible();
  await chooseBikes(page);
  await question.keepScript.click();
  await expect(findVideoName(page, 'bikes.mp4')).toBeVisible();
  await expect(studio.script).toHaveValue('Cars go by.');
  await findNarrations(page).button.click();
  await expect(findNarrations(page).rows).toHaveCount(1);
});

test('narrations are listed, opened, renamed, duplicated, and deleted with an undo', async ({ page }) => {
  await narrateCars(page);
  const studio = findStudio(page);
  const list = findNarrations(page);
  await list.button.click();
  await expect(list.row('cars')).toContainText(t(narrationsMessages.isOpen));
  await list.create.click();
  await expect(list.dialog).toBeHidden();
  await expect(studio.script).toHaveValue('');
  await expect(studio.preview).toBeHidden();
  await studio.script.fill('A second one.');

  await list.button.click();
  await expect(list.rows).toHaveCount(2);
  await list.rename('cars').click();
  await list.name.fill('Traffic');
  await list.name.press('Enter');
  await expect(list.rename('Traffic')).toBeFocused();
  await list.duplicate('Traffic').click();
  await expect(list.rows).toHaveCount(3);
  const copy = t(narrationsMessages.copyOf, { name: 'Traffic' });
  await list.remove(copy).click();
  await expect(list.undo).toBeFocused();
  await list.undo.click();
  await expect(list.remove(copy)).toBeVisible();
  await list.remove(copy).click();
  await list.open('Traffic').click();
  await expect(studio.script).toHaveValue('Cars go by.');
  await expect(studio.preview).toBeVisible();

  await reloadOnceKept(page);
  await expect(studio.script).toHaveValue('Cars go by.');
  await list.button.click();
  await expect(list.rows).toHaveCount(2);
  await expect(list.row('Traffic')).toBeVisible();
});

test('all narrations can be deleted, after a question', { tag: '@long' }, async ({ page }) => {
  await narrateCars(page);
  const studio = findStudio(page);
  const list = findNarrations(page);
  await list.button.click();
  await list.removeAll.click();
  await page.getByRole('button', { name: t(narrationsMessages.keepAll) }).click();
  await expect(list.rows).toHaveCount(1);
  await list.removeAll.click();
  await page.getByRole('button', { name: t(narrationsMessages.confirmRemoveAll), exact: true }).click();
  await expect(list.dialog.getByText(t(narrationsMessages.allRemoved))).toBeVisible();
  await expect(studio.script).toHaveValue('');
  await reloadOnceKept(page);
  await expect(studio.script).toHaveValue('');
  await expect(studio.preview).toBeHidden();
});

test('a project file opens beside the narration that is open', async ({ page }) => {
  await narrateCars(page);
  const lines = [createLine({ startMs: 1000, text: 'From a file.' })];
  const narration = createNarration({ style: 'timed', language: 'English', lines });
  const project = { ...createProject('Holiday'), narrations: [narration] };
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t(studioMessages.openScript) }).click();
  await (await choosing).setFiles({
    name: 'holiday.benshi.json',
    mimeType: 'application/json',
    buffer: Buffer.from(printProject(project)),
  });
  await expect(findLineEditor(page).line(1)).toHaveValue('From a file.');
  const list = findNarrations(page);
  await list.button.click();
  await expect(list.row('Holiday')).toContainText(t(narrationsMessages.isOpen));
  await list.open('cars').click();
  await expect(findStudio(page).script).toHaveValue('Cars go by.');
});
