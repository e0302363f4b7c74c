import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { toPattern } from '../support/message-pattern.ts';
import { expect, test } from './fixtures.ts';
import { chooseLanguage, chooseVoice, fillStudio, findStudio, openFields } from './studio-page.ts';

test('undo reverts all changes of the script, and redo repeats them', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  const undo = page.getByRole('button', { name: t(studioMessages.undo) });
  const redo = page.getByRole('button', { name: t(studioMessages.redo) });
  await studio.script.fill('Mine.');
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  const written = await studio.script.inputValue();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();

  await studio.script.press('End');
  await studio.script.pressSequentially(' More');
  await expect(studio.player).toHaveCount(0);
  await studio.script.press('Control+z');
  await expect(studio.script).toHaveValue(written);
  await expect(studio.player).toHaveCount(1);
  await expect(studio.download).toBeVisible();
  await studio.script.press('Control+z');
  await expect(studio.script).toHaveValue('Mine.');
  await undo.click();
  await expect(studio.script).toHaveValue('');
  await expect(undo).toHaveAttribute('aria-disabled', 'true');

  await redo.click();
  await expect(studio.script).toHaveValue('Mine.');
  await studio.script.press('Control+Shift+z');
  await expect(studio.script).toHaveValue(written);
  await expect(studio.player).toHaveCount(1);
  await studio.script.press('Control+y');
  await expect(studio.script).not.toHaveValue(written);
  await expect(redo).toHaveAttribute('aria-disabled', 'true');
});

test('a written script that is emptied comes back with one Undo', async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  const written = await studio.script.inputValue();
  expect(written).not.toBe('');
  await studio.script.press('Control+a');
  await studio.script.press('Delete');
  await expect(studio.script).toHaveValue('');
  // Its language is known again.
  const spoken = page.getByText(toPattern(studioStatusMessages.speechLength));
  await studio.script.press('Control+z');
  await expect(studio.script).toHaveValue(written);
  await expect(spoken).toBeVisible();
});

test('the browser’s own undo, as in its menu, does the same', async ({ page }) => {
  await page.goto('/');
  const { script } = findStudio(page);
  await script.fill('One.');
  await script.press('End');
  await script.pressSequentially(' Two.');
  // The event that Chromium sends for Undo in its menu.
  const wasTaken = await script.evaluate(
    area =>
      !area.dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'historyUndo', bubbles: true, cancelable: true }),
      ),
  );
  expect(wasTaken).toBe(true);
  await expect(script).toHaveValue('One.');
});

test('after speech, another voice or language shows what was spoken and what Generate would give', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  await chooseVoice(studio, 'nova');
  await studio.script.fill('A calm sea lies in the morning light, and a small boat goes out.');
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await chooseVoice(studio, 'onyx');
  await openFields(studio);
  await chooseLanguage(studio, 'French');
  await expect(
    page.locator('p').getByText(t(studioMessages.otherVoice, { voice: 'nova', newVoice: 'onyx' })),
  ).toBeVisible();
  // One button is prominent: generating the other sound is next, and the former can still be downloaded.
  await expect(studio.download).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(studio.generateAudio).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const call = page.waitForRequest('**/api/free/speech');
  await studio.generateAudio.click();
  expect((await call).postDataJSON()).toMatchObject({ voice: 'onyx', language: 'French' });
  await expect(studio.download).toBeVisible();
  await expect(page.getByText(/Generate the audio again/)).toBeHidden();
});
