import type { Page } from '@playwright/test';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { promptExampleMessages } from '#shared/messages/prompt-examples.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { chooseVoice, findLanguageList, findStudio, makeVideoFile } from './studio-page.ts';
import { expectActiveCell, expectPlaying, findVoiceList, speakSlowly } from './voice-list-page.ts';

test.describe('languages', () => {
  test('are found by their own name, by the English one and by their code', async ({ page }) => {
    await page.goto('/');
    const { language } = findStudio(page);
    const list = findLanguageList(page);
    await language.click();
    await expect(list.search).toBeFocused();
    await expect(list.count).toHaveText(t(languageListMessages.languages, { count: 28 }));
    await expect(list.option('English')).toHaveAttribute('aria-selected', 'true');
    for (const query of ['日本', 'Japan', 'JA']) {
      await list.search.fill(query);
      await expect(list.options.first()).toHaveText('日本語 · Japanese');
    }
    await expect(list.options.first().locator('[lang="ja"]')).toHaveText('日本語');
    await list.search.fill('klingon');
    await expect(list.count).toHaveText(t(languageListMessages.noLanguage));
    await page.keyboard.press('Enter');
    await expect(list.popup).toBeVisible();
    await list.search.fill('espanol');
    await list.option('Spanish').click();
    await expect(list.popup).toBeHidden();
    await expect(language).toHaveText('Español · Spanish');
    await expect(language).toBeFocused();
  });

  test('are chosen by keyboard alone, and the active one is announced', async ({ page }) => {
    await page.goto('/');
    const { language } = findStudio(page);
    const list = findLanguageList(page);
    await language.focus();
    await page.keyboard.press('ArrowDown');
    await expect(list.search).toBeFocused();
    const english = await list.option('English').getAttribute('id');
    await expect(list.search).toHaveAttribute('aria-activedescendant', english ?? '');
    await page.keyboard.press('ArrowDown');
    await expect(list.option('Finnish')).toBeFocused();
    await page.keyboard.press('End');
    await expect(list.option('Ukrainian')).toBeFocused();
    await expect(list.option('Ukrainian')).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(language).toHaveText('English');
    await expect(language).toBeFocused();
    // Typed on the closed field, however fast, it searches.
    await page.keyboard.type('gre');
    await expect(list.options.first()).toHaveText('Ελληνικά · Greek');
    await page.keyboard.press('Enter');
    await expect(language).toHaveText('Ελληνικά · Greek');
  });

  test('whose list does not load are reported, and the page stays usable', { tag: '@long' }, async ({
    page,
    complaints,
  }) => {
    await page.goto('/');
    const { language, problem } = findStudio(page);
    await page.route('**/*language-popup*', route => route.abort());
    await language.click();
    await expect(problem).toContainText(
      'Loading chunk "list of languages" failed (it could not be fetched).',
    );
    await expect(problem.getByRole('button', { name: t(pageMessages.reload) })).toBeVisible();
    await expect(language).toHaveAttribute('aria-expanded', 'false');
    complaints.length = 0;
  });
});

test.describe('the five voices', () => {
  test('are chosen like the premium ones: played first, by keyboard, without search', async ({ page }) => {
    await page.goto('/');
    const list = findVoiceList(page);
    await expect(list.field).toHaveText('Select a voice');
    await list.field.focus();
    await page.keyboard.press('ArrowDown');
    await expectActiveCell(page, 'fable');
    await expect(list.names).toHaveText(['fable', 'alloy', 'onyx', 'nova', 'shimmer']);
    await expect(list.search).toHaveCount(0);
    await expect(list.filter('Accent')).toHaveCount(0);
    await speakSlowly(list);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expectActiveCell(page, 'Play alloy');
    await page.keyboard.press('Enter');
    await expectPlaying(list);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(list.field).toHaveText('alloy');
    await expect(list.field).toBeFocused();
  });

  test('are shown without scrolling on every screen', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    const list = findVoiceList(page);
    for (const [width, height] of [
      [360, 740],
      [320, 256],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await list.field.click();
      await expect(list.rows).toHaveCount(5);
      await expectNoOverhang(page);
      const frame = await list.popup.boundingBox();
      expect(frame?.height).toBeLessThanOrEqual(Math.min(height, 560));
      expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual(height);
      await list.voice('shimmer').scrollIntoViewIfNeeded();
      await list.voice('shimmer').getByText('shimmer', { exact: true }).click();
      await expect(list.field).toHaveText('shimmer');
    }
  });
});

