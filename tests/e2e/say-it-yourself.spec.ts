import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { collectWav } from '#media/sound/write-wav.ts';
import { exportDialogMessages } from '#shared/messages/export.ts';
import { markMessages } from '#shared/messages/marks.ts';
import { t } from '#shared/messages/message.ts';
import { musicMessages } from '#shared/messages/music.ts';
import { recordingMessages as messages } from '#shared/messages/recording.ts';
import { soundFileMessages } from '#shared/messages/sound-file.ts';
import { decodeTrack, measureTone } from '../support/read-narrated-video.ts';
import { expectNoViolation } from './accessibility.ts';
import { findExport } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { openLineEditor } from './line-editor-page.ts';

const spokenHz = 330;
const musicHz = 700;

/** A tone that is loud and silent in turn. */
function makeTone(hz: number, seconds: number, isLoud: (seconds: number) => boolean) {
  const sampleRateHz = 48_000;
  const samples = Float32Array.from({ length: seconds * sampleRateHz }, (_, at) =>
    isLoud(at / sampleRateHz) ? 0.2 * Math.sin((2 * Math.PI * hz * at) / sampleRateHz) : 0,
  );
  return { sampleRateHz, samples };
}

async function* only<Piece>(piece: Piece) {
  yield piece;
}

const said = join(tmpdir(), `benshi-said-${process.pid}.wav`);
const wav = await collectWav(only(makeTone(spokenHz, 4, at => at % 2 > 0.5)));
writeFileSync(said, Buffer.concat(wav));

test.use({
  permissions: ['microphone'],
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-audio-capture=${said}`,
      ],
    }),
});

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

test('a sound file is dropped on a line, and an export says that its voice is recorded', async ({ page }) => {
  const bench = await openLineEditor(page, '[0:00] A fox looks up.');
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
  const exporting = findExport(page);
  await exporting.open.click();
  await expect(exporting.dialog).toContainText(t(markMessages.narrationRecorded));
});

test('music is laid under the narration and stays after a reload', async ({ page }) => {
  const bench = await openLineEditor(page, '[0:01] A fox looks up.');
  await bench.studio.generateAudio.click();
  await expect(bench.studio.download).toBeVisible();
  const exporting = findExport(page);
  await exporting.open.click();
  await exporting.choice(t(exportDialogMessages.audio)).check();
  const choose = async (name: string, content: Buffer) => {
    const choosing = page.waitForEvent('filechooser');
    await exporting.dialog.getByRole('button', { name: t(musicMessages.choose) }).click();
    await (await choosing).setFiles({ name, mimeType: 'audio/mpeg', buffer: content });
  };
  await choose('no-music.mp3', Buffer.from('No sound at all.'));
  await expect(exporting.dialog).toContainText(t(soundFileMessages.unreadable));
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeMp3([makeTone(musicHz, 5, () => true)])) pieces.push(piece);
  await choose('calm.mp3', Buffer.concat(pieces));
  await expect(exporting.dialog).toContainText('calm.mp3');
  await expectNoViolation(page);
  const downloading = page.waitForEvent('download');
  await exporting.save.click();
  const path = await (await downloading).path();
  const heard = await decodeTrack(path);
  const level = (from: number) => measureTone(heard, musicHz, from, from + 0.2);
  expect(level(8) - level(1.4)).toBeGreaterThan(6);

  await page.reload();
  await exporting.open.click();
  await exporting.choice(t(exportDialogMessages.audio)).check();
  await expect(exporting.dialog.getByRole('slider', { name: t(musicMessages.level) })).toBeVisible();
});
