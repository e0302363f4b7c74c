import type { Page } from '@playwright/test';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { toPattern } from '../support/message-pattern.ts';
import { chooseVoice, findStudio, type Studio } from './studio-page.ts';

export const timedScript = [
  '[0:00] A fox looks up.',
  '[0:05] It runs over the snow. Then it stops, because it has heard something that we have not heard, and listens.',
  '[0:08] Nobody is there.',
].join('\n');

export function findLineEditor(page: Page) {
  const list = page.getByRole('list', { name: t(lineEditorMessages.list) });
  const rows = list.getByRole('listitem');
  const findActions = (number: number) =>
    list.getByRole('button', { name: t(lineEditorMessages.actions, { number }), exact: true });
  return {
    list,
    rows,
    // Other statuses, such as that of lines to speak, follow it.
    sum: page
      .getByRole('status')
      .filter({ hasText: toPattern(lineEditorMessages.lines, { count: '\\d+' }) })
      .first(),
    line: (number: number) =>
      list.getByRole('textbox', { name: t(lineEditorMessages.line, { number }), exact: true }),
    time: (number: number) =>
      list.getByRole('textbox', { name: t(lineEditorMessages.startTime, { number }), exact: true }),
    need: (number: number) => rows.nth(number - 1).locator('[data-fit]'),
    locked: (number: number) => rows.nth(number - 1).getByRole('img', { name: t(lineEditorMessages.locked) }),
    play: (number: number) =>
      list.getByRole('button', { name: t(lineEditorMessages.playFrom, { number }), exact: true }),
    /** The button of a line's menu. */
    actions: findActions,
    /** Chooses an action in the menu of a line. */
    choose: async (number: number, action: Message): Promise<void> => {
      await findActions(number).click();
      await page.getByRole('menuitem', { name: t(action), exact: true }).click();
    },
    takeBack: (number: number) =>
      list.getByRole('button', { name: t(lineEditorMessages.restoreOriginalOf, { number }) }),
    keep: (number: number) =>
      list.getByRole('button', { name: t(lineEditorMessages.keepChangeTo, { number }) }),
    add: page.getByRole('button', { name: t(lineEditorMessages.addLine) }),
    /** Above the lines, and again beside a sound with lines that are too long. */
    fit: page.getByRole('button', { name: t(spokenScriptMessages.fitLines) }).first(),
    timeline: page.getByRole('region', { name: t(timelineMessages.timeline) }),
    blocks: page.getByRole('region', { name: t(timelineMessages.timeline) }).getByRole('option'),
    place: page.getByRole('slider', { name: t(timelineMessages.position) }),
  };
}

export type LineEditor = ReturnType<typeof findLineEditor>;

/** Opens the free page with twelve seconds of colours, a voice and a timed script. */
export async function openLineEditor(
  page: Page,
  script = timedScript,
  address = '/',
): Promise<LineEditor & { studio: Studio }> {
  await page.goto(address);
  const studio = findStudio(page);
  const clip = await makeTitledClip({ seconds: 12, width: 320, height: 180, framesPerSecond: 10 });
  await studio.upload.setInputFiles({ name: 'fox.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) });
  await studio.preview.waitFor();
  await chooseVoice(studio, 'nova');
  await studio.script.fill(script);
  const bench = findLineEditor(page);
  await bench.list.waitFor();
  return { ...bench, studio };
}
