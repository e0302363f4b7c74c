import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { readSubtitles } from '#shared/script/read-subtitles.ts';
import { makeClip } from '../support/make-clip.ts';
import { readZip } from '../support/read-zip.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findPreview } from './preview-page.ts';
import { chooseVoice, findStudio, type Studio } from './studio-page.ts';

const sentences = ['The fox looks up.', 'It runs over the hill and is gone.', 'Nothing moves.'];

function findMenu(page: Page) {
  const menu = page.getByRole('menu', { name: t(spokenScriptMessages.moreFormats) });
  return {
    button: page.getByRole('button', { name: t(spokenScriptMessages.moreFormats) }),
    menu,
    items: menu.getByRole('menuitem'),
    item: (name: string) => menu.getByRole('menuitem', { name, exact: true }),
  };
}

async function speak(page: Page, script = sentences.join(' ')): Promise<Studio> {
  await page.goto('/');
  const studio = findStudio(page);
  const clip = await makeClip({ seconds: 4, width: 320, height: 180, framesPerSecond: 24 });
  await studio.upload.setInputFiles({ name: 'fox.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) });
  await expect(studio.preview).toBeVisible();
  await chooseVoice(studio, 'nova');
  await studio.script.fill(script);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  return studio;
}

async function save(page: Page, name: string): Promise<{ name: string; bytes: Buffer; path: string }> {
  const { button, item } = findMenu(page);
  await button.click();
  const [download] = await Promise.all([page.waitForEvent('download'), item(name).click()]);
  await expect(
    page.getByText(t(spokenScriptMessages.made, { name: download.suggestedFilename() })),
  ).toBeVisible();
  const path = await download.path();
  return { name: download.suggestedFilename(), bytes: await readFile(path), path };
}

/** Output of an installed tool about a file; undefined when it is not installed. */
function askTool(tool: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(tool, args, { encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readSoundSeconds(wav: Buffer): Promise<number> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(wav)) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('There is no sound in it.');
  expect(track.numberOfChannels).toBe(1);
  return await track.computeDuration();
}

test('WAV is saved with the heard length, also at another speed', { tag: '@long' }, async ({ page }) => {
  const studio = await speak(page);
  const wav = await save(page, t(spokenScriptMessages.wav));
  expect(wav.name).toMatch(/^fox-.*sound\.wav$/);
  const seconds = await readSoundSeconds(wav.bytes);
  expect(seconds).toBeCloseTo(await studio.player.evaluate((player: HTMLAudioElement) => player.duration), 0);
  const reported = askTool(
    'ffprobe',
    '-v',
    'error',
    '-show_entries',
    'format=duration,format_name',
    '-of',
    'csv=p=0',
    wav.path,
  );
  if (reported !== undefined) expect(reported.trim()).toMatch(/^wav,/);
  await findPreview(page).speed.fill('1.2');
  await expect(studio.download).toBeVisible();
  expect(await readSoundSeconds((await save(page, t(spokenScriptMessages.wav))).bytes)).toBeCloseTo(
    seconds / 1.2,
    1,
  );
});

test('subtitles are saved with the times of the sentences in the sound', async ({ page }) => {
  const studio = await speak(page);
  const srt = await save(page, t(spokenScriptMessages.srt));
  const vtt = await save(page, t(spokenScriptMessages.vtt));
  const descriptions = await save(page, t(spokenScriptMessages.descriptions));
  expect([srt.name, vtt.name, descriptions.name].map(name => name.replace(/^fox-/, ''))).toEqual([
    'subtitles.srt',
    'subtitles.vtt',
    'descriptions.vtt',
  ]);
  const [fromSrt, fromVtt, described] = [srt, vtt, descriptions].map(({ bytes }) =>
    readSubtitles(bytes.toString()),
  );
  expect(fromSrt?.map(({ text }) => text)).toEqual(sentences);
  expect(fromVtt).toEqual(fromSrt);
  expect(described).toEqual(fromSrt);
  expect(descriptions.bytes.toString()).toMatch(/^WEBVTT\nKind: descriptions\nLanguage: en\n/);
  const duration = await studio.player.evaluate((player: HTMLAudioElement) => player.duration);
  expect(fromSrt?.[0]?.startSeconds).toBeLessThan(0.3);
  expect(fromSrt?.at(-1)?.endSeconds).toBeGreaterThan(duration - 1);
  const reported = askTool(
    'ffprobe',
    '-v',
    'error',
    '-f',
    'srt',
    '-show_entries',
    'stream=codec_name',
    '-of',
    'csv=p=0',
    srt.path,
  );
  if (reported !== undefined) expect(reported.trim()).toBe('subrip');
  // The browser parses them, as a web player would.
  const shown = await page.evaluate(async text => {
    const video = document.createElement('video');
    const track = document.createElement('track');
    track.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
    track.kind = 'subtitles';
    video.append(track);
    const isRead = new Promise(resolve => track.addEventListener('load', resolve));
    track.track.mode = 'hidden';
    await isRead;
    return [...(track.track.cues ?? [])].map(cue => (cue as VTTCue).text);
  }, vtt.bytes.toString());
  expect(shown).toEqual(sentences);
});

test(
  'the zip for editors has a sound per sentence and lists of their times',
  { tag: '@long' },
  async ({ page }, info: TestInfo) => {
    await speak(page);
    const zip = await save(page, t(spokenScriptMessages.editors));
    expect(zip.name).toBe('fox-editors.zip');
    const files = readZip(zip.bytes);
    const names = [...files.keys()];
    expect(names.map(name => name.replace(/^(\d{4})_\d\d-\d\d-\d\d\.\d{3}_/, '$1 '))).toEqual([
      '0001 The-fox-looks-up.wav',
      '0002 It-runs-over-the-hill-and-is.wav',
      '0003 Nothing-moves.wav',
      'narration.otio',
      'narration.edl',
    ]);
    for (const name of names.slice(0, 3)) {
      const wav = files.get(name) as Buffer;
      expect(await readSoundSeconds(wav)).toBeGreaterThan(0.5);
      const path = info.outputPath('line.wav');
      await writeFile(path, wav);
      const reported = askTool(
        'ffprobe',
        '-v',
        'error',
        '-show_entries',
        'stream=codec_name',
        '-of',
        'csv=p=0',
        path,
      );
      if (reported !== undefined) expect(reported.trim()).toBe('pcm_s16le');
    }
    const timeline = JSON.parse(String(files.get('narration.otio')));
    expect(timeline.tracks.children[0]).toMatchObject({ OTIO_SCHEMA: 'Track.1', kind: 'Audio' });
    expect(String(files.get('narration.edl')).match(/^\d{3} {2}L/gm)).toHaveLength(3);
    // The video's rate, not the 25 used without a video.
    expect(timeline.global_start_time.rate).toBe(24);
    const reported = askTool('unzip', '-t', zip.path);
    if (reported !== undefined) expect(reported).toContain('No errors detected');
  },
);

test('a timed script is saved with and without its times', { tag: '@long' }, async ({ page }) => {
  const timed = '[0:00] The fox looks up.\n[0:02.5] It runs.';
  await speak(page, timed);
  expect((await save(page, t(spokenScriptMessages.timedScript))).bytes.toString()).toBe(timed);
  expect((await save(page, t(spokenScriptMessages.script))).bytes.toString()).toBe(
    'The fox looks up.\nIt runs.',
  );
});

test('the menu is used by keyboard and closes when the focus leaves it', {
  tag: '@long',
}, async ({ page }) => {
  await speak(page);
  const { button, menu, items, item } = findMenu(page);
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(items).toHaveText([
    t(spokenScriptMessages.wav),
    t(spokenScriptMessages.script),
    t(spokenScriptMessages.srt),
    t(spokenScriptMessages.vtt),
    t(spokenScriptMessages.descriptions),
    t(spokenScriptMessages.editors),
  ]);
  await expect(item(t(spokenScriptMessages.wav))).toBeFocused();
  await expectNoViolation(page);
  await page.keyboard.press('ArrowUp');
  await expect(item(t(spokenScriptMessages.editors))).toBeFocused();
  await page.keyboard.press('d');
  await expect(item(t(spokenScriptMessages.descriptions))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await button.click();
  await expect(menu).toBeHidden();
  await button.click();
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
  await button.click();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toBe('fox-script.txt');
  await expect(button).toBeFocused();
});

test('on a phone the whole menu is visible', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await speak(page);
  const { button, items } = findMenu(page);
  await button.click();
  await expect(items.last()).toBeInViewport({ ratio: 1 });
  await expect(items.first()).toBeInViewport({ ratio: 1 });
  await expectNoOverhang(page);
  await expectNoViolation(page);
});
