import type { Page } from '@playwright/test';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { expectNoViolation } from './accessibility.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { openLineEditor } from './line-editor-page.ts';

let provider: OpenAiStandIn;
test.beforeAll(async () => {
  provider = await startOpenAiStandIn();
});
test.afterAll(() => provider.close());
test.beforeEach(() => {
  provider.reset();
  provider.setTexts({ script: 'The fox glances up.' });
});

function findDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(lineEditorMessages.rewriteTitle, { number: 1 }) });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    wish: dialog.getByRole('textbox', { name: t(lineEditorMessages.wish) }),
    shorter: button(t(lineEditorMessages.wishShorter)),
    rewrite: button(t(lineEditorMessages.rewriteNow)),
    cancel: button(t(lineEditorMessages.cancelRewrite)),
    accept: button(t(lineEditorMessages.acceptRewrite)),
    discard: button(t(lineEditorMessages.discardRewrite)),
    gone: dialog.locator('del'),
    come: dialog.locator('ins'),
    problem: dialog.getByRole('alert'),
  };
}

test('a line is rewritten by a wish, shown as a difference, and accepted in one step', async ({
  page,
  startOwnServer,
}) => {
  const server = await startOwnServer({ OPENAI_BASE_URL: provider.baseUrl });
  const script = '[0:00] The quick fox looks up.\n[0:06] It runs.';
  const { line, choose } = await openLineEditor(page, script, server.url);
  const { dialog, wish, shorter, rewrite, accept, discard, gone, come } = findDialog(page);
  await choose(1, lineEditorMessages.rewrite);
  await expect(wish).toBeFocused();
  await shorter.click();
  await expect(wish).toHaveValue(t(lineEditorMessages.wishShorter));
  await expect(wish).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(gone).toHaveText(['quick ', 'looks']);
  await expect(come).toHaveText(['glances']);
  await expectNoViolation(page);
  await discard.click();
  await expect(dialog).toHaveCount(0);
  await expect(line(1)).toBeFocused();
  await expect(line(1)).toHaveValue('The quick fox looks up.');

  await choose(1, lineEditorMessages.rewrite);
  await wish.fill('Without adjectives');
  await rewrite.click();
  await accept.click();
  await expect(dialog).toHaveCount(0);
  await expect(line(1)).toBeFocused();
  await expect(line(1)).toHaveValue('The fox glances up.');
  await page.keyboard.press('Control+z');
  await expect(line(1)).toHaveValue('The quick fox looks up.');
  const { messages } = provider.requests.at(-1)?.body ?? {};
  expect(messages.at(-1).content).toContain('Without adjectives');
  expect(messages.at(-1).content).toContain('It runs.');
});

test('rewriting is cancelled, and a failure is shown where it was asked for', async ({
  page,
  startOwnServer,
  complaints,
}) => {
  const server = await startOwnServer({ OPENAI_BASE_URL: provider.baseUrl });
  const { line, choose } = await openLineEditor(page, '[0:00] The quick fox looks up.', server.url);
  const { dialog, wish, rewrite, cancel, accept, problem } = findDialog(page);
  provider.always('script', () => {});
  await choose(1, lineEditorMessages.rewrite);
  await wish.fill('Funnier');
  await rewrite.click();
  await cancel.click();
  await expect(rewrite).toBeFocused();
  await expect(accept).toHaveCount(0);

  provider.always('script', refusals.contentPolicy);
  await rewrite.click();
  await expect(problem).toBeVisible();
  await expect(wish).toHaveValue('Funnier');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(line(1)).toHaveValue('The quick fox looks up.');
  ignoreRefusals(complaints);
});

test('without a writer that can do it, no line is offered to be rewritten', async ({ page }) => {
  const { actions } = await openLineEditor(page);
  await actions(1).click();
  await expect(page.getByRole('menuitem', { name: t(lineEditorMessages.deleteLine) })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t(lineEditorMessages.rewrite) })).toHaveCount(0);
});
