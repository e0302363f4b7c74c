import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import { toPattern } from '../support/message-pattern.ts';
import { expect, test } from './fixtures.ts';
import {
  chooseVoice,
  fillStudio,
  findStudio,
  makeVideoFile,
  reloadOnceKept,
  type Studio,
} from './studio-page.ts';

/** Badges of the versions, and their delete buttons. */
function findVersions(page: Page) {
  const row = page.getByRole('group', { name: t(versionsMessages.versions) });
  return {
    badges: row.getByRole('button', { name: toPattern(versionsMessages.version) }),
    badge: (number: number) =>
      row.getByRole('button', { name: toPattern(versionsMessages.version, { number: `${number}\\b` }) }),
    forget: row.getByRole('button', { name: t(versionsMessages.deleteAll) }),
  };
}

async function speak(studio: Studio, script: string): Promise<void> {
  await studio.script.fill(script);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
}

test('each script and each recording is a version that one press restores', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  const studio = findStudio(page);
  const { badges, badge } = findVersions(page);
  await fillStudio(studio);
  await expect(badges).toHaveCount(0);
  await studio.generateNarration.click();
  await expect(badge(1)).toHaveAttribute('aria-pressed', 'true');
  const first = await studio.script.inputValue();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(badges).toHaveCount(1);
  await expect(badge(1)).toHaveAccessibleName(
    t(versionsMessages.spokenIn, { number: 1, voice: 'nova', language: 'English' }),
  );

  await speak(studio, 'A second script, in my own words.');
  await expect(badge(2)).toHaveAttribute('aria-pressed', 'true');
  await studio.script.press('End');
  await studio.script.pressSequentially(' More.');
  await expect(badge(2)).toHaveAttribute('aria-pressed', 'false');

  await badge(1).click();
  await expect(studio.script).toHaveValue(first);
  await expect(studio.download).toBeVisible();
  await expect(badge(1)).toHaveAttribute('aria-pressed', 'true');
  // The unsaved edit has become a version.
  await badge(3).click();
  await expect(studio.script).toHaveValue('A second script, in my own words. More.');
  await studio.script.press('Control+z');
  await expect(studio.script).toHaveValue(first);
  await expect(studio.download).toBeVisible();
});

test('generating again keeps an edited script as a version', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  const { badges, badge } = findVersions(page);
  await fillStudio(studio);
  await studio.generateNarration.click();
  await expect(badges).toHaveCount(1);
  await studio.script.fill('My own words, which took me an hour.');
  await studio.generateNarration.click();
  await expect(badges).toHaveCount(3);
  await expect(studio.script).not.toHaveValue('My own words, which took me an hour.');
  await badge(2).click();
  await expect(studio.script).toHaveValue('My own words, which took me an hour.');
});

test('of more than 20 versions the oldest is deleted, also after a reload', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  const studio = findStudio(page);
  const { badges, badge } = findVersions(page);
  await page.route('**/api/free/speech', route =>
    route.fulfill({ contentType: 'audio/mpeg', body: Buffer.from('no real sound') }),
  );
  await chooseVoice(studio, 'nova');
  for (let number = 1; number <= 21; number++) {
    await speak(studio, `Script number ${number}.`);
    await expect(badge(number)).toHaveAttribute('aria-pressed', 'true');
  }
  await expect(badges).toHaveCount(20);
  await expect(badge(1)).toBeHidden();
  await reloadOnceKept(page);
  await expect(badges).toHaveCount(20);
  await expect(badge(1)).toBeHidden();
  await expect(studio.script).toHaveValue('Script number 21.');
});

test(
  'another video has its own versions, and those of the first come back with it',
  { tag: '@long' },
  async ({ page }, info) => {
    const cars = info.outputPath('cars.mp4');
    await writeFile(cars, (await makeVideoFile()).buffer);
    await page.goto('/');
    const studio = findStudio(page);
    const { badges } = findVersions(page);
    await studio.upload.setInputFiles(cars);
    await expect(studio.preview).toBeVisible();
    await chooseVoice(studio, 'nova');
    await speak(studio, 'Cars go by.');
    await expect(badges).toHaveCount(1);
    await studio.upload.setInputFiles(await makeVideoFile('bikes.mp4'));
    await expect(page.getByText('bikes.mp4')).toBeVisible();
    await expect(badges).toHaveCount(0);
    await studio.upload.setInputFiles(cars);
    await expect(badges).toHaveCount(1);
  },
);

test('versions can be deleted, after a question', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const studio = findStudio(page);
  const { badges, forget } = findVersions(page);
  await chooseVoice(studio, 'nova');
  await speak(studio, 'A script that nobody else should find here.');
  await forget.click();
  await page.getByRole('button', { name: t(versionsMessages.keep) }).click();
  await expect(badges).toHaveCount(1);
  await forget.click();
  await page.getByRole('button', { name: t(versionsMessages.confirmDelete) }).click();
  await expect(badges).toHaveCount(0);
  await expect(page.getByText(t(versionsMessages.deleted))).toBeFocused();
  await reloadOnceKept(page);
  await expect(studio.script).toHaveValue('A script that nobody else should find here.');
  await expect(studio.generateAudio).toBeEnabled();
  await expect(badges).toHaveCount(0);
  await expect(studio.player).toHaveCount(0);
});

test('two tabs keep the versions of both', { tag: '@long' }, async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/');
    await chooseVoice(findStudio(tab), 'nova');
  }
  await speak(findStudio(page), 'From the first tab.');
  await speak(findStudio(other), 'From the second tab.');
  await reloadOnceKept(page);
  await expect(findVersions(page).badges).toHaveCount(2);
  await expect(findStudio(page).script).toHaveValue('From the first tab.');
});

test('without storage everything else works, and a note says so', { tag: '@long' }, async ({ page }) => {
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
  const { badge } = findVersions(page);
  await expect(badge(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(t(versionsMessages.notKept))).toBeVisible();
});
