import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { expect, test } from './fixtures.ts';
import {
  chooseLanguage,
  chooseVoice,
  fillStudio,
  findStudio,
  makeVideoFile,
  openFields,
  openPanel,
} from './studio-page.ts';

test.describe('Generate Narration', () => {
  test('needs a video, a prompt and a voice, and the note names what is missing', async ({ page }) => {
    await page.goto('/');
    const { upload, prompt, voice, generateNarration } = findStudio(page);
    await expect(page.getByText(t(studioStatusMessages.addAll))).toBeVisible();
    await expect(generateNarration).toBeDisabled();
    await upload.setInputFiles(await makeVideoFile());
    await expect(page.getByText(t(studioStatusMessages.addPromptAndVoice))).toBeVisible();
    await expect(generateNarration).toBeDisabled();
    await prompt.fill('   ');
    await chooseVoice({ voice }, 'onyx');
    await expect(generateNarration).toBeDisabled();
    await prompt.fill('Tell it calmly.');
    await expect(page.getByText(t(studioStatusMessages.ready))).toBeVisible();
    await expect(generateNarration).toBeEnabled();
  });

  test('can be focused before it is ready, says why, and leads to what is missing', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/');
    const studio = findStudio(page);
    const { upload, prompt, voice, generateNarration, script } = studio;
    const press = async () => {
      await generateNarration.focus();
      await page.keyboard.press('Enter');
    };
    await expect(generateNarration).toHaveAccessibleDescription(t(studioStatusMessages.addAll));
    await press();
    await expect(upload).toBeFocused();
    await upload.setInputFiles(await makeVideoFile());
    await expect(generateNarration).toHaveAccessibleDescription(t(studioStatusMessages.addPromptAndVoice));
    await press();
    await expect(prompt).toBeFocused();
    await prompt.fill('Tell it calmly.');
    await press();
    await expect(voice).toBeFocused();
    await chooseVoice(studio, 'nova');
    await expect(generateNarration).toHaveAccessibleDescription('');
    await press();
    await expect(script).not.toHaveValue('');
    await openFields(studio);
    await expect(generateNarration).toBeEnabled();
    await prompt.fill('');
    await expect(generateNarration).toBeDisabled();
    await expect(generateNarration).toHaveAccessibleDescription(t(studioStatusMessages.addPrompt));
    await press();
    await expect(prompt).toBeFocused();
  });

  test('does not scroll smoothly with reduced motion', { tag: '@long' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const fill = findStudio(page).progress.locator('> *');
    await expect(fill).toHaveCSS('transition-duration', '0s');
  });

  test('has a bar 20 px tall, pale yellow while working and peach at 100', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/');
    const studio = findStudio(page);
    expect((await studio.progress.boundingBox())?.height).toBe(20);
    const fill = studio.progress.locator('div');
    await expect(fill).toHaveCSS('background-color', 'rgb(249, 236, 170)');
    await fillStudio(studio);
    await studio.generateNarration.click();
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
    await expect(fill).toHaveCSS('background-color', 'rgb(247, 181, 141)');
  });
});

test.describe('the script and its sound', () => {
  test('editing hides the download until it is spoken again', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    const studio = findStudio(page);
    await fillStudio(studio);
    await studio.generateNarration.click();
    await expect(studio.script).not.toHaveValue('');
    await expect(studio.script).toBeEditable();
    await expect(studio.script).toHaveAttribute('lang', 'en');
    await expect(studio.script).toHaveAttribute('dir', 'auto');
    await expect(studio.download).toBeHidden();

    await studio.generateAudio.click();
    await expect(studio.download).toHaveAttribute('download', 'narration.mp3');
    await expect(studio.player).toHaveCount(1);

    await studio.script.fill('Another text, written by hand.');
    await expect(studio.download).toBeHidden();
    await expect(studio.player).toHaveCount(0);
    await studio.generateAudio.click();
    await expect(studio.download).toBeVisible();
    await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  });

  test('need a voice, with the reason beside the button', async ({ page }) => {
    await page.goto('/');
    const { generateAudio, problem, script, voice, download } = findStudio(page);
    await script.fill('A script of my own, with no video at all.');
    await generateAudio.click();
    await expect(problem).toHaveText(t(studioMessages.selectVoice));
    await chooseVoice({ voice }, 'fable');
    await generateAudio.click();
    await expect(download).toBeVisible();
    await expect(problem).toHaveCount(0);
  });

  test('survive a reload together with prompt, language and voice', async ({ page }) => {
    await page.goto('/');
    const { prompt, language, voice, script } = findStudio(page);
    await prompt.fill('For my grandmother.');
    await chooseLanguage({ language }, 'Greek');
    await chooseVoice({ voice }, 'shimmer');
    await script.fill('Καλημέρα σε όλους.');
    await page.reload();
    await expect(script).not.toHaveValue('');
    await openPanel(page, 'brief');
    await expect(prompt).toHaveValue('For my grandmother.');
    await expect(language).toHaveText('Ελληνικά · Greek');
    await expect(voice).toHaveText('shimmer');
    await expect(script).toHaveValue('Καλημέρα σε όλους.');
  });
});

test('a long prompt shows its length, and that its end was cut off', async ({ page }) => {
  await page.goto('/');
  const { prompt } = findStudio(page);
  await prompt.fill('a'.repeat(3599));
  await expect(prompt).toHaveAccessibleDescription(t(studioMessages.promptHint));
  await prompt.fill('a'.repeat(3900));
  const length = (used: number) => t(studioMessages.promptLength, { used, limit: 4000 });
  await expect(prompt).toHaveAccessibleDescription(length(3900));
  const tooLong = page.getByText(t(studioMessages.promptCut));
  await expect(tooLong).toBeHidden();

  // Pastes twice: first over the text, then after it.
  await prompt.press('ControlOrMeta+a');
  await prompt.press('ControlOrMeta+c');
  await prompt.press('ControlOrMeta+v');
  await expect(tooLong).toBeHidden();
  await prompt.press('ControlOrMeta+v');
  await expect(tooLong).toBeVisible();
  await expect(prompt).toHaveValue('a'.repeat(4000));
  await expect(page.getByText(length(4000))).toBeVisible();
  await prompt.press('Backspace');
  await expect(tooLong).toBeHidden();
});
