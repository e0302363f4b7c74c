import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { exportDialogMessages, exportMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { startCountingProxy } from '../support/counting-proxy.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { toPattern } from '../support/message-pattern.ts';
import {
  decodedRateHz,
  decodeTrack,
  describeTracks,
  listComplaints,
  measureTone,
  readPictures,
} from '../support/read-narrated-video.ts';
import { titledVideo } from '../support/real-videos.ts';
import { findFreePort } from '../support/start-postgres.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import {
  findExport,
  listStored,
  makeLongClip,
  makeToneClip,
  narrateTimed,
  speakTimed,
  withoutPicker,
  withPicker,
} from './export-page.ts';
import { test as base, expect, ignoreRefusals } from './fixtures.ts';
import { decodeBeginning } from './measure-sound.ts';
import { playVideo } from './play-video.ts';
import { chooseInPageMenu } from './studio-page.ts';

interface CountingServer {
  readonly url: string;
  countReceived(): number;
}

/** With a server that counts the bytes it receives. */
const test = base.extend<{ countingServer: CountingServer }>({
  countingServer: async ({ page, startOwnServer }, use) => {
    const port = await findFreePort();
    await using proxy = await startCountingProxy(port);
    const origin = `http://localhost:${proxy.port}`;
    await startOwnServer({ PORT: String(port), PUBLIC_URL: origin });
    await use({ url: `${origin}/`, countReceived: proxy.countReceived });
    await page.goto('about:blank');
  },
});

function listOtherHosts(page: Page, own: string): () => string[] {
  const asked: string[] = [];
  page.context().on('request', request => asked.push(request.url()));
  return () => asked.filter(url => !url.startsWith(own) && !url.startsWith(`blob:${own}`));
}

const loudest = (sound: Float32Array, from: number, to: number) =>
  sound
    .subarray(from * decodedRateHz, to * decodedRateHz)
    .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

test('a film becomes a video with its narration, and never leaves the browser', async ({
  page,
  countingServer,
}) => {
  await withoutPicker(page);
  await narrateTimed(page, titledVideo.path, countingServer.url);
  const { open, save, status } = findExport(page);
  await open.click();
  await expect(save).toBeVisible();
  await expectNoViolation(page);
  const otherHosts = listOtherHosts(page, countingServer.url);
  const before = countingServer.countReceived();
  const downloading = page.waitForEvent('download');
  await save.click();
  const download = await downloading;
  await expect(status).toHaveText(toPattern(exportMessages.downloaded));
  expect(download.suggestedFilename()).toBe('the-lantern-boat-English-narrated.mp4');
  expect(otherHosts()).toEqual([]);
  // The page fetches its own code now and then, a few hundred bytes a request.
  expect(countingServer.countReceived() - before).toBeLessThan(30_000);
  const path = await download.path();
  expect((await listComplaints(path)) ?? '').toBe('');
  const [original, after] = [await readPictures(titledVideo.path), await readPictures(path)];
  expect(after.map(({ bytes }) => bytes.length)).toEqual(original.map(({ bytes }) => bytes.length));
  expect(after.every(({ bytes }, at) => bytes.equals(original[at]?.bytes ?? Buffer.of()))).toBe(true);
  expect((await describeTracks(path)).tracks.map(({ codec, language }) => [codec, language])).toEqual([
    ['avc', expect.anything()],
    ['aac', 'eng'],
  ]);
  expect(loudest(await decodeTrack(path), 0, 5)).toBeGreaterThan(0.1);
  expect(await playVideo(page, path, -0.5)).toBeGreaterThan(titledVideo.durationSeconds - 0.1);
});

