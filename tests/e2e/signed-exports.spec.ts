import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { exportDialogMessages, exportFormatMessages } from '#shared/messages/export.ts';
import { manifestMessages } from '#shared/messages/manifest.ts';
import { t } from '#shared/messages/message.ts';
import { hasOpenSsl, readCredentials, TestAuthority } from '../support/content-credentials.ts';
import {
  chooseExport,
  findExport,
  makeToneClip,
  saveExport,
  speakTimed,
  withoutPicker,
  withPicker,
} from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { signUp } from './people.ts';

test.skip(!hasOpenSsl, 'openssl is not installed');

async function saveSigned(page: Page, kind: string, format?: string): Promise<Uint8Array> {
  await chooseExport(page, kind, format);
  const { save, status } = findExport(page);
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  await expect(status).toContainText(t(credentialMessages.signed));
  return new Uint8Array(await readFile(await download.path()));
}

test('mp3, WAV and video are signed where the operator has a certificate', async ({
  page,
  startOwnServer,
}) => {
  using authority = new TestAuthority();
  const { url } = await startOwnServer(authority.issue('signer'));
  await withoutPicker(page);
  await signUp(page, undefined, url);
  const studio = await speakTimed(page, await makeToneClip(6), `${url}/dashboard`);
  // What the server knows by its receipts is kept with the sound.
  await page.reload();
  await expect(studio.download).toBeVisible();
  const { audio, video } = exportDialogMessages;
  const { mp3, wav } = exportFormatMessages;
  const trusted = { state: 'Trusted', failures: [] };
  const read = (file: Uint8Array, mimeType: string) => readCredentials(file, mimeType, authority.root);
  expect(await read(await saveSigned(page, t(audio), t(mp3)), 'audio/mpeg')).toMatchObject({
    ...trusted,
    actions: [{ action: 'c2pa.created', description: t(manifestMessages.narration) }],
  });
  expect(await read(await saveSigned(page, t(audio), t(wav)), 'audio/wav')).toMatchObject(trusted);
  const film = await saveSigned(page, t(video));
  expect(await read(film, 'video/mp4')).toMatchObject(trusted);
  const at = Math.round(film.length * 0.6);
  film[at] = ~(film[at] ?? 0);
  expect(await read(film, 'video/mp4')).toMatchObject({ state: 'Invalid' });
});

test('a visitor exports unsigned, and nothing is tried or said', async ({ page, startOwnServer }) => {
  using authority = new TestAuthority();
  const { url } = await startOwnServer(authority.issue('signer'));
  await withoutPicker(page);
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await speakTimed(page, await makeToneClip(6), url);
  const { audio } = exportDialogMessages;
  const { bytes } = await saveExport(page, t(audio), t(exportFormatMessages.mp3));
  expect(await readCredentials(new Uint8Array(bytes), 'audio/mpeg', authority.root)).toBeUndefined();
  expect(asked).toContain('/api/free/fit');
  expect(asked).not.toContain('/api/content-credentials');
});

test('a video is signed where the person wants it; without a time stamp it is saved unsigned', async ({
  page,
  startOwnServer,
}) => {
  using authority = new TestAuthority();
  await using stamps = await authority.startTimeStamps();
  const settings = { ...authority.issue('signer'), C2PA_TSA_URL: stamps.url, C2PA_SIGN: 'all' };
  const { url } = await startOwnServer(settings);
  await withPicker(page);
  await speakTimed(page, await makeToneClip(6), url);
  await chooseExport(page, t(exportDialogMessages.video));
  const { save, status } = findExport(page);
  await save.click();
  await expect(status).toContainText(t(credentialMessages.signed));
  await stamps[Symbol.asyncDispose]();
  await save.click();
  await expect(status).toContainText(
    t(credentialMessages.unsigned, { reason: t(credentialMessages.failed) }),
  );
});
