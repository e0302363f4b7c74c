import { errorMessages } from '#shared/messages/errors.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { makeSoundFile } from '../support/make-sound-file.ts';
import { realVideos } from '../support/real-videos.ts';
import { expect, test } from './fixtures.ts';
import { fillStudio, findStudio, makeVideoFile, noVideo } from './studio-page.ts';

test.describe('the video', () => {
  test('is shown with its name, length and a preview that plays', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText(t(studioMessages.upload))).toBeVisible();
    const { upload, preview } = findStudio(page);
    await upload.setInputFiles(await makeVideoFile('holiday.mp4'));
    await expect(page.getByText('holiday.mp4')).toBeVisible();
    await expect(page.getByText('0:04 · 320 × 180')).toBeVisible();
    await expect(preview).toHaveAttribute('src', /^blob:/);
    await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320);
  });

  test('of an unknown format is refused with a sentence', async ({ page }) => {
    await page.goto('/');
    const { upload, problem, preview } = findStudio(page);
    await upload.setInputFiles(noVideo);
    await expect(problem).toHaveText(t(studioMessages.notVideo, { name: 'package.json' }));
    await upload.setInputFiles({
      name: 'lie.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('not a video'),
    });
    await expect(problem).toContainText('This file could not be read as a video.');
    await expect(preview).toHaveCount(0);
  });

  test('dropped beside the screen does not navigate away', async ({ page }) => {
    await page.goto('/');
    const isTaken = (kind: 'file' | 'text') =>
      page.getByRole('heading', { level: 1 }).evaluate((heading, given) => {
        const dataTransfer = new DataTransfer();
        if (given === 'file') dataTransfer.items.add(new File(['x'], 'holiday.mp4', { type: 'video/mp4' }));
        else dataTransfer.setData('text/plain', 'A prompt.');
        return !heading.dispatchEvent(
          new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
        );
      }, kind);
    expect(await isTaken('file')).toBe(true);
    // A drag of text; the browser would follow a link.
    expect(await isTaken('text')).toBe(true);
  });

  test('is not narrated while another one is being opened', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    const studio = findStudio(page);
    await fillStudio(studio);
    await expect(studio.generateNarration).toBeEnabled();
    // A file whose bytes never arrive, as from a slow network drive.
    await page.evaluate(() => {
      Blob.prototype.stream = () => new ReadableStream();
      Blob.prototype.arrayBuffer = () => new Promise(() => {});
    });
    await studio.upload.setInputFiles(await makeVideoFile('next.mp4'));
    await expect(page.getByText(t(studioMessages.opening, { name: 'next.mp4' }))).toBeVisible();
    await expect(studio.generateNarration).toBeDisabled();
  });

  test('without a picture is refused as such', async ({ page }) => {
    const buffer = Buffer.from(await makeSoundFile());
    await page.goto('/');
    const { upload, problem } = findStudio(page);
    await upload.setInputFiles({ name: 'sound.mp4', mimeType: 'video/mp4', buffer });
    await expect(problem).toContainText(t(errorMessages.no_picture));
  });

  test('waits for the code that reads it, and a reload fetches that', { tag: '@long' }, async ({
    page,
    complaints,
  }) => {
    await page.goto('/');
    const { upload, problem, prompt } = findStudio(page);
    await prompt.fill('Kept for later.');
    await page.route(/read-pictures.*\.js/, route => route.abort());
    await upload.setInputFiles(await makeVideoFile());
    await expect(problem).toContainText('Loading chunk "video reader" failed');
    await page.unroute(/read-pictures.*\.js/);
    await problem.getByRole('button', { name: t(pageMessages.reload) }).click();
    await expect(prompt).toHaveValue('Kept for later.');
    await upload.setInputFiles(await makeVideoFile('again.mp4'));
    await expect(page.getByText('0:04 · 320 × 180')).toBeVisible();
    complaints.length = 0;
  });

  for (const { name, path } of realVideos.filter(video => video.isForServerOnly))
    test(`that the browser cannot show, ${name}, is accepted with a note`, {
      tag: name === 'life.mkv' ? [] : '@long',
    }, async ({ page }) => {
      await page.goto('/');
      await findStudio(page).upload.setInputFiles(path);
      await expect(page.getByText(name)).toBeVisible();
      await expect(page.getByText('it can still be narrated')).toBeVisible();
    });
});
