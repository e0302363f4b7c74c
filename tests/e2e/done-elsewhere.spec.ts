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
const analysing = t(studioWorkMessages.analysing);
const secondsLeft = (seconds: string) => t(studioStatusMessages.secondsLeft, { seconds });

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

/** Every answer of a call waits until it is let go. */
function holdBack(call: 'vision' | 'speech'): { release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  standIn.always(call, async ({ response, normal }) => {
    await promise;
    response.writeHead(200, { 'content-type': normal.mediaType });
    response.end(normal.body);
  });
  return { release: resolve };
}

/** As when somebody goes to another tab; a window that nobody sees cannot be hidden. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(value => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

/** The browser's notices, written down; the answer to its question is given. */
async function collectNotices(page: Page, permission: 'granted' | 'denied'): Promise<void> {
  await page.addInitScript(answer => {
    const shown: string[] = [];
    class StandInNotification {
      static permission = 'default';
      static async requestPermission() {
        StandInNotification.permission = answer;
        return answer;
      }
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
      }
    }
    Object.assign(window, { Notification: StandInNotification, shownNotices: shown });
  }, permission);
}

const readNotices = (page: Page) => page.evaluate(() => Reflect.get(window, 'shownNotices'));

async function beginScript(page: Page) {
  await page.goto(server.url);
  const studio = findStudio(page);
  await fillStudio(studio, 'Tell it calmly.', await makeVideoFile('cars.mp4'));
  await studio.generateNarration.click();
  return studio;
}

test('the tab says how far the work is, and that it is done until somebody looks', async ({ page }) => {
  const held = holdBack('vision');
  const studio = await beginScript(page);
  await expect(page).toHaveTitle(/^\d\d% · cars\.mp4$/);
  await hide(page, true);
  held.release();
  await expect(page).toHaveTitle(t(studioStatusMessages.doneTitle, { name: 'cars.mp4' }));
  await hide(page, false);
  await expect(page).toHaveTitle(ownTitle);

  // Whoever looks on needs no tick.
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(page).toHaveTitle(ownTitle);
});

test('the tab does not tick off what did not work', async ({ page, complaints }) => {
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
  // The browser itself writes the refusal into its console.
  complaints.splice(0, complaints.length, ...complaints.filter(text => !text.includes('status of 503')));
});

test('who asks for it is told outside of the page, when the tab is hidden, and only then', {
  tag: '@long',
}, async ({ page }) => {
  await collectNotices(page, 'granted');
  const looking = holdBack('vision');
  const studio = await beginScript(page);
  const reportMe = page.getByRole('button', { name: t(studioStatusMessages.notify) });
  await expect(reportMe).toBeHidden();
  await hide(page, true);
  await hide(page, false);
  await reportMe.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(t(studioStatusMessages.willNotify))).toBeVisible();
  await expect(reportMe).toBeHidden();
  // The keyboard keeps a place.
  await expect(page.locator('p:focus')).toContainText(t(studioWorkMessages.analysing));
  await hide(page, true);
  looking.release();
  await expect.poll(() => readNotices(page)).toEqual([`cars.mp4: ${t(studioStatusMessages.scriptNotice)}`]);

  await hide(page, false);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  expect(await readNotices(page)).toHaveLength(1);
});

test('it is offered once work takes long, and a browser that refuses is believed', { tag: '@long' }, async ({
  page,
}) => {
  await collectNotices(page, 'denied');
  await page.clock.install();
  const held = holdBack('vision');
  await beginScript(page);
  const reportMe = page.getByRole('button', { name: t(studioStatusMessages.notify) });
  await expect(page.getByText(t(studioWorkMessages.analysing)).first()).toBeVisible();
  await expect(reportMe).toBeHidden();
  await page.clock.fastForward(16_000);
  await reportMe.click();
  await expect(page.getByText(t(studioStatusMessages.cannotNotify))).toBeVisible();
  await hide(page, true);
  held.release();
  await expect(page).toHaveTitle(t(studioStatusMessages.doneTitle, { name: 'cars.mp4' }));
  expect(await readNotices(page)).toEqual([]);
});

test('the line says how long it will take, once such work was done here before', { tag: '@long' }, async ({
  page,
}) => {
  await page.clock.install();
  const first = holdBack('vision');
  const studio = await beginScript(page);
  const line = page.getByRole('paragraph').filter({ hasText: t(studioWorkMessages.analysing) });
  await expect(line).toHaveText(t(studioWorkMessages.analysing));
  await page.clock.fastForward(40_000);
  first.release();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');

  const second = holdBack('vision');
  await studio.generateNarration.click();
  await expect(line).toHaveText(new RegExp(`^${analysing} ${secondsLeft('(?:40|50|60)')}$`));
  await expect(studio.progress).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`${secondsLeft('(?:40|50|60)')}$`),
  );
  await page.clock.fastForward(25_000);
  await expect(line).toHaveText(new RegExp(`^${analysing} ${secondsLeft('(?:20|30)')}$`));
  // Longer than ever before: nobody knows, and nothing is said.
  await page.clock.fastForward(33_000);
  await expect(line).toHaveText(t(studioWorkMessages.analysing));
  second.release();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  const kept = await page.evaluate(() => localStorage.getItem('benshi.work-times'));
  expect(kept).toContain('seconds');
  expect(kept).not.toMatch(/cars|calmly/);
});
