import { answerMessages } from '#shared/messages/answers.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { recipientMessages } from '#shared/messages/recipients.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { studioWorkMessages } from '#shared/messages/studio-work.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { expect, shownFailurePrefix, test } from './fixtures.ts';
import { chooseVoice, collectAlerts, fillStudio, findStudio, makeVideoFile } from './studio-page.ts';

const unauthorized = (response: { writeHead(status: number): { end(): void } }) =>
  response.writeHead(403).end();

test('a failed narration shows an alert and the reason beside the button, and loses nothing', async ({
  page,
  complaints,
  startOwnServer,
}) => {
  await using provider = await startProvider();
  const server = await startOwnServer(provider.environment);
  provider.standIn.always('vision', ({ response }) => unauthorized(response));
  await page.goto(server.url);
  const alerts = collectAlerts(page);
  const reported = page.waitForEvent('console', message => message.text().startsWith(shownFailurePrefix));
  const studio = findStudio(page);
  await studio.script.fill('An earlier script.');
  await fillStudio(studio, 'Whisper it.');
  await studio.generateNarration.click();
  await expect(studio.problem).toHaveText(t(engineMessages.keyRejected));
  await expect.poll(() => alerts).toEqual([t(freePageMessages.narrationFailed)]);
  await expect(studio.generateNarration).toBeEnabled();
  await expect(studio.prompt).toHaveValue('Whisper it.');
  await expect(studio.voice).toHaveText('nova');
  await expect(studio.script).toHaveValue('An earlier script.');
  // The cause is in the console, too.
  expect((await reported).text()).toContain(t(engineMessages.keyRejected));
  complaints.length = 0;
});

test('failed audio shows an alert and the reason, and keeps the script', { tag: '@long' }, async ({
  page,
  complaints,
  startOwnServer,
}) => {
  await using provider = await startProvider();
  const server = await startOwnServer(provider.environment);
  provider.standIn.always('speech', ({ response }) => unauthorized(response));
  await page.goto(server.url);
  const alerts = collectAlerts(page);
  const studio = findStudio(page);
  await studio.script.fill('A script of my own.');
  await chooseVoice(studio, 'alloy');
  await studio.generateAudio.click();
  await expect(studio.problem).toHaveText(t(engineMessages.keyRejected));
  await expect.poll(() => alerts).toEqual([t(freePageMessages.audioFailed)]);
  await expect(studio.script).toHaveValue('A script of my own.');
  await expect(studio.download).toBeHidden();
  complaints.length = 0;
});

test('a sound that breaks off is reported and not offered', {
  tag: '@long',
}, async ({ page, complaints, startOwnServer }) => {
  await using provider = await startProvider();
  const server = await startOwnServer(provider.environment);
  provider.standIn.always('speech', ({ response, normal }) => {
    response.writeHead(200, { 'content-type': normal.mediaType });
    response.write(normal.body.subarray(0, normal.body.length / 2), () => response.destroy());
  });
  await page.goto(server.url);
  collectAlerts(page);
  const studio = findStudio(page);
  await studio.script.fill('A script of my own.');
  await chooseVoice(studio, 'alloy');
  await studio.generateAudio.click();
  const reports = [answerMessages.connectionLost, engineMessages.answerCut].map(message => t(message));
  await expect(studio.problem).toHaveText(new RegExp(reports.join('|'), 'u'));
  await expect(studio.download).toBeHidden();
  complaints.length = 0;
});

test('Cancel stops the work, also at the provider', async ({ page, startOwnServer }) => {
  await using provider = await startProvider();
  const server = await startOwnServer(provider.environment);
  provider.standIn.always('vision', () => new Promise(() => {}));
  await page.goto(server.url);
  const alerts = collectAlerts(page);
  const studio = findStudio(page);
  await fillStudio(studio);
  const asked = provider.standIn.waitForRequest('vision');
  await studio.generateNarration.click();
  const request = await asked;
  await expect(studio.loading).toBeDisabled();
  await expect(page.getByText(t(studioWorkMessages.analysing)).first()).toBeVisible();
  await expect(studio.loading).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(studio.cancel).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await request.closed).toMatchObject({ early: true });
  await expect(studio.generateNarration).toBeEnabled();
  await expect(studio.generateNarration).toBeFocused();
  await expect(page.getByText(t(studioStatusMessages.cancelled)).first()).toBeVisible();
  expect(provider.standIn.requests).toHaveLength(1);
  expect(alerts).toEqual([]);
});

test('the page names the AI provider and what is sent to it', { tag: '@long' }, async ({
  page,
  startOwnServer,
}) => {
  await using provider = await startProvider();
  const server = await startOwnServer(provider.environment);
  await page.goto(server.url);
  await expect(
    page.getByText(t(engineNoteMessages.visionAndScript, { name: 'our own AI server' })),
  ).toBeVisible();
  await page.getByRole('button', { name: t(freePageMessages.privacy) }).click();
  await expect(page.getByText(t(recipientMessages.visionGets, { name: 'our own AI server' }))).toBeVisible();
  await expect(page.getByText(t(engineNoteMessages.offline))).toBeHidden();
});

test('a video over the server’s limits is refused before any work', { tag: '@long' }, async ({
  page,
  startOwnServer,
}) => {
  const server = await startOwnServer({ MAX_VIDEO_SECONDS: '2' });
  const posted: string[] = [];
  page.on('request', request => request.method() === 'POST' && posted.push(request.url()));
  await page.goto(server.url);
  const { upload, problem, preview } = findStudio(page);
  await expect(page.getByText(t(engineNoteMessages.offline))).toBeVisible();
  await upload.setInputFiles(await makeVideoFile());
  await expect(problem).toContainText(t(videoMessages.tooLong, { limit: '2 seconds' }));
  await expect(preview).toHaveCount(0);
  expect(posted).toEqual([]);
});

test('an unreachable server is reported and asked again', { tag: '@long' }, async ({
  page,
  complaints,
  startOwnServer,
}) => {
  const server = await startOwnServer();
  await page.route(/\/api\/config/, route => route.abort());
  await page.goto(server.url);
  await expect(page.getByText(t(pageMessages.serverUnreachable)).first()).toBeVisible();
  await page.unroute(/\/api\/config/);
  await page.getByRole('button', { name: t(pageMessages.tryAgain) }).click();
  await expect(page.getByText(t(engineNoteMessages.offline))).toBeVisible();
  complaints.length = 0;
});

async function startProvider() {
  const standIn = await startOpenAiStandIn();
  return {
    standIn,
    environment: { OPENAI_BASE_URL: standIn.baseUrl, OPENAI_API_KEY: 'sk-of-the-test' },
    [Symbol.asyncDispose]: () => standIn.close(),
  };
}
