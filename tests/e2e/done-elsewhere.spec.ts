import type { Page } from '@playwright/test';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { studioWorkMessages } from '#shared/messages/studio-work.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { expect, test } from './fixtures.ts';
import { chooseVoice, fillStudio, findStudio, makeVideoFile } from './studio-page.ts';

const ownTitle = t(freePageMessages.title);
const _analysing = t(studioWorkMessages.analysing);

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

/** Delays every answer of a call until `release`. */
function holdBack(call: 'vision' | 'speech'): { release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  standIn.always(call, async ({ response, normal }) => {
    await promise;
    response.writeHead(200, { 'content-type': normal.mediaType });
    response.end(normal.body);
  });
  return { release: resolve };
}

/** As when another tab is in front; headless windows are never hidden. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(value => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

async function beginScript(page: Page) {
  await page.goto(server.url);
  const studio = findStudio(page);
  await fillStudio(studio, 'Tell it calmly.', await makeVideoFile('cars.mp4'));
  await studio.generateNarration.click();
  return studio;
}

test("the tab's title shows progress, and then a tick until the tab is visible", async ({ page }) => {
  const held = holdBack('vision');
  const studio = await beginScript(page);
  await expect(page).toHaveTitle(/^\d\d% · cars\.mp4$/);
  await hide(page, true);
  held.release();
  await expect(page).toHaveTitle(t(studioStatusMessages.doneTitle, { name: 'cars.mp4' }));
  await hide(page, false);
  await expect(page).toHaveTitle(ownTitle);

  // In a visible tab there is no tick.
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(page).toHaveTitle(ownTitle);
});

test("the tab's title shows no tick after a failure", async ({ page, complaints }) => {
  page.on('dialog', dialog => void dialog.accept());
  standIn.always('speech', ({ response }) => {
    response.writeHead(401).end();
  });
  await page.goto(server.url);
  const studio = findStudio(page);
  await studio.script.fill('A script of my own.');
  await chooseVoice(studio, 'nova');
  await hide(page, true);
  await studio.generateAudio.click();
  await expect(page).toHaveTitle(t(studioStatusMessages.failedTitle, { name: 'Benshi' }));
  await hide(page, false);
  await expect(page).toHaveTitle(ownTitle);
  // The browser logs the refusal in its console.
  complaints.splice(0, complaints.length, ...complaints.filter(text => !text.includes('status of 503')));
});
