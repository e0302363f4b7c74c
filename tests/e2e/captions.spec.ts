import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openLineEditor } from './line-editor-page.ts';

const longLine =
  'It runs over the snow, and then it stops, because it has heard something that nobody else has heard at all.';

test('captions over the preview are switched on, follow the playhead, and have two rows at most', async ({
  page,
}) => {
  const script = `[0:00] A fox looks up.\n[0:04] ${longLine}\n[0:11.5] The end.`;
  const { line, place } = await openLineEditor(page, script);
  const captions = page.locator('[data-captions]');
  const button = page.getByRole('button', { name: t(playerMessages.captions) });
  await expect(captions).toHaveCount(0);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(captions).toHaveText('A fox looks up.');
  await line(1).fill('A red fox looks up.');
  await expect(captions).toHaveText('A red fox looks up.');

  await place.focus();
  for (let seconds = 1; seconds <= 5; seconds++) await page.keyboard.press('ArrowRight');
  await expect(captions).toContainText('It runs over the snow');
  const rows = (await captions.textContent())?.split('\n') ?? [];
  expect(rows).toHaveLength(2);
  // The rest of the line comes later.
  expect(rows.join(' ').length).toBeLessThan(longLine.length);

  const [box, picture] = [
    await captions.locator('p').boundingBox(),
    await page.locator('video').boundingBox(),
  ];
  if (!box || !picture) throw new Error('The caption is not to be seen.');
  expect(box.x).toBeGreaterThanOrEqual(picture.x);
  expect(box.x + box.width).toBeLessThanOrEqual(picture.x + picture.width);
  expect(box.y).toBeGreaterThan(picture.y + picture.height / 2);
  expect(box.y + box.height).toBeLessThanOrEqual(picture.y + picture.height);
  await expectNoViolation(page);
  await button.click();
  await expect(captions).toHaveCount(0);
});

test('while it plays, the line that is heard is marked and kept in sight', async ({ page }) => {
  const script = Array.from({ length: 11 }, (_, second) => `[0:${String(second).padStart(2, '0')}] Now.`);
  const { rows, play } = await openLineEditor(page, script.join('\n'));
  await page.setViewportSize({ width: 1024, height: 500 });
  await play(1).click();
  await expect(rows.nth(10)).toHaveAttribute('aria-current', 'true');
  await expect(rows.nth(10)).toBeInViewport();
  await expect(rows.nth(0)).not.toHaveAttribute('aria-current');
});
