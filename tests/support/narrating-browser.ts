import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exportDialogMessages, exportMessages } from '#shared/messages/export.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import type { DrivenBrowser } from './driven-browser.ts';

/** A control of the page: its kind of element, and the beginning of its name. */
interface Control {
  readonly css: string;
  readonly name: string;
}

/** What a visitor uses on the way from a video to the narrated video. */
const controls = {
  upload: { css: 'label', name: t(studioMessages.upload) },
  prompt: { css: 'textarea', name: t(studioMessages.prompt) },
  timed: { css: 'input[type="radio"]', name: t(studioMessages.timed) },
  voice: { css: '[role="combobox"]', name: t(voicesMessages.voice) },
  nova: { css: '[role="grid"] [role="row"] > :first-child', name: 'nova' },
  generateNarration: { css: 'button', name: t(studioMessages.generateNarration) },
  firstLine: { css: 'textarea', name: t(lineEditorMessages.line, { number: 1 }) },
  generateAudio: { css: 'button', name: t(studioMessages.generateAudio) },
  downloadAudio: { css: 'button', name: t(exportMessages.download) },
  export: { css: 'button', name: t(exportMessages.export) },
  video: { css: 'dialog input[type="radio"]', name: t(exportDialogMessages.video) },
  save: { css: 'dialog button', name: t(exportDialogMessages.save) },
} as const satisfies Record<string, Control>;

/** Narrates a video as a visitor, timed to the video, and saves it with its narration. @returns the path of the saved video */
export async function saveNarratedVideo(browser: DrivenBrowser, url: string, video: string): Promise<string> {
  await browser.open(url);
  await find(browser, controls.upload);
  await browser.chooseFile(video);
  await find(browser, { css: 'label', name: basename(video) });
  await click(browser, controls.timed);
  await click(browser, controls.prompt);
  await type(browser, 'Tell it calmly.');
  await click(browser, controls.voice);
  await click(browser, controls.nova);
  await click(browser, controls.generateNarration);
  await find(browser, controls.firstLine);
  await click(browser, controls.generateAudio);
  await find(browser, controls.downloadAudio);
  await click(browser, controls.export);
  await click(browser, controls.video);
  await click(browser, controls.save);
  return await waitForDownload(browser, '.mp4');
}

async function click(browser: DrivenBrowser, control: Control): Promise<void> {
  const { x, y } = await find(browser, control);
  const actions = [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  await browser.perform({ type: 'pointer', id: 'mouse', actions });
}

async function type(browser: DrivenBrowser, text: string): Promise<void> {
  const actions = [...text].flatMap(value => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  await browser.perform({ type: 'key', id: 'keyboard', actions });
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Waits until a control can be used and has stopped moving. */
async function find(browser: DrivenBrowser, control: Control): Promise<Point> {
  let before: Point | null = null;
  return await waitUntil(browser, control.name, async () => {
    const point = await browser.run(locate, control);
    const isStill = point !== null && point.x === before?.x && point.y === before.y;
    before = point;
    return isStill && point;
  });
}

/** Runs in the page: the middle of a control that is in sight, enabled, and React's: what is done before hydration is lost. */
function locate({ css, name }: Control): Point | null {
  const isReacts = (element: Element) => Object.keys(element).some(key => key.startsWith('__reactProps'));
  for (const element of document.querySelectorAll<HTMLElement & { labels?: NodeListOf<Element> }>(css)) {
    const label =
      element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
    if (!label?.trim().startsWith(name) || !isReacts(element)) continue;
    if (element.matches(':disabled, [aria-disabled="true"]')) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    const shown = document.elementFromPoint(point.x, point.y);
    const isInSight = [element, ...(element.labels ?? [])].some(each => each.contains(shown));
    if (isInSight) return point;
  }
  return null;
}

async function waitForDownload({ downloads }: DrivenBrowser, ending: string): Promise<string> {
  for (;;) {
    const [name, ...others] = readdirSync(downloads);
    if (name?.endsWith(ending) && others.length === 0) return join(downloads, name);
    await wait(200);
  }
}

const maxMs = 240_000;

async function waitUntil<Result>(
  browser: DrivenBrowser,
  what: string,
  ask: () => Promise<Result | false>,
): Promise<Result> {
  for (const startedAt = Date.now(); Date.now() - startedAt < maxMs; await wait(200)) {
    const result = await ask();
    if (result) return result;
  }
  const shown = await browser.run(() => document.body.innerText, null);
  throw new Error(`There is no “${what}” to use in the page:\n${shown}`);
}
