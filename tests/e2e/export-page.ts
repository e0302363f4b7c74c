import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { exportDialogMessages, exportMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { toPattern } from '../support/message-pattern.ts';
import type { Upload } from './narrate.ts';
import { chooseVoice, findStudio, type Studio } from './studio-page.ts';

/** Has a timed narration written and spoken. */
export async function narrateTimed(page: Page, video: Upload, address = '/'): Promise<Studio> {
  const studio = findStudio(page);
  await page.goto(address);
  await page.getByRole('radio', { name: t(studioMessages.timed) }).check();
  await studio.upload.setInputFiles(video);
  await expect(studio.preview).toBeVisible();
  await studio.prompt.fill('Tell it calmly.');
  await chooseVoice(studio, 'nova');
  await studio.generateNarration.click();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  return studio;
}

/** Speaks two lines of one's own, at 0 s and 2 s of a video. */
export async function speakTimed(page: Page, video: Upload, address = '/'): Promise<Studio> {
  const studio = findStudio(page);
  await page.goto(address);
  await studio.upload.setInputFiles(video);
  await expect(studio.preview).toBeVisible();
  await chooseVoice(studio, 'nova');
  await studio.script.fill('[0:00] A calm lake.\n[0:02] A boat comes near.');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  return studio;
}

export function findExport(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(exportMessages.export) });
  /** In the dialog, or in the page once it is closed. */
  const line = page.getByRole('group', { name: t(exportMessages.export), exact: true });
  return {
    open: page.getByRole('button', { name: t(exportMessages.export), exact: true }),
    dialog,
    more: dialog.getByRole('button', { name: t(exportDialogMessages.more) }),
    options: dialog.getByRole('button', { name: t(exportDialogMessages.options) }),
    choice: (name: string) => dialog.getByRole('radio', { name, exact: true }),
    save: dialog.getByRole('button', { name: t(exportDialogMessages.save) }),
    close: dialog.getByRole('button', { name: t(pageMessages.close) }),
    subtitles: dialog.getByRole('checkbox', { name: t(exportDialogMessages.includeSubtitles) }),
    saveSubtitles: line.getByRole('link', { name: t(exportDialogMessages.saveSubtitles) }),
    problem: line.getByRole('alert'),
    cancel: line.getByRole('button', { name: t(studioMessages.cancel) }),
    progress: line.getByRole('progressbar'),
    status: line.getByRole('status'),
  };
}

/** Opens the dialog, or finds it open, and chooses. */
export async function chooseExport(page: Page, kind: string, format?: string): Promise<void> {
  const { open, dialog, choice, more } = findExport(page);
  if (!(await dialog.isVisible())) await open.click();
  await expect(more).toBeVisible();
  if (!(await choice(kind).isVisible())) await more.click();
  await choice(kind).check();
  if (format !== undefined) await choice(format).check();
}

/** Exports what the browser downloads, and closes the dialog. */
export async function saveExport(
  page: Page,
  kind: string,
  format?: string,
): Promise<{ name: string; bytes: Buffer; path: string }> {
  await chooseExport(page, kind, format);
  const { save, status, close } = findExport(page);
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const name = download.suggestedFilename();
  await expect(status).toHaveText(toPattern(exportMessages.downloaded, { name }));
  await close.click();
  const path = await download.path();
  return { name, bytes: await readFile(path), path };
}

/** Without a file picker the video is downloaded. */
export const withoutPicker = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));

/** Answers the file picker with a file of the browser's private store. */
export const withPicker = (page: Page) =>
  page.addInitScript(() => {
    const pick = async ({ suggestedName }: { suggestedName: string }) => {
      const root = await navigator.storage.getDirectory();
      return root.getFileHandle(suggestedName, { create: true });
    };
    Reflect.set(window, 'showSaveFilePicker', pick);
  });

/** The files in the browser's private store. */
export const listStored = (page: Page, folder?: string) =>
  page.evaluate(async name => {
    const root = await navigator.storage.getDirectory();
    const place = name === undefined ? root : await root.getDirectoryHandle(name);
    const names: string[] = [];
    for await (const [each, handle] of place.entries()) if (handle.kind === 'file') names.push(each);
    return names;
  }, folder);

/** Two minutes: such a video takes a few seconds to make. */
export const makeLongClip = () => makeToneClip(120);

export async function makeToneClip(length: number) {
  const tone = (seconds: number) => 0.1 * Math.sin(2 * Math.PI * 220 * seconds);
  const clip = await makeSoundingClip({
    seconds: length,
    framesPerSecond: 2,
    sounds: [{ seconds: length, sample: tone }],
  });
  return { name: 'long.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) };
}
