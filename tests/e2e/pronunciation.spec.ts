import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { wordMessages } from '#shared/messages/words.ts';
import { expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openLineEditor } from './line-editor-page.ts';
import { findVoices, findWord } from './voices-page.ts';

const script = '[0:00] A fox looks up.\n[0:05] Nobody is there.\n[0:08] The FOX runs.';

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

  const { dialog, word, say, hear, save, everywhere } = findWord(page);
  const voices = findVoices(page);
  await line(1).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 3));
  await choose(1, lineEditorMessages.changePronunciation);
  await expect(word).toHaveValue('fox');
  await expect(say).toBeFocused();
  await say.fill('/fɔks/');
  await expect(dialog.getByText(t(wordMessages.ipaIgnored))).toBeVisible();
  await say.fill('fawks');
  await hear.click();
  const heard = { lines: [0], pronunciations: [{ term: 'fox', say: 'fawks' }] };
  await expect.poll(() => asked.at(-1)).toMatchObject(heard);
  await everywhere.check();
  await expectNoViolation(page);
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(sum).toContainText(t(lineEditorMessages.someHaveAudio, { count: 1 }));
  await generate.click();
  await expect(sum).toContainText(t(lineEditorMessages.allHaveAudio));
  expect(asked.at(-1)).toMatchObject({ lines: [0, 2], pronunciations: [{ term: 'fox', say: 'fawks' }] });
  await expect(line(3)).toHaveValue('The FOX runs.');

  await page.reload();
  await expect(sum).toContainText(t(lineEditorMessages.allHaveAudio));
  await voices.open();
  await expect(voices.words).toContainText(['fox']);
  await voices.removeWord('fox').click();
  await expect(voices.words).toHaveCount(0);
  await expect(voices.addWord).toBeFocused();
});

test('how a word is translated stands beside how it is spoken, and a known word is edited', async ({
  page,
}) => {
  const { line, choose } = await openLineEditor(page, script);
  const { dialog, word, say, save, neverTranslated } = findWord(page);
  const voices = findVoices(page);
  await voices.open();
  await voices.addWord.click();
  await expect(word).toBeFocused();
  await word.fill('fox');
  await neverTranslated.check();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(voices.words).toContainText([t(wordMessages.neverTranslated)]);
  await line(1).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 3));
  await choose(1, lineEditorMessages.changePronunciation);
  await expect(neverTranslated).toBeChecked();
  await say.fill('fawks');
  await save.click();
  await expect(voices.words).toContainText([/fox.*fawks.*Never translate/u]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoViolation(page);
});
