import type { Page, Request } from '@playwright/test';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { toPattern } from '../support/message-pattern.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor, openLineEditor } from './line-editor-page.ts';
import { reloadOnceKept } from './studio-page.ts';

const figure = String.raw`\d\.\d`;
const needOf = (available: string) => toPattern(lineEditorMessages.needEstimate, { need: figure, available });
const tooLongPattern = toPattern(lineEditorMessages.tooLong, { seconds: `${figure} s` });
/** The facts above the lines. */
const joinFacts = (...facts: readonly string[]) => facts.join(' · ');

/** The lines that the server was asked to speak, by call. */
function watchSpokenLines(page: Page): number[][] {
  const asked: number[][] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/free/fit')) asked.push(request.postDataJSON().lines);
  });
  return asked;
}

test('a timed script is a list of lines, each with time, text and whether it fits', async ({ page }) => {
  const { rows, line, time, need, sum, blocks } = await openLineEditor(page);
  await expect(rows).toHaveCount(3);
  await expect(time(2)).toHaveValue('0:05');
  await expect(line(1)).toHaveValue('A fox looks up.');
  await expect(need(1)).toHaveText(needOf('5.0'));
  await expect(line(1)).toHaveAccessibleDescription(needOf('5.0'));
  await expect(need(2)).toHaveText(needOf('3.0'));
  await expect(need(2)).toHaveText(tooLongPattern);
  await expect(sum).toHaveText(
    joinFacts(t(lineEditorMessages.lines, { count: 3 }), t(lineEditorMessages.someTooLong, { count: 1 })),
  );
  await expect(blocks).toHaveCount(3);
});

test('lines are split, joined, added and removed by keyboard, and each step can be undone', async ({
  page,
}) => {
  const { rows, line, time, add, choose, place } = await openLineEditor(page);
  await line(2).click();
  await line(2).press('Control+Home');
  for (let letters = 0; letters < 'It runs over the snow.'.length; letters++)
    await line(2).press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(4);
  await expect(line(2)).toHaveValue('It runs over the snow.');
  await expect(line(3)).toBeFocused();
  await expect(line(3)).toHaveValue(/^Then it stops/);
  await page.keyboard.press('Backspace');
  await expect(rows).toHaveCount(3);
  await expect(line(2)).toBeFocused();
  await expect(line(2)).toHaveValue(/^It runs over the snow\. Then it stops/);
  await page.keyboard.press('Control+z');
  await expect(rows).toHaveCount(4);
  await page.keyboard.press('Control+Shift+z');
  await expect(rows).toHaveCount(3);

  await place.focus();
  await page.keyboard.press('Home');
  for (const seconds of [1, 2, 3]) {
    await page.keyboard.press('ArrowRight');
    await expect(place).toHaveAttribute('aria-valuetext', new RegExp(`^0:0${seconds}`));
  }
  await add.click();
  await expect(rows).toHaveCount(4);
  await expect(time(2)).toHaveValue('0:03');
  await expect(line(2)).toBeFocused();
  await page.keyboard.type('It sniffs.');
  await expect(line(2)).toHaveValue('It sniffs.');
  await choose(2, lineEditorMessages.deleteLine);
  await expect(rows).toHaveCount(3);
});

