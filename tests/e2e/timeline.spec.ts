import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { makeClip } from '../support/make-clip.ts';
import { toPattern } from '../support/message-pattern.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { findStudio, reloadOnceKept } from './studio-page.ts';

function findTimeline(page: Page) {
  const timeline = page.getByRole('region', { name: t(timelineMessages.timeline) });
  return {
    timeline,
    show: timeline.getByRole('button', { name: t(timelineMessages.show) }),
    hide: timeline.getByRole('button', { name: t(timelineMessages.hide) }),
    place: timeline.getByRole('slider', { name: t(timelineMessages.position) }),
    blocks: timeline.getByRole('option'),
    block: (number: number) => timeline.getByRole('option', { name: lineAt(number) }),
    said: timeline.getByRole('status'),
  };
}

/** A block by number and optional time. */
const lineAt = (number: number, time?: string) =>
  toPattern(timelineMessages.lineAt, { number: `${number}`, ...(time && { time }) });

async function openScript(page: Page, script: string, video: Buffer | number): Promise<void> {
  const studio = findStudio(page);
  const seconds = typeof video === 'number' ? video : 0;
  const timestamps = Array.from({ length: 20 }, (_, at) => (at * seconds) / 20);
  const buffer = typeof video === 'number' ? Buffer.from(await makeClip({ timestamps, seconds })) : video;
  await page.goto('/');
  await studio.upload.setInputFiles({ name: 'lake.mp4', mimeType: 'video/mp4', buffer });
  await expect(studio.preview).toBeVisible();
  await studio.script.fill(script);
  const { show, hide, blocks } = findTimeline(page);
  // Folded at first where the window is narrow.
  if ((page.viewportSize()?.width ?? 0) < 900) await show.click();
  await expect(hide).toHaveAttribute('aria-expanded', 'true');
  await expect(blocks.first()).toBeVisible();
}

async function expectTimes(page: Page, times: readonly string[]): Promise<void> {
  for (const [at, time] of times.entries()) await expect(findLineEditor(page).time(at + 1)).toHaveValue(time);
}

/** Drags by pixels to the right. */
async function drag(page: Page, block: Locator, byPx: number): Promise<void> {
  const box = await block.boundingBox();
  if (!box) throw new Error('The block is not in sight.');
  const [x, y] = [box.x + 8, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) await page.mouse.move(x + (byPx * step) / 8, y);
  await page.mouse.up();
}

const lake = '[0:00] A calm sea.\n[0:06] A boat comes by.\n[0:12] The sun goes down.';

test('a dragged line begins where it was dropped, never beyond its neighbours', {
  tag: '@long',
}, async ({ page }) => {
  await openScript(page, lake, 20);
  const { block, said } = findTimeline(page);
  const width =
    (await page.getByRole('listbox', { name: t(timelineMessages.lines) }).boundingBox())?.width ?? 0;
  await drag(page, block(2), (2 * width) / 20);
  await expect(block(2)).toHaveAccessibleName(lineAt(2, '0:08(?:.[01])?, .* (?:4.0|3.9) s'));
  await expect(said).toHaveText(lineAt(2, '0:08'));
  await drag(page, block(2), width);
  await expectTimes(page, ['0:00', '0:11.9', '0:12']);
});

test('by keyboard: arrows move between lines, with Alt and Shift they move the line, Enter shows it', async ({
  page,
}) => {
  await openScript(page, lake, 20);
  const { block, place, said } = findTimeline(page);
  await place.focus();
  await page.keyboard.press('Tab');
  await expect(block(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(block(2)).toBeFocused();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(said).toHaveText(lineAt(2, '0:06.1'));
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(said).toHaveText(lineAt(2, '0:05.1'));
  await page.keyboard.press('Enter');
  await expect(place).toHaveAttribute(
    'aria-valuetext',
    t(timelineMessages.positionOf, { time: '0:05.1', total: '0:20' }),
  );
  await expect(block(2)).toBeFocused();
  await expectTimes(page, ['0:00', '0:05.1', '0:12']);
});

test('Escape puts a dragged line back', { tag: '@long' }, async ({ page }) => {
  await openScript(page, lake, 20);
  const { block } = findTimeline(page);
  const box = await block(2).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 12);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 12);
  await expect.poll(async () => (await block(2).boundingBox())?.x).toBeGreaterThan((box?.x ?? 0) + 20);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(async () => (await block(2).boundingBox())?.x).toBe(box?.x);
  await expectTimes(page, ['0:00', '0:06', '0:12']);
});

