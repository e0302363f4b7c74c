import { readFile } from 'node:fs/promises';
import { errorMessages } from '#shared/messages/errors.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { studioWorkMessages } from '#shared/messages/studio-work.ts';
import { findDashboard, logOut } from './account-page.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { measureSound } from './measure-sound.ts';
import { makePerson, signUp } from './people.ts';
import { recordSentBodies } from './sent-forms.ts';
import {
  chooseLanguage,
  collectAlerts,
  fillStudio,
  findStudio,
  makeVideoFile,
  makeVideoFileOf,
  openFields,
  openPanel,
  startEndlessNarration,
} from './studio-page.ts';

test.describe('narrating on a dashboard', () => {
  test('uploads the video, counts it, and speaks the script', async ({ page }) => {
    await signUp(page);
    const readSentBodies = await recordSentBodies(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio, 'Whisper it.');
    await chooseLanguage(studio, 'Welsh');
    await studio.generateNarration.click();
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
    await expect(studio.script).not.toHaveValue('');
    await expect(studio.script).toHaveAttribute('lang', 'cy');
    await openPanel(page, 'brief');
    await expect(findDashboard(page).left).toHaveText(
      t(studioMessages.narrationsLeft, { left: 49, count: 50 }),
    );

    const [sent] = (await readSentBodies()).filter(body => body.address === '/create_script');
    const { buffer } = await makeVideoFile();
    expect(sent?.fields).toEqual([
      { name: 'prompt', type: 'text', bytes: 'Whisper it.. Output in this language: Welsh'.length },
      { name: 'title', type: 'text', bytes: 'colours'.length },
      { name: 'video', type: 'video/mp4', bytes: buffer.length },
    ]);

    await studio.generateAudio.click();
    const downloading = page.waitForEvent('download');
    await studio.download.click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('narration.mp3');
    const sound = await measureSound(page, await readFile(await download.path()));
    expect(sound.loudness).toBeGreaterThan(0.02);
    await studio.script.fill('Geiriau eraill.');
    await expect(studio.download).toBeHidden();
  });

  test('shows the progress of the upload', { tag: '@long' }, async ({ page }) => {
    await signUp(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio, 'Tell it calmly.', await makeVideoFileOf(4_000_000));
    const network = await page.context().newCDPSession(page);
    const limitUpload = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    // Slow enough that the upload is seen on any machine.
    await limitUpload(150_000);
    await studio.generateNarration.click();
    await expect(
      page.getByText(
        new RegExp(`^${t(studioWorkMessages.sentVideo, { sent: '[1-9].*', total: '3.8 MB' })}$`),
      ),
    ).toBeVisible();
    await expect(page.getByText(t(studioWorkMessages.sendingVideo), { exact: true })).toBeAttached();
    await limitUpload(-1);
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  });

  test('stops when the daily limit is reached, and shows when it resets', { tag: '@long' }, async ({
    page,
    startOwnServer,
  }) => {
    const server = await startOwnServer({ STANDARD_NARRATIONS_PER_DAY: '1' });
    await page.goto(server.url);
    await signUp(page, makePerson(), server.url);
    await page.goto(`${server.url}/dashboard`);
    const studio = findStudio(page);
    await fillStudio(studio);
    await studio.generateNarration.click();
    const noneLeft = new RegExp(t(studioMessages.noneLeft, { time: '.*\\d.*' }));
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
    await openFields(studio);
    await expect(page.getByText(noneLeft)).toBeVisible();
    const script = await studio.script.inputValue();
    await expect(studio.generateNarration).toHaveAttribute('aria-disabled', 'true');
    await expect(studio.generateNarration).toHaveAccessibleDescription(noneLeft);
    await studio.generateNarration.click({ force: true });
    await expect(studio.script).toHaveValue(script);
    await expect(studio.problem).toBeHidden();
  });

  test('of a large video uploads only the few frames that vision uses', { tag: '@long' }, async ({
    page,
  }) => {
    await signUp(page);
    const readSentBodies = await recordSentBodies(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    const large = await makeVideoFileOf(21_000_000);
    expect(large.buffer.length).toBeGreaterThan(20_000_000);
    await fillStudio(studio, 'Tell it calmly.', large);
    await studio.generateNarration.click();
    await expect(studio.script).not.toHaveValue('');
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
    const [sent] = (await readSentBodies()).filter(body => body.address === '/create_script');
    const video = sent?.fields.find(field => field.name === 'video');
    expect(video?.type).toBe('video/x-matroska');
    expect(video?.bytes).toBeLessThan(large.buffer.length / 2);
  });

  test('that fails shows the reason beside the button without an alert, logs it, and gives the narration back', async ({
    page,
    complaints,
    server,
  }) => {
    await signUp(page);
    const alerts = collectAlerts(page);
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio);
    // Renames the form's field on the way, so that the server refuses it.
    await page.route('**/create_script', route =>
      route.continue({ headers: { ...route.request().headers(), 'content-type': 'text/plain' } }),
    );
    const loggedBefore = server.logged.length;
    await studio.generateNarration.click();
    await expect(studio.problem).toHaveText(t(errorMessages.unsupported_media_type));
    const readLog = () => server.logged.slice(loggedBefore).filter(line => line.includes('/create_script'));
    await expect.poll(readLog).toHaveLength(1);
    expect(JSON.parse(readLog()[0] ?? '')).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
      reason: t(errorMessages.unsupported_media_type),
    });
    await expect(studio.generateNarration).toBeEnabled();
    await expect(studio.prompt).toHaveValue('Tell it calmly.');
    await expect(findDashboard(page).left).toHaveText(
      t(studioMessages.narrationsLeft, { left: 50, count: 50 }),
    );
    expect(alerts).toEqual([]);
    ignoreRefusals(complaints);
  });

  test('can be cancelled during the upload', async ({ page }) => {
    await signUp(page);
    await page.goto('/dashboard');
    const studio = await startEndlessNarration(page);
    await studio.cancel.click();
    await expect(page.getByText(t(studioStatusMessages.cancelled)).first()).toBeVisible();
    await expect(studio.generateNarration).toBeEnabled();
  });

  test('asks before logging out stops it', { tag: '@long' }, async ({ page }) => {
    await signUp(page);
    await page.goto('/dashboard');
    const studio = await startEndlessNarration(page);
    page.once('dialog', dialog => dialog.dismiss());
    await logOut(page);
    await expect(studio.cancel).toBeVisible();
    page.once('dialog', dialog => dialog.accept());
    await logOut(page);
    await expect(page).toHaveURL(/\/$/);
  });
});
