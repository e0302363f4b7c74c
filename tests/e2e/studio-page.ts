import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { exportMessages } from '#shared/messages/export.ts';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { makeSceneFilm } from '../support/made-scenes.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { findVoiceList, pickVoice } from './voice-list-page.ts';

const projectFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const noVideo = projectFile('package.json');

export function findStudio(page: Page) {
  return {
    upload: page.locator('input[type="file"]'),
    preview: page.locator('video'),
    prompt: page.getByRole('textbox', { name: t(studioMessages.prompt), exact: true }),
    language: page.getByRole('combobox', { name: 'Language' }),
    voice: page.getByRole('combobox', { name: 'Voice', exact: true }),
    generateNarration: page.getByRole('button', { name: t(studioMessages.generateNarration) }),
    loading: page.getByRole('button', { name: t(pageMessages.loading) }),
    cancel: page.getByRole('button', { name: t(studioMessages.cancel) }),
    progress: page.getByRole('progressbar', { name: t(studioStatusMessages.progress) }),
    script: page.getByRole('textbox', { name: t(studioMessages.script), exact: true }),
    generateAudio: page.getByRole('button', { name: t(studioMessages.generateAudio), exact: true }),
    /** The play button while there is a narration to hear. */
    player: page
      .getByRole('group', { name: t(playerMessages.player) })
      .getByRole('button', { name: /^(Play|Pause) .*narration$/ }),
    /** A link to a recording; a button for lines with times, whose sound is made when it is pressed. */
    download: page
      .getByRole('link', { name: t(exportMessages.download) })
      .or(page.getByRole('button', { name: t(exportMessages.download) })),
    problem: page.getByRole('alert'),
  };
}

export type Studio = ReturnType<typeof findStudio>;

/** Opens a tab of the workspace; where it is open it stays. Before there is a script nothing is to be opened. */
export async function openPanel(
  page: Page,
  panel: 'brief' | 'voices' | 'transcript' | 'review',
): Promise<void> {
  if (!(await page.locator('[data-workspace]').isVisible())) return;
  const tab = page.getByRole('tab', { name: t(workspaceMessages[panel]) });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
}

/** Shows prompt, language and style: in the workspace they are in the brief. */
export const openFields = ({ upload }: Pick<Studio, 'upload'>) => openPanel(upload.page(), 'brief');

/** Chooses an entry of the menu that stands for head and foot of the page beside a script. */
export async function chooseInPageMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: t(workspaceMessages.menu), exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Chooses an entry of the menu of all of a script. */
export async function chooseInScriptMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: t(workspaceMessages.scriptActions), exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

export interface BrowserFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/**
 * Four seconds of four colours with titles, as a browser's file. The name is in it, as two clips that are made within a second would
 * be the same video otherwise.
 */
export async function makeVideoFile(name = 'colours.mp4'): Promise<BrowserFile> {
  const clip = await makeTitledClip({ seconds: 4, width: 320, height: 180, framesPerSecond: 10 });
  return { name, mimeType: 'video/mp4', buffer: Buffer.concat([clip, makeFreeBox(Buffer.from(name))]) };
}

/** Another film than that of {@link makeVideoFile}, which under another name is the same one. */
export async function makeOtherFilm(name: string): Promise<BrowserFile> {
  const film = await makeSceneFilm([{ name: 1, seconds: 8 }]);
  return { name, mimeType: 'video/mp4', buffer: Buffer.from(film) };
}

/** Which players skip. */
function makeFreeBox(content: Buffer): Buffer {
  const head = Buffer.from('____free');
  head.writeUInt32BE(head.length + content.length);
  return Buffer.concat([head, content]);
}

/** Drops files on the page, beside the place for a video. */
export async function dropFiles(page: Page, files: readonly BrowserFile[]): Promise<void> {
  const dropped = await page.evaluateHandle(
    given => {
      const transfer = new DataTransfer();
      for (const { name, mimeType: type, letters } of given) {
        const bytes = Uint8Array.from(atob(letters), letter => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ buffer, ...file }) => ({ ...file, letters: buffer.toString('base64') })),
  );
  await page.getByRole('contentinfo').dispatchEvent('drop', { dataTransfer: dropped });
}

/** The same in a larger file, mostly padding. */
export async function makeVideoFileOf(bytes: number): Promise<BrowserFile> {
  const small = await makeVideoFile('large.mp4');
  return { ...small, buffer: Buffer.concat([small.buffer, makeFreeBox(Buffer.alloc(bytes))]) };
}

export async function fillStudio(studio: Studio, prompt?: string, video?: BrowserFile): Promise<void> {
  await fillVideoAndPrompt(studio, prompt, video);
  await chooseVoice(studio, 'nova');
}

export async function fillVideoAndPrompt(
  studio: Studio,
  prompt = 'Tell it calmly.',
  video?: BrowserFile,
): Promise<void> {
  await studio.upload.setInputFiles(video ?? (await makeVideoFile()));
  await expect(studio.preview).toBeVisible();
  await openFields(studio);
  await studio.prompt.fill(prompt);
}

/** Starts a narration on a dashboard whose upload never ends. */
export async function startEndlessNarration(page: Page): Promise<Studio> {
  const studio = findStudio(page);
  await fillStudio(studio);
  await page.route('**/create_script', () => {});
  await studio.generateNarration.click();
  await expect(studio.cancel).toBeVisible();
  return studio;
}

export async function chooseLanguage({ language }: Pick<Studio, 'language'>, name: string): Promise<void> {
  const list = findLanguageList(language.page());
  await language.click();
  await list.search.fill(name);
  await list.option(name).click();
  await expect(language).toContainText(name);
}

export async function chooseVoice({ voice }: Pick<Studio, 'voice'>, name: string): Promise<void> {
  await voice.click();
  await pickVoice(voice.page(), name);
  await expect(voice).toHaveText(name);
}

export function findLanguageList(page: Page) {
  const popup = page.getByRole('dialog', { name: t(languageListMessages.title) });
  return {
    popup,
    search: popup.getByRole('combobox', { name: t(languageListMessages.search) }),
    count: popup.getByRole('status'),
    options: popup.getByRole('option'),
    option: (name: string) => popup.getByRole('option', { name: new RegExp(`(^|· )${name}( —|$)`) }),
  };
}

/** The five standard voices: a list without scrolling. */
export async function expectStandardVoices(page: Page): Promise<void> {
  const list = findVoiceList(page);
  await list.field.click();
  await expect(list.names).toHaveText(['fable', 'alloy', 'onyx', 'nova', 'shimmer']);
  await expect(list.search).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(list.field).toBeFocused();
}

/** The page's alerts in order; each is closed at once. */
export function collectAlerts(page: Page): string[] {
  const alerts: string[] = [];
  page.on('dialog', dialog => {
    alerts.push(dialog.message());
    // A dialog that opens as the test ends is gone with its page.
    dialog.accept().catch(() => {});
  });
  return alerts;
}

/** Waits until the page no longer asks to stay. */
export async function waitUntilKept(page: Page): Promise<void> {
  const mayLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await expect.poll(() => page.evaluate(mayLeave)).toBe(true);
}

export async function reloadOnceKept(page: Page): Promise<void> {
  await waitUntilKept(page);
  await page.reload();
}
