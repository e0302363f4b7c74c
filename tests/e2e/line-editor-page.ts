import type { Page } from '@playwright/test';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { timedScriptMessages } from '#shared/messages/timed-script.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { makeClip } from '../support/make-clip.ts';
import { toPattern } from '../support/message-pattern.ts';
import { chooseVoice, findStudio, type Studio } from './studio-page.ts';

export const timedScript = [
  '[0:00] A fox looks up.',
  '[0:05] It runs over the snow. Then it stops, because it has heard something that we have not heard, and listens.',
  '[0:08] Nobody is there.',
].join('\n');

/** Names that a person would use for what is in the list of lines. */
export function findWorkbench(page: Page) {
  const list = page.getByRole('list', { name: t(lineEditorMessages.list) });
  return {
    list,
    rows: list.getByRole('listitem'),
    sum: page.getByRole('status').filter({ hasText: toPattern(lineEditorMessages.lines, { count: '\\d+' }) }),
    line: (number: number) =>
      list.getByRole('textbox', { name: t(lineEditorMessages.line, { number }), exact: true }),
    problems: page.getByRole('list', { name: t(lineEditorMessages.problems) }),
    time: (number: number) =>
      list.getByRole('textbox', { name: t(lineEditorMessages.startTime, { number }), exact: true }),
    need: (number: number) => list.locator(`#line-${number}-need`),
    play: (number: number) =>
      list.getByRole('button', { name: t(lineEditorMessages.play, { number }), exact: true }),
    speak: (number: number) => list.getByRole('button', { name: t(lineEditorMessages.speak, { number }) }),
    lock: (number: number) =>
      list.getByRole('button', { name: t(lineEditorMessages.lockText, { number }), exact: true }),
    here: (number: number) =>
      list.getByRole('button', { name: t(lineEditorMessages.startAtPlayhead, { number }) }),
    remove: (number: number) =>
      list.getByRole('button', { name: t(lineEditorMessages.deleteLine, { number }), exact: true }),
    takeBack: (number: number) =>
      list.getByRole('button', { name: t(lineEditorMessages.restoreOriginalOf, { number }) }),
    keep: (number: number) =>
      list.getByRole('button', { name: t(lineEditorMessages.keepChangeTo, { number }) }),
    add: page.getByRole('button', { name: t(lineEditorMessages.addLine) }),
    /** Above the lines; it comes again beside a sound that has lines which are too long. */
    fit: page.getByRole('button', { name: t(spokenScriptMessages.fitLines) }).first(),
    tooLong: page.getByText(/too long and delays? the line/),
    asText: page.getByRole('button', { name: t(timedScriptMessages.showText) }),
    asLines: page.getByRole('button', { name: t(timedScriptMessages.showLines) }),
    timeline: page.getByRole('group', { name: t(timelineMessages.timeline) }),
    blocks: page.getByRole('group', { name: t(timelineMessages.timeline) }).getByRole('option'),
    place: page.getByRole('slider', { name: t(timelineMessages.position) }),
  };
}

export type LineEditor = ReturnType<typeof findWorkbench>;

/** Opens the free page with twelve seconds of colours, a voice and a timed script. */
export async function openWorkbench(
  page: Page,
  script = timedScript,
): Promise<LineEditor & { studio: Studio }> {
  await page.goto('/');
  const studio = findStudio(page);
  const clip = await makeClip({ seconds: 12, width: 320, height: 180, framesPerSecond: 10 });
  await studio.upload.setInputFiles({ name: 'fox.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) });
  await studio.preview.waitFor();
  await chooseVoice(studio, 'nova');
  await studio.script.fill(script);
  const bench = findWorkbench(page);
  await bench.list.waitFor();
  return { ...bench, studio };
}
