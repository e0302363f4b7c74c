import type { Page } from '@playwright/test';
import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import { toPattern } from '../support/message-pattern.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { chooseVoice, findStudio, openFields, reloadOnceKept } from './studio-page.ts';

const script = '[0:01] A boat leaves.\n[0:03] The sea is calm.';

/** A second tab with the same narration. */
async function openSecondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByText(t(keepingMessages.openElsewhere))).toBeVisible();
  await expect(page.getByText(t(keepingMessages.openElsewhere))).toBeVisible();
  return other;
}

/** The first tab, with two lines that are kept. */
async function openLines(page: Page): Promise<void> {
  await page.goto('/');
  await findStudio(page).script.fill(script);
  await expect(findLineEditor(page).rows).toHaveCount(2);
  await reloadOnceKept(page);
  await expect(findLineEditor(page).rows).toHaveCount(2);
}

test('two tabs with one narration follow each other, and nothing typed in either is lost when both close', async ({
  page,
  context,
}) => {
  await openLines(page);
  const other = await openSecondTab(page);
  const [first, second] = [findLineEditor(page), findLineEditor(other)];
  await expect(second.rows).toHaveCount(2);

  await first.line(1).fill('A red boat leaves.');
  await expect(second.line(1)).toHaveValue('A red boat leaves.');
  await second.line(2).fill('The sea is calm and grey.');
  await expect(first.line(2)).toHaveValue('The sea is calm and grey.');
  await first.line(1).pressSequentially(' Slowly.');
  await expect(second.line(1)).toHaveValue('A red boat leaves. Slowly.');
  for (const tab of [page, other]) await openFields(findStudio(tab));
  await findStudio(other).prompt.fill('For children.');
  await expect(findStudio(page).prompt).toHaveValue('For children.');

  // Undo takes back what was typed in this tab alone.
  await first.line(1).press('Control+z');
  await expect(second.line(2)).toHaveValue('The sea is calm and grey.');
  await first.line(1).fill('The boat is gone.');
  await page.close({ runBeforeUnload: true });
  await expect(second.line(1)).toHaveValue('The boat is gone.');
  await expect(other.getByText(t(keepingMessages.openElsewhere))).toBeHidden();
  await second.line(2).pressSequentially(' Night falls.');
  await other.close({ runBeforeUnload: true });

  const last = await context.newPage();
  await last.goto('/');
  await expect(findLineEditor(last).line(1)).toHaveValue('The boat is gone.');
  await expect(findLineEditor(last).line(2)).toHaveValue('The sea is calm and grey. Night falls.');
});

test('a line that both tabs change before they hear of each other keeps both texts', async ({ page }) => {
  await openLines(page);
  const other = await openSecondTab(page);
  // The tabs do not hear of each other until both have typed.
  for (const tab of [page, other])
    await tab.evaluate(() => {
      const send = BroadcastChannel.prototype.postMessage;
      const held: (() => void)[] = [];
      BroadcastChannel.prototype.postMessage = function hold(message) {
        held.push(() => send.call(this, message));
      };
      Object.assign(window, {
        countHeld: () => held.length,
        letGo: () => {
          BroadcastChannel.prototype.postMessage = send;
          for (const post of held) post();
        },
      });
    });
  const hasTold = (tab: Page) => expect.poll(() => tab.evaluate('countHeld()')).toBeGreaterThan(0);
  await findLineEditor(page).line(1).fill('From the first tab.');
  await hasTold(page);
  await findLineEditor(other).line(1).fill('From the second tab.');
  await hasTold(other);
  for (const tab of [page, other]) await tab.evaluate('letGo()');

  for (const tab of [page, other]) {
    await expect(findLineEditor(tab).line(1)).toHaveValue('From the second tab.');
    const notice = tab.getByText(t(keepingMessages.otherText, { text: 'From the first tab.' }));
    await expect(notice).toBeVisible();
  }
  await page.getByRole('button', { name: t(keepingMessages.useIt) }).click();
  for (const tab of [page, other])
    await expect(findLineEditor(tab).line(1)).toHaveValue('From the first tab.');
  await expect(page.getByText(toPattern(keepingMessages.otherText))).toBeHidden();
});

test('a sound that one tab got is used by the other', async ({ page }) => {
  await openLines(page);
  await chooseVoice(findStudio(page), 'nova');
  const other = await openSecondTab(page);
  await findStudio(page).generateAudio.click();
  await expect(findStudio(page).download).toBeVisible();
  await expect(findStudio(other).download).toBeVisible();
});

test('two tabs that each began a narration of their own keep both', async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto('/');
  await findStudio(page).script.fill('From the first tab.');
  await findStudio(other).script.fill('From the second tab.');
  for (const tab of [page, other]) await reloadOnceKept(tab);
  await expect(findStudio(page).script).toHaveValue('From the first tab.');
  await expect(findStudio(other).script).toHaveValue('From the second tab.');
});
