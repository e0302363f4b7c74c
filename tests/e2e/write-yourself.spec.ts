import { readFile } from 'node:fs/promises';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { chooseVoice, findStudio } from './studio-page.ts';

const clip = new URL('../../src/web/public/the-lantern-boat.mp4', import.meta.url);
const lineAt = (number: number) => t(lineEditorMessages.line, { number });

test('a person writes scene by scene, by keyboard, and gets an mp3', async ({ page }) => {
  await page.goto('/');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'film.mp4',
    mimeType: 'video/mp4',
    buffer: await readFile(clip),
  });
  const write = page.getByRole('button', { name: t(studioMessages.writeYourself) });
  await expect(write).not.toHaveAttribute('aria-disabled');
  await write.focus();
  await page.keyboard.press('Enter');
  // The film fades from one scene to the next at 4.6, 11.2 and 16 s.
  const lines = page.getByRole('list', { name: t(lineEditorMessages.list) }).getByRole('listitem');
  await expect(lines).toHaveCount(4);
  await expect(page.getByRole('textbox', { name: lineAt(1), exact: true })).toBeFocused();
  const starts = await page
    .getByRole('textbox', { name: /Start time/u })
    .evaluateAll(fields => fields.map(field => (field as HTMLInputElement).value));
  for (const [at, seconds] of [4.6, 11.2, 16].entries())
    expect(Math.abs(Number(starts[at + 1]?.replace('0:', '')) - seconds)).toBeLessThan(0.7);
  // What is sure is filled in: the titles of its scenes.
  await expect(lines.first()).toContainText('The Lantern Boat');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await expect(lines.first()).toContainText(/about \d+ words/u);
  await page.keyboard.type('The lantern boat.');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('A boat crosses the lake.');
  await page.getByRole('button', { name: t(studioMessages.generateAudio) }).click();
  await expect(page.getByText(t(studioMessages.selectVoice))).toBeVisible();
  await chooseVoice(findStudio(page), 'nova');
  await page.getByRole('button', { name: t(studioMessages.generateAudio) }).click();
  await expect(page.getByText(t(studioStatusMessages.audioReady)).first()).toBeVisible();
  await expect(lines).toHaveCount(4);
});

test('the finished example is opened, spoken, and can be downloaded', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: t(studioMessages.seeExample) }).click();
  await expect(page.getByText(t(studioMessages.exampleOpen))).toBeVisible();
  await expect(page.getByText(t(studioStatusMessages.audioReady)).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: lineAt(1), exact: true })).toHaveValue(/Lantern Boat/u);
  await expectNoViolation(page);
  await page.getByRole('textbox', { name: lineAt(2), exact: true }).fill('A boat.');
  await expect(page.getByText(t(studioMessages.exampleOpen))).toBeHidden();
});