test('a time is typed, taken from the video, or moved along the timeline', { tag: '@long' }, async ({
  page,
}) => {
  const { time, line, blocks, choose, place } = await openLineEditor(page);
  await time(3).fill('0:09.5');
  await time(3).press('Enter');
  await expect(time(3)).toHaveValue('0:09.5');
  await time(3).fill('nonsense');
  await time(3).blur();
  await expect(time(3)).toHaveValue('0:09.5');
  await time(3).fill('4.2');
  await time(3).blur();
  await expect(line(2)).toHaveValue('Nobody is there.');
  await expect(time(2)).toHaveValue('0:04.2');

  await blocks.nth(1).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(time(2)).toHaveValue('0:04.3');
  await blocks.nth(0).scrollIntoViewIfNeeded();
  const box = await blocks.nth(0).boundingBox();
  if (!box) throw new Error('The first block is not to be seen.');
  await page.mouse.move(box.x + 8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(time(1)).not.toHaveValue('0:00');

  await place.focus();
  await page.keyboard.press('Home');
  await choose(1, lineEditorMessages.startAtPlayhead);
  await expect(time(1)).toHaveValue('0:00');
});

test('each line is spoken once: after an edit only that line, after a move none', { tag: '@long' }, async ({
  page,
}) => {
  const asked = watchSpokenLines(page);
  const { line, time, need, choose, sum, studio } = await openLineEditor(page);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(sum).toContainText(t(lineEditorMessages.allHaveAudio));
  await expect(need(1)).toHaveText(
    toPattern(lineEditorMessages.need, { need: `^${figure}`, available: '5.0' }),
  );

  await line(3).fill('Nobody is there at all.');
  await expect(studio.download).toBeHidden();
  await choose(3, lineEditorMessages.generateAudio);
  await expect(studio.download).toBeVisible();

  await line(1).fill('A red fox looks up.');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();

  await time(3).fill('0:09');
  await time(3).press('Enter');
  await expect(time(3)).toHaveValue('0:09');
  await expect(studio.download).toBeVisible();
  await expect(sum).toContainText(t(lineEditorMessages.allHaveAudio));
  expect(asked).toEqual([[0, 1, 2], [2], [0]]);
});

test('a line that is too long is shortened, shown, and can be undone; locked text stays', {
  tag: '@long',
}, async ({ page }) => {
  const { line, need, locked, choose, fit, takeBack, sum, studio } = await openLineEditor(page);
  const long = await line(2).inputValue();
  await choose(2, lineEditorMessages.lock);
  await expect(locked(2)).toBeVisible();
  await expect(fit).toBeHidden();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(line(2)).toHaveValue(long);
  await line(2).focus();
  const { someTooLong, shortenOrMove, unlockToShorten } = lineEditorMessages;
  await expect(need(2)).toContainText(tooLongPattern);
  await expect(need(2)).toContainText(t(shortenOrMove));
  await expect(need(2)).toContainText(t(unlockToShorten));
  await expect(sum).toContainText(t(someTooLong, { count: 1 }));

  await choose(2, lineEditorMessages.unlock);
  await fit.click();
  await expect(line(2)).toHaveValue('It runs over the snow.');
  await expect(studio.download).toBeVisible();
  await expect(need(2)).not.toHaveText(tooLongPattern);
  await expect(need(2)).not.toContainText(t(shortenOrMove));
  await expect(sum).toHaveText(
    joinFacts(
      t(lineEditorMessages.lines, { count: 3 }),
      t(lineEditorMessages.allHaveAudio),
      t(lineEditorMessages.allFit),
    ),
  );
  await takeBack(2).click();
  await expect(line(2)).toHaveValue(long);
  // It was spoken before.
  await expect(studio.download).toBeVisible();
});

test('shortened lines are shown until they are accepted, also after a reload', { tag: '@long' }, async ({
  page,
}) => {
  const { line, fit, keep, takeBack, studio } = await openLineEditor(page);
  await fit.click();
  await expect(line(2)).toHaveValue('It runs over the snow.');
  await expect(studio.download).toBeVisible();
  await expect(takeBack(2)).toBeVisible();
  await reloadOnceKept(page);
  await expect(takeBack(2)).toBeVisible();
  await keep(2).click();
  await expect(line(2)).toBeFocused();
  await expect(takeBack(2)).toBeHidden();
  await expect(studio.download).toBeVisible();
  await reloadOnceKept(page);
  await expect(line(2)).toHaveValue('It runs over the snow.');
  await expect(studio.download).toBeVisible();
  await expect(takeBack(2)).toBeHidden();
});

test('lines and their sounds survive a reload, and are not spoken again', { tag: '@long' }, async ({
  page,
}) => {
  const asked = watchSpokenLines(page);
  const { studio, line } = await openLineEditor(page);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await line(3).fill('Nobody is here.');
  await reloadOnceKept(page);
  const bench = findLineEditor(page);
  await expect(bench.line(3)).toHaveValue('Nobody is here.');
  await expect(bench.sum).toContainText(t(lineEditorMessages.someHaveAudio, { count: 2 }));
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  expect(asked).toEqual([[0, 1, 2], [2]]);
});

test('lines spoken before a server failure are kept, and only the rest is requested again', {
  tag: '@long',
}, async ({ page }) => {
  const asked = watchSpokenLines(page);
  const { studio, sum } = await openLineEditor(page);
  await page.route('**/api/free/fit', async route => {
    const answer = await route.fetch();
    const [source, first] = (await answer.text()).split('\n');
    const problem = {
      error: { code: 'provider_unavailable', message: 'The voice is away. Please try again.' },
    };
    await route.fulfill({ response: answer, body: `${source}\n${first}\n${JSON.stringify(problem)}\n` });
  });
  await studio.generateAudio.click();
  await expect(studio.problem).toHaveText('The voice is away. Please try again.');
  await expect(sum).toContainText(t(lineEditorMessages.someHaveAudio, { count: 1 }));
  await page.unroute('**/api/free/fit');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  expect(asked).toEqual([
    [0, 1, 2],
    [1, 2],
  ]);
});

test('the line at the playhead is marked, and a press plays from a line', { tag: '@long' }, async ({
  page,
}) => {
  const { studio, play, rows } = await openLineEditor(page);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await play(3).click();
  await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true');
  const readSeconds = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(readSeconds).toBeGreaterThan(8);
});

test('with 500 lines, typing a letter causes little work', {
  tag: '@long',
}, async ({ page }) => {
  const lines = Array.from(
    { length: 500 },
    (_, at) =>
      `[0:${String(Math.floor(at / 50)).padStart(2, '0')}.${String((at % 50) * 2).padStart(3, '0')}] A fox looks up.`,
  );
  const { line, rows, need } = await openLineEditor(page, lines.join('\n'));
  await expect(rows).toHaveCount(500);
  const before = await need(250).textContent();
  await line(250).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' It runs.');
  await expect(line(250)).toHaveValue('A fox looks up. It runs.');
  await expect(need(250)).not.toHaveText(before ?? '');
});

