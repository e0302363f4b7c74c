import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { describedVideoMessages } from '#shared/messages/described-video.ts';
import { reportMessages } from '#shared/messages/description-report.ts';
import { exportDialogMessages, exportFormatMessages } from '#shared/messages/export.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { publishedMessages } from '#shared/messages/published-page.ts';
import { reviewMessages } from '#shared/messages/review.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioWorkMessages } from '#shared/messages/studio-work.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { makeTalk, type Talk } from '../support/make-talk.ts';
import { toPattern } from '../support/message-pattern.ts';
import { describeTracks } from '../support/read-narrated-video.ts';
import { readZip } from '../support/read-zip.ts';
import { computeOverlap } from '../support/speech-scene.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { findExport, saveExport, withoutPicker } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { downloadNarration } from './narrate.ts';
import { signUp } from './people.ts';
import { playVideo } from './play-video.ts';
import { findPreview } from './preview-page.ts';
import { recordSentBodies } from './sent-forms.ts';
import {
  chooseVoice,
  collectAlerts,
  findStudio,
  makeVideoFile,
  openFields,
  openPanel,
  reloadOnceKept,
  type Studio,
} from './studio-page.ts';

let talk: Talk;
test.beforeAll(async () => {
  talk = await makeTalk();
});

function findMode(page: Page) {
  const kinds = page.getByRole('group', { name: t(studioMessages.descriptionKind) });
  return {
    describe: page.getByRole('radio', { name: t(studioMessages.makeAccessible) }),
    standard: kinds.getByRole('radio', { name: t(studioMessages.standard) }),
    extended: kinds.getByRole('radio', { name: t(studioMessages.extended) }),
  };
}

async function fillIn(page: Page): Promise<Studio> {
  const studio = findStudio(page);
  const video = { name: 'talk.mp4', mimeType: 'video/mp4', buffer: talk.bytes };
  await studio.upload.setInputFiles(video);
  await expect(studio.preview).toBeVisible();
  await studio.prompt.fill('For a museum.');
  await chooseVoice(studio, 'nova');
  return studio;
}

/** Generates a description with the offline engine. */
async function writeDescription(page: Page, kind: 'standard' | 'extended'): Promise<Studio> {
  await findMode(page).describe.check();
  await findMode(page)[kind].check();
  const studio = await fillIn(page);
  await studio.generateNarration.click();
  await expect(findLineEditor(page).line(1)).toBeVisible();
  return studio;
}

/** Enters a description by hand. */
async function bringDescription(page: Page, kind: 'standard' | 'extended', script: string): Promise<Studio> {
  await page.goto('/');
  await findMode(page).describe.check();
  await findMode(page)[kind].check();
  const studio = await fillIn(page);
  await studio.script.fill(script);
  await expect(findLineEditor(page).line(1)).toBeVisible();
  return studio;
}

/** Where a file is audible, in steps of 0.01 s. */
async function findAudible(page: Page, bytes: Buffer): Promise<{ heard: TimeSpan[]; seconds: number }> {
  return await page.evaluate(async base64 => {
    const data = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
    const audio = await new OfflineAudioContext(1, 1, 24_000).decodeAudioData(data.buffer);
    const samples = audio.getChannelData(0);
    const step = audio.sampleRate / 100;
    const heard: { startSeconds: number; endSeconds: number }[] = [];
    for (let at = 0; at < samples.length; at += step)
      if (samples.subarray(at, at + step).some(sample => Math.abs(sample) > 0.02))
        heard.push({ startSeconds: at / audio.sampleRate, endSeconds: (at + step) / audio.sampleRate });
    return { heard, seconds: audio.duration };
  }, bytes.toString('base64'));
}

const seconds = (element: HTMLMediaElement) => element.currentTime;

const pauses = toPattern(lineEditorMessages.videoPauses, { seconds: '(\\d+\\.\\d) s' });
const readPause = (need: string | null) => Number(pauses.exec(need ?? '')?.[1]);