test('of several sound tracks the first audible one is used, and another can be chosen', {
  tag: '@long',
}, async ({ page }) => {
  const tone = (hz: number, name: string) => ({
    seconds: 6,
    name,
    sample: (seconds: number) => 0.1 * Math.sin(2 * Math.PI * hz * seconds),
  });
  const sounds = [tone(0, 'Desktop'), tone(220, 'Microphone'), tone(880, 'Music')];
  const clip = await makeSoundingClip({ seconds: 6, framesPerSecond: 2, sounds });
  await withoutPicker(page);
  await speakTimed(page, { name: 'obs.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) });
  const { open, dialog, options, save } = findExport(page);
  await open.click();
  await options.click();
  const choice = dialog.getByRole('combobox', { name: t(exportDialogMessages.originalSound), exact: true });
  await expect(choice.getByRole('option')).toHaveText([
    ...['1 (Desktop)', '2 (Microphone)', '3 (Music)'].map(name => t(exportDialogMessages.track, { name })),
    t(exportDialogMessages.allTracks),
  ]);
  await expect(choice).toHaveValue('2');
  await expect(dialog).toContainText(t(exportDialogMessages.previewFirstTrack));
  await choice.selectOption('3');
  await expect(choice).toHaveValue('3');
  await expectNoViolation(page);
  const [video] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const heard = await decodeTrack(await video.path());
  const levels = [220, 880].map(hz => measureTone(heard, hz, 0, 6));
  expect(levels[0]).toBeLessThan(-50);
  expect(levels[1]).toBeGreaterThan(-40);
});

/** Seconds by which the same sound is later in another (maximum of the correlation, under 0.05 s). */
function findDelay(before: Float32Array, after: Float32Array): number {
  const most = decodedRateHz / 20;
  let best = { delay: 0, alike: Number.NEGATIVE_INFINITY };
  for (let delay = -most; delay <= most; delay += decodedRateHz / 2000) {
    let alike = 0;
    for (let at = most; at < 3 * decodedRateHz; at++) alike += (before[at] ?? 0) * (after[at + delay] ?? 0);
    if (alike > best.alike) best = { delay, alike };
  }
  return best.delay / decodedRateHz;
}

test('the voice in the video is within milliseconds of its place in the sound', { tag: '@long' }, async ({
  page,
}) => {
  await withoutPicker(page);
  const studio = await speakTimed(page, await makeToneClip(6));
  const [sound] = await Promise.all([page.waitForEvent('download'), studio.download.click()]);
  const { open, dialog, options, save } = findExport(page);
  await open.click();
  await options.click();
  await dialog.getByRole('radio', { name: t(exportDialogMessages.voice) }).check();
  const [video] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const listen = async (path: string) => decodeBeginning(page, await readFile(path), 4, decodedRateHz);
  const [spoken, heard] = [await listen(await sound.path()), await listen(await video.path())];
  // Uncut coder delays would be 21 ms of the video and 46 ms of the sound.
  expect(Math.abs(findDelay(spoken, heard))).toBeLessThanOrEqual(0.002);
  expect(loudest(heard, 0, 3)).toBeGreaterThan(0.1);
});

test('the byte counter counts a file, alone and in a form', {
  tag: '@long',
}, async ({ page, countingServer, complaints }) => {
  await page.goto(countingServer.url);
  for (const wanted of ['file', 'form']) {
    const before = countingServer.countReceived();
    await page.evaluate(async kind => {
      const file = new Blob([new Uint8Array(50_000)]);
      const form = new FormData();
      form.set('file', file);
      await fetch('/api/nowhere', { method: 'POST', body: kind === 'file' ? file : form }).catch(() => {});
    }, wanted);
    expect(countingServer.countReceived() - before).toBeGreaterThan(50_000);
  }
  ignoreRefusals(complaints);
});

test('a video is written to the picked file, and a cancelled one leaves nothing there', {
  tag: '@long',
}, async ({ page }) => {
  await withPicker(page);
  await speakTimed(page, await makeLongClip());
  const { open, save, cancel, status, progress } = findExport(page);
  await open.click();
  await save.click();
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  await cancel.click();
  await expect(status).toHaveText(t(exportMessages.cancelled));
  expect(await listStored(page)).toEqual([]);
  await save.click();
  await expect(status).toHaveText(
    toPattern(exportMessages.saved, { name: 'long-narrated.mp4', details: '2:00, .+' }),
  );
  expect(await listStored(page)).toEqual(['long-narrated.mp4']);
});

test(
  "while the video's sound is set, the preview sounds so, and afterwards as before",
  { tag: '@long' },
  async ({ page }, testInfo) => {
    await speakTimed(page, await makeToneClip(10));
    const { open, dialog, options, save, close } = findExport(page);
    const readPlayer = () => page.evaluate(() => document.querySelector('video')?.volume);
    const before = await readPlayer();
    await open.click();
    await expect(save).toBeVisible();
    await options.click();
    await expect.poll(readPlayer).not.toBe(before);
    const duck = dialog.getByRole('slider', { name: t(exportDialogMessages.duckedLevel) });
    await expect(duck).toHaveAttribute('aria-valuetext', t(exportDialogMessages.muchQuieter, { db: 12 }));
    await page.screenshot({ path: testInfo.outputPath('dialog.png') });
    const usual = (await readPlayer()) ?? 0;
    await dialog.getByRole('slider', { name: t(exportDialogMessages.originalLevel) }).fill('-12');
    await expect.poll(readPlayer).toBeCloseTo(usual / 10 ** (12 / 20));
    await dialog.getByRole('radio', { name: t(exportDialogMessages.voice) }).check();
    await expect.poll(readPlayer).toBe(0);
    const play = dialog.getByRole('button', { name: t(exportDialogMessages.playPreview) });
    await play.click();
    await dialog.getByRole('button', { name: t(exportDialogMessages.pausePreview) }).click();
    await expect(play).toBeVisible();
    await close.click();
    await expect.poll(readPlayer).toBe(before);
  },
);

test('leaving while a video is made asks first', { tag: '@long' }, async ({ page }) => {
  await withPicker(page);
  await speakTimed(page, await makeLongClip());
  const { open, save, close, status, progress } = findExport(page);
  await open.click();
  await save.click();
  await expect(progress).toBeVisible();
  await close.click();
  const asked: string[] = [];
  page.on('dialog', dialog => {
    asked.push(dialog.message());
    return dialog.dismiss();
  });
  await chooseInPageMenu(page, t(pageMessages.contact));
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toBe(t(studioStatusMessages.leave));
  await expect(status).toHaveText(toPattern(exportMessages.saved));
});

test('a video is made by keyboard alone on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await withPicker(page);
  await speakTimed(page, titledVideo.path);
  const { open, save, status } = findExport(page);
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(save).toBeVisible();
  await expectNoOverhang(page);
  await expectNoViolation(page);
  await page.keyboard.press('Tab');
  for (
    let presses = 0;
    presses < 20 && !(await save.evaluate(each => each === document.activeElement));
    presses++
  )
    await page.keyboard.press('Tab');
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText(toPattern(exportMessages.saved));
  await expect(save).toBeFocused();
});
