import type { Page } from '@playwright/test';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { languagesMessages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import { queueMessages } from '#shared/messages/queue.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { makeClip } from '../support/make-clip.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { isTranslation, readAsked } from '../support/translating.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { findNarrations, findVersions } from './narrations-page.ts';
import { type BrowserFile, chooseVoice, findStudio, reloadOnceKept, type Studio } from './studio-page.ts';

const script = [
  '[0:04] A small white table stands alone.',
  '[0:07] The first visitor bends over the page.',
  '[0:19] She leaves as quietly as she came.',
  '[0:25] A man in a black cap.',
  '[0:45] For a moment, the room belongs to the light.',
  '[0:51] A woman with long wavy hair.',
  '[1:11] Steps fade in the hall.',
  '[1:26] The page turns by itself.',
  '[1:35] Someone laughs behind the door.',
  '[1:52] The table waits again.',
  '[1:58] Evening comes.',
].join('\n');

/** The script, at the first moments for which lines are asked. */
const answerWhereAsked: Behaviour = exchange => {
  const { messages } = exchange.request.body as { messages: readonly { readonly content: unknown }[] };
  const moments = [...String(messages.at(-1)?.content).matchAll(/^\[\d[^\]]*\](?= for )/gmu)];
  const lines = script.split('\n').map((line, at) => line.replace(/^\[.*\]/u, String(moments[at])));
  return answerWithReply({ content: lines.join('\n') })(exchange);
};

let provider: OpenAiStandIn | undefined;
test.afterEach(() => provider?.close());

const french = 'Une petite table blanche se tient seule.';

const answerInFrench: Behaviour = exchange => {
  const { rows } = readAsked(exchange.request.body);
  return answerWithReply({ content: rows.map(({ number }) => `${number}: ${french}`).join('\n') })(exchange);
};

const sizes = [
  { width: 1280, height: 720, lines: 7 },
  { width: 1440, height: 900, lines: 8 },
  { width: 1920, height: 1080, lines: 8 },
  { width: 360, height: 740, lines: 4 },
];

/** Whole lines in sight, and what of the window is script, video and timeline. */
function measureRoom(page: Page) {
  return page.evaluate(() => {
    const place = (element: Element) => element.getBoundingClientRect();
    const list = document.querySelector('[data-region="script"] ol');
    const frame = list?.parentElement ? place(list.parentElement) : new DOMRect();
    const rows = [...(list?.children ?? [])].map(place);
    const area = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .map(place)
        .reduce((sum, { width, height }) => sum + width * height, 0);
    return {
      lines: rows.filter(({ top, bottom }) => top >= frame.top - 1 && bottom <= frame.bottom + 1).length,
      share:
        area('[data-region="script"], [data-region="player"], [data-region="timeline"]') /
        (innerWidth * innerHeight),
    };
  });
}

/** All that Tab reaches without opening anything, of the lines only one. */
async function countStops(page: Page): Promise<number> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const seen = new Set<string>();
  for (let stop = 0; stop < 200; stop++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      // Where it stands before anything is scrolled to.
      window.scrollTo({ top: 0, behavior: 'instant' });
      if (!element || element === document.body) return undefined;
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && bottom > top;
      const row = element.closest('[data-region="script"] li');
      const isOther = row !== null && row !== row.parentElement?.firstElementChild;
      element.setAttribute('data-stop', element.getAttribute('data-stop') ?? String(Math.random()));
      return { id: element.getAttribute('data-stop') ?? '', counts: isInSight && !isOther };
    });
    if (!found || seen.has(found.id)) break;
    if (found.counts) seen.add(found.id);
  }
  return seen.size;
}

async function makeGallery(name = 'gallery.mp4'): Promise<BrowserFile> {
  const clip = await makeClip({ seconds: 139, width: 320, height: 180, framesPerSecond: 1 });
  return { name, mimeType: 'video/mp4', buffer: Buffer.from(clip) };
}

async function openVideo(page: Page, url = '/'): Promise<Studio> {
  await page.goto(url);
  const studio = findStudio(page);
  await studio.upload.setInputFiles(await makeGallery());
  await expect(studio.preview).toBeVisible();
  await chooseVoice(studio, 'nova');
  return studio;
}

/** In every state with a script: lines in sight, room for the work, few controls. */
function expectRoomAt(page: Page, { width, lines }: (typeof sizes)[number]) {
  return async (state: string, maxStops = 32) => {
    const minShare = width < 900 ? 0.6 : 0.75;
    // The timeline is fetched.
    await expect
      .poll(async () => (await measureRoom(page)).share, `${state}: share of the window`)
      .toBeGreaterThanOrEqual(minShare);
    expect((await measureRoom(page)).lines, `${state}: lines`).toBeGreaterThanOrEqual(lines);
    expect(await countStops(page), `${state}: stops`).toBeLessThanOrEqual(maxStops);
  };
}

