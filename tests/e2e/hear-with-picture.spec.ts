import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { toPattern } from '../support/message-pattern.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { test as base, expect } from './fixtures.ts';
import { measurePitch, measureSound } from './measure-sound.ts';
import { findPreview, makePreview, readPlaces, speakFor } from './preview-page.ts';
import { chooseVoice, findStudio, makeVideoFile, reloadOnceKept } from './studio-page.ts';
import { expectPlaying, findVoiceList } from './voice-list-page.ts';

/** The free page on a server whose provider speaks steady tones. */
const test = base.extend<{ tonePage: Page }>({
  tonePage: async ({ page, startOwnServer }, use) => {
    const standIn = await startOpenAiStandIn();
    const server = await startOwnServer({ OPENAI_BASE_URL: standIn.baseUrl });
    await page.goto(server.url);
    await use(page);
    await standIn.close();
  },
});

const positionOf = (time: string, total: string) => t(playerMessages.positionOf, { time, total });

test('the original sound is ducked under the narration, and the choice is remembered', {
  tag: '@long',
}, async ({ tonePage: page }) => {
  const studio = findStudio(page);
  const video = await makeVideoFile();
  await studio.upload.setInputFiles(video);
  const { volume, original, line, play } = findPreview(page);
  const readVolume = () => studio.preview.evaluate((video: HTMLVideoElement) => video.volume);
  await volume.click();
  await expect(original).toHaveAttribute('aria-valuetext', t(playerMessages.volume, { percent: 100 }));
  await chooseVoice(studio, 'nova');
  await speakFor(studio, 2);
  // As in the exported video: 12 dB lower while the narrator speaks, which begins at once.
  await expect.poll(readVolume).toBeCloseTo(0.25, 2);
  await line.fill('3.5');
  await expect.poll(readVolume).toBe(1);
  await volume.press('Enter');
  await expect(original).toBeFocused();
  for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowLeft');
  await expect(original).toHaveAttribute('aria-valuetext', t(playerMessages.volume, { percent: 50 }));
  expect(await readVolume()).toBeCloseTo(0.5, 5);
  await reloadOnceKept(page);
  await expect(play).toBeVisible();
  await studio.upload.setInputFiles(video);
  await volume.click();
  await expect(original).toHaveAttribute('aria-valuetext', t(playerMessages.volume, { percent: 50 }));
  await expect.poll(readVolume).toBeCloseTo(0.125, 2);
});

test('a recording longer than the video continues alone, on the last picture', {
  tag: '@long',
}, async ({ tonePage: page }) => {
  const studio = await makePreview(page, { videoSeconds: 3, soundSeconds: 6 });
  const { preview, play, line } = findPreview(page);
  await expect(page.getByText(t(playerMessages.longer, { difference: '3 s' }))).toBeVisible();
  await expect(preview).toContainText(t(playerMessages.clock, { time: '0:00', total: '0:06' }));
  await line.fill('2.5');
  await play.click();
  await expect.poll(async () => (await readPlaces(page)).preview).toBeGreaterThan(4);
  await expect(line).toHaveAttribute(
    'aria-valuetext',
    toPattern(playerMessages.positionAfterVideo, { time: '0:0[45]', total: '0:06' }),
  );
  expect(await studio.preview.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeCloseTo(3, 1);
  await expect(play).toHaveAccessibleName(t(playerMessages.playBoth));
  await expect(line).toHaveAttribute('aria-valuetext', new RegExp(`^${positionOf('0:06', '0:06')}`));
  await play.click();
  await expect.poll(async () => (await readPlaces(page)).video).toBeLessThan(2);
  await expect(play).toHaveAccessibleName(t(playerMessages.pauseBoth));
});

test('a video plays without a recording, and a recording without a video', {
  tag: '@long',
}, async ({ tonePage: page }) => {
  const studio = findStudio(page);
  const { preview, play, line, volume } = findPreview(page);
  await expect(preview).toBeHidden();
  await chooseVoice(studio, 'nova');
  await speakFor(studio, 2);
  await expect(volume).toBeHidden();
  await play.click();
  await expect(play).toHaveAccessibleName(t(playerMessages.pauseNarration));
  await expect(line).toHaveAttribute('aria-valuetext', positionOf('0:02', '0:02'));
  await expect(play).toHaveAccessibleName(t(playerMessages.playNarration));
  await studio.script.fill('Something else.');
  await expect(preview).toBeHidden();
  await studio.upload.setInputFiles(await makeVideoFile());
  await expect(play).toHaveAccessibleName(t(playerMessages.playVideo));
  await play.click();
  await expect.poll(async () => (await readPlaces(page)).video).toBeGreaterThan(0.5);
});

test('only one thing plays: a voice sample pauses the player, which goes on when it is asked to', {
  tag: '@long',
}, async ({ tonePage: page }) => {
  await makePreview(page, { videoSeconds: 30, soundSeconds: 30 });
  const { play } = findPreview(page);
  await play.click();
  await expect.poll(async () => (await readPlaces(page)).isPlaying).toBe(true);
  const voices = findVoiceList(page);
  await voices.field.click();
  await voices.play('fable').click();
  await expectPlaying(voices);
  expect((await readPlaces(page)).isPlaying).toBe(false);
  await voices.close.click();
  await expect(play).toHaveAccessibleName(t(playerMessages.playBoth));
  await play.click();
  await expect.poll(async () => (await readPlaces(page)).isPlaying).toBe(true);
});

test('the page says how the recording fits, and player and download follow the speed at the same pitch', {
  tag: '@long',
}, async ({ tonePage: page }) => {
  const studio = await makePreview(page, { videoSeconds: 10, soundSeconds: 12 });
  const { speed } = findPreview(page);
  const download = async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), studio.download.click()]);
    expect(file.suggestedFilename()).toBe('narration.mp3');
    return readFile(await file.path());
  };
  await expect(page.getByText(t(playerMessages.longer, { difference: '2 s' }))).toBeVisible();
  const before = await download();
  await speed.focus();
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight');
  await expect(speed).toHaveAttribute('aria-valuetext', t(playerMessages.speedValue, { speed: '1.20' }));
  await expect(page.getByText(t(playerMessages.sameLength))).toBeVisible();
  await expect(studio.download).toBeVisible();
  const after = await download();
  const [heardBefore, heardAfter] = [await measureSound(page, before), await measureSound(page, after)];
  expect(Math.abs(heardAfter.seconds - heardBefore.seconds / 1.2)).toBeLessThan(0.1);
  const [pitchBefore, pitchAfter] = [await measurePitch(page, before), await measurePitch(page, after)];
  expect(pitchBefore).toBeGreaterThan(100);
  expect(Math.abs(pitchAfter / pitchBefore - 1)).toBeLessThan(0.01);
  await speakFor(studio, 4);
  await speed.fill('1');
  await expect(page.getByText(t(playerMessages.shorter, { difference: '6 s' }))).toBeVisible();
});