test('a description is written and spoken only in gaps, and reported', {
  tag: '@long',
}, async ({ page }) => {
  const readSentBodies = await recordSentBodies(page);
  await page.goto('/');
  const listened = page.getByText(t(studioWorkMessages.listening).replace(/\.$/, '')).first();
  const wasHeard = listened.waitFor({ state: 'attached' });
  const studio = await writeDescription(page, 'standard');
  await wasHeard;
  const bench = findLineEditor(page);
  await expect(bench.timeline.getByText(toPattern(timelineMessages.speech, {}))).toBeVisible();
  const mp3 = await downloadNarration(studio);
  await expect(bench.sum).toContainText(t(lineEditorMessages.allFit));
  const { heard, seconds } = await findAudible(page, mp3);
  expect(Math.abs(seconds - talk.durationSeconds)).toBeLessThan(0.1);
  expect(heard.length).toBeGreaterThan(100);
  for (const spoken of talk.speech) expect(computeOverlap(heard, [spoken])).toBeLessThanOrEqual(0.2);

  const report = await saveExport(page, t(exportDialogMessages.descriptions), t(exportFormatMessages.report));
  expect(report.name).toBe('talk-English-report.txt');
  expect(report.bytes.toString()).toContain(t(reportMessages.standard));
  expect(report.bytes.toString()).toContain('THE LAND');
  expect(report.bytes.toString()).toContain(`${t(reportMessages.described)}: `);
  const cues = await saveExport(
    page,
    t(exportDialogMessages.descriptions),
    t(exportFormatMessages.descriptions),
  );
  expect(cues.bytes.toString()).toMatch(/^WEBVTT/u);
  expect(cues.bytes.toString()).toContain('THE LAND');

  const bodies = await readSentBodies();
  const analysis = bodies.find(({ address }) => address === '/api/free/analysis');
  expect(analysis?.fields).toContainEqual({ name: 'description', type: 'text', bytes: 'standard'.length });
  for (const field of bodies.flatMap(({ fields }) => fields))
    expect(field.type).toMatch(/^(text|image\/jpeg)$/);
});

test('a line that fits no gap is left out with the reason; in extended mode the video pauses for it', async ({
  page,
}) => {
  const long =
    'A woman in a long red coat opens a small green door, looks into the dark room behind it, and then slowly goes in, without a light.';
  const studio = await bringDescription(page, 'standard', `[0:00] A title.\n[0:12] ${long}\n[0:28] The end.`);
  const bench = findLineEditor(page);
  await expect(bench.rows.nth(1)).toContainText(/Left out: It takes .* but the gap has/u);
  await expect(bench.need(2)).not.toContainText(t(lineEditorMessages.leftOut));
  await expect(bench.rows.nth(0)).not.toContainText(t(lineEditorMessages.leftOut));
  await studio.generateAudio.click();
  await expect(bench.need(2)).toHaveText(
    toPattern(lineEditorMessages.need, { need: '^\\d+\\.\\d', available: '4\\.\\d' }),
  );
  await expect(bench.rows.nth(1)).toContainText(t(lineEditorMessages.leftOut));

  await openFields(studio);
  await findMode(page).extended.check();
  await expect(bench.need(2)).toHaveText(pauses);
  await expect(bench.sum).toContainText(t(lineEditorMessages.allFit));
  const waits = readPause(await bench.need(2).textContent());
  expect(waits).toBeGreaterThan(1);
  await expect(studio.download).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), studio.download.click()]);
  const { heard, seconds: length } = await findAudible(page, await readFile(await download.path()));
  expect(Math.abs(length - talk.durationSeconds - waits)).toBeLessThan(0.2);
  expect(heard.length).toBeGreaterThan(500);
  expect(
    (
      await saveExport(page, t(exportDialogMessages.descriptions), t(exportFormatMessages.report))
    ).bytes.toString(),
  ).toMatch(/Pauses of the video: 1,/);
});

