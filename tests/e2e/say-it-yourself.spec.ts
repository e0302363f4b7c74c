import type { Page } from '@playwright/test';
import { collectWav } from '#media/sound/write-wav.ts';
import { exportDialogMessages } from '#shared/messages/export.ts';
import { markMessages } from '#shared/messages/marks.ts';
import { t } from '#shared/messages/message.ts';
import { musicMessages } from '#shared/messages/music.ts';
import { recordingMessages as messages } from '#shared/messages/recording.ts';
import { soundFileMessages } from '#shared/messages/sound-file.ts';
import { decodeTrack, measureTone } from '../support/read-narrated-video.ts';
import { expectNoViolation } from './accessibility.ts';
import { findExport, saveExport } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor, openLineEditor } from './line-editor-page.ts';
import { chooseMusic, makeMusic, makeTone, only, speakingMicrophone } from './sounds.ts';
import { reloadOnceKept } from './studio-page.ts';
import { findVoices } from './voices-page.ts';

const spokenHz = 330;
const musicHz = 700;

test.use(speakingMicrophone);

test('a person records a line, hears it after a reload, takes it back and uses the voice again', async ({
  page,
}) => {
  const bench = await openLineEditor(page, '[0:00] A fox looks up.\n[0:06] Nobody is there.');
  await bench.choose(1, messages.recordYourself);
  const dialog = page.getByRole('dialog', { name: t(messages.title, { number: 1 }) });
  await expect(dialog).toContainText('A fox looks up.');
  await dialog.getByRole('button', { name: t(messages.record), exact: true }).click();
  await expect(dialog.getByRole('meter', { name: t(messages.level) })).toBeVisible();
  await expectNoViolation(page);
  await dialog.getByRole('button', { name: t(messages.stop) }).click({ delay: 2500 });
  await expect(dialog.getByLabel(t(messages.listen, { number: 1 }))).toBeVisible();
  await dialog.getByRole('button', { name: t(messages.use) }).click();
  await expect(bench.rows.nth(0)).toContainText(t(messages.recorded));
  await expect(bench.line(1)).toBeFocused();

  await bench.line(1).fill('A fox looks around.');
  await expect(bench.rows.nth(0)).toContainText(t(messages.changedSince));
  await bench.line(1).fill('A fox looks up.');
  await expect(bench.rows.nth(0)).toContainText(t(messages.recorded));
  await page.reload();
  await expect(bench.rows.nth(0)).toContainText(t(messages.recorded));

  await bench.choose(1, messages.useVoice);
  await expect(bench.rows.nth(0)).not.toContainText(t(messages.recorded));
});

/** Lets the first line be heard from a sound file. */
async function dropSound(page: Page, bench: Awaited<ReturnType<typeof openLineEditor>>): Promise<void> {
  const bytes = Buffer.concat(await collectWav(only(makeTone(spokenHz, 2, () => true)))).toString('base64');
  const transfer = await page.evaluateHandle(base64 => {
    const file = new File([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], 'me.wav', {
      type: 'audio/wav',
    });
    const given = new DataTransfer();
    given.items.add(file);
    return given;
  }, bytes);
  await bench.rows.nth(0).dispatchEvent('drop', { dataTransfer: transfer });
  const dialog = page.getByRole('dialog', { name: t(messages.title, { number: 1 }) });
  await dialog.getByRole('button', { name: t(messages.use) }).click();
}

test('a sound file is dropped on a line, and an export says that its voice is recorded', async ({ page }) => {
  const bench = await openLineEditor(page, '[0:00] A fox looks up.');
  await dropSound(page, bench);
  const exporting = findExport(page);
  await exporting.open.click();
  await expect(exporting.dialog).toContainText(t(markMessages.narrationRecorded));
});

test('music is laid under the narration and stays after a reload', async ({ page }) => {
  const bench = await openLineEditor(page, '[0:01] A fox looks up.');
  await bench.studio.generateAudio.click();
  await expect(bench.studio.download).toBeVisible();
  const voices = findVoices(page);
  const exporting = findExport(page);
  await exporting.open.click();
  await exporting.dialog.getByRole('button', { name: t(exportDialogMessages.music) }).click();
  await expect(voices.opener).toBeFocused();
  await chooseMusic(page, 'no-music.mp3', Buffer.from('No sound at all.'));
  await expect(page.getByText(t(soundFileMessages.unreadable))).toBeVisible();
  await chooseMusic(page, 'calm.mp3', await makeMusic(musicHz));
  await expect(page.getByText('calm.mp3')).toBeVisible();
  await expectNoViolation(page);
  const { path } = await saveExport(page, t(exportDialogMessages.audio));
  const heard = await decodeTrack(path);
  const level = (from: number) => measureTone(heard, musicHz, from, from + 0.2);
  expect(level(8) - level(1.4)).toBeGreaterThan(6);

  await page.reload();
  await voices.open();
  await expect(voices.musicLevel).toBeVisible();
});

/** The keys of the music in the browser's storage. */
function listMusic(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('benshi');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('sounds').objectStore('sounds').getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            const names = reading.result.map(key => (Array.isArray(key) ? String(key[1]) : ''));
            resolve(names.filter(name => name.startsWith('music ')));
          };
        };
      }),
  );
}

test('music that was replaced or removed is forgotten, unless Undo can bring it back', async ({ page }) => {
  const bench = await openLineEditor(page, '[0:01] A fox looks up.');
  const { open, musicLevel: slider } = findVoices(page);
  await dropSound(page, bench);
  await reloadOnceKept(page);
  await open();
  const remove = page.getByRole('button', { name: t(musicMessages.remove) });
  const change = async (name: string) => {
    await chooseMusic(page, name, await makeMusic(musicHz));
    await expect(page.getByText(name)).toBeVisible();
    await expect(slider).toBeVisible();
  };
  await change('first.mp3');
  await expect.poll(() => listMusic(page)).toHaveLength(1);
  const [first] = await listMusic(page);
  // Nothing refers to it any more.
  await remove.click();
  await expect.poll(() => listMusic(page)).toEqual([]);

  await change('second.mp3');
  await bench.line(1).fill('A fox looks around.');
  await remove.click();
  // Another page, which knows nothing of the steps of this one, may forget it.
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(findLineEditor(other).line(1)).toHaveValue('A fox looks around.');
  await other.close();
  await bench.line(1).press('Control+z');
  await expect(bench.line(1)).toHaveValue('A fox looks up.');
  await expect(slider).toBeVisible();
  await expect.poll(() => listMusic(page)).toHaveLength(1);
  expect(await listMusic(page)).not.toEqual([first]);
  await reloadOnceKept(page);
  await open();
  await expect(slider).toBeVisible();
});
