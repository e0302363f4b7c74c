import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { newCutMessages as messages } from '#shared/messages/new-cut.ts';
import { newCutLinesMessages } from '#shared/messages/new-cut-lines.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { printProject } from '#shared/narration/open-project.ts';
import { createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { makeSceneFilm, type Scene } from '../support/made-scenes.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { answerTranslated, isTranslation } from '../support/translating.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { type Hands, useKeyboard, useMouse } from './hands.ts';
import { findLineEditor } from './line-editor-page.ts';
import { findNarrations, findVersions, findVideoName, findVideoQuestion } from './narrations-page.ts';
import { type BrowserFile, dropFiles, findStudio, reloadOnceKept, waitUntilKept } from './studio-page.ts';

const scene = (name: number, seconds = 8): Scene => ({ name, seconds });
const oldScenes = [1, 2, 3, 4].map(name => scene(name));
/** Without the second scene, and with another one of six seconds in its place. */
const newScenes = [scene(1), scene(9, 6), scene(3), scene(4)];

const times = ['0:01', '0:10', '0:17', '0:20', '0:26'];
const movedTimes = ['0:01', '0:15', '0:18', '0:24'];
const texts = [
  'A fox looks up.',
  'An owl flies by.',
  'It runs over the snow.',
  'It stops.',
  'Nobody is there.',
];

async function makeFile(name: string, scenes: readonly Scene[], options = {}): Promise<BrowserFile> {
  const buffer = Buffer.from(await makeSceneFilm(scenes, options));
  return { name, mimeType: 'video/mp4', buffer };
}

let provider: OpenAiStandIn;
let server: ServerProcess;
test.beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startServerProcess({ OPENAI_BASE_URL: provider.baseUrl, FREE_NARRATIONS_PER_DAY: '50' });
});
test.beforeEach(() => {
  provider.reset();
  provider.always('script', exchange =>
    (isTranslation(exchange.request.body) ? answerTranslated() : answerWhereAsked)(exchange),
  );
});
test.afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});

/** A line at each moment for which one is asked. */
const answerWhereAsked: Behaviour = exchange => {
  const { messages: said } = exchange.request.body as { messages: readonly { readonly content: unknown }[] };
  const moments = [...String(said.at(-1)?.content).matchAll(/^\[\d[^\]]*\](?= at most )/gmu)];
  return answerWithReply({ content: moments.map(([moment]) => `${moment} A bird sings.`).join('\n') })(
    exchange,
  );
};

/** A narration in two languages, as a page without fingerprints kept it, and its video. */
async function openNarration(page: Page, scenes = oldScenes) {
  const lines = texts.map((text, at) =>
    createLine({ startMs: 1000 * Number(times[at]?.slice(2)), text, isLocked: at === 2 }),
  );
  const narration = createNarration({
    style: 'timed',
    language: 'English',
    prompt: 'Tell it calmly.',
    lines,
  });
  const french = createNarration({
    style: 'timed',
    language: 'French',
    derivedFrom: narration.id,
    lines: lines.map(({ id, startMs, text }) =>
      createLine({ startMs, text: `French: ${text}`, sourceLineId: id, origin: 'translated' }),
    ),
  });
  const project = { ...createProject('Fox'), narrations: [french, narration] };
  const older = { ...JSON.parse(printProject(project)), schemaVersion: 3 };
  await page.goto(server.url);
  const buffer = Buffer.from(JSON.stringify(older));
  await dropFiles(page, [{ name: 'fox.benshi.json', mimeType: 'application/json', buffer }]);
  const editor = findLineEditor(page);
  await expect(editor.line(1)).toHaveValue('A fox looks up.');
  const studio = findStudio(page);
  await studio.upload.setInputFiles(await makeFile('old.mp4', scenes));
  await expect(findVideoName(page, 'old.mp4')).toBeVisible();
  return { editor, studio, ...findReview(page) };
}

