import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { collectSound } from '#media/sound/line-sound.ts';
import { type FitLine, fitLineSchema } from '#shared/api/fit.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { findInSound } from '../support/find-in-sound.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { realVideos } from '../support/real-videos.ts';
import { expect, test } from './fixtures.ts';
import { openLineEditor } from './line-editor-page.ts';
import { downloadNarration } from './narrate.ts';
import { chooseVoice, findStudio } from './studio-page.ts';

const sampleRateHz = 16_000;
type SpokenLine = Extract<FitLine, { line: unknown }>['line'];

/** Decodes an mp3 with an independent tool; undefined when it is not installed. */
async function decodeIndependently(mp3: Buffer): Promise<Float32Array | undefined> {
  const run = promisify(execFile)(
    'ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-f', 'f32le', '-ac', '1', '-ar', String(sampleRateHz), 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  run.child.stdin?.end(mp3);
  try {
    const { stdout, stderr } = await run;
    expect(stderr.toString()).toBe('');
    return new Float32Array(new Uint8Array(stdout).buffer);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function decodeOurselves(mp3: Buffer): Promise<Float32Array> {
  async function* once() {
    yield mp3;
  }
  const sound = await collectSound(decodeMp3(once()));
  const step = sound.sampleRateHz / sampleRateHz;
  return Float32Array.from(
    { length: Math.floor(sound.samples.length / step) },
    (_, at) => sound.samples[Math.round(at * step)] ?? 0,
  );
}

async function watchLines(page: Page): Promise<SpokenLine[]> {
  const lines: SpokenLine[] = [];
  await page.route('**/api/free/fit', async route => {
    const response = await route.fetch();
    for (const text of (await response.text()).trimEnd().split('\n')) {
      const line = fitLineSchema.parse(JSON.parse(text));
      if ('line' in line) lines.push(line.line);
    }
    await route.fulfill({ response });
  });
  return lines;
}

/** Makes a timed sound. @returns it with its lines */
async function makeTimedSound(page: Page, path: string): Promise<{ mp3: Buffer; lines: SpokenLine[] }> {
  const studio = findStudio(page);
  const lines = await watchLines(page);
  await page.getByRole('radio', { name: t(studioMessages.timed) }).check();
  await studio.upload.setInputFiles(path);
  await expect(studio.preview.or(page.getByText('it can still be narrated'))).toBeVisible();
  await studio.prompt.fill('Tell it calmly.');
  await chooseVoice(studio, 'nova');
  await studio.generateNarration.click();
  const line = page.getByRole('textbox', { name: 'Line 1', exact: true });
  await expect(line).toBeVisible();
  // The offline engine leaves a scene empty where nothing is sure.
  if ((await line.inputValue()) === '') await line.fill('Lights move in the dark.');
  const mp3 = await downloadNarration(studio);
  return { mp3, lines };
}

async function expectEachAtItsTime(mp3: Buffer, lines: readonly SpokenLine[], videoSeconds: number) {
  const whole = (await decodeIndependently(mp3)) ?? (await decodeOurselves(mp3));
  expect(whole.length / sampleRateHz).toBeGreaterThan(videoSeconds - 0.1);
  expect(lines.length).toBeGreaterThan(0);
  for (const { startSeconds, mp3: alone, speed, text } of lines) {
    // A sped-up line has other samples; unit tests of the tempo cover it.
    if (speed !== 1) continue;
    const part = await decodeOurselves(Buffer.from(alone, 'base64'));
    const around = { aroundSeconds: startSeconds, reachSeconds: 0.3, sampleRateHz };
    const found = findInSound(whole, part, around);
    expect(found.likeness, text).toBeGreaterThan(0.8);
    expect(Math.abs(found.seconds - startSeconds), text).toBeLessThanOrEqual(0.02);
  }
}

const timed = ['life.mkv', 'variable-frame-rate.mp4'];

for (const { name, path, durationSeconds } of realVideos.filter(video => timed.includes(video.name)))
  test(`the offline narration of ${name} has its length, each line at its time`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/');
    const { mp3, lines } = await makeTimedSound(page, path);
    await expectEachAtItsTime(mp3, lines, durationSeconds);
  });

test('a provider’s narration is as long as the video, each line at its time', { tag: '@long' }, async ({
  page,
  startOwnServer,
}) => {
  const [video] = realVideos;
  if (!video) throw new Error('There is no real video.');
  const provider = await startOpenAiStandIn();
  try {
    provider.setTexts({ script: '[0:00] A phone turns.\n[0:03] It shows a picture.' });
    const server = await startOwnServer({ OPENAI_BASE_URL: provider.baseUrl });
    await page.goto(server.url);
    const { mp3, lines } = await makeTimedSound(page, video.path);
    const whole = (await decodeIndependently(mp3)) ?? (await decodeOurselves(mp3));
    expect(provider.requests.filter(({ call }) => call === 'speech')).toHaveLength(lines.length);
    const isHeard = (fromSeconds: number, toSeconds: number) =>
      whole
        .subarray(Math.round(fromSeconds * sampleRateHz), Math.round(toSeconds * sampleRateHz))
        .some(sample => Math.abs(sample) > 0.02);
    // Its voice is a tone that starts with the line.
    for (const { startSeconds } of lines) {
      if (startSeconds > 0) expect(isHeard(startSeconds - 0.2, startSeconds - 0.02)).toBe(false);
      expect(isHeard(startSeconds, startSeconds + 0.06)).toBe(true);
    }
  } finally {
    await provider.close();
  }
});

test('a moved line is at its new time in the mp3, and nothing is encoded before that is asked for', async ({
  page,
}) => {
  const exporters: string[] = [];
  page.on('worker', worker => {
    if (worker.url().includes('export-worker')) exporters.push(worker.url());
  });
  const { studio, time } = await openLineEditor(page, '[0:01] The fox looks up.\n[0:04] It runs.');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await time(2).fill('0:08');
  await time(2).blur();
  await expect(studio.download).toBeVisible();
  expect(exporters).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), studio.download.click()]);
  expect(download.suggestedFilename()).toBe('narration.mp3');
  expect(exporters).toHaveLength(1);
  const whole = await decodeOurselves(await readFile(await download.path()));
  const isHeard = (fromSeconds: number, toSeconds: number) =>
    whole
      .subarray(fromSeconds * sampleRateHz, toSeconds * sampleRateHz)
      .some(sample => Math.abs(sample) > 0.02);
  expect([isHeard(0, 0.9), isHeard(1, 2), isHeard(4, 7.9), isHeard(8, 9)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(whole.length / sampleRateHz).toBeCloseTo(12, 0);
});