test('the player is used by keyboard alone', { tag: '@long' }, async ({ tonePage: page }) => {
  const studio = await makePreview(page, { videoSeconds: 30, soundSeconds: 20 });
  const { play, line, volume, original, fullScreen } = findPreview(page);
  await studio.upload.focus();
  await page.keyboard.press('Tab');
  await expect(play).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(line).toBeFocused();
  await expect(line).toHaveAttribute('aria-valuetext', positionOf('0:00', '0:30'));
  for (const [key, place] of [
    ['ArrowRight', '0:01'],
    ['PageUp', '0:11'],
    ['ArrowLeft', '0:10'],
    ['PageDown', '0:00'],
    ['End', '0:30'],
    ['Home', '0:00'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(line).toHaveAttribute('aria-valuetext', positionOf(place, '0:30'));
  }
  await page.keyboard.press(' ');
  await expect(play).toHaveAccessibleName(t(playerMessages.pauseBoth));
  await page.keyboard.press('k');
  await expect(play).toHaveAccessibleName(t(playerMessages.playBoth));
  await page.keyboard.press('Tab');
  await expect(volume).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(original).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(volume).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: t(playerMessages.captions) })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(fullScreen).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('group', { name: t(playerMessages.player) }).locator(':focus')).toHaveCount(0);
});

test('a video that begins dark shows a later picture before it plays', { tag: '@long' }, async ({
  tonePage: page,
}) => {
  const studio = findStudio(page);
  const { makeClip } = await import('../support/make-clip.ts');
  const clip = await makeClip({ seconds: 10, color: seconds => (seconds < 2 ? [0, 0, 0] : [220, 200, 40]) });
  await studio.upload.setInputFiles({ name: 'dark.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) });
  await expect(studio.preview).toHaveAttribute('poster', /^blob:/);
  const colour = await studio.preview.evaluate(async (video: HTMLVideoElement) => {
    const picture = new Image();
    picture.src = video.poster;
    await picture.decode();
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0, 1, 1);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  });
  expect(colour[0]).toBeGreaterThan(150);
  expect((await readPlaces(page)).video).toBe(0);
});

test('the player has no axe violation and fits on a phone', {
  tag: '@long',
}, async ({ tonePage: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await makePreview(page, { videoSeconds: 4, soundSeconds: 6 });
  const { preview, volume, line, speed } = findPreview(page);
  await expectNoOverhang(page);
  expect((await speed.boundingBox())?.width).toBeGreaterThan(100);
  expect((await line.boundingBox())?.width).toBeGreaterThan(60);
  // One row.
  expect((await preview.boundingBox())?.height).toBeLessThanOrEqual(40);
  await volume.click();
  await expectNoOverhang(page);
  await expectNoViolation(page);
});