function findReview(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(messages.title), exact: true });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    list: dialog.getByRole('list', { name: t(messages.list) }),
    summary: dialog.getByRole('status'),
    apply: button(t(messages.apply)),
    cancel: button(t(messages.cancel)),
    playNow: (time: string) => button(t(messages.playNow, { time })),
    now: dialog.getByLabel(t(messages.now), { exact: true }),
    different: page.getByRole('dialog', { name: t(messages.different) }),
    useAnyway: page.getByRole('button', { name: t(messages.useAnyway) }),
    undo: page.getByRole('button', { name: t(studioMessages.undo), exact: true }),
    write: page.getByRole('button', { name: t(newCutLinesMessages.write, { from: '0:08', to: '0:14' }) }),
    putBack: (text: string) =>
      page.getByRole('button', { name: t(newCutLinesMessages.putBackLine, { text }), exact: true }),
  };
}

/** By the menu of the narration. */
async function replaceVideo(
  page: Page,
  file: BrowserFile,
  press: Hands['press'] = target => target.click(),
): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await press(findNarrations(page).opener);
  const item = page.getByRole('menuitem', { name: t(workspaceMessages.replaceVideo), exact: true });
  await item.press('Enter');
  await (await choosing).setFiles(file);
}

async function expectTimes(page: Page, expected: readonly string[]): Promise<void> {
  const { time, list } = findLineEditor(page);
  await expect(list.locator('textarea')).toHaveCount(expected.length);
  for (const [at, each] of expected.entries()) await expect(time(at + 1)).toHaveValue(each);
}

