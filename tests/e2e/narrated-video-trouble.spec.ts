import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { exportDialogMessages, exportMessages } from '#shared/messages/export.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { toPattern } from '../support/message-pattern.ts';
import { listComplaints } from '../support/read-narrated-video.ts';
import { expectNoViolation } from './accessibility.ts';
import {
  findExport,
  listStored,
  makeLongClip,
  makeToneClip,
  speakTimed,
  withoutPicker,
  withPicker,
} from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { makeVideoFile } from './studio-page.ts';

/** A private window, in which the page has no storage. */
async function withoutStorage(page: Page): Promise<void> {
  await withoutPicker(page);
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('Refused.', 'SecurityError'));
    Reflect.set(StorageManager.prototype, 'getDirectory', refuse);
  });
}

/** Limits the page's storage to this many more bytes. */
async function limitStorage(page: Page, bytes: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin });
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + bytes });
}

const expectBegun = (page: Page) =>
  expect
    .poll(async () => Number(await findExport(page).progress.getAttribute('value', { timeout: 1000 })))
    .toBeGreaterThan(0);

test('without storage a small video is made in memory', { tag: '@long' }, async ({ page }) => {
  await withoutStorage(page);
  await speakTimed(page, await makeVideoFile());
  const { open, save, status } = findExport(page);
  await open.click();
  const downloading = page.waitForEvent('download');
  await save.click();
  const path = await (await downloading).path();
  await expect(status).toHaveText(toPattern(exportMessages.downloaded, { name: 'colours-narrated.mp4' }));
  expect((await listComplaints(path)) ?? '').toBe('');
});

test(
  'a video too large for memory is refused with the alternatives',
  { tag: '@long' },
  async ({ page }, info) => {
    await withoutStorage(page);
    const video = await makeVideoFile('large.mp4');
    const path = info.outputPath('large.mp4');
    const emptyBytes = 200_000_000;
    const head = Buffer.alloc(8);
    head.writeUInt32BE(emptyBytes);
    head.write('free', 4, 'latin1');
    await writeFile(path, Buffer.concat([video.buffer, head]));
    await truncate(path, video.buffer.length + emptyBytes);
    await speakTimed(page, path);
    const { open, save, problem } = findExport(page);
    await open.click();
    await save.click();
    await expect(problem).toHaveText(toPattern(exportMessages.noDisk, { size: '19\\d MB' }));
  },
);

test('with a full disk a small video is made in memory, too', {
  tag: '@long',
}, async ({ page }) => {
  await withoutPicker(page);
  await speakTimed(page, await makeVideoFile());
  const { open, save, status } = findExport(page);
  await open.click();
  await limitStorage(page, 0);
  const downloading = page.waitForEvent('download');
  await save.click();
  await (await downloading).path();
  await expect(status).toHaveText(toPattern(exportMessages.downloaded));
});

for (const [where, prepare, folder, outcome] of [
  ['where the person wants it', withPicker, undefined, exportMessages.saved],
  ['in the browser', withoutPicker, 'exports', exportMessages.downloaded],
] as const)
  test(`a disk that fills while a video is written ${where} is reported, and no file is left`, {
    tag: '@long',
  }, async ({ page }) => {
    await prepare(page);
    await speakTimed(page, await makeToneClip(40));
    const { open, save, problem, status } = findExport(page);
    await open.click();
    await expect(save).toBeVisible();
    await limitStorage(page, 300_000);
    await save.click();
    await expect(problem).toHaveText(t(videoOutputMessages.diskFull));
    expect(await listStored(page, folder)).toEqual([]);
    await limitStorage(page, 1_000_000_000);
    await save.click();
    await expect(status).toHaveText(toPattern(outcome));
  });

