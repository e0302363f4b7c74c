import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import { expect, test } from './fixtures.ts';
import { findVersions } from './narrations-page.ts';
import { fillStudio, findStudio, reloadOnceKept } from './studio-page.ts';

test('each generated script is a version that one choice restores, with its sound', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  const studio = findStudio(page);
  const versions = findVersions(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  await expect(versions.select).toBeHidden();
  const first = await studio.script.inputValue();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();

  await studio.generateNarration.click();
  await expect(versions.options).toHaveCount(2);
  await expect(versions.shown).toContainText('2 · English');
  await studio.script.fill('My own words, which took me an hour.');
  await expect(studio.download).toBeHidden();
  await versions.select.selectOption({ index: 0 });
  await expect(studio.script).toHaveValue(first);
  await expect(studio.download).toBeVisible();
  await expect(versions.shown).toHaveText('1 · English · nova');

  // What was typed stays in its version, also when another one is generated and after a reload.
  await studio.generateNarration.click();
  await expect(versions.options).toHaveCount(3);
  await versions.select.selectOption({ index: 1 });
  await expect(studio.script).toHaveValue('My own words, which took me an hour.');
  await reloadOnceKept(page);
  await expect(studio.script).toHaveValue('My own words, which took me an hour.');
  await expect(versions.options).toHaveCount(3);
});

test('versions can be named, duplicated and deleted', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  const versions = findVersions(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  await studio.generateNarration.click();
  await expect(versions.options).toHaveCount(2);
  await studio.script.fill('A calm sea.');

  await versions.duplicate.click();
  await expect(versions.options).toHaveCount(3);
  await studio.script.fill('A calm grey sea.');
  await versions.rename.click();
  await versions.name.fill('Grey');
  await versions.name.press('Enter');
  await expect(versions.select).toBeFocused();
  await expect(versions.shown).toHaveText('3 · Grey');

  await versions.select.selectOption({ index: 1 });
  await expect(studio.script).toHaveValue('A calm sea.');

  await versions.select.selectOption({ label: '3 · Grey' });
  await versions.remove.click();
  await expect(page.getByText(t(versionsMessages.removed, { name: '3 · Grey' }))).toBeVisible();
  await expect(versions.undo).toBeFocused();
  await expect(versions.options).toHaveCount(2);
  await expect(studio.script).toHaveValue('A calm sea.');
  await versions.undo.click();
  await expect(versions.options).toHaveCount(3);
  await expect(studio.script).toHaveValue('A calm grey sea.');
});

test('without storage everything else works, and a note says so', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'] as const)
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    Object.defineProperty(navigator, 'storage', { value: undefined });
  });
  await page.goto('/');
  const studio = findStudio(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.generateNarration).toBeEnabled();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(page.getByText(t(keepingMessages.notKept))).toBeVisible();
  expect(complaints).toEqual([]);
});