test('both lists have no axe violation', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const { language, voice } = findStudio(page);
  await language.click();
  await expect(findLanguageList(page).options).toHaveCount(28);
  await expectNoViolation(page);
  await expectNoOverhang(page);
  await page.keyboard.press('Escape');
  await voice.click();
  await expect(findVoiceList(page).rows).toHaveCount(5);
  await expectNoViolation(page);
});

test.describe('our own clip', () => {
  test('is chosen like any other file, with a fitting prompt, and its narration quotes its title', {
    tag: '@long',
  }, async ({ page }) => {
    // Ten pictures are analysed for objects and print.
    test.slow();
    await page.goto('/');
    const studio = findStudio(page);
    await page.getByRole('button', { name: t(studioMessages.trySample) }).click();
    await expect(page.getByText('the-lantern-boat.mp4').first()).toBeVisible();
    await expect(page.getByText('0:22 · 960 × 540')).toBeAttached();
    await expect(studio.preview).toBeVisible();
    await expect(studio.prompt).toHaveValue(/quiet fairy tale/);
    await chooseVoice(studio, 'fable');
    await studio.generateNarration.click();
    await expect(studio.script).toHaveValue(/The Lantern Boat/, { timeout: 120_000 });
  });

  test('and its label fit inside the frame at 360 px', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    const hint = page.getByText(t(studioMessages.drop));
    const [words, bar] = [await hint.boundingBox(), await findStudio(page).progress.boundingBox()];
    expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  test('keeps an existing prompt, and the focus at the video', async ({ page }) => {
    await page.goto('/');
    const { prompt, upload } = findStudio(page);
    await prompt.fill('In my own words.');
    await page.getByRole('button', { name: t(studioMessages.trySample) }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('the-lantern-boat.mp4').first()).toBeVisible();
    await expect(upload).toBeFocused();
    await expect(prompt).toHaveValue('In my own words.');
  });

  test('that does not load is reported and can be requested again', { tag: '@long' }, async ({
    page,
    complaints,
  }) => {
    await page.goto('/');
    const button = page.getByRole('button', { name: t(studioMessages.trySample) });
    await page.route('**/the-lantern-boat.mp4', route => route.abort());
    await button.click();
    await expect(findStudio(page).problem).toContainText('could not be reached');
    await page.unroute('**/the-lantern-boat.mp4');
    await button.click();
    await expect(page.getByText('the-lantern-boat.mp4').first()).toBeVisible();
    complaints.length = 0;
  });
});

test.describe('example prompts', () => {
  test('fill the field, can be edited, and the former text comes back', async ({ page }) => {
    await page.goto('/');
    const { prompt } = findStudio(page);
    const chips = page.getByRole('toolbar', { name: t(studioMessages.examples) });
    const chip = (name: string) => chips.getByRole('button', { name });
    await expect(chips.getByRole('button')).toHaveCount(5);
    await prompt.fill('For my grandmother.');
    await chip(t(promptExampleMessages.travel)).click();
    await expect(prompt).toHaveValue(t(promptExampleMessages.travelPrompt));
    await expect(chip(t(promptExampleMessages.travel))).toHaveAttribute('aria-pressed', 'true');
    await chip(t(promptExampleMessages.lesson)).click();
    await expect(prompt).toHaveValue(t(promptExampleMessages.lessonPrompt));
    await page.getByRole('button', { name: t(studioMessages.restorePrompt) }).click();
    await expect(prompt).toHaveValue('For my grandmother.');
    await chip(t(promptExampleMessages.lesson)).click();
    await chip(t(promptExampleMessages.lesson)).click();
    await expect(prompt).toHaveValue('For my grandmother.');
    await expect(page.getByRole('button', { name: t(studioMessages.restorePrompt) })).toHaveCount(0);
  });

  test('are one tab stop, with arrow keys between them', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/');
    const { prompt } = findStudio(page);
    await prompt.focus();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: t(promptExampleMessages.product) })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(prompt).toHaveValue(t(promptExampleMessages.lessonPrompt));
    await page.keyboard.press('Tab');
    await expect(prompt).toBeFocused();
    await expect(prompt).toHaveAttribute('placeholder', t(studioMessages.promptPlaceholder));
  });
});

