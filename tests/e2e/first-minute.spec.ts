import type { Page } from '@playwright/test';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { queueMessages } from '#shared/messages/queue.ts';
import { setupMessages } from '#shared/messages/setup.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { type Step, walk, ways } from './first-minute-ways.ts';
import { expect, test } from './fixtures.ts';
import { useKeyboard, useMouse } from './hands.ts';
import { measureSound } from './measure-sound.ts';
import { makePerson, signUp } from './people.ts';
import { chooseLanguage, fillStudio, findStudio, makeVideoFile } from './studio-page.ts';

test.describe('the way to another page and back', () => {
  test.beforeEach(async ({ page }) => {
    // As in a private window: nothing comes back from there.
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', { value: undefined });
    });
    await page.goto('/');
  });

  async function leave(page: Page): Promise<void> {
    await page.getByRole('link', { name: t(pageMessages.contact) }).click();
    await expect(page).toHaveURL(/contact/u);
  }

  test('keeps video, prompt, language, voice and what an example replaced', async ({ page }) => {
    const studio = findStudio(page);
    await fillStudio(studio, 'For my grandmother.');
    await chooseLanguage(studio, 'German');
    await page.getByRole('radio', { name: t(studioMessages.timed) }).check();
    const chips = page.getByRole('toolbar', { name: t(studioMessages.examples) });
    await chips.getByRole('button').first().click();
    await leave(page);
    await page.goBack();
    await expect(studio.preview).toBeVisible();
    await expect(page.getByText('colours.mp4').first()).toBeVisible();
    await expect(studio.voice).toHaveText('nova');
    await expect(studio.language).toContainText('German');
    await expect(page.getByRole('radio', { name: t(studioMessages.timed) })).toBeChecked();
    await page.getByRole('button', { name: t(studioMessages.restorePrompt) }).click();
    await expect(studio.prompt).toHaveValue('For my grandmother.');
    await expect(studio.generateNarration).toBeEnabled();
  });

  test('keeps the work of a dashboard', async ({ page }) => {
    await signUp(page, makePerson());
    await page.goto('/dashboard');
    const studio = findStudio(page);
    await fillStudio(studio, 'For my grandmother.');
    await page.getByRole('link', { name: t(dashboardMessages.account), exact: true }).click();
    await expect(page).toHaveURL(/account/u);
    await page.goBack();
    await expect(studio.preview).toBeVisible();
    await expect(studio.prompt).toHaveValue('For my grandmother.');
    await expect(studio.generateNarration).toBeEnabled();
  });

  test('keeps the videos of the queue, which can still be narrated', async ({ page }) => {
    const video = await makeVideoFile();
    await findStudio(page).upload.setInputFiles([video, { ...video, name: 'second.mp4' }]);
    const dialog = page.getByRole('dialog', { name: t(queueMessages.title) });
    const rows = dialog.getByRole('list', { name: t(queueMessages.videos) }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await page.keyboard.press('Escape');
    await leave(page);
    await page.goBack();
    await page.getByRole('button', { name: t(queueMessages.open) }).click();
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(t(queueMessages.waiting));
  });
});

/** What a screen reader says, and where it is. */
async function listen(page: Page, step: Step): Promise<void> {
  const main = page.getByRole('main');
  if (step === 'begun')
    await expect(main).toMatchAriaSnapshot(`
      - heading "${t(freePageMessages.heading)}" [level=1]
      - paragraph
      - paragraph:
        - text: ${t(engineNoteMessages.offline)}
        - link "${t(engineNoteMessages.connectAi)}"
    `);
  if (step === 'setup') {
    await expect(main).toBeFocused();
    await expect(main).toMatchAriaSnapshot(`
      - heading "${t(setupMessages.title)}" [level=1]
      - status
      - tablist "${t(setupMessages.ways)}":
        - tab /${t(setupMessages.withKey)}/ [selected]
        - tab /${t(setupMessages.free)}/
        - tab /${t(setupMessages.running)}/
    `);
  }
  if (step === 'connected')
    await expect(page.locator(':focus')).toMatchAriaSnapshot(`
      - paragraph
      - link "${t(setupMessages.back)}"
    `);
  if (step === 'back') await expect(main).toBeFocused();
}

test.describe('from the first page to a narration that is heard, without a restart', () => {
  // As on the machine of the server: nothing comes from elsewhere.
  test.use({ extraHTTPHeaders: {} });

  const hands = { 'by mouse': useMouse, 'by keyboard alone': useKeyboard };
  const names = {
    withKey: 'with a key',
    running: 'with Ollama, which runs already',
    free: 'with free models that the page downloads',
  };
  const ofQuickRun = ['with a key by keyboard alone', 'with free models that the page downloads by mouse'];

  for (const [way, name] of Object.entries(names))
    for (const [held, use] of Object.entries(hands))
      test(`${name} ${held}`, {
        tag: ofQuickRun.includes(`${name} ${held}`) ? [] : '@long',
      }, async ({ page, startOwnServer }) => {
        await using opened = await ways[way as keyof typeof ways]();
        const server = await startOwnServer(opened.settings);
        await opened.begin?.();
        await page.goto(server.url);
        const sound = await walk(page, opened, use(page), step => listen(page, step));
        expect((await measureSound(page, sound)).loudness).toBeGreaterThan(0.02);
      });
});
