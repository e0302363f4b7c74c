import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { studioWorkMessages } from '#shared/messages/studio-work.ts';
import { readSpecifiedConstants } from '../specification/read-constants.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { expect, test } from './fixtures.ts';
import { chooseVoice, fillStudio, findStudio } from './studio-page.ts';

const sentence = t(studioWorkMessages.silent, { seconds: 60 });

let standIn: OpenAiStandIn;
let server: ServerProcess;

test.beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  server = await startServerProcess({ OPENAI_BASE_URL: standIn.baseUrl });
});
test.beforeEach(() => standIn.reset());
test.afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await standIn.close();
});

async function open(page: Page): Promise<void> {
  await page.goto(`http://localhost:${server.port}`);
}

/** Answers after `release`. */
function holdBack(): { readonly behaviour: Behaviour; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    release: resolve,
    behaviour: async ({ response, normal }) => {
      await promise;
      response.writeHead(200, { 'content-type': normal.mediaType });
      response.end(normal.body);
    },
  };
}

function findSilence(page: Page) {
  return {
    line: page.getByRole('paragraph').filter({ hasText: sentence }),
    announcement: page.locator('[aria-live="polite"]', { hasText: sentence }),
    stop: page.getByRole('button', { name: t(studioStatusMessages.stop) }),
  };
}

test('the page says after a minute that no script arrives, until data arrives', async ({ page }) => {
  const held = holdBack();
  standIn.always('vision', held.behaviour);
  await page.clock.install();
  await open(page);
  const studio = findStudio(page);
  const silence = findSilence(page);
  await fillStudio(studio);
  const asked = standIn.waitForRequest('vision');
  await studio.generateNarration.click();
  await asked;
  await expect(page.getByText(t(studioWorkMessages.analysing)).first()).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(silence.stop).toBeHidden();
  await page.clock.fastForward(31_000);
  await expect(silence.line).toHaveText(`${t(studioWorkMessages.analysing)} ${sentence}`);
  await expect(silence.announcement).toHaveText(sentence);
  await expect(silence.stop).toBeVisible();
  await expect(studio.cancel).toBeVisible();
  held.release();
  await expect(studio.script).toHaveValue(/A dog waits/);
  await expect(silence.line).toBeHidden();
  await expect(silence.stop).toBeHidden();
});

test('the page offers after a minute to stop a sound that does not arrive', async ({ page }) => {
  standIn.always('speech', brokenAnswers.halfThenSilence);
  await page.clock.install();
  await open(page);
  const studio = findStudio(page);
  const silence = findSilence(page);
  await studio.script.fill('A script of my own.');
  await chooseVoice(studio, 'nova');
  const asked = standIn.waitForRequest('speech');
  await studio.generateAudio.click();
  const request = await asked;
  await expect(page.getByText(new RegExp(`^${t(studioWorkMessages.spoken, { size: '.*' })}$`))).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(silence.line).toContainText(sentence);
  await silence.stop.focus();
  await page.keyboard.press('Enter');
  expect(await request.closed).toMatchObject({ early: true });
  const stopped = page.getByRole('paragraph').filter({ hasText: t(studioStatusMessages.cancelled) });
  await expect(stopped).toBeFocused();
  await expect(silence.stop).toBeHidden();
  await expect(studio.script).toHaveValue('A script of my own.');
});

test('the bar progresses as specified, from where the last step ended', { tag: '@long' }, async ({
  page,
}) => {
  const { tickMs, checkpoints } = readSpecifiedConstants().progress;
  standIn.always('vision', brokenAnswers.noHeaders);
  standIn.always('speech', brokenAnswers.halfThenSilence);
  await page.clock.install();
  await open(page);
  const studio = findStudio(page);
  await fillStudio(studio);
  // From here on only this test advances the clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  const expectClimbing = async (from: number, everyMs: number) => {
    await expect(studio.progress).toHaveAttribute('aria-valuenow', String(from));
    await page.clock.runFor(5 * everyMs - 1);
    await expect(studio.progress).toHaveAttribute('aria-valuenow', String(from + 4));
    await page.clock.runFor(1);
    await expect(studio.progress).toHaveAttribute('aria-valuenow', String(from + 5));
  };
  await studio.generateNarration.click();
  await expect(page.getByText(t(studioWorkMessages.analysing)).first()).toBeVisible();
  await expectClimbing(checkpoints.frames, tickMs.script);
  await studio.cancel.click();
  await studio.script.fill('A script of my own.');
  await studio.generateAudio.click();
  await expect(page.getByText(new RegExp(`^${t(studioWorkMessages.spoken, { size: '.*' })}$`))).toBeVisible();
  await expectClimbing(0, tickMs.audio);
});