test('a prompt that is cut says so, however it was entered', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  // The page is hydrated.
  await expect(page.getByText('narrations left today')).toBeVisible();
  const { prompt } = findStudio(page);
  const cut = page.getByText(t(studioMessages.promptCut));
  // As a program or an input tool sets it.
  await prompt.fill('a'.repeat(4100));
  await expect(prompt).toHaveValue('a'.repeat(4000));
  await expect(cut).toBeVisible();
  await prompt.press('Backspace');
  await expect(cut).toBeHidden();
  await page.keyboard.type('bc');
  await expect(prompt).toHaveValue(`${'a'.repeat(3999)}b`);
  await expect(cut).toBeVisible();
});

test.describe('a dropped file', () => {
  test('is accepted anywhere on the page', async ({ page }) => {
    await openListeningPage(page);
    await dropFiles(page, [await makeVideoFile('first.mp4')]);
    await expect(findStudio(page).preview).toBeVisible();
  });

  test('shows beforehand that the whole page accepts it', { tag: '@long' }, async ({ page }) => {
    await openListeningPage(page);
    const files = await holdFiles(page, [await makeVideoFile('held.mp4')]);
    const footer = page.getByRole('contentinfo');
    await footer.dispatchEvent('dragenter', { dataTransfer: files });
    await expect(page.getByText(t(studioMessages.dropAnywhere))).toBeVisible();
    await footer.dispatchEvent('dragleave', { dataTransfer: files });
    await expect(page.getByText(t(studioMessages.dropAnywhere))).toBeHidden();
  });

  test('that cannot be read is named, and the former video stays', async ({ page, complaints }) => {
    await openListeningPage(page);
    const { preview, problem } = findStudio(page);
    await dropFiles(page, [await makeVideoFile('good.mp4')]);
    await expect(preview).toBeVisible();
    const broken = { name: 'broken.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video at all') };
    await dropFiles(page, [broken]);
    await expect(problem).toContainText('broken.mp4');
    await expect(problem).toContainText(t(studioMessages.stillThere, { name: 'good.mp4' }));
    await expect(preview).toBeVisible();
    complaints.length = 0;
  });

  test('may be text, and belongs to the field that it is dropped on', {
    tag: '@long',
  }, async ({ page }) => {
    await openListeningPage(page);
    const text = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', 'Only words.');
      return transfer;
    });
    await page.getByRole('contentinfo').dispatchEvent('drop', { dataTransfer: text });
    await expect(page.getByText(t(studioMessages.droppedText))).toBeVisible();
  });
});

/** Opens the page and waits until it handles drops itself (src/web/app/early-input.ts). */
async function openListeningPage(page: Page): Promise<void> {
  await page.goto('/');
  await page.waitForFunction(() => window.earlyDrop === undefined);
}

type DroppedFile = Awaited<ReturnType<typeof makeVideoFile>>;

function holdFiles(page: Page, files: readonly DroppedFile[]) {
  const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }));
  return page.evaluateHandle(held => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, bytes } of held)
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
    return transfer;
  }, plain);
}

async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  await page.getByRole('contentinfo').dispatchEvent('drop', { dataTransfer: await holdFiles(page, files) });
}
