import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { queueMessages as messages } from '#shared/messages/queue.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findNarrations } from './narrations-page.ts';
import { type BrowserFile, findStudio, makeVideoFile } from './studio-page.ts';
import { findVoiceList } from './voice-list-page.ts';

function findQueue(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(messages.title) });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const rows = dialog.getByRole('list', { name: t(messages.videos) }).getByRole('listitem');
  return {
    dialog,
    rows,
    row: (name: string) => rows.filter({ hasText: name }),
    inState: (state: string) => rows.filter({ hasText: state }),
    open: page.getByRole('button', { name: t(messages.open), exact: true }),
    start: button(t(messages.start)),
    resume: button(t(messages.resume)),
    pause: button(t(messages.pause)),
    retry: button(t(messages.retry)),
    prompt: dialog.getByRole('textbox', { name: t(studioMessages.prompt) }).first(),
    voice: dialog.getByRole('combobox', { name: 'Voice', exact: true }).first(),
    sound: dialog.getByRole('checkbox', { name: t(messages.sound) }).first(),
    button,
  };
}

/** The same video under many names: made once. */
async function makeVideos(count: number): Promise<readonly BrowserFile[]> {
  const made = await makeVideoFile('1.mp4');
  return Array.from({ length: count }, (_, index) => ({ ...made, name: `holiday ${index + 1}.mp4` }));
}

const broken: BrowserFile = {
  name: 'broken.mp4',
  mimeType: 'video/mp4',
  buffer: Buffer.from('This is no video.'),
};

/** Chooses videos, and fills in the queue's own form. */
async function fillQueue(page: Page, files: readonly BrowserFile[], hasSound: boolean): Promise<void> {
  await page.goto('/');
  await findStudio(page).upload.setInputFiles([...files]);
  const queue = findQueue(page);
  await expect(queue.rows).toHaveCount(files.length);
  await queue.prompt.fill('Tell it calmly.');
  await queue.voice.click();
  await findVoiceList(page).voice('nova').click();
  await queue.sound.setChecked(hasSound);
}

/** Reloads in the middle of the work, once the browser has copies of the videos. */
async function reloadInTheMiddle(page: Page, copies: number): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle('videos', { create: true });
        return (await Array.fromAsync(folder.keys())).length;
      }),
    )
    .toBe(copies);
  page.once('dialog', dialog => dialog.accept());
  await page.reload();
}

/** From the menu of the narration that is open. */
async function openNarrations(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: t(workspaceMessages.narrationMenu, { name }) }).click();
  await page.getByRole('menuitem', { name: t(workspaceMessages.allNarrations) }).click();
}

async function narrateAll(page: Page, files: readonly BrowserFile[], hasSound: boolean): Promise<void> {
  const queue = findQueue(page);
  await fillQueue(page, [...files, broken], hasSound);
  // The second one is in the middle when the page is reloaded.
  let scripts = 0;
  await page.route('**/api/free/script', route => (++scripts === 1 ? route.continue() : undefined));
  await queue.start.click();
  await expect(queue.inState(t(messages.done)).first()).toBeVisible();
  await reloadInTheMiddle(page, files.length + 1);
  await page.unroute('**/api/free/script');

  await queue.open.click();
  await expect(queue.rows).toHaveCount(files.length + 1);
  await queue.resume.click();
  // Each has the time of one, however many there are.
  for (const { name } of files) await expect(queue.row(name)).toContainText(t(messages.done));
  await expect(queue.inState(t(messages.done))).toHaveCount(files.length);
  await expect(queue.row('broken.mp4')).toContainText('broken.mp4');
  await expect(queue.row('broken.mp4')).toContainText(t(messages.failed));
}

test('three videos and a broken one: three narrations and a reason, with a reload in the middle', async ({
  page,
}) => {
  const files = await makeVideos(3);
  await narrateAll(page, files, false);
  const queue = findQueue(page);
  await expectNoViolation(page);
  await queue.button(t(messages.openOne, { name: 'holiday 2.mp4' })).click();
  await expect(queue.dialog).toBeHidden();
  await expect(findStudio(page).script).not.toHaveValue('');
  await openNarrations(page, 'holiday 2');
  await expect(findNarrations(page).rows).toHaveCount(3);
});

test('ten videos with sound, one of them broken: nine narrations and one reason', { tag: '@long' }, async ({
  page,
}) => {
  await narrateAll(page, await makeVideos(9), true);
  const queue = findQueue(page);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverhang(page);
  }
  await queue.button('Close').click();
  await findNarrations(page).show();
  await expect(findNarrations(page).rows).toHaveCount(9);
});