test('nothing overlaps at any width', { tag: '@long' }, async ({ page }) => {
  const { studio } = await openLineEditor(page);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  for (const width of [360, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoViolation(page);
    await expectNoOverhang(page);
  }
});

test('what is pasted in several rows stays one line', { tag: '@long' }, async ({ page }) => {
  const { line, rows } = await openLineEditor(page);
  await line(2).fill('One line\nand another');
  await expect(line(2)).toHaveValue('One line and another');
  await expect(rows).toHaveCount(3);
});

test('all lines are moved by a number of seconds in one step', { tag: '@long' }, async ({ page }) => {
  const { time, line } = await openLineEditor(page);
  await page.getByRole('button', { name: t(workspaceMessages.scriptActions) }).click();
  await page.getByRole('menuitem', { name: t(lineEditorMessages.shiftAll) }).click();
  const seconds = page.getByRole('textbox', { name: t(lineEditorMessages.shiftSeconds) });
  await expect(seconds).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(t(lineEditorMessages.shiftWrong))).toBeVisible();
  await page.keyboard.type('−1,5');
  await page.keyboard.press('Enter');
  await expect(time(1)).toHaveValue('0:00');
  await expect(time(2)).toHaveValue('0:03.5');
  await expect(time(3)).toHaveValue('0:06.5');
  await line(1).press('Control+z');
  await expect(time(2)).toHaveValue('0:05');
  await expect(time(3)).toHaveValue('0:08');
});