test('what a person confirms is kept and in the report, which is published with the video in a page that plays', async ({
  page,
  context,
}) => {
  await withoutPicker(page);
  const studio = await bringDescription(page, 'extended', '[0:00] A title.\n[0:08] Somebody waves.');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await openPanel(page, 'review');
  await page.getByRole('textbox', { name: t(reviewMessages.name) }).fill('Ana');
  const print = page.getByRole('checkbox', { name: t(reviewMessages.print) });
  await print.check();
  const exported = await saveExport(page, t(exportDialogMessages.publish));
  expect(exported.name).toBe('talk-page.zip');
  await findLineEditor(page).line(2).fill('Somebody waves back.');
  await expect(print).not.toBeChecked();
  await expect(page.getByText(t(reviewMessages.none))).toBeVisible();

  await using folder = await makeTemporaryFolder();
  const files = readZip(exported.bytes);
  for (const [name, bytes] of files) await folder.write(name, bytes);
  expect([...files.keys()]).toEqual([
    'video.mp4',
    'description.mp3',
    'descriptions.vtt',
    'report.html',
    'index.html',
  ]);
  expect(files.get('video.mp4')?.equals(talk.bytes)).toBe(true);
  expect(files.get('report.html')?.toString()).toContain('Ana, 20');
  expect(files.get('report.html')?.toString()).toContain(
    t(reportMessages.confirmed, { statement: t(reviewMessages.print) }),
  );
  const published = await context.newPage();
  await published.goto(`${pathToFileURL(folder.path)}/index.html`);
  await expect(published.getByRole('heading', { level: 1 })).toHaveText('talk');
  await published.getByRole('button', { name: t(publishedMessages.play), exact: true }).click();
  const readVolume = () => published.evaluate(() => document.querySelector('video')?.volume);
  await expect.poll(readVolume).toBeLessThan(0.3);
  await expect.poll(readVolume).toBe(1);
});

test('in the preview the video pauses while the line is spoken, then continues', {
  tag: '@long',
}, async ({ page }) => {
  const long =
    'A woman in a long red coat opens a small green door, looks into the dark room behind it, and then slowly goes in, without a light.';
  const studio = await bringDescription(page, 'extended', `[0:12] ${long}\n[0:28] The end.`);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  const preview = findPreview(page);
  await findLineEditor(page).play(1).click();
  // The line begins in its gap, while the video plays.
  await expect.poll(() => studio.preview.evaluate(seconds)).toBeGreaterThan(13);
  await expect.poll(() => studio.preview.evaluate(video => (video as HTMLVideoElement).paused)).toBe(true);
  const stillAt = await studio.preview.evaluate(seconds);
  expect(stillAt).toBeGreaterThan(16);
  expect(stillAt).toBeLessThan(17);
  await expect(preview.play).toHaveAccessibleName(t(playerMessages.pauseBoth));
  await expect.poll(() => studio.preview.evaluate(video => (video as HTMLVideoElement).paused)).toBe(false);
  await expect.poll(() => studio.preview.evaluate(seconds)).toBeGreaterThan(stillAt + 0.5);
  await preview.play.click();
});

test('the described video plays to its end, and is longer by its pauses', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const studio = await bringDescription(page, 'extended', '[0:08] Somebody waves.\n[0:28] The end.');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  const waits = readPause(await findLineEditor(page).need(1).textContent());
  expect(waits).toBeGreaterThan(0.3);
  const exported = findExport(page);
  await exported.open.click();
  await exported.subtitles.check();
  const downloading = page.waitForEvent('download');
  await exported.save.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('talk.ad.mp4');
  const [beside] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t(exportDialogMessages.saveDescriptions) }).click(),
  ]);
  expect(beside.suggestedFilename()).toBe('talk.ad.vtt');
  expect(await readFile(await beside.path(), 'utf8')).toMatch(/^WEBVTT.*Somebody waves\..*The end\./su);
  const path = await download.path();
  const { tracks } = await describeTracks(path);
  expect(tracks.map(({ codec }) => codec)).toEqual(['avc', 'aac']);
  // Plays over both pauses.
  const length = await playVideo(page, path, 6);
  expect(Math.abs(length - talk.durationSeconds - waits)).toBeLessThan(0.2);
});