test(
  'a video file that changed on disk is reported and requested again',
  { tag: '@long' },
  async ({ page }, info) => {
    await withPicker(page);
    const { buffer } = await makeVideoFile();
    const path = info.outputPath('moved.mp4');
    await writeFile(path, buffer);
    await speakTimed(page, path);
    const { open, save, problem } = findExport(page);
    await open.click();
    await expect(save).toBeVisible();
    await appendFile(path, 'more');
    await save.click();
    await expect(problem).toHaveText(t(videoOutputMessages.changed));
    expect(await listStored(page)).toEqual([]);
  },
);

test("two tabs make videos at once without deleting each other's files", { tag: '@long' }, async ({
  page,
  context,
}) => {
  await withoutPicker(page);
  await speakTimed(page, await makeLongClip());
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('exports', { create: true });
    await folder.getFileHandle('of-a-tab-that-is-gone.mp4', { create: true });
  });
  // It restores the first tab's narration.
  const other = await context.newPage();
  await withoutPicker(other);
  await other.goto('/');
  const tabs = [page, other].map(tab => ({
    tab,
    ...findExport(tab),
    downloading: tab.waitForEvent('download'),
  }));
  for (const { open, save } of tabs) {
    await open.click();
    await expect(save).toBeVisible();
  }
  for (const { tab, save } of tabs) {
    await save.click();
    await expectBegun(tab);
  }
  for (const { downloading } of tabs) {
    const path = await (await downloading).path();
    expect((await listComplaints(path)) ?? '').toBe('');
  }
  const names = await listStored(page, 'exports');
  expect(names.map(name => name.slice(-17))).toEqual(Array(2).fill('long-narrated.mp4'));
});

test('editing the text or closing the dialog does not stop a video, which says that it is older', {
  tag: '@long',
}, async ({ page }) => {
  await withPicker(page);
  await speakTimed(page, await makeLongClip());
  const { open, save, close, status, progress, choice } = findExport(page);
  await open.click();
  await save.click();
  await expectBegun(page);
  await close.click();
  await expect(save).toBeHidden();
  await expect(progress).toBeVisible();
  const line = page.getByRole('textbox', { name: t(lineEditorMessages.line, { number: 1 }), exact: true });
  const words = await line.inputValue();
  await line.fill('Something else altogether.');
  await open.click();
  await expect(choice(t(exportDialogMessages.video))).toBeDisabled();
  await close.click();
  await expect(status).toContainText(toPattern(exportMessages.saved, { details: '2:00, .+' }));
  await expect(status).toContainText(t(exportMessages.outdated));
  expect(await listStored(page)).toEqual(['long-narrated.mp4']);
  // What is said of it is said as long as the narration stays as it is.
  await line.fill(words);
  await expect(status).toBeEmpty();
});

test('subtitles are offered with a video that has them, under its name', { tag: '@long' }, async ({
  page,
}) => {
  await withPicker(page);
  await speakTimed(page, await makeVideoFile());
  const { open, save, status, subtitles, saveSubtitles } = findExport(page);
  await open.click();
  await subtitles.check();
  await save.click();
  await expect(status).toHaveText(toPattern(exportMessages.saved));
  const downloading = page.waitForEvent('download');
  await saveSubtitles.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('colours-narrated.vtt');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(
    /^WEBVTT\n\nNOTE\nKind: subtitles\nLanguage: en\n\nNOTE\n.+\n\n00:00:\d\d\.\d{3} --> /,
  );
  await expectNoViolation(page);
});

test('a video is completed while another tab is in front', { tag: '@long' }, async ({ baseURL }, info) => {
  const { executablePath } = info.project.use.launchOptions ?? {};
  // As in real browsers: hidden tabs are throttled.
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: [
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
    ],
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await withPicker(page);
  await speakTimed(page, await makeLongClip(), `${baseURL}/`);
  const { open, save, status } = findExport(page);
  await open.click();
  await save.click();
  await expectBegun(page);
  const front = await context.newPage();
  await front.goto('about:blank');
  await front.bringToFront();
  await expect(status).toHaveText(toPattern(exportMessages.saved));
  await browser.close();
});
