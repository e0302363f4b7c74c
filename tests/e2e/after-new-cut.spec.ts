import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { newCutLinesMessages as messages } from '#shared/messages/new-cut-lines.ts';
import { printProject } from '#shared/narration/open-project.ts';
import { createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { makeSceneFilm } from '../support/made-scenes.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { dropFiles, findStudio, reloadOnceKept } from './studio-page.ts';

function findLeft(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    cutCount: (count: number) => page.getByText(t(messages.gone, { count }), { exact: true }),
    putBack: (text: string) => button(t(messages.putBackLine, { text })),
    remove: (text: string) => button(t(messages.deleteCutLine, { text })),
    keep: (number: number) => button(t(messages.keepLine, { number })),
    showNext: button(t(messages.showNext)),
    leave: (from: string, to: string) => button(t(messages.leavePart, { from, to })),
    isNew: (from: string, to: string) => page.getByText(t(messages.isNew, { from, to }), { exact: true }),
  };
}

/** A narration as it is after its video was replaced by this one. */
async function openReplaced(page: Page) {
  const lines = [
    createLine({ startMs: 1000, text: 'A fox looks up.' }),
    createLine({ startMs: 6000, text: 'It runs over the snow.', toCheck: 'picture changed' }),
    createLine({ startMs: 17_000, text: 'Nobody is there.', toCheck: 'cut short' }),
  ];
  const cutLines = [
    createLine({ startMs: 4000, text: 'An owl flies by.' }),
    createLine({ startMs: 9000, text: 'It is cold.' }),
  ];
  const unwritten = [{ fromMs: 10_000, toMs: 15_000 }];
  const narration = createNarration({ style: 'timed', language: 'English', lines, cutLines, unwritten });
  const project = { ...createProject('Fox'), narrations: [narration] };
  await page.goto('/');
  const buffer = Buffer.from(printProject(project));
  await dropFiles(page, [{ name: 'fox.benshi.json', mimeType: 'application/json', buffer }]);
  const editor = findLineEditor(page);
  await expect(editor.line(1)).toHaveValue('A fox looks up.');
  const film = await makeSceneFilm([{ name: 1, seconds: 20 }]);
  const studio = findStudio(page);
  await studio.upload.setInputFiles({ name: 'fox.mp4', mimeType: 'video/mp4', buffer: Buffer.from(film) });
  await expect(studio.preview).toBeVisible();
  // Folded where the window is narrow.
  if ((page.viewportSize()?.width ?? 0) > 900) await expect(editor.place).toBeVisible();
  return { editor, ...findLeft(page) };
}

test('lines to check are counted and found one after the other; what is kept or edited is no longer to be checked', async ({
  page,
}) => {
  const { editor, keep, showNext } = await openReplaced(page);
  await expect(editor.sum).toContainText(t(messages.someToCheck, { count: 2 }));
  await showNext.click();
  await expect(editor.line(2)).toBeFocused();
  await showNext.click();
  await expect(editor.line(3)).toBeFocused();
  await expect(page.getByText(t(messages.cutShort))).toBeVisible();
  await keep(2).click();
  await expect(editor.line(2)).toBeFocused();
  await expect(keep(2)).toBeHidden();
  await expect(editor.sum).toContainText(t(messages.someToCheck, { count: 1 }));
  await editor.line(3).fill('There is nobody.');
  await expect(keep(3)).toBeHidden();
  await expect(showNext).toBeHidden();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(keep(3)).toBeVisible();
  await reloadOnceKept(page);
  await expect(keep(3)).toBeVisible();
  await expect(keep(2)).toBeHidden();
});

test('a line that is no longer in the video is put back at the playhead or deleted, and Undo takes both back', async ({
  page,
}) => {
  const { editor, cutCount, putBack, remove } = await openReplaced(page);
  await expect(cutCount(2)).toBeVisible();
  await expect(page.getByText(t(messages.was, { time: '0:04' }))).toBeVisible();
  await editor.place.fill('12');
  await putBack('An owl flies by.').click();
  await expect(editor.line(3)).toHaveValue('An owl flies by.');
  await expect(editor.line(3)).toBeFocused();
  await expect(editor.time(3)).toHaveValue('0:12');
  await expect(cutCount(1)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cutCount(2)).toBeVisible();
  await expect(editor.line(3)).toHaveValue('Nobody is there.');

  await remove('An owl flies by.').press('Enter');
  await expect(cutCount(1)).toBeVisible();
  await expect(remove('It is cold.')).toBeFocused();
  await remove('It is cold.').press('Enter');
  await expect(cutCount(1)).toBeHidden();
  await expect(editor.line(3)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cutCount(1)).toBeVisible();
});

test('a new part stands among the lines until it is left as it is', async ({ page }) => {
  const { editor, isNew, leave } = await openReplaced(page);
  await expect(isNew('0:10', '0:15')).toBeVisible();
  await expect(editor.rows.nth(2)).toContainText(t(messages.isNew, { from: '0:10', to: '0:15' }));
  await leave('0:10', '0:15').press('Enter');
  await expect(isNew('0:10', '0:15')).toBeHidden();
  await expect(editor.line(3)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(isNew('0:10', '0:15')).toBeVisible();
});

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const)
  test(`what is left after a new cut is accessible at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openReplaced(page);
    await expectNoOverhang(page);
    await expectNoViolation(page);
  });