test('mode, lines and sound survive a reload', {
  tag: '@long',
}, async ({ page }) => {
  const studio = await bringDescription(page, 'extended', '[0:08] Somebody waves.\n[0:28] The end.');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await reloadOnceKept(page);
  await expect(findLineEditor(page).need(1)).toHaveText(pauses);
  await expect(studio.download).toBeVisible();
  await openFields(studio);
  await expect(findMode(page).extended).toBeChecked();
});

test('a description is made by keyboard alone on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const { describe, standard, extended } = findMode(page);
  await page.getByRole('radio', { name: t(studioMessages.narrate) }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(describe).toBeChecked();
  await expect(describe).toHaveAccessibleDescription(t(studioMessages.makeAccessibleHint));
  await expect(extended).toBeChecked();
  await expect(extended).toHaveAccessibleDescription(t(studioMessages.extendedHint));
  await extended.focus();
  await page.keyboard.press('ArrowDown');
  await expect(standard).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await expect(extended).toBeChecked();
  await expectNoOverhang(page);
  await expectNoViolation(page);
  const studio = await fillIn(page);
  await studio.generateNarration.focus();
  await page.keyboard.press('Enter');
  await expect(findLineEditor(page).line(1)).toBeVisible();
  await expectNoOverhang(page);
  await expect(studio.generateAudio).toBeEnabled();
  await studio.generateAudio.focus();
  await page.keyboard.press('Enter');
  await expect(studio.download).toBeVisible();
  await expectNoOverhang(page);
  await expectNoViolation(page);
});

test('the dashboard makes descriptions, too', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  const readSentBodies = await recordSentBodies(page);
  await page.goto('/dashboard');
  const studio = await writeDescription(page, 'standard');
  const mp3 = await downloadNarration(studio);
  const { heard } = await findAudible(page, mp3);
  for (const spoken of talk.speech) expect(computeOverlap(heard, [spoken])).toBeLessThanOrEqual(0.2);
  const bodies = await readSentBodies();
  const asked = bodies.find(({ address }) => address === '/create_script');
  expect(asked?.fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['timing', 'description', 'gaps', 'video']),
  );
});

test('a video without sound is one gap', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await findMode(page).describe.check();
  const studio = findStudio(page);
  await studio.upload.setInputFiles(await makeVideoFile());
  await expect(studio.preview).toBeVisible();
  await chooseVoice(studio, 'nova');
  await studio.script.fill('[0:00] Red.\n[0:02] Blue.');
  await expect(findLineEditor(page).need(2)).toHaveText(/of 2\.0 s\s*$/);
  await expect(findLineEditor(page).sum).toContainText(t(lineEditorMessages.allFit));
});

test('where the sound cannot be decoded, a standard description is refused before anything is sent, an extended one pauses', {
  tag: '@long',
}, async ({ page, complaints }) => {
  collectAlerts(page);
  await page.addInitScript(() => {
    AudioDecoder.isConfigSupported = async config => ({ supported: false, config });
  });
  const readSentBodies = await recordSentBodies(page);
  await page.goto('/');
  await findMode(page).describe.check();
  await findMode(page).standard.check();
  const studio = await fillIn(page);
  await studio.generateNarration.click();
  await expect(studio.problem).toContainText(t(describedVideoMessages.undecodable));
  expect((await readSentBodies()).filter(({ address }) => address.startsWith('/api/free'))).toEqual([]);
  complaints.splice(0);

  await findMode(page).extended.check();
  await studio.script.fill('[0:08] Somebody waves.\n[0:28] The end.');
  await expect(page.getByText(t(describedVideoMessages.undecodableExtended))).toBeVisible();
  for (const number of [1, 2]) await expect(findLineEditor(page).need(number)).toHaveText(pauses);
});
