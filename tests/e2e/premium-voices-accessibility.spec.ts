import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { signUpPremium } from './people.ts';
import { expectActiveCell, expectPlaying, findVoiceList, type VoiceList } from './voice-list-page.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('the list of voices has no axe violation, whatever is open in it', { tag: '@long' }, async ({
      page,
      mailServer,
    }) => {
      await signUpPremium(page, mailServer);
      await page.goto('/DashboardPremium');
      const list = findVoiceList(page);
      await list.field.click();
      await expect(list.count).toHaveText('46 voices');
      await expectNoViolation(page);
      await list.filter('Mood').click();
      await expectNoViolation(page);
      await list.filter('Use').click();
      await list.tag('narration').click();
      await list.play('Rachel').click();
      await expectPlaying(list);
      await expectNoViolation(page);
      await list.voice('Rachel').click();
      await expect(list.field).toHaveText('Rachel');
      await expectNoViolation(page);
      await list.field.click();
      await list.search.fill('nobody');
      await expectNoViolation(page);
    });

    test('every tag can be read on its colour', { tag: colorScheme === 'light' ? [] : '@long' }, async ({
      page,
      mailServer,
    }) => {
      await signUpPremium(page, mailServer);
      await page.goto('/DashboardPremium');
      const list = findVoiceList(page);
      await list.field.click();
      await expect(list.count).toHaveText('46 voices');
      const contrasts = await measureTagContrasts(list);
      expect(contrasts.length).toBeGreaterThan(200);
      for (const { tag, contrast } of contrasts) expect(contrast, tag).toBeGreaterThanOrEqual(4.5);
    });
  });
}

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the list is a sheet as wide as the screen, made for fingers', { tag: '@long' }, async ({
    page,
    mailServer,
  }) => {
    await signUpPremium(page, mailServer);
    await page.goto('/DashboardPremium');
    const list = findVoiceList(page);
    await list.field.tap();
    // The list itself has the focus, so that no keyboard covers it.
    await expectActiveCell(page, 'Rachel');
    const sheet = await list.popup.boundingBox();
    expect(sheet).toMatchObject({ x: 0, width: 360 });
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeCloseTo(740, 0);
    await list.filter('Mood').tap();
    await expectNoOverhang(page);
    for (const button of await list.popup.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), await button.innerText()).toBeGreaterThanOrEqual(
        44,
      );
    }
    await list.play('Santa').tap();
    await expectPlaying(list);
    await list.voice('Adam').getByText('Adam').tap();
    await expect(list.field).toHaveText('Adam');
  });
});

for (const [what, width, height] of [
  ['at 200 % zoom', 720, 450],
  ['at 400 % zoom', 320, 256],
] as const)
  test(`${what} every voice can still be reached`, { tag: '@long' }, async ({ page, mailServer }) => {
    await page.setViewportSize({ width, height });
    await signUpPremium(page, mailServer);
    await page.goto('/DashboardPremium');
    const list = findVoiceList(page);
    await list.field.click();
    await list.filter('Mood').click();
    await list.search.focus();
    await page.keyboard.press('End');
    await expectActiveCell(page, 'shimmer');
    await expect(list.voice('shimmer')).toBeInViewport();
    await expectNoOverhang(page);
    await page.keyboard.press('Enter');
    await expect(list.field).toHaveText('shimmer');
  });

test('people who want less motion see nothing turn', { tag: '@long' }, async ({ page, mailServer }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signUpPremium(page, mailServer);
  await page.goto('/DashboardPremium');
  await page.route('**/sample.mp3*', () => {});
  const list = findVoiceList(page);
  await list.field.click();
  await list.play('Santa').click();
  const ring = await list
    .pause('Santa')
    .evaluate(button => getComputedStyle(button, '::before').animationIterationCount);
  expect(ring).toBe('1');
});

/** By the browser's own colours: how many times brighter one of the two is, as WCAG counts it. */
function measureTagContrasts({ grid }: VoiceList): Promise<{ tag: string; contrast: number }[]> {
  return grid.locator('[style*="--hue"]').evaluateAll(chips => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const luminance = (color: string) => {
      if (!canvas) throw new Error('This browser has no canvas.');
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(byte => {
        const value = byte / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    return chips.map(chip => {
      const { color, backgroundColor } = getComputedStyle(chip);
      const [dark = 0, light = 0] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b);
      return { tag: chip.textContent ?? '', contrast: (light + 0.05) / (dark + 0.05) };
    });
  });
}
