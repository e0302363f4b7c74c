// Takes a screenshot of each state of the studio and each page, at four sizes in both themes, for visual review:
// `npm run screenshots`, or with e.g. `1440x900 light` appended for some of them.
// The product runs on a free port with its own data folder; the video is our sample, and what an AI would write is given.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { findLineEditor } from '../tests/e2e/line-editor-page.ts';
import { findPreview } from '../tests/e2e/preview-page.ts';
import { chooseVoice, findLanguageList, findStudio, openFields } from '../tests/e2e/studio-page.ts';
import { findVoiceList } from '../tests/e2e/voice-list-page.ts';
import { makeUnknownAddress } from '../tests/support/lockout.ts';
import { startOpenAiStandIn } from '../tests/support/openai-stand-in.ts';
import { startServerProcess } from '../tests/support/start-server.ts';

type Theme = 'light' | 'dark';

/** Takes a screenshot with this name. */
type Version = (name: string) => Promise<void>;

interface Look {
  readonly size: string;
  readonly theme: Theme;
}

const folder = fileURLToPath(new URL('../test-results/screenshots', import.meta.url));
const clip = fileURLToPath(new URL('../src/web/public/the-lantern-boat.mp4', import.meta.url));
const sizes = ['360x740', '768x1024', '1024x768', '1440x900'];
const themes: readonly Theme[] = ['light', 'dark'];
const pages = {
  plans: '/premium',
  privacy: '/privacy',
  contact: '/contact',
  login: '/login',
  missing: '/no-such-page',
};
const story = [
  ['0:02', 'A red sun climbs out of the hills.'],
  ['0:06', 'Below, a small boat leaves the shore.'],
  ['0:10', 'Cranes pass overhead, on their way home.'],
  ['0:14', 'They know where the river sleeps.'],
  ['0:18', 'One lantern stays awake.'],
] as const;
const timedStory = story.map(([time, text]) => `[${time}] ${text}`).join('\n');
const prompt = 'Tell it like a calm evening story for children who cannot sleep yet.';

/** Longest time to wait for a script or recording, also on a busy machine. */
const longestWaitMs = 120_000;
/** Time for panels to finish opening. */
const restMilliseconds = 600;

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});
const ai = await startOpenAiStandIn();
await using server = await startServerProcess({
  OPENAI_API_KEY: 'sk-screenshots',
  OPENAI_BASE_URL: ai.baseUrl,
  SPEECH_PROVIDER: 'offline',
  // Each combination of size and theme is a new visitor, with all of the daily allowance.
  TRUST_PROXY: '127.0.0.1',
  FREE_NARRATIONS_PER_DAY: '10',
  STANDARD_NARRATIONS_PER_DAY: '50',
});
const url = `http://localhost:${server.port}`;
const wanted = process.argv.slice(2);
let taken = 0;
for (const size of chooseWanted(sizes))
  for (const theme of chooseWanted(themes)) await takeScreenshots(browser, { size, theme });
await browser.close();
await ai.close();
console.log(`${taken} screenshots are in ${folder}`);

/** The names given as arguments, or all if there are none. */
function chooseWanted<Name extends string>(names: readonly Name[]): readonly Name[] {
  const chosen = names.filter(name => wanted.includes(name));
  return chosen.length > 0 ? chosen : names;
}

async function takeScreenshots(browser: Browser, { size, theme }: Look): Promise<void> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  await using context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    extraHTTPHeaders: { 'x-forwarded-for': makeUnknownAddress() },
  });
  context.setDefaultTimeout(longestWaitMs);
  const page = await context.newPage();
  page.on('dialog', dialog => dialog.accept());
  const take: Version = async name => {
    // Removes the hover state of the button that was pressed last.
    await page.mouse.move(0, 0);
    await page.waitForTimeout(restMilliseconds);
    await page.screenshot({ path: join(folder, `${size}-${theme}-${name}.png`) });
    taken += 1;
  };
  await walkStudio(page, take);
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(url + path);
    await page.waitForLoadState('networkidle');
    await take(`page-${name}`);
  }
}

async function walkStudio(page: Page, take: Version): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  await take('01-empty');
  const studio = findStudio(page);
  await studio.upload.setInputFiles(clip);
  await studio.preview.waitFor();
  await take('02-video');
  await openFields(studio);
  await studio.prompt.fill(prompt);
  await takeLists(page, take);
  await chooseVoice(studio, 'nova');
  await take('05-ready');
  await write(page, take);
  await speak(page, take);
  await studio.script.fill(`${await studio.script.inputValue()} Good night.`);
  await take('10-changed');
  await page.route('**/api/free/speech', route => route.abort());
  await studio.generateAudio.click();
  await studio.problem.first().waitFor();
  await take('11-failed');
  await page.unroute('**/api/free/speech');
  await followPicture(page, take);
}

async function takeLists(page: Page, take: Version): Promise<void> {
  await findStudio(page).language.click();
  await findLanguageList(page).options.first().waitFor();
  await take('03-languages');
  await page.keyboard.press('Escape');
  await findStudio(page).voice.click();
  await findVoiceList(page).rows.first().waitFor();
  await take('04-voices');
  await page.keyboard.press('Escape');
}

async function write(page: Page, take: Version): Promise<void> {
  const studio = findStudio(page);
  ai.setTexts({ script: story.map(([, text]) => text).join(' ') });
  const photographed = Promise.withResolvers<void>();
  ai.next('vision', async ({ response, normal }) => {
    await photographed.promise;
    response.writeHead(200, { 'content-type': normal.mediaType }).end(normal.body);
  });
  await studio.generateNarration.click();
  await studio.cancel.waitFor();
  await take('06-writing');
  photographed.resolve();
  await studio.cancel.waitFor({ state: 'detached' });
  await studio.generateAudio.waitFor();
  await take('07-script');
}

/** Holds the response back until the screenshot is taken, because the offline voice is faster than that. */
async function speak(page: Page, take: Version): Promise<void> {
  const studio = findStudio(page);
  const photographed = Promise.withResolvers<void>();
  await page.route('**/api/free/speech', async route => {
    await photographed.promise;
    await route.continue();
  });
  await studio.generateAudio.click();
  await studio.cancel.waitFor();
  await take('08-speaking');
  photographed.resolve();
  await studio.download.waitFor();
  await page.unroute('**/api/free/speech');
  await findPreview(page).play.waitFor();
  await take('09-spoken');
}

async function followPicture(page: Page, take: Version): Promise<void> {
  const studio = findStudio(page);
  const { line, time, fit, takeBack } = findLineEditor(page);
  await openFields(studio);
  await page.getByRole('radio', { name: t(studioMessages.timed) }).check();
  ai.setTexts({ script: timedStory });
  await studio.generateNarration.click();
  await line(1).waitFor();
  await studio.generateAudio.waitFor();
  await page.getByRole('tab', { name: t(workspaceMessages.brief) }).click();
  await take('12-lines');
  await line(1).fill(`${await line(1).inputValue()} ${prompt} ${prompt}`);
  await take('13-lines-too-long');
  ai.setTexts({ script: `[${await time(1).inputValue()}] ${story[0][1]}` });
  await fit.click();
  await takeBack(1).waitFor();
  await studio.download.waitFor();
  await line(1).scrollIntoViewIfNeeded();
  await take('14-lines-fitted');
}
