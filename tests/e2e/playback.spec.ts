import { test as base, expect, type Page } from '@playwright/test';
import { makeClip } from '../support/make-clip.ts';
import { makeToneMp3 } from '../support/make-mp3.ts';
import type { HarnessClip } from '../support/playback-harness.ts';
import { bundlePlayback, openPlayback } from '../support/playback-harness-page.ts';
import { listOnsets, listSounding, recordVoice, takeVoice } from './record-voice.ts';

/** The page's player in a real browser on an empty page, with clips of steady tones. */
const test = base.extend<
  { open: (videoSeconds?: number) => Promise<void> },
  { files: Awaited<ReturnType<typeof bundlePlayback>> }
>({
  files: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => use(await bundlePlayback()),
    { scope: 'worker' },
  ],
  open: async ({ page, files }, use) => {
    await recordVoice(page);
    await use(async videoSeconds => {
      const video =
        videoSeconds &&
        (await makeClip({ seconds: videoSeconds, width: 160, height: 96, framesPerSecond: 10 }));
      await openPlayback(page, files, video || undefined);
      for (const seconds of [0.5, 4]) {
        const mp3 = await makeToneMp3({ hz: 440, seconds });
        await page.evaluate(([name, base64]) => harness.addSound(name, base64), [
          `${seconds} s`,
          mp3.toString('base64'),
        ] as const);
      }
    });
  },
});

/** EBU R37 allows 40 ms before and 60 ms after. */
const syncSeconds = 0.05;

const makeClips = (...starts: number[]): HarnessClip[] =>
  starts.map((startSeconds, index) => ({
    id: `line-${index}`,
    startSeconds,
    seconds: 0.5,
    speed: 1,
    mp3: '0.5 s',
  }));

const setClips = (page: Page, clips: HarnessClip[]) => page.evaluate(all => harness.setClips(all), clips);
const seek = (page: Page, seconds: number) => page.evaluate(to => harness.playback.seek(to), seconds);
const readPlace = (page: Page) => page.evaluate(() => harness.playback.getPlaybackTime());
const toggle = (page: Page) => page.getByRole('button', { name: 'Play' }).click();

async function playUntil(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(async () => (await readPlace(page)).atSeconds, { intervals: [50] })
    .toBeGreaterThan(seconds);
}

function expectNear(heard: readonly number[], wanted: readonly number[]): void {
  expect(
    heard.map(seconds => seconds.toFixed(2)),
    'onsets',
  ).toHaveLength(wanted.length);
  for (const [index, seconds] of heard.entries())
    expect(Math.abs(seconds - (wanted[index] ?? 0)), `${seconds} s`).toBeLessThan(syncSeconds);
}

test('wherever playback starts, each line is heard at its time in the video', async ({ page, open }) => {
  await open(20);
  await setClips(page, makeClips(2, 4, 6, 8, 10, 12, 14, 16, 18));
  for (const [from, ...lines] of [
    [1.7, 2, 4],
    [9.6, 10, 12],
    [3.5, 4, 6],
    [6, 6, 8],
    [15.99, 16, 18],
  ] as const) {
    await seek(page, from);
    await takeVoice(page);
    await toggle(page);
    await playUntil(page, lines[1] + 0.5);
    await toggle(page);
    expectNear(listOnsets(await takeVoice(page)), lines);
  }
});

test('a line that is moved is heard at its new time, and what is heard meanwhile goes on without a gap', async ({
  page,
  open,
}) => {
  await open(20);
  const long: HarnessClip = { id: 'long', startSeconds: 1, seconds: 4, speed: 1, mp3: '4 s' };
  await setClips(page, [long, ...makeClips(12)]);
  await seek(page, 0.5);
  await toggle(page);
  await playUntil(page, 2);
  await takeVoice(page);
  await setClips(page, [long, ...makeClips(6)]);
  await playUntil(page, 7);
  const voice = await takeVoice(page);
  // A tone that was started again would be silent for a moment.
  expect(listSounding(voice)).toHaveLength(2);
  expectNear(listOnsets(voice).slice(1), [6]);
});