test('500 lines in two hours: only the visible ones are rendered, and the last can be reached and moved', {
  tag: '@long',
}, async ({ page }) => {
  const lines = Array.from({ length: 500 }, (_, at) => {
    const clock = new Date(at * 14_000).toISOString().slice(11, 19);
    return `[${clock}] This is line ${at + 1}.`;
  });
  await openScript(page, lines.join('\n'), 7200);
  const { blocks, block, timeline, said } = findTimeline(page);
  await expect.poll(() => blocks.count()).toBe(1);
  for (let press = 0; press < 8; press++) await page.keyboard.press('+');
  await expect.poll(() => blocks.count()).toBeGreaterThan(10);
  expect(await blocks.count()).toBeLessThan(80);
  await block(1).focus();
  await page.keyboard.press('End');
  await expect(block(500)).toBeFocused();
  await expect(block(500)).toBeInViewport();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(said).toHaveText(lineAt(500, '1:56:25.9'));
  expect(await blocks.count()).toBeLessThan(80);
  await timeline.getByRole('button', { name: t(timelineMessages.wholeVideo) }).click();
  await expect.poll(() => blocks.count()).toBe(1);
});

test('the whole video is shown at first; the wheel on the ruler zooms to where the pointer is', async ({
  page,
}) => {
  await openScript(page, lake, 20);
  const { timeline, place, block } = findTimeline(page);
  const ruler = await place.boundingBox();
  const frame = await timeline.boundingBox();
  expect(ruler?.width).toBeLessThanOrEqual(frame?.width ?? 0);
  const before = await block(3).boundingBox();
  await page.mouse.move(before?.x ?? 0, (ruler?.y ?? 0) + 10);
  await page.mouse.wheel(0, -300);
  await expect.poll(async () => (await place.boundingBox())?.width).toBeGreaterThan(2 * (ruler?.width ?? 0));
  expect((await block(3).boundingBox())?.x).toBeCloseTo(before?.x ?? 0, -1);
});

test('the waveform of the video is drawn under the lines', async ({ page }) => {
  await openScript(page, lake, await readFile('tests/media/turned-phone.mp4'));
  const { timeline } = findTimeline(page);
  await expect(timeline.getByText(t(timelineMessages.originalSound), { exact: true })).toBeVisible();
  const wave = timeline.locator('[data-original-sound] path');
  const countBars = async () => ((await wave.getAttribute('d'))?.match(/M/g) ?? []).length;
  await expect.poll(countBars).toBeGreaterThan(100);
});

test('pictures of the video stand along its time', async ({ page }) => {
  await openScript(page, lake, await readFile('tests/media/turned-phone.mp4'));
  const pictures = findTimeline(page).timeline.locator('[style*="blob:"]');
  await expect.poll(() => pictures.count()).toBeGreaterThan(5);
  expect(await pictures.count()).toBeLessThanOrEqual(24);
});

test('every block shows its number, however close lines are', async ({ page }) => {
  const script = Array.from({ length: 60 }, (_, at) => `[0:${String(at).padStart(2, '0')}] Now.`);
  await openScript(page, script.join('\n'), 600);
  const numbers = await findTimeline(page)
    .timeline.locator('[data-line-id] > [data-number]')
    .evaluateAll(all => all.map(each => ({ text: each.textContent, box: each.getBoundingClientRect() })));
  expect(numbers).toHaveLength(60);
  for (const [index, { text, box }] of numbers.entries()) {
    expect(text).toBe(`${index + 1}`);
    expect(box.width).toBeGreaterThan(6);
    expect(box.height).toBeGreaterThan(10);
  }
});

test('it folds to a slim bar, keeps the focus, and is found folded on the next visit', async ({ page }) => {
  await openScript(page, lake, 20);
  const { timeline, blocks, show, hide } = findTimeline(page);
  expect((await timeline.boundingBox())?.height).toBeLessThan(175);
  await hide.press('Enter');
  await expect(show).toBeFocused();
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await expect(blocks).toHaveCount(0);
  expect((await timeline.boundingBox())?.height).toBeLessThan(40);
  await reloadOnceKept(page);
  await expect(show).toBeVisible();
  await show.click();
  await expect(blocks).toHaveCount(3);
});

test('a video without sound has a note', async ({ page }) => {
  await openScript(page, lake, 20);
  const { timeline } = findTimeline(page);
  await expect(timeline.getByText(t(timelineMessages.noOriginal))).toBeVisible();
});

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const)
  test(`the timeline is accessible at ${width} px`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openScript(page, `${lake}\n[0:12.5] ${'Too much to say here. '.repeat(9)}`, 20);
    const { block } = findTimeline(page);
    await expect(block(4)).toHaveAccessibleName(/too long.*: Too much/);
    await expectNoOverhang(page);
    await expectNoViolation(page);
  });