for (const [how, use] of [
  ['the mouse', useMouse],
  ['the keyboard', useKeyboard],
] as const)
  test(`with ${how}: a new cut takes the lines along in all languages, and Undo takes all of it back`, {
    tag: how === 'the mouse' ? [] : '@long',
  }, async ({ page }) => {
    const hands = use(page);
    const { editor, dialog, list, summary, apply, playNow, now, write, putBack, undo } =
      await openNarration(page);
    await replaceVideo(page, await makeFile('new.mp4', newScenes), hands.press);
    await expect(dialog).toBeVisible();
    for (const fact of [
      t(messages.moved, { count: 3 }),
      t(messages.gone, { count: 1 }),
      t(messages.newTime, { duration: '0:06' }),
    ])
      await expect(summary).toContainText(fact);
    await expect(list).toContainText('An owl flies by.');
    await hands.press(playNow('0:08'));
    await expect.poll(() => now.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(8);
    await expectTimes(page, times);

    await hands.press(apply);
    await expect(findVideoName(page, 'new.mp4')).toBeVisible();
    await expectTimes(page, movedTimes);
    await expect(editor.locked(3)).toBeVisible();
    await findVersions(page).choose(/^French/);
    await expect(editor.line(2)).toHaveValue('French: It runs over the snow.');
    await expectTimes(page, movedTimes);
    await findVersions(page).choose(/^English/);

    await hands.press(write);
    await expect(write).toBeHidden();
    await expect(editor.line(2)).toHaveValue('A bird sings.');
    await expect(editor.line(2)).toBeFocused();
    await findVersions(page).choose(/^French/);
    await expect(editor.line(2)).toHaveValue('French: A bird sings.');
    await findVersions(page).choose(/^English/);
    await hands.press(putBack('An owl flies by.'));
    await expect(editor.line(1)).toHaveValue('An owl flies by.');

    while (await undo.isEnabled()) await hands.press(undo);
    await expectTimes(page, times);
    await expect(findVideoName(page, 'old.mp4')).toBeVisible();
    await reloadOnceKept(page);
    await expectTimes(page, times);
    await expect(findVideoName(page, 'old.mp4')).toBeVisible();
  });

/** What the browser keeps of the video of the narration. */
function readKept(page: Page): Promise<{ name: string; contentFingerprint?: string } | undefined> {
  return page.evaluate(async () => {
    const ask = <Answer>(request: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await ask(indexedDB.open('benshi'));
    const projects = await ask(database.transaction('projects').objectStore('projects').getAll());
    database.close();
    return projects.find(({ project }) => project.title === 'Fox')?.project.video;
  });
}

test('a narration of an older page gets its fingerprint, and a file with the same content is simply taken', async ({
  page,
}) => {
  const { dialog, studio } = await openNarration(page);
  await expect.poll(async () => (await readKept(page))?.contentFingerprint?.length).toBeGreaterThan(100);
  const other = { container: 'mkv', width: 320, height: 180, title: 'Another tag' } as const;
  await studio.upload.setInputFiles(await makeFile('coded.mkv', oldScenes, other));
  await expect(page.getByText(t(messages.sameContent, { name: 'coded.mkv' })).first()).toBeVisible();
  await expect(findVideoName(page, 'coded.mkv')).toBeVisible();
  await expect(findVideoQuestion(page).dialog).toBeHidden();
  await expect(dialog).toBeHidden();
  await expectTimes(page, times);
});

test('a different film is asked about, and used anyway with all lines to be checked', async ({ page }) => {
  const { editor, different, useAnyway, undo } = await openNarration(page);
  const film = await makeFile('other.mp4', [scene(21), scene(22), scene(23), scene(24)]);
  await replaceVideo(page, film);
  await expect(different).toContainText(t(messages.differentReason, { percent: 0 }));
  await page.keyboard.press('Escape');
  await expect(different).toBeHidden();
  await expect(findVideoName(page, 'old.mp4')).toBeVisible();
  await expectTimes(page, times);
  await replaceVideo(page, film);
  await useAnyway.click();
  await expect(findVideoName(page, 'other.mp4')).toBeVisible();
  await expectTimes(page, times);
  await expect(editor.sum).toContainText(t(newCutLinesMessages.someToCheck, { count: texts.length }));
  await undo.click();
  await expect(findVideoName(page, 'old.mp4')).toBeVisible();
  await expect(editor.sum).not.toContainText(t(newCutLinesMessages.someToCheck, { count: texts.length }));
});

test('cancelled while it compares or at its list, and a page that is left there, change nothing', async ({
  page,
}) => {
  const { dialog, cancel, studio, apply } = await openNarration(page);
  const film = await makeFile('new.mp4', newScenes);
  const expectUnchanged = async () => {
    await expect(dialog).toBeHidden();
    await expect(findVideoName(page, 'old.mp4')).toBeVisible();
    await expectTimes(page, times);
  };
  // A worker that never answers: as of a film of hours.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = () => {
      Worker.prototype.postMessage = postMessage;
    };
  });
  await replaceVideo(page, film);
  await studio.cancel.click();
  await expectUnchanged();
  await replaceVideo(page, film);
  await cancel.click();
  await expectUnchanged();
  await replaceVideo(page, film);
  await expect(apply).toBeVisible();
  await page.keyboard.press('Escape');
  await expectUnchanged();
  await replaceVideo(page, film);
  await expect(apply).toBeVisible();
  await waitUntilKept(page);
  await page.reload();
  await expectUnchanged();
  await replaceVideo(page, film);
  await apply.click();
  await expect(findVideoName(page, 'new.mp4')).toBeVisible();
  await reloadOnceKept(page);
  await expect(findVideoName(page, 'new.mp4')).toBeVisible();
  await expectTimes(page, movedTimes);
});

test('a line over a picture that has changed shows both pictures until it is kept', async ({ page }) => {
  const { editor, apply, list } = await openNarration(page);
  const scenes = [scene(1), scene(2), { ...scene(3), looks: 30 }, scene(4)];
  await replaceVideo(page, await makeFile('screen.mp4', scenes));
  await expect(list).toContainText(t(messages.pictureChanged));
  await apply.click();
  const row = editor.rows.nth(2);
  await expect(row.getByText(t(newCutLinesMessages.pictureChanged))).toBeVisible();
  await expect(row.locator('figure img')).toHaveCount(2);
  await expectNoViolation(page);
  await row.getByRole('button', { name: t(newCutLinesMessages.keepLine, { number: 3 }) }).press('Enter');
  await expect(row.locator('figure')).toHaveCount(0);
  await expect(editor.line(3)).toBeFocused();
});

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const)
  test(`the list of changes is accessible at ${width} px`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { apply } = await openNarration(page);
    await replaceVideo(page, await makeFile('new.mp4', newScenes));
    await expect(apply).toBeVisible();
    await expectNoOverhang(page);
    await expectNoViolation(page);
  });