test('where the picture pauses, the voice goes on, and the picture goes on after it', async ({
  page,
  open,
}) => {
  await open(10);
  const lines = [
    { id: 'in the pause', startSeconds: 3, seconds: 4, speed: 1, mp3: '4 s' },
    // A second after the pause of 4.5 s.
    { id: 'later', startSeconds: 8.5, seconds: 0.5, speed: 1, mp3: '0.5 s' },
  ];
  await page.evaluate(clips => harness.setClips(clips, [{ atSeconds: 3, seconds: 4.5 }]), lines);
  await seek(page, 2);
  await toggle(page);
  await playUntil(page, 5);
  expect(await page.evaluate(() => document.querySelector('video')?.currentTime)).toBeCloseTo(3, 1);
  expect(await page.evaluate(() => harness.playback.picture.getPlaybackTime().atSeconds)).toBeCloseTo(3, 1);
  await playUntil(page, 9.2);
  const voice = await takeVoice(page);
  const [inPause = 0, later = 0] = listSounding(voice);
  expectNear([later - inPause], [5.5]);
  expectNear(listOnsets(voice).slice(1), [4]);
});

test('after the end of the video, and without one, the voice goes on alone', async ({ page, open }) => {
  await open(3);
  await setClips(page, makeClips(2, 5));
  await seek(page, 1.5);
  await toggle(page);
  await expect.poll(async () => (await readPlace(page)).isPlaying).toBe(false);
  const places = listSounding(await takeVoice(page));
  expect(places).toHaveLength(2);
  expect((places[1] ?? 0) - (places[0] ?? 0)).toBeCloseTo(3, 1);
  await open();
  await setClips(page, makeClips(0, 1.5));
  await toggle(page);
  await expect.poll(async () => (await readPlace(page)).atSeconds).toBeCloseTo(2, 1);
  await expect.poll(async () => (await readPlace(page)).isPlaying).toBe(false);
  const alone = listSounding(await takeVoice(page));
  expect((alone[1] ?? 0) - (alone[0] ?? 0)).toBeCloseTo(1.5, 1);
});

test('while the video stands still the voice waits, and goes on with it', async ({ page, open }) => {
  await open(20);
  await setClips(page, makeClips(4, 6));
  await seek(page, 2);
  await toggle(page);
  await playUntil(page, 2.5);
  const setRate = (rate: number) =>
    page.evaluate(to => Object.assign(document.querySelector('video') ?? {}, { playbackRate: to }), rate);
  await setRate(0);
  await page.waitForTimeout(2500);
  expect(listSounding(await takeVoice(page))).toEqual([]);
  await setRate(1);
  await playUntil(page, 7);
  expectNear(listOnsets(await takeVoice(page)), [4, 6]);
});

test('a faster line takes less time, and the original is lower while a line is heard', async ({
  page,
  open,
}) => {
  await open(10);
  await setClips(page, [{ id: 'fast', startSeconds: 2, seconds: 4, speed: 1.25, mp3: '4 s' }]);
  expect((await readPlace(page)).soundSeconds).toBeCloseTo(5.2, 3);
  await seek(page, 1);
  const readVolume = () => page.evaluate(() => document.querySelector('video')?.volume);
  expect(await readVolume()).toBe(1);
  await toggle(page);
  await playUntil(page, 3);
  expect(await readVolume()).toBeCloseTo(0.25, 2);
  await playUntil(page, 6);
  expect(await readVolume()).toBeCloseTo(1, 5);
  const { peaks } = await takeVoice(page);
  const soundingSteps = Object.values(peaks).filter(peak => peak > 0.02).length;
  // Unhurried it would take 4 s. Keeping step with the picture may cut as much as the picture's lag of at most 0.3 s.
  expect(Math.abs(soundingSteps * 0.005 - 3.2)).toBeLessThan(0.3);
});

test('parts of one recording follow each other without a gap', async ({ page, open }) => {
  await open();
  const parts = [0, 1, 2.5].map((fromSeconds, index, all) => {
    const toSeconds = all[index + 1] ?? 4;
    const sound = { fromSeconds, toSeconds };
    return {
      id: `sentence-${index}`,
      startSeconds: fromSeconds,
      seconds: toSeconds - fromSeconds,
      speed: 1,
      mp3: '4 s',
      ...sound,
    };
  });
  await setClips(page, parts);
  await toggle(page);
  await expect.poll(async () => (await readPlace(page)).isPlaying).toBe(true);
  await expect.poll(async () => (await readPlace(page)).isPlaying).toBe(false);
  expect(listSounding(await takeVoice(page))).toHaveLength(1);
});
