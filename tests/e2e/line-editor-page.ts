import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { timedScriptMessages } from '#shared/messages/timed-script.ts';
import { makeClip } from '../support/make-clip.ts';
import { chooseVoice, findStudio, type Studio } from './studio-page.ts';

export const timedScript = [
  '[0:00] A fox looks up.',
  '[0:05] It runs over the snow. Then it stops, because it has heard something that we have not heard, and listens.',
  '[0:08] Nobody is there.',
].join('\n');

/** Names that a person would use for what is in the list of lines. */
export function findWorkbench(page: Page) {
  const list = page.getByRole('list', { name: 'Lines of the script' });
  return {
    list,
    rows: list.getByRole('listitem'),
    sum: page.getByRole('status').filter({ hasText: /^\d+ lines?/ }),
    line: (number: number) => list.getByRole('textbox', { name: `Line ${number}`, exact: true }),
    time: (number: number) => list.getByRole('textbox', { name: `Line ${number} begins at` }),
    need: (number: number) => list.locator(`#line-${number}-need`),
    play: (number: number) => list.getByRole('button', { name: `Play from line ${number}` }),
    speak: (number: number) => list.getByRole('button', { name: new RegExp(`^Speak.*: line ${number}$`) }),
    lock: (number: number) => list.getByRole('button', { name: `Keep the words of line ${number}` }),
    here: (number: number) =>
      list.getByRole('button', { name: `Let line ${number} begin where the video stands` }),
    remove: (number: number) => list.getByRole('button', { name: `Remove line ${number}` }),
    takeBack: (number: number) =>
      list.getByRole('button', { name: `Take back what was left out of line ${number}` }),
    keep: (number: number) => list.getByRole('button', { name: `Keep line ${number} as it is now` }),
    add: page.getByRole('button', { name: 'Add a line here' }),
    /** Above the lines; it comes again beside a sound that has lines which are too long. */
    fit: page.getByRole('button', { name: 'Make it fit' }).first(),
    tooLong: page.getByText(/too long and delays? the line/),
    asText: page.getByRole('button', { name: t(timedScriptMessages.showText) }),
    asLines: page.getByRole('button', { name: t(timedScriptMessages.showLines) }),
    timeline: page.getByRole('group', { name: 'Lines along the video' }),
    blocks: page.getByRole('group', { name: 'Lines along the video' }).getByRole('option'),
    place: page.getByRole('slider', { name: 'Place in the video' }),
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
