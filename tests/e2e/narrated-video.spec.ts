import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import {
  describeTracks,
  hear,
  heardHz,
  listComplaints,
  readPictures,
} from '../support/read-narrated-video.ts';
import { realVideos } from '../support/real-videos.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import type { Upload } from './narrate.ts';
import { chooseVoice, findStudio, type Studio } from './studio-page.ts';

/** Writes and speaks a narration that follows the picture. */
async function speakTimed(page: Page, path: Upload): Promise<Studio> {
  const studio = findStudio(page);
  await page.goto('/');
  await page.getByRole('radio', { name: 'Follow the picture' }).check();
  await studio.upload.setInputFiles(path);
  await expect(studio.preview).toBeVisible();
  await studio.wish.fill('Tell it calmly.');
  await chooseVoice(studio, 'nova');
  await studio.generateNarration.click();
  await expect(page.getByRole('textbox', { name: 'Line 1', exact: true })).toBeVisible();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  return studio;
}

function findPanel(page: Page) {
  const panel = page.getByRole('region', { name: 'Narrated video' });
  return {
    open: page.getByRole('button', { name: 'Make the video' }),
    panel,
    save: panel.getByRole('button', { name: 'Save the video' }),
    cancel: panel.getByRole('button', { name: 'Cancel' }),
    progress: panel.getByRole('progressbar'),
    status: panel.locator('p[role="status"]'),
  };
}

/** A browser that has no picker of places: what is made is downloaded. */
const withoutPicker = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));

/** The person picks a place at once: a file of the browser's own store stands for it, written in the same way. */
const withPicker = (page: Page) =>
  page.addInitScript(() => {
    const pick = async ({ suggestedName }: { suggestedName: string }) => {
      const root = await navigator.storage.getDirectory();
      return root.getFileHandle(suggestedName, { create: true });
    };
    Reflect.set(window, 'showSaveFilePicker', pick);
  });

const listStored = (page: Page, folder?: string) =>
  page.evaluate(async name => {
    const root = await navigator.storage.getDirectory();
    const place = name === undefined ? root : await root.getDirectoryHandle(name);
    const names: string[] = [];
    for await (const [each, handle] of place.entries()) if (handle.kind === 'file') names.push(each);
    return names;
  }, folder);

/** How many bytes of bodies the page has sent. */
function countSent(page: Page): () => number {
  const sent: Request[] = [];
  page.on('request', request => sent.push(request));
  return () => sent.reduce((sum, request) => sum + (request.postDataBuffer()?.length ?? 0), 0);
}

const loudest = (sound: Float32Array, from: number, to: number) =>
  sound.subarray(from * heardHz, to * heardHz).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** Plays the end of a file in a page of its own, and gives how long it is. */
async function playToEnd(page: Page, path: string): Promise<number> {
  const player = await page.context().newPage();
  const bytes = (await readFile(path)).toString('base64');
  const seconds = await player.evaluate(async base64 => {
    const element = document.createElement('video');
    element.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))]));
    element.muted = true;
    await element.play();
    element.currentTime = element.duration - 0.5;
    await new Promise((resolve, reject) => {
      element.onended = resolve;
      element.onerror = () => reject(new Error(element.error?.message));
    });
    return element.duration;
  }, bytes);
  await player.close();
  return seconds;
}

/** Two minutes: such a video takes a few seconds to make. */
const makeLongClip = () => makeToneClip(120);

