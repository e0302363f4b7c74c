import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { feedbackMessages } from '#shared/messages/feedback.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { sharingMessages } from '#shared/messages/sharing.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { findExport } from './export-page.ts';
import { expect, test } from './fixtures.ts';
import { fillStudio, findLanguageList, findStudio, makeVideoFile, noVideo } from './studio-page.ts';
import { expectActiveCell } from './voice-list-page.ts';

test('a refused file and a checked form have no axe violation', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const { upload, problem } = findStudio(page);
  await upload.setInputFiles(noVideo);
  await page.getByRole('button', { name: t(pageMessages.giveFeedback) }).click();
  await page.getByRole('button', { name: t(feedbackMessages.send) }).click();
  await expect(problem).toBeVisible();
  await expectNoViolation(page);
});

test('the finished narration has no axe violation', async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  await expectNoViolation(page);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expectNoViolation(page);
});

test('the error page has no axe violation', async ({ page, complaints }) => {
  await page.goto('/nowhere');
  await expect(page.getByText('404 Not Found')).toBeVisible();
  await expectNoViolation(page);
  complaints.splice(0, complaints.length, ...complaints.filter(text => !text.includes('404')));
});

test('on a phone the page says what the offline engine lacks, without contradictions', {
  tag: '@long',
}, async ({ page, startOwnServer }) => {
  const server = await startOwnServer({ OFFLINE_TEXT_LANGUAGES: 'vie,tha,chi_sim' });
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto(server.url);
  const note = page.getByText(t(engineNoteMessages.offline)).locator('..');
  await expect(note).toContainText(t(engineNoteMessages.impaired));
  await expect(page.getByText('npm install @tesseract.js-data/vie')).toBeVisible();
  await expect(page.getByText(t(engineNoteMessages.recognises))).toBeHidden();
  await expectNoOverhang(page);
  await expectNoViolation(page);
});

test('the whole flow works by keyboard, in reading order', { tag: '@long' }, async ({ page }) => {
  // Early: the browser takes time to intercept file choosers.
  const chooser = page.waitForEvent('filechooser');
  await page.goto('/');
  const studio = findStudio(page);
  await studio.upload.focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await makeVideoFile());
  await expect(studio.preview).toBeVisible();
  await expect(studio.upload).toBeFocused();
  // The player's three controls come before it.
  const isAtPrompt = () => studio.prompt.evaluate(element => element === document.activeElement);
  for (let tabs = 0; tabs < 15 && !(await isAtPrompt()); tabs++) await page.keyboard.press('Tab');
  await expect(studio.prompt).toBeFocused();
  await page.keyboard.type('Tell it calmly.');
  await page.keyboard.press('Tab');
  await expect(studio.language).toBeFocused();
  await page.keyboard.type('ukr');
  await expect(findLanguageList(page).search).toHaveValue('ukr');
  await page.keyboard.press('Enter');
  await expect(studio.language).toHaveText('Українська · Ukrainian');
  await expect(studio.language).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(studio.voice).toBeFocused();
  await page.keyboard.press('o');
  await expectActiveCell(page, 'onyx');
  await page.keyboard.press('Enter');
  await expect(studio.voice).toHaveText('onyx');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: t(studioMessages.whole) })).toBeFocused();
  await page.keyboard.press('Tab');
  // Without an AI writing comes first.
  await expect(page.getByRole('button', { name: t(studioMessages.writeYourself) })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(studio.generateNarration).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(studio.script).not.toHaveValue('');
  await expect(studio.generateAudio).toBeEnabled();
  // The form with the focus has given way to the script, which the bar comes before.
  await expect(page.getByRole('region', { name: t(studioMessages.script), exact: true })).toBeFocused();
  const menu = page.getByRole('button', { name: t(workspaceMessages.menu), exact: true });
  const share = page.getByRole('button', { name: t(sharingMessages.share) });
  for (const control of [menu, findExport(page).open, share, studio.generateAudio]) {
    await page.keyboard.press('Shift+Tab');
    await expect(control).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(studio.download).toBeVisible();
});

test('the colours can be switched and are remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: t(pageMessages.useDarkColours) }).click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await page.reload();
  await expect(page.getByRole('button', { name: t(pageMessages.useLightColours) })).toBeVisible();
});

test('with reduced motion the chosen colours apply at once, without a transition', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    document.addEventListener('transitionrun', event =>
      changes.push(`${(event.target as Element).tagName} ${event.propertyName}`),
    );
  });
  await page.goto('/');
  await expect(page.getByText(t(engineNoteMessages.offline))).toBeVisible();
  await page.getByRole('button', { name: t(pageMessages.useLightColours) }).click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
  const findColour = () =>
    page.getByText('Language', { exact: true }).evaluate(label => getComputedStyle(label).color);
  expect(await findColour()).toBe('rgb(34, 27, 20)');
  expect(await page.evaluate(() => Reflect.get(window, 'changes'))).toEqual([]);
});
