import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { signUpPremium } from './people.ts';
import { expectActiveCell, expectPlaying, findVoiceList } from './voice-list-page.ts';

test('the voice list has no axe violation in any state', { tag: '@long' }, async ({ page, mailServer }) => {
  await signUpPremium(page, mailServer);
  await page.goto('/DashboardPremium');
  const list = findVoiceList(page);
  await list.field.click();
  await expect(list.count).toHaveText(t(voiceListMessages.voices, { count: 46 }));
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

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the list is a sheet as wide as the screen, with large targets', { tag: '@long' }, async ({
    page,
    mailServer,
  }) => {
    await signUpPremium(page, mailServer);
    await page.goto('/DashboardPremium');
    const list = findVoiceList(page);
    await list.field.tap();
    // The list has the focus, so that no on-screen keyboard opens.
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

test('at 400 % zoom every voice can be reached', { tag: '@long' }, async ({ page, mailServer }) => {
  await page.setViewportSize({ width: 320, height: 256 });
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

test('with reduced motion nothing rotates', { tag: '@long' }, async ({ page, mailServer }) => {
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