/** Colours and a tone. */
async function makeToneClip(length: number) {
  const tone = (seconds: number) => 0.1 * Math.sin(2 * Math.PI * 220 * seconds);
  const clip = await makeSoundingClip({
    seconds: length,
    framesPerSecond: 2,
    sounds: [{ seconds: length, sample: tone }],
  });
  return { name: 'long.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) };
}

for (const name of ['cars.mp4', 'rabbit.mp4']) {
  const video = realVideos.find(each => each.name === name);
  test(`${name} becomes a video with its narration, and never leaves the browser`, async ({ page }) => {
    test.skip(!video, 'this video is not beside the project here');
    if (!video) return;
    await withoutPicker(page);
    await speakTimed(page, video.path);
    const { open, save, status } = findPanel(page);
    await open.click();
    await expect(save).toBeVisible();
    await expectNoViolation(page);
    const countBytes = countSent(page);
    const downloading = page.waitForEvent('download');
    await save.click();
    const download = await downloading;
    await expect(status).toContainText('is saved');
    expect(download.suggestedFilename()).toBe(`${name.replace('.mp4', '')}-English-narrated.mp4`);
    expect(countBytes()).toBe(0);
    const path = await download.path();
    expect((await listComplaints(path)) ?? '').toBe('');
    const [before, after] = [await readPictures(video.path), await readPictures(path)];
    expect(after.map(({ bytes }) => bytes.length)).toEqual(before.map(({ bytes }) => bytes.length));
    expect(after.every(({ bytes }, at) => bytes.equals(before[at]?.bytes ?? Buffer.of()))).toBe(true);
    expect((await describeTracks(path)).tracks.map(({ codec, language }) => [codec, language])).toEqual([
      ['avc', expect.anything()],
      ['aac', 'eng'],
    ]);
    expect(loudest(await hear(path), 0, 5)).toBeGreaterThan(0.1);
    expect(await playToEnd(page, path)).toBeGreaterThan(video.durationSeconds - 0.1);
  });
}

test('a video goes straight to the place that was picked, and one that is cancelled leaves nothing there', async ({
  page,
}) => {
  await withPicker(page);
  await speakTimed(page, await makeLongClip());
  const { open, save, cancel, status, progress } = findPanel(page);
  await open.click();
  await save.click();
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  await cancel.click();
  await expect(status).toHaveText('Stopped. Nothing was left behind.');
  expect(await listStored(page)).toEqual([]);
  await save.click();
  await expect(status).toContainText('long-English-narrated.mp4 is saved');
  expect(await listStored(page)).toEqual(['long-English-narrated.mp4']);
});

test('while its sound is set, the player sounds as the video will, and as before once that is closed', async ({
  page,
}, testInfo) => {
  await speakTimed(page, await makeToneClip(10));
  const { open, panel, save } = findPanel(page);
  const readPlayer = () => page.evaluate(() => document.querySelector('video')?.volume);
  const before = await readPlayer();
  await open.click();
  await expect(save).toBeVisible();
  await expect.poll(readPlayer).not.toBe(before);
  const duck = panel.getByRole('slider', { name: 'The film’s own sound under the voice' });
  await expect(duck).toHaveAttribute('aria-valuetext', 'much softer (12 dB)');
  await page.screenshot({ path: testInfo.outputPath('panel.png'), fullPage: true });
  const usual = (await readPlayer()) ?? 0;
  await panel.getByRole('slider', { name: 'The film’s own sound', exact: true }).fill('-12');
  await expect.poll(readPlayer).toBeCloseTo(usual / 10 ** (12 / 20));
  await panel.getByRole('radio', { name: 'The voice alone' }).check();
  await expect.poll(readPlayer).toBe(0);
  await open.click();
  await expect.poll(readPlayer).toBe(before);
});

test('who leaves while a video is made is asked first', async ({ page }) => {
  await withPicker(page);
  await speakTimed(page, await makeLongClip());
  const { open, save, status, progress } = findPanel(page);
  await open.click();
  await save.click();
  await expect(progress).toBeVisible();
  const asked: string[] = [];
  page.on('dialog', dialog => {
    asked.push(dialog.message());
    return dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Privacy' }).first().click();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toContain('still working');
  await expect(status).toContainText('is saved');
});

test('a video is made by keyboard alone, on a telephone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await withPicker(page);
  const video = realVideos.find(each => each.name === 'turned-phone.mp4');
  await speakTimed(page, video?.path ?? '');
  const { open, panel, save, status } = findPanel(page);
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(save).toBeVisible();
  await expectNoOverhang(page);
  await expectNoViolation(page);
  await page.keyboard.press('Tab');
  for (
    let presses = 0;
    presses < 12 && !(await save.evaluate(each => each === document.activeElement));
    presses++
  )
    await page.keyboard.press('Tab');
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status).toContainText('is saved');
  await expect(panel).toBeVisible();
});