for (const size of sizes) {
  const { width, height } = size;
  const isPhone = width < 900;
  test(`at ${width} × ${height} the script is in sight in every state`, {
    tag: width === 1440 ? [] : '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    if (!isPhone) {
      await page.goto('/');
      await expect(findStudio(page).generateNarration).toBeInViewport({ ratio: 1 });
      expect(await countStops(page), 'stops at the start').toBeLessThanOrEqual(18);
    }
    const studio = await openVideo(page);
    const expectRoom = expectRoomAt(page, size);
    await studio.script.fill(script);
    await expect(findLineEditor(page).rows).toHaveCount(11);
    await expectRoom('written', 30);
    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
    await expectRoom('spoken');
    await reloadOnceKept(page);
    await expect(studio.download).toBeVisible();
    await expectRoom('reloaded');
  });

  test(`at ${width} × ${height} a translation, a description and a narration of the queue leave it in sight`, {
    tag: '@long',
  }, async ({ page, startOwnServer }) => {
    provider = await startOpenAiStandIn();
    provider.always('script', exchange =>
      (isTranslation(exchange.request.body) ? answerInFrench : answerWhereAsked)(exchange),
    );
    const { port } = await startOwnServer({ OPENAI_BASE_URL: provider.baseUrl });
    const url = `http://localhost:${port}`;
    await page.setViewportSize({ width, height });
    const expectRoom = expectRoomAt(page, size);
    const studio = await openVideo(page, url);
    const { rows, line } = findLineEditor(page);
    await studio.script.fill(script);
    await expect(rows).toHaveCount(11);
    await findVersions(page).addLanguage();
    const dialog = page.getByRole('dialog', { name: t(languagesMessages.title), exact: true });
    await dialog.getByRole('combobox', { name: t(languageListMessages.search) }).fill('fr');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: t(languagesMessages.begin), exact: true }).click();
    await expect(page.getByText(t(languagesMessages.done, { languages: 'French' }))).toBeVisible();
    await findVersions(page).choose(/^French/);
    await expect(line(1)).toHaveValue(french);
    await expectRoom('translated');

    await findNarrations(page).show();
    await findNarrations(page).create.click();
    await studio.upload.setInputFiles(await makeGallery('museum.mp4'));
    await expect(studio.preview).toBeVisible();
    await page.getByRole('radio', { name: t(studioMessages.makeAccessible) }).check();
    await studio.generateNarration.click();
    await expect(rows).toHaveCount(11);
    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
    await expectRoom('described');

    await findNarrations(page).show();
    await findNarrations(page).create.click();
    await studio.upload.setInputFiles([await makeGallery('a.mp4'), await makeGallery('b.mp4')]);
    const queue = page.getByRole('dialog', { name: t(queueMessages.title) });
    // It begins with the settings of the last narration.
    await queue.getByRole('button', { name: t(queueMessages.start), exact: true }).click();
    await queue.getByRole('button', { name: t(queueMessages.openOne, { name: 'a.mp4' }) }).click();
    await expect(rows).toHaveCount(11);
    await expectRoom('opened from the queue');
  });
}

test('F6 goes from region to region, also out of a text field, and Shift+F6 back', { tag: '@long' }, async ({
  page,
}) => {
  const studio = await openVideo(page);
  await studio.script.fill(script);
  const { line } = findLineEditor(page);
  await line(1).focus();
  const readRegion = () =>
    page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'));
  for (const region of ['player', 'panel', 'timeline', 'bar', 'script']) {
    await page.keyboard.press('F6');
    expect(await readRegion()).toBe(region);
  }
  await page.keyboard.press('Shift+F6');
  expect(await readRegion()).toBe('bar');
});

test('the last voice comes back on a later visit, and what is missing is told beside its field', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  // A click would wait until it is no longer blocked.
  await studio.generateNarration.press('Enter');
  await expect(page.getByText(t(studioMessages.enterPrompt))).toBeVisible();
  await expect(page.getByText(t(studioMessages.selectVoice))).toBeVisible();
  await chooseVoice(studio, 'nova');
  await expect(page.getByText(t(studioMessages.selectVoice))).toBeHidden();
  await page.reload();
  await expect(studio.voice).toHaveText('nova');
});

for (const [kind, text] of [
  ['continuous', Array.from({ length: 60 }, (_, at) => `Paragraph ${at}: the light moves over the wall.`)],
  ['timed', Array.from({ length: 40 }, (_, at) => `[0:${String(at + 10)}] The light moves over the wall.`)],
] as const)
  test(`a long ${kind} script scrolls by itself, and stands after a reload where it stood`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/');
    await findStudio(page).script.fill(text.join('\n'));
    // Where the script is, not what scrolls it.
    const script = page.getByRole('region', { name: t(studioMessages.script), exact: true });
    const read = () =>
      script.evaluate(region => Math.max(...[...region.querySelectorAll('*')].map(each => each.scrollTop)));
    await script.hover();
    await expect(async () => {
      await page.mouse.wheel(0, 600);
      expect(await read()).toBeGreaterThan(400);
    }).toPass();
    const before = await read();
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
    await reloadOnceKept(page);
    await expect.poll(read).toBeGreaterThan(before - 60);
  });
