import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { exportDialogMessages, exportFormatMessages as formats } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { printProject } from '#shared/narration/open-project.ts';
import { createId, createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { createTranslation } from '#shared/narration/translations.ts';
import { decodeTrack, describeTracks, measureTone, probeTracks } from '../support/read-narrated-video.ts';
import { readZip } from '../support/read-zip.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { chooseExport, findExport, makeToneClip, saveExport, withoutPicker } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { findVersions } from './narrations-page.ts';
import { findStudio } from './studio-page.ts';

const { languages } = exportDialogMessages;
const length = 6;

/** A narration in English and French, which is spoken, and in Japanese, which is not. */
async function openTranslated(page: Page): Promise<void> {
  const lines = [
    createLine({ startMs: 0, text: 'A calm lake.' }),
    createLine({ startMs: 3000, text: 'A boat.' }),
  ];
  const settings = { voice: 'nova' };
  const source = createNarration({ style: 'timed', language: 'English', settings, lines });
  const translate = (language: 'French' | 'Japanese', first: string, second: string) => {
    const texts = new Map(lines.map(({ id }, at) => [id, at === 0 ? first : second]));
    return createTranslation(source, { newId: createId(), language, texts }, createId);
  };
  const french = translate('French', 'Un lac calme.', 'Un bateau.');
  const japanese = translate('Japanese', '静かな湖。', '船。');
  const project = { ...createProject('Lake'), narrations: [source, french, japanese] };
  const studio = findStudio(page);
  const versions = findVersions(page);
  await page.goto('/');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t(studioMessages.openScript) }).click();
  await (await choosing).setFiles({
    name: 'lake.benshi.json',
    mimeType: 'application/json',
    buffer: Buffer.from(printProject(project)),
  });
  await expect(versions.shown).toContainText('Japanese');
  expect(await versions.listLanguages()).toHaveLength(3);
  await studio.upload.setInputFiles({ ...(await makeToneClip(length)), name: 'lake.mp4' });
  await expect(studio.preview).toBeVisible();
  for (const language of ['English', 'French']) {
    await versions.choose(new RegExp(`^${language}`));
    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
  }
}

test('a narration in two languages is saved as one video with both, and as a folder for each', {
  tag: '@long',
}, async ({ page }) => {
  await withoutPicker(page);
  await openTranslated(page);
  const { dialog, options, close } = findExport(page);
  await chooseExport(page, t(languages));
  await expect(dialog).toContainText(
    t(exportDialogMessages.unspokenLeftOut, { count: 1, languages: 'Japanese' }),
  );
  await options.click();
  await dialog.getByLabel(t(exportDialogMessages.defaultLanguage)).selectOption('Français');
  await dialog.getByRole('checkbox', { name: t(exportDialogMessages.keepOriginal) }).check();
  await dialog.getByRole('checkbox', { name: t(exportDialogMessages.includeSubtitles) }).check();
  await expect(dialog).toContainText(
    t(exportDialogMessages.unspokenSubtitles, { count: 1, languages: 'Japanese' }),
  );
  await expectNoViolation(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoOverhang(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await close.click();

  const video = await saveExport(page, t(languages), t(formats.languagesVideo));
  expect(video.name).toBe('lake-all-languages.mp4');
  const { tracks } = await describeTracks(video.path);
  expect(tracks.filter(({ type }) => type === 'audio').map(({ language }) => language)).toEqual([
    'fra',
    'eng',
    'und',
  ]);
  const probed = await probeTracks(video.path);
  if (probed) {
    const ofType = (type: string) => probed.filter(({ codec_type }) => codec_type === type);
    expect(ofType('audio').map(({ tags }) => tags.handler_name)).toEqual(['Français', 'English', 'Original']);
    expect(ofType('audio').map(({ disposition }) => disposition.default)).toEqual([1, 0, 0]);
    expect(ofType('subtitle').map(({ tags }) => tags.language)).toEqual(['fra', 'eng', 'jpn']);
  }
  for (const index of [0, 1, 2])
    expect(measureTone(await decodeTrack(video.path, index), 220, 4.5, 5.5)).toBeGreaterThan(-40);

  const zip = await saveExport(page, t(languages), t(formats.languagesVideos));
  expect(zip.name).toBe('lake-all-languages.zip');
  const files = readZip(zip.bytes);
  expect([...files.keys()]).toEqual([
    'lake.benshi.json',
    ...['en', 'fr'].flatMap(tag => ['mp4', 'srt', 'vtt'].map(ending => `${tag}/lake.${tag}.${ending}`)),
    'ja/lake.ja.srt',
    'ja/lake.ja.vtt',
  ]);
  const path = test.info().outputPath('lake.fr.mp4');
  await writeFile(path, files.get('fr/lake.fr.mp4') ?? '');
  const french = await describeTracks(path);
  expect(french.tracks.map(({ type, language }) => [type, language])).toContainEqual(['audio', 'fra']);
});
