import type { Locator, Page } from '@playwright/test';
import { exportMessages } from '#shared/messages/export.ts';
import { freePageMessages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { answerInSteps } from '../support/answer-in-steps.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { fillStudio, findStudio, openPanel } from './studio-page.ts';
import { makeShapedVideo, walkStudioStates } from './studio-states.ts';
import { expectActiveCell } from './voice-list-page.ts';

let provider: OpenAiStandIn;
let server: ServerProcess;
let url: string;

test.beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startServerProcess({ OPENAI_BASE_URL: provider.baseUrl });
  url = `http://localhost:${server.port}`;
});
test.beforeEach(() => provider.reset());
test.afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});

/** Removes the console lines that the browser writes for the failed request. */
function ignoreFailures(complaints: string[]): void {
  complaints.splice(0, complaints.length, ...complaints.filter(text => !/status of 5\d\d/.test(text)));
}

test('no state has an axe violation or overflows at any width', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for await (const state of walkStudioStates(page, { url, provider }))
    for (const width of [768, 1024, 1440, 360])
      await test.step(`${state} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        expect(await countMoving(page)).toBe(0);
        await expectNoOverhang(page);
        await expectNoViolation(page);
      });
  ignoreFailures(complaints);
});

test('lines with times have no axe violation at any width, whichever panel is open', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(url);
  const studio = findStudio(page);
  await fillStudio(studio);
  await studio.script.fill(
    '[0:00] A fox looks up.\n[0:02] It runs over the snow, and stops, because it has heard us.',
  );
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  for (const width of [1440, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolation(page);
    for (const panel of ['brief', 'voices', 'transcript', 'review'] as const)
      await test.step(`${panel} at ${width} px`, async () => {
        // A drawer stays open when the window gets narrow.
        if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
        await openPanel(page, panel);
        await expectNoOverhang(page);
        await expectNoViolation(page);
      });
  }
});

function countMoving(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.getAnimations().filter(each => Number(each.effect?.getComputedTiming().duration) > 1).length,
  );
}

test('in forced colours the bar is visible', { tag: '@long' }, async ({ page, complaints }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const { progress } = findStudio(page);
  for await (const state of walkStudioStates(page, { url, provider })) {
    // In the workspace it is gone with the first press after the work.
    if (state === 'changed' || state === 'failed') continue;
    const [ground, fill] = await progress.evaluate(bar =>
      [bar, ...bar.children].map(each => getComputedStyle(each).backgroundColor),
    );
    expect(fill, state).not.toBe(ground);
  }
  ignoreFailures(complaints);
});

for (const [zoom, width, height] of [
  ['200 %', 720, 450],
  ['400 %', 360, 225],
] as const)
  test(`at ${zoom} nothing is cut off, and every control can be reached and seen`, {
    tag: zoom === '200 %' ? [] : '@long',
  }, async ({ page, complaints }) => {
    await page.setViewportSize({ width, height });
    for await (const state of walkStudioStates(page, { url, provider }))
      await test.step(state, async () => {
        await expectNoOverhang(page);
        const studio = findStudio(page);
        if (state === 'writing' || state === 'speaking') await expect(studio.progress).toBeInViewport();
        if (state !== 'script') return;
        // Sticky elements leave space for the focused one.
        await studio.generateAudio.focus();
        await expectFocusSeen(page);
      });
    ignoreFailures(complaints);
  });

test('with letters twice as large nothing is cut off', { tag: '@long' }, async ({ page, complaints }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  for await (const state of walkStudioStates(page, { url, provider }))
    await test.step(state, async () => {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expectNoOverhang(page);
    });
  ignoreFailures(complaints);
});

/** The focused element is not covered. */
async function expectFocusSeen(page: Page): Promise<void> {
  const isSeen = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const box = element?.getBoundingClientRect();
      if (!element || !box) return false;
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return element.contains(top);
    });
  await expect.poll(isSeen).toBe(true);
}

test('from the empty page to the download takes at most 36 key presses', async ({ page }) => {
  await page.goto(url);
  const studio = findStudio(page);
  // The page is hydrated.
  await expect(page.getByText('narrations left today')).toBeVisible();
  provider.setTexts({ script: 'A dog runs after its ball and has it at last.' });
  const passed: string[] = [];
  const press = async (key: string) => {
    await page.keyboard.press(key);
    passed.push(`${key}: ${await describeFocus(page)}`);
  };
  const tabTo = async (target: Locator) => {
    const isThere = () => target.evaluate(each => each === document.activeElement);
    for (let tabs = 0; tabs < 12 && !(await isThere()); tabs++) await press('Tab');
    await expect(target).toBeFocused();
  };

  await press('Tab');
  await press('Enter');
  await tabTo(studio.upload);
  // Enter opens the system's dialog, which tests cannot see reliably, so the file is set.
  passed.push('Enter: a file');
  await studio.upload.setInputFiles(await makeShapedVideo('wide'));
  await expect(studio.preview).toBeVisible();
  await tabTo(studio.prompt);
  await page.keyboard.type('Tell it calmly.');
  await tabTo(studio.voice);
  await press('ArrowDown');
  await expectActiveCell(page, 'fable');
  await press('Enter');
  await expect(studio.voice).toHaveText('fable');
  await tabTo(studio.generateNarration);
  await press('Enter');
  await expect(studio.script).not.toHaveValue('');
  await expect(studio.generateAudio).toBeEnabled();
  await press('Shift+F6');
  await tabTo(studio.generateAudio);
  await press('Enter');
  await expect(studio.download).toBeVisible();
  await tabTo(studio.download);
  const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
  expect(download.suggestedFilename()).toBe('narration.mp3');
  // One of them skips the tabs of the script's source.
  expect(passed.length, passed.join('\n')).toBeLessThanOrEqual(36);
});

function describeFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });
}

test('a screen reader reads the studio in the order of the work', async ({ page }) => {
  await page.goto(url);
  const studio = findStudio(page);
  await fillStudio(studio);
  const speaking = answerInSteps(1);
  provider.next('speech', speaking.behaviour);
  await expectReadInOrder(page, [
    `heading "${t(freePageMessages.heading)}"`,
    'region "Player"',
    `Step 1: ${t(studioMessages.video)}`,
    'progressbar "Progress"',
    t(studioStatusMessages.ready),
    `textbox "${t(studioMessages.prompt)}"`,
    'combobox "Language"',
    'combobox "Voice"',
    'button "Generate Narration"',
    `textbox "${t(studioMessages.script)}"`,
    'button "Generate Audio"',
  ]);
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  await studio.generateAudio.click();
  speaking.finish();
  await expect(studio.download).toBeVisible();
  await expectReadInOrder(page, [
    `region "${t(workspaceMessages.bar)}"`,
    'button "Generate Audio"',
    'link "Download Audio"',
    `button "${t(exportMessages.export)}"`,
    `button "${t(workspaceMessages.menu)}"`,
    `region "${t(studioMessages.script)}"`,
    `textbox "${t(studioMessages.script)}"`,
    `region "${t(workspaceMessages.player)}"`,
    'progressbar "Progress"',
    t(studioStatusMessages.audioReady),
    `tab "${t(workspaceMessages.brief)}"`,
  ]);
});

async function expectReadInOrder(page: Page, parts: readonly string[]): Promise<void> {
  const read = await page.locator('main').ariaSnapshot();
  const places = parts.map(part => read.indexOf(part));
  expect(places, read).not.toContain(-1);
  expect(places, read).toEqual(places.toSorted((one, other) => one - other));
}
