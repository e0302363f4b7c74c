import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findPreview, readPlaces } from './preview-page.ts';
import { chooseVoice, findStudio, makeVideoFile, reloadOnceKept, type Studio } from './studio-page.ts';

/** Long enough to be found while they play, also on a busy machine. */
const sentences = [
  'Here is how it starts.',
  'A boat comes from the left, slowly, over water that lies there like a mirror, under the bridge, and past all the houses.',
  'It is gone again, and nobody knows where to, neither the people on the bridge nor those who look out of their windows.',
];
const script = `${sentences[0]} ${sentences[1]}\n\n${sentences[2]} `;

const findMark = (page: Page) => page.locator('mark');

async function speak(page: Page, text: string): Promise<Studio> {
  const studio = findStudio(page);
  await studio.upload.setInputFiles(await makeVideoFile());
  await expect(studio.preview).toBeVisible();
  await chooseVoice(studio, 'nova');
  await studio.script.fill(text);
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  await expect(studio.script).toHaveAccessibleDescription(/Alt\+Enter/);
  return studio;
}

/** Position of a letter of the script, found through a copy of the text area. */
function findLetter({ script: area }: Studio, at: number): Promise<{ x: number; y: number }> {
  return area.evaluate((element: HTMLTextAreaElement, index) => {
    const style = getComputedStyle(element);
    const copy = document.createElement('div');
    for (const name of ['font', 'padding', 'lineHeight', 'letterSpacing', 'textAlign'] as const)
      copy.style[name] = style[name];
    Object.assign(copy.style, {
      width: style.width,
      boxSizing: 'border-box',
      whiteSpace: 'pre-wrap',
      position: 'fixed',
    });
    copy.style.direction = style.direction;
    copy.style.overflowWrap = 'break-word';
    copy.textContent = element.value;
    document.body.append(copy);
    const range = document.createRange();
    range.setStart(copy.firstChild as Text, index);
    range.setEnd(copy.firstChild as Text, index + 1);
    const letter = range.getBoundingClientRect();
    const from = copy.getBoundingClientRect();
    copy.remove();
    return { x: letter.x - from.x + letter.width / 2, y: letter.y - from.y + letter.height / 2 };
  }, at);
}

async function clickLetter(studio: Studio, at: number): Promise<void> {
  await studio.script.click({ position: await findLetter(studio, at) });
}

test('a click on a sentence plays from it, and the current sentence is marked', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  const studio = await speak(page, script);
  const { play } = findPreview(page);
  await expect(findMark(page)).toHaveCount(0);
  await clickLetter(studio, script.indexOf('boat'));
  await expect(findMark(page)).toHaveText(sentences[1] as string);
  const places = await readPlaces(page);
  expect(places.preview).toBeGreaterThan(0.8);
  expect(Math.abs(places.preview - places.video)).toBeLessThan(0.3);
  // The cursor stays where it was put, for editing.
  expect(await studio.script.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBeGreaterThan(
    script.indexOf('boat') - 1,
  );
  await expect(findMark(page)).toHaveText(sentences[2] as string);
  await play.click();
  await expectNoViolation(page);
});

test('the mark covers exactly the current words, on every row', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const long = `${sentences.join(' ')} ${'A long sentence goes on and on over the water and over the bridge, '.repeat(4)}and ends. ${sentences[0]}`;
  const studio = await speak(page, long);
  await clickLetter(studio, long.indexOf('long') + 1);
  await expect(findMark(page)).toHaveText(/^A long .* ends\.$/);
  const first = await findLetter(studio, long.indexOf('A long'));
  const last = await findLetter(studio, long.indexOf('ends.') + 4);
  const rects = await findMark(page).evaluate(mark => {
    const area = mark.closest('section')?.querySelector('textarea')?.getBoundingClientRect() ?? new DOMRect();
    return [...mark.getClientRects()].map(({ left, right, top, bottom }) => ({
      left: left - area.left,
      right: right - area.left,
      top: top - area.top,
      bottom: bottom - area.top,
    }));
  });
  expect(rects.length).toBeGreaterThan(1);
  const [begin, end] = [rects[0], rects.at(-1)];
  expect(first.x).toBeGreaterThan(begin?.left ?? 0);
  expect(first.x - (begin?.left ?? 0)).toBeLessThan(12);
  expect(first.y).toBeGreaterThan(begin?.top ?? 0);
  expect(first.y).toBeLessThan(begin?.bottom ?? 0);
  expect((end?.right ?? 0) - last.x).toBeLessThan(12);
  expect(last.y).toBeGreaterThan(end?.top ?? 0);
  expect(last.y).toBeLessThan(end?.bottom ?? 0);
});

test('the keyboard plays from the sentence at the cursor and stops; the field describes that', async ({
  page,
}) => {
  await page.goto('/');
  const studio = await speak(page, script);
  await studio.script.focus();
  await studio.script.evaluate(
    (area: HTMLTextAreaElement, at) => area.setSelectionRange(at, at),
    script.indexOf('gone'),
  );
  await page.keyboard.press('Alt+Enter');
  await expect(findMark(page)).toHaveText(sentences[2] as string);
  await page.keyboard.press('Alt+Enter');
  await expect(findPreview(page).play).toHaveAccessibleName(/^Play/);
  await expect(studio.script).toHaveValue(script);
  // Paused, the sentence stays marked.
  await expect(findMark(page)).toHaveText(sentences[2] as string);
});

test('selecting, typing, or clicking behind the last word plays nothing', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  const studio = await speak(page, script);
  await studio.script.click({ position: await findLetter(studio, script.length - 2), modifiers: ['Shift'] });
  await studio.script.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  const end = await findLetter(studio, script.length - 2);
  await studio.script.click({ position: { x: end.x + 40, y: end.y } });
  await expect(findPreview(page).play).toHaveAccessibleName(/^Play/);
  await page.keyboard.type('More.');
  // The edited text was not spoken.
  await expect(studio.download).toBeHidden();
  await clickLetter(studio, 3);
  await expect(findPreview(page).play).toHaveAccessibleName(/^Play/);
  await expect(findMark(page)).toHaveCount(0);
});

test('after a reload, and after Undo, the sentences are known again', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const studio = await speak(page, script);
  await reloadOnceKept(page);
  await expect(studio.download).toBeVisible();
  await studio.script.fill('Something else.');
  await expect(studio.download).toBeHidden();
  await page.getByRole('button', { name: t(studioMessages.undo) }).click();
  await expect(studio.script).toHaveValue(script);
  await clickLetter(studio, script.indexOf('boat'));
  await expect(findMark(page)).toHaveText(sentences[1] as string);
});

test('a right-to-left script is marked at the current sentence', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const arabic = 'القارب يأتي من اليسار. ثم يذهب. الجو جميل اليوم.';
  const studio = await speak(page, arabic);
  await clickLetter(studio, arabic.indexOf('يذهب') + 1);
  await expect(findMark(page)).toHaveText('ثم يذهب.');
  const { mark, area } = await findMark(page).evaluate(element => ({
    mark: element.getBoundingClientRect(),
    area: element.closest('section')?.querySelector('textarea')?.getBoundingClientRect() ?? new DOMRect(),
  }));
  // The first sentence is to the right of it.
  expect(mark.right).toBeLessThan(area.right - 40);
  expect(mark.left).toBeGreaterThan(area.left);
});
