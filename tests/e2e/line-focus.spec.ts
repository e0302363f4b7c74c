import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { expect, test } from './fixtures.ts';
import { openLineEditor } from './line-editor-page.ts';

/** Where the caret stands in the text that has the focus. */
const readCaret = () => {
  const field = document.activeElement;
  return field instanceof HTMLTextAreaElement ? [field.selectionStart, field.selectionEnd] : undefined;
};

test('a lock stays with its line when the line is moved, undone, and another comes to its time', async ({
  page,
}) => {
  const { line, time, locked, choose } = await openLineEditor(page);
  await choose(3, lineEditorMessages.lock);
  await expect(locked(3)).toBeVisible();
  await time(3).fill('0:09');
  await time(3).press('Enter');
  await expect(locked(3)).toBeVisible();
  await line(3).press('Control+z');
  await expect(time(3)).toHaveValue('0:08');
  await expect(locked(3)).toBeVisible();

  await time(3).fill('0:02');
  await time(3).press('Enter');
  await expect(line(2)).toHaveValue('Nobody is there.');
  await expect(locked(2)).toBeVisible();
  // The line that follows it is put where the locked one stood.
  await time(3).fill('0:08');
  await time(3).press('Enter');
  await expect(locked(3)).toBeHidden();
  await expect(locked(2)).toBeVisible();
  await choose(2, lineEditorMessages.unlock);
  await expect(locked(2)).toBeHidden();
});

test('the focus stays in a line that passes its neighbour', async ({ page }) => {
  const { line, time, choose, actions } = await openLineEditor(page);
  await time(1).fill('0:06');
  await time(1).press('Enter');
  await expect(line(2)).toHaveValue('A fox looks up.');
  await expect(time(2)).toBeFocused();
  await time(2).fill('0:00');
  await page.keyboard.press('Tab');
  await expect(time(1)).toHaveValue('0:00');
  await expect(line(1)).toHaveValue('A fox looks up.');
  await expect(line(1)).toBeFocused();

  await choose(3, lineEditorMessages.startAtPlayhead);
  await expect(line(2)).toHaveValue('Nobody is there.');
  await expect(actions(2)).toBeFocused();
});

test('undo in a text takes back the last step, and the caret goes to where it was', async ({ page }) => {
  const { line, rows } = await openLineEditor(page);
  await line(3).click();
  await page.keyboard.press('Home');
  await page.keyboard.type('Now ');
  await line(1).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' again');
  await expect(line(1)).toHaveValue('A fox looks up again.');
  await page.keyboard.press('Control+z');
  await expect(line(1)).toHaveValue('A fox looks up.');
  await expect(line(1)).toBeFocused();
  expect(await page.evaluate(readCaret)).toEqual([14, 14]);
  // The step before was in another line.
  await page.keyboard.press('Control+z');
  await expect(line(3)).toHaveValue('Nobody is there.');
  await expect(line(3)).toBeFocused();
  expect(await page.evaluate(readCaret)).toEqual([0, 0]);
  await page.keyboard.press('Control+Shift+z');
  await expect(line(3)).toHaveValue('Now Nobody is there.');
  expect(await page.evaluate(readCaret)).toEqual([4, 4]);

  await line(1).click();
  await page.keyboard.press('Home');
  for (let letters = 0; letters < 'A fox'.length; letters++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(4);
  await page.keyboard.press('Control+z');
  await expect(rows).toHaveCount(3);
  await expect(line(1)).toBeFocused();
  expect(await page.evaluate(readCaret)).toEqual([5, 5]);
});

test('undo in a time that is being typed takes back what was typed, then the last step', async ({ page }) => {
  const { line, time } = await openLineEditor(page);
  await line(1).fill('A red fox looks up.');
  await time(3).fill('0:09');
  await page.keyboard.press('Control+z');
  await expect(time(3)).toHaveValue('0:08');
  await expect(time(3)).toBeFocused();
  await expect(line(1)).toHaveValue('A red fox looks up.');
  await page.keyboard.press('Control+z');
  await expect(line(1)).toHaveValue('A fox looks up.');
  await expect(line(1)).toBeFocused();
});

test('the browser’s own undo, as in its menu, does the same in a line', async ({ page }) => {
  const { line } = await openLineEditor(page);
  await line(1).fill('A red fox looks up.');
  // The event that Chromium sends for Undo in its menu.
  const wasTaken = await line(1).evaluate(
    area =>
      !area.dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'historyUndo', bubbles: true, cancelable: true }),
      ),
  );
  expect(wasTaken).toBe(true);
  await expect(line(1)).toHaveValue('A fox looks up.');
});

test('the focus is never lost: a line is deleted, a shortened one accepted, a menu closed', async ({
  page,
}) => {
  const { line, rows, fit, keep, choose, actions, studio } = await openLineEditor(page);
  await actions(1).click();
  await page.keyboard.press('Escape');
  await expect(actions(1)).toBeFocused();
  const menu = page.getByRole('menu', { name: t(lineEditorMessages.actions, { number: 1 }) });
  await expect(menu).toHaveCount(0);
  // Ariakit closes a menu that opens within some 20 ms of its last end, which no person reaches.
  await expect(async () => {
    await actions(1).press('ArrowDown');
    await expect(menu.getByRole('menuitem').first()).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await fit.click();
  await expect(studio.download).toBeVisible();
  await keep(2).click();
  await expect(line(2)).toBeFocused();
  await choose(3, lineEditorMessages.deleteLine);
  await expect(rows).toHaveCount(2);
  await expect(line(2)).toBeFocused();
});

test('while lines are spoken they can be edited; what was changed meanwhile stays so', async ({ page }) => {
  const { line, sum, studio } = await openLineEditor(page);
  let answer = () => {};
  const isAnswered = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route('**/api/free/fit', async route => {
    await isAnswered;
    await route.continue();
  });
  await studio.generateAudio.click();
  await expect(studio.cancel).toBeVisible();
  await line(1).fill('A red fox looks up.');
  answer();
  await expect(sum).toContainText(t(lineEditorMessages.someHaveAudio, { count: 2 }));
  await expect(line(1)).toHaveValue('A red fox looks up.');
  await expect(studio.cancel).toBeHidden();
});
