import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findNarrations, findVersions, findVideoQuestion } from './narrations-page.ts';
import { fillStudio, findStudio, makeOtherFilm, openFields } from './studio-page.ts';

for (const width of [360, 1280])
  test(`list, versions and the question about another video are accessible at ${width} px`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const studio = findStudio(page);
    const list = findNarrations(page);
    const versions = findVersions(page);
    await fillStudio(studio);
    await studio.generateNarration.click();
    await expect(studio.generateAudio).toBeEnabled();
    await openFields(studio);
    await studio.generateNarration.click();
    await expect(versions.shown).toHaveText('English · version 2');
    await studio.script.fill('A boat on a calm sea.');
    await expectNoOverhang(page);

    await list.show();
    await expect(list.rows).toHaveCount(1);
    await expectNoViolation(page);
    await list.close.click();
    await expect(list.opener).toBeFocused();
    await studio.upload.setInputFiles(await makeOtherFilm('bikes.mp4'));
    await expect(findVideoQuestion(page).dialog).toBeVisible();
    await expectNoViolation(page);
  });
