import type { Page } from '@playwright/test';
import { keyboardShortcutsMessages } from '#shared/messages/keyboard-shortcuts.ts';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor, openLineEditor } from './line-editor-page.ts';
import { chooseInPageMenu, openFields } from './studio-page.ts';

function findShortcuts(page: Page) {
  return {
    dialog: page.getByRole('dialog', { name: t(keyboardShortcutsMessages.title) }),
  };
}

async function expectAt(page: Page, time: string): Promise<void> {
  const position = t(timelineMessages.positionOf, { time, total: '0:12' });
  await expect(findLineEditor(page).place).toHaveAttribute('aria-valuetext', position);
}

/** Takes the focus from every control. */
const leaveControls = (page: Page) =>
  page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());

test('keys move the playhead wherever the focus is but in a field', async ({ page }) => {
  await openLineEditor(page);
  await leaveControls(page);
  for (const [key, time] of [
    ['l', '0:10'],
    ['ArrowLeft', '0:09'],
    ['Shift+ArrowLeft', '0:04'],
    ['.', '0:04.1'],
    ['Shift+ArrowRight', '0:09.1'],
    [',', '0:09'],
    ['j', '0:00'],
    ['End', '0:12'],
    ['Home', '0:00'],
  ] as const) {
    await page.keyboard.press(key);
    await expectAt(page, time);
  }
});

test('space and K play and pause, also after a click on the timeline', async ({ page }) => {
  const { place } = await openLineEditor(page);
  const play = page.getByRole('button', { name: t(playerMessages.playVideo) });
  const pause = page.getByRole('button', { name: t(playerMessages.pauseVideo) });
  await leaveControls(page);
  await page.keyboard.press('Space');
  await expect(pause).toBeVisible();
  await page.keyboard.press('k');
  await expect(play).toBeVisible();
  await place.click();
  await page.keyboard.press('Space');
  await expect(pause).toBeVisible();
  await page.keyboard.press('Space');
  await expect(play).toBeVisible();
  // A button is pressed, once.
  await play.focus();
  await page.keyboard.press('Space');
  await expect(pause).toBeVisible();
});

test('what is typed into a field is text, and arrows there move the cursor', async ({ page }) => {
  const { studio, line } = await openLineEditor(page);
  await openFields(studio);
  await studio.prompt.fill('');
  await studio.prompt.press('End');
  await page.keyboard.type('jkl ?+-0,.');
  await expect(studio.prompt).toHaveValue('jkl ?+-0,.');
  await line(1).focus();
  for (const key of ['Home', 'ArrowRight', 'l']) await page.keyboard.press(key);
  await expect(line(1)).toHaveValue('Al fox looks up.');
  await expectAt(page, '0:00');
  await expect(findShortcuts(page).dialog).toHaveCount(0);
});

test('a slider keeps its own keys: an arrow moves the playhead once', async ({ page }) => {
  const { place } = await openLineEditor(page);
  await place.focus();
  await page.keyboard.press('ArrowRight');
  await expectAt(page, '0:01');
  await page.keyboard.press('End');
  await expectAt(page, '0:12');
});

test('Ctrl+Z undoes the last change from wherever the focus is, and Ctrl+Shift+Z does it again', async ({
  page,
}) => {
  const { time, blocks } = await openLineEditor(page);
  await blocks.nth(1).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(time(2)).toHaveValue('0:06');
  await page.keyboard.press('Control+z');
  await expect(time(2)).toHaveValue('0:05');
  await leaveControls(page);
  await page.keyboard.press('Control+Shift+z');
  await expect(time(2)).toHaveValue('0:06');
});

test('plus, minus and zero zoom the timeline from anywhere', async ({ page }) => {
  const { blocks } = await openLineEditor(page);
  await leaveControls(page);
  const measure = async () => (await blocks.first().boundingBox())?.width ?? 0;
  const whole = await measure();
  await page.keyboard.press('+');
  await expect.poll(measure).toBeGreaterThan(1.4 * whole);
  await page.keyboard.press('+');
  await page.keyboard.press('-');
  await expect.poll(measure).toBeLessThan(1.6 * whole);
  await page.keyboard.press('0');
  await expect.poll(measure).toBeCloseTo(whole, 0);
});

test('the question mark and a button open the list of all keys, where no key acts', async ({ page }) => {
  const { studio } = await openLineEditor(page);
  const { dialog } = findShortcuts(page);
  await leaveControls(page);
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('l');
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expectAt(page, '0:00');
  await chooseInPageMenu(page, t(workspaceMessages.shortcuts));
  await expect(dialog).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverhang(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole('button', { name: t(workspaceMessages.menu), exact: true })).toBeFocused();
  // In a popup, letters search.
  await studio.voice.click();
  await page.keyboard.press('l');
  await expectAt(page, '0:00');
});
