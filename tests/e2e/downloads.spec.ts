import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { exportDialogMessages, exportFormatMessages, exportMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { toPattern } from '../support/message-pattern.ts';
import { readZip } from '../support/read-zip.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { chooseExport, findExport, saveExport } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { openLineEditor } from './line-editor-page.ts';
import { findPreview } from './preview-page.ts';
import { chooseVoice, findStudio, type Studio } from './studio-page.ts';

const sentences = ['The fox looks up.', 'It runs over the hill and is gone.', 'Nothing moves.'];

async function speak(page: Page, script = sentences.join(' ')): Promise<Studio> {
  await page.goto('/');
  const studio = findStudio(page);
  const clip = await makeTitledClip({ seconds: 4, width: 320, height: 180, framesPerSecond: 24 });
  await studio.upload.setInputFiles({ name: 'fox.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) });
  await expect(studio.preview).toBeVisible();
  await chooseVoice(studio, 'nova');
  await studio.script.fill(script);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  return studio;
}

const { audio, subtitles, script, descriptions: descriptionFiles, editors, project } = exportDialogMessages;
const formats = exportFormatMessages;

/** Output of an installed tool about a file; undefined when it is not installed. */
function askTool(tool: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(tool, args, { encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readSoundSeconds(sound: Buffer): Promise<number> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(sound)) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('There is no sound in it.');
  expect(track.numberOfChannels).toBe(1);
  return await track.computeDuration();
}

test('WAV is saved with the heard length, also at another speed', { tag: '@long' }, async ({ page }) => {
  const studio = await speak(page);
  const mp3 = await saveExport(page, t(audio), t(formats.mp3));
  const wav = await saveExport(page, t(audio), t(formats.wav));
  expect(wav.name).toMatch(/^fox-.*sound\.wav$/);
  const seconds = await readSoundSeconds(wav.bytes);
  expect(seconds).toBeCloseTo(await readSoundSeconds(mp3.bytes), 0);
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
  expect(await readSoundSeconds((await saveExport(page, t(audio), t(formats.wav))).bytes)).toBeCloseTo(
    seconds / 1.2,
    1,
  );
});

test('subtitles are saved with the times of the sentences in the sound', async ({ page }) => {
  await speak(page);
  const srt = await saveExport(page, t(subtitles), t(formats.srt));
  const vtt = await saveExport(page, t(subtitles), t(formats.vtt));
  const descriptions = await saveExport(page, t(descriptionFiles));
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
  expect(descriptions.bytes.toString()).toMatch(/^WEBVTT\n\nNOTE\nKind: descriptions\nLanguage: en\n/);
  const mp3 = await saveExport(page, t(audio), t(formats.mp3));
  const duration = await readSoundSeconds(mp3.bytes);
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
    const zip = await saveExport(page, t(editors));
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
  expect((await saveExport(page, t(script), t(formats.timedScript))).bytes.toString()).toBe(timed);
  expect((await saveExport(page, t(script), t(formats.script))).bytes.toString()).toBe(
    'The fox looks up.\nIt runs.',
  );
});

test('a project file has the whole narration', async ({ page }) => {
  await speak(page);
  const file = await saveExport(page, t(project));
  expect(file.name).toBe('fox.benshi.json');
  expect(JSON.parse(file.bytes.toString())).toMatchObject({
    video: { name: 'fox.mp4' },
    narrations: [{ lines: [{ text: sentences.join(' ') }] }],
  });
});

test('what cannot be exported yet says what it needs', async ({ page }) => {
  await page.goto('/');
  await findStudio(page).script.fill('The fox looks up.');
  const { open, choice } = findExport(page);
  await open.click();
  for (const [kind, need] of [
    [exportDialogMessages.video, exportDialogMessages.needsAudio],
    [audio, exportDialogMessages.needsAudio],
    [exportDialogMessages.mix, exportDialogMessages.needsAudio],
    [subtitles, exportDialogMessages.needsAudio],
    [descriptionFiles, exportDialogMessages.needsAudio],
    [editors, exportDialogMessages.needsAudio],
  ] as const) {
    await expect(choice(t(kind))).toBeDisabled();
    await expect(choice(t(kind))).toHaveAccessibleDescription(t(need));
  }
  await expect(choice(t(script))).toBeChecked();
  await expect(choice(t(project))).toBeEnabled();
  await expectNoViolation(page);
});

test('subtitles of lines with times need no audio, and begin with their lines', async ({ page }) => {
  const { line } = await openLineEditor(page, '[0:01] The fox looks up.\n[0:04] It runs.');
  await expect(line(2)).toHaveValue('It runs.');
  const { bytes } = await saveExport(page, t(subtitles), t(formats.srt));
  expect(readSubtitles(bytes.toString())).toMatchObject([
    { text: 'The fox looks up.', startSeconds: 1 },
    { text: 'It runs.', startSeconds: 4 },
  ]);
});

test('what was saved is said until something else is chosen or the dialog is closed', async ({ page }) => {
  await speak(page);
  await chooseExport(page, t(subtitles));
  const { choice, save, close, status } = findExport(page);
  await Promise.all([page.waitForEvent('download'), save.click()]);
  await expect(status).toHaveText(toPattern(exportMessages.downloaded, { name: 'fox-subtitles.srt' }));
  await choice(t(formats.vtt)).check();
  await expect(status).toBeEmpty();
  await Promise.all([page.waitForEvent('download'), save.click()]);
  await expect(status).toHaveText(toPattern(exportMessages.downloaded, { name: 'fox-subtitles.vtt' }));
  await choice(t(audio)).check();
  await expect(status).toBeEmpty();
  await Promise.all([page.waitForEvent('download'), save.click()]);
  await expect(status).toHaveText(toPattern(exportMessages.downloaded));
  await close.click();
  await expect(status).toBeEmpty();
});

test('the dialog is used by keyboard and gives the focus back', { tag: '@long' }, async ({ page }) => {
  await speak(page);
  const { open, dialog, choice, more, save: saveFile, status } = findExport(page);
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(choice(t(exportDialogMessages.video))).toBeFocused();
  await expectNoViolation(page);
  for (const kind of [audio, subtitles]) {
    await page.keyboard.press('ArrowDown');
    await expect(choice(t(kind))).toBeChecked();
  }
  await page.keyboard.press('Tab');
  await expect(choice(t(formats.srt))).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(saveFile).toBeFocused();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toBe('fox-subtitles.srt');
  await expect(saveFile).toBeFocused();
  await expect(status).toHaveText(toPattern(exportMessages.downloaded, { name: 'fox-subtitles.srt' }));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  // What was chosen is chosen when it is opened again.
  await page.keyboard.press('Enter');
  await expect(choice(t(subtitles))).toBeFocused();
});

test('on a phone the dialog fits', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await speak(page);
  for (const kind of [exportDialogMessages.video, audio, script]) {
    await chooseExport(page, t(kind));
    await expect(findExport(page).save).toBeInViewport();
    await expectNoOverhang(page);
    await expectNoViolation(page);
  }
});
