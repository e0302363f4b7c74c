import type { Page, Route } from '@playwright/test';
import { accountListMessages } from '#shared/messages/account-list.ts';
import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { printProject } from '#shared/narration/open-project.ts';
import { createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { findNarrations, findSaved, findVideoName, findVideoQuestion } from './narrations-page.ts';
import { signUp } from './people.ts';
import {
  chooseInScriptMenu,
  chooseVoice,
  findStudio,
  makeOtherFilm,
  makeVideoFile,
  reloadOnceKept,
} from './studio-page.ts';

let bikes: ReturnType<typeof makeOtherFilm> | undefined;

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
  bikes ??= makeOtherFilm('bikes.mp4');
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
  await question.replace.click();
  await question.useAnyway.click();
  await expect(findVideoName(page, 'bikes.mp4')).toBeVisible();
  await expect(studio.script).toHaveValue('Cars go by.');
  await findNarrations(page).show();
  await expect(findNarrations(page).rows).toHaveCount(1);
});

test('narrations are listed, opened, renamed, duplicated, and deleted with an undo', async ({ page }) => {
  await narrateCars(page);
  const studio = findStudio(page);
  const list = findNarrations(page);
  await list.show();
  await expect(list.row('cars')).toContainText(t(narrationsMessages.isOpen));
  await list.create.click();
  await expect(list.dialog).toBeHidden();
  await expect(studio.script).toHaveValue('');
  await expect(studio.preview).toBeHidden();
  await studio.script.fill('A second one.');

  await list.show();
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
  await list.show();
  await expect(list.rows).toHaveCount(2);
  await expect(list.row('Traffic')).toBeVisible();
});

test('what is deleted stays so while other narrations are renamed and duplicated, and comes back with Undo alone', async ({
  page,
}) => {
  await narrateCars(page);
  const list = findNarrations(page);
  await list.show();
  await list.create.click();
  await findStudio(page).script.fill('A second one.');
  await list.show();
  const renameTo = async (before: string, name: string) => {
    await list.rename(before).click();
    await list.name.fill(name);
    await list.name.press('Enter');
    await expect(list.rename(name)).toBeVisible();
  };
  await list.remove('cars').click();
  await renameTo('A second one.', 'Second');
  await expect(list.row('cars')).toContainText(t(narrationsMessages.removed, { name: 'cars' }));
  await expect(list.undo).toBeVisible();
  await list.duplicate('Second').click();
  await expect(list.rows).toHaveCount(3);
  await expect(list.remove('cars')).toBeHidden();
  await list.undo.click();
  await renameTo('Second', 'Other');
  await list.close.click();

  await list.show();
  await expect(list.rows).toHaveCount(3);
  await list.remove('cars').click();
  await renameTo('Other', 'Last');
  await list.close.click();
  await list.show();
  await expect(list.rows).toHaveCount(2);
  await expect(list.row('cars')).toBeHidden();
});

test('renaming a narration in the list loses nothing that another tab has typed into it since', async ({
  page,
}) => {
  await narrateCars(page);
  const list = findNarrations(page);
  await list.show();
  await list.create.click();
  await findStudio(page).script.fill('A second one.');
  // Another tab opens what was kept last.
  await reloadOnceKept(page);
  const other = await page.context().newPage();
  await other.goto('/');
  await findNarrations(other).show();
  await findNarrations(other).open('cars').click();
  await list.show();
  await expect(list.row('cars')).toBeVisible();
  await findStudio(other).script.fill('Cars go by, slowly.');
  await reloadOnceKept(other);
  await list.rename('cars').click();
  await list.name.fill('Traffic');
  await list.name.press('Enter');
  await expect(list.rename('Traffic')).toBeVisible();
  await other.reload();
  await expect(findStudio(other).script).toHaveValue('Cars go by, slowly.');
  await list.open('Traffic').click();
  await expect(findStudio(page).script).toHaveValue('Cars go by, slowly.');
});

test('on an account a search hides nothing that closing deletes, and a deletion that fails is told and undone', async ({
  page,
  complaints,
}) => {
  await signUp(page);
  await page.goto('/dashboard');
  const studio = findStudio(page);
  const list = findNarrations(page);
  await studio.script.fill('A first one.');
  await page.getByRole('button', { name: t(accountListMessages.yes) }).click();
  await expect(findSaved(page)).toBeVisible();
  await list.show();
  await list.create.click();
  await studio.script.fill('A second one.');
  const listStored = async () => (await (await page.request.get('/api/projects')).json()).projects;
  await expect.poll(listStored).toHaveLength(2);
  await list.show();
  await expect(list.row('second')).toContainText(t(accountListMessages.onAccount));
  await list.remove('A first one.').click();
  await list.dialog.getByRole('searchbox', { name: t(accountListMessages.search) }).fill('second');
  await expect(list.remove('A second one.')).toBeVisible();
  await expect(list.row('A first one.')).toBeVisible();
  await expect(list.undo).toBeVisible();

  const lose = (route: Route) => (route.request().method() === 'DELETE' ? route.abort() : route.fallback());
  await page.route('**/api/projects/*', lose);
  const told = page.waitForEvent('dialog');
  await list.close.click();
  const alert = await told;
  expect(alert.message()).toBe(t(pageMessages.serverUnreachable));
  await alert.accept();
  await list.show();
  await expect(list.remove('A first one.')).toBeVisible();

  await page.unroute('**/api/projects/*', lose);
  await list.remove('A first one.').click();
  await list.close.click();
  await list.show();
  await expect(list.rows).toHaveCount(1);
  await list.dialog
    .getByRole('combobox', { name: t(accountListMessages.show) })
    .selectOption(t(accountListMessages.trash));
  await expect(list.row('A first one.')).toBeVisible();
  complaints.length = 0;
});

test('a name stays in its field when it could not be saved', async ({ page, complaints }) => {
  await signUp(page);
  await page.goto('/dashboard');
  const list = findNarrations(page);
  await findStudio(page).script.fill('A first one.');
  await page.getByRole('button', { name: t(accountListMessages.yes) }).click();
  await expect(findSaved(page)).toBeVisible();
  await list.show();
  const lose = (route: Route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback());
  await page.route('**/api/projects/*', lose);
  await list.dialog
    .getByRole('button', { name: t(accountListMessages.moveThis, { name: 'A first one.' }) })
    .click();
  const folder = list.dialog.getByRole('textbox', { name: t(accountListMessages.folderName) });
  await folder.fill('Holidays');
  await folder.press('Enter');
  await expect(list.dialog).toContainText(t(pageMessages.serverUnreachable));
  await expect(folder).toHaveValue('Holidays');
  await page.unroute('**/api/projects/*', lose);
  await folder.press('Enter');
  await expect(list.row('A first one.')).toContainText('Holidays');
  complaints.length = 0;
});

test('all narrations can be deleted, after a question', { tag: '@long' }, async ({ page }) => {
  await narrateCars(page);
  const studio = findStudio(page);
  const list = findNarrations(page);
  await list.show();
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
  await chooseInScriptMenu(page, t(studioMessages.openScript));
  await (await choosing).setFiles({
    name: 'holiday.benshi.json',
    mimeType: 'application/json',
    buffer: Buffer.from(printProject(project)),
  });
  await expect(findLineEditor(page).line(1)).toHaveValue('From a file.');
  const list = findNarrations(page);
  await list.show();
  await expect(list.row('Holiday')).toContainText(t(narrationsMessages.isOpen));
  await list.open('cars').click();
  await expect(findStudio(page).script).toHaveValue('Cars go by.');
});
