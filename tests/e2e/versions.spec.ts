import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import { expect, test } from './fixtures.ts';
import { findVersions } from './narrations-page.ts';
import { fillStudio, findStudio, openFields, reloadOnceKept } from './studio-page.ts';

test('each generated script is a version that one choice restores, with its sound', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  const studio = findStudio(page);
  const versions = findVersions(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  const first = await studio.script.inputValue();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();

  await openFields(studio);
  await studio.generateNarration.click();
  await expect(versions.shown).toHaveText('English · version 2');
  await studio.script.fill('My own words, which took me an hour.');
  await expect(studio.download).toBeHidden();
  await versions.choose('Version 1');
  await expect(studio.script).toHaveValue(first);
  await expect(studio.download).toBeVisible();
  await expect(versions.shown).toHaveText('English · version 1');
  expect((await versions.listVersions())[0]).toBe('Version 1 · English · nova');

  // What was typed stays in its version, also when another one is generated and after a reload.
  await studio.generateNarration.click();
  await expect(versions.shown).toHaveText('English · version 3');
  await versions.choose('Version 2');
  await expect(studio.script).toHaveValue('My own words, which took me an hour.');
  await reloadOnceKept(page);
  await expect(studio.script).toHaveValue('My own words, which took me an hour.');
  expect(await versions.listVersions()).toHaveLength(3);
});

test('versions can be named, duplicated and deleted', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  const versions = findVersions(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  await openFields(studio);
  await studio.generateNarration.click();
  await expect(versions.shown).toHaveText('English · version 2');
  await studio.script.fill('A calm sea.');

  await versions.duplicate();
  await expect(versions.shown).toHaveText('English · version 3');
  await studio.script.fill('A calm grey sea.');
  await versions.rename();
  await versions.name.fill('Grey');
  await versions.name.press('Enter');
  await expect(versions.shown).toBeFocused();

  await versions.choose('Version 2');
  await expect(studio.script).toHaveValue('A calm sea.');

  await versions.choose('Version 3 · Grey');
  await versions.remove();
  await expect(page.getByText(t(versionsMessages.removed, { name: 'Version 3 · Grey' }))).toBeVisible();
  await expect(versions.undo).toBeFocused();
  await expect(versions.shown).toHaveText('English · version 2');
  await expect(studio.script).toHaveValue('A calm sea.');
  await versions.undo.click();
  await expect(versions.shown).toBeFocused();
  await expect(versions.shown).toHaveText('English · version 3');
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
  await expect(studio.generateAudio).toBeEnabled();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(page.getByText(t(keepingMessages.notKept))).toBeVisible();
  expect(complaints).toEqual([]);
});
