import type { Page } from '@playwright/test';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { pronunciationMessages as messages } from '#shared/messages/pronunciation.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openLineEditor } from './line-editor-page.ts';

const script = '[0:00] A fox looks up.\n[0:05] Nobody is there.\n[0:08] The FOX runs.';

function findDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: t(messages.title) });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    open: page.getByRole('button', { name: t(messages.title), exact: true }),
    word: dialog.getByRole('textbox', { name: t(messages.word), exact: true }),
    say: dialog.getByRole('textbox', { name: t(messages.say), exact: true }),
    everywhere: dialog.getByRole('radio', { name: t(messages.browser) }),
    hear: button(t(messages.hear)),
    save: button(t(messages.save)),
    speakNow: button(t(messages.speakNow)),
    rows: dialog.getByRole('table', { name: t(messages.list) }).getByRole('rowheader'),
    remove: (word: string) => button(t(messages.removeWord, { word, language: 'English' })),
  };
}

test('a word is heard and said otherwise, only its lines are spoken again, and the script stays', async ({
  page,
}) => {
  const asked: { lines: number[]; pronunciations: unknown }[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/api/free/fit')) asked.push(request.postDataJSON());
  });
  const { line, choose, sum } = await openLineEditor(page, script);
  const generate = page.getByRole('button', { name: t(studioMessages.generateAudio), exact: true });
  await generate.click();
  await expect(sum).toContainText(t(lineEditorMessages.allHaveAudio));

  const { dialog, word, say, hear, save, speakNow, everywhere, rows, open, remove } = findDialog(page);
  await line(1).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 3));
  await choose(1, lineEditorMessages.changePronunciation);
  await expect(word).toHaveValue('fox');
  await expect(say).toBeFocused();
  await say.fill('/fɔks/');
  await expect(dialog.getByText(t(messages.ipaIgnored))).toBeVisible();
  await say.fill('fawks');
  await hear.click();
  await expect(hear).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ lines: [0], pronunciations: [{ term: 'fox', say: 'fawks' }] });
  await everywhere.check();
  await expectNoViolation(page);
  await save.click();
  await expect(dialog.getByText(t(messages.linesToSpeak, { count: 2 }))).toBeVisible();
  await speakNow.click();
  await expect(sum).toContainText(t(lineEditorMessages.allHaveAudio));
  expect(asked.at(-1)).toMatchObject({ lines: [0, 2], pronunciations: [{ term: 'fox', say: 'fawks' }] });
  await expect(line(3)).toHaveValue('The FOX runs.');

  await page.reload();
  await expect(sum).toContainText(t(lineEditorMessages.allHaveAudio));
  await open.click();
  await expect(rows).toHaveText(['fox']);
  await remove('fox').click();
  await expect(rows).toHaveCount(0);
});
