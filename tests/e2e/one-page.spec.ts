import type { Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { answerInSteps } from '../support/answer-in-steps.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { expectNoOverhang } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { makePerson, signUp } from './people.ts';
import { chooseVoice, findStudio, openFields, type Studio } from './studio-page.ts';
import { longScript, makeShapedVideo, type StudioState, walkStudioStates } from './studio-states.ts';

/** Each width with both pages and both aspect ratios. */
const layouts = [
  { width: 360, height: 740, path: '/', shape: 'wide' },
  { width: 360, height: 740, path: '/dashboard', shape: 'upright' },
  { width: 768, height: 1024, path: '/', shape: 'upright' },
  { width: 1024, height: 768, path: '/dashboard', shape: 'upright' },
  { width: 1440, height: 900, path: '/dashboard', shape: 'wide' },
] as const;

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

/** Position of the script's last line and of the bar, in pixels of the window. */
function measure(page: Page) {
  return page.evaluate(() => {
    const place = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
    const text = [...document.querySelectorAll('textarea')].find(
      each => each.readOnly && each.checkVisibility(),
    );
    const [script, bar] = [place(text ?? null), place(document.querySelector('[role="progressbar"]'))];
    const lineHeight = text ? Number.parseFloat(getComputedStyle(text).lineHeight) : 0;
    // The view stays at the beginning. Its middle is the line itself, not an element over it.
    const seen = document.elementFromPoint(script.left + script.width / 2, script.top + lineHeight / 2);
    return {
      lineIsSeen: script.top >= 0 && script.top + 3 * lineHeight <= window.innerHeight && seen === text,
      barIsSeen: bar.height === 20 && bar.top >= 0 && bar.bottom <= window.innerHeight,
    };
  });
}

async function begin(page: Page, path: string, shape: 'wide' | 'upright'): Promise<Studio> {
  if (path !== '/') await signUp(page, makePerson(), url);
  await page.goto(`${url}${path}`);
  const studio = findStudio(page);
  await studio.upload.setInputFiles(await makeShapedVideo(shape));
  await openFields(studio);
  await studio.prompt.fill('Tell it calmly.');
  await chooseVoice(studio, 'nova');
  return studio;
}

for (const { width, height, path, shape } of layouts)
  test(`at ${width} × ${height} on ${path} under a ${shape} video script and bar are visible`, {
    tag: width === 360 && path === '/' ? [] : '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const studio = await begin(page, path, shape);
    if (width === 360) expect((await studio.progress.boundingBox())?.width).toBeGreaterThan(300);
    provider.setTexts({ script: longScript });
    const writing = answerInSteps(6);
    provider.next('script', writing.behaviour);
    await studio.generateNarration.click();
    // Until there is a script, the buttons are visible.
    await expect(studio.cancel).toBeInViewport({ ratio: 1 });
    let written = 0;
    for (let piece = 1; piece <= 5; piece++) {
      writing.next();
      await expect.poll(async () => (await studio.script.inputValue()).length).toBeGreaterThan(written + 50);
      written = (await studio.script.inputValue()).length;
      await expect.poll(() => measure(page)).toEqual({ lineIsSeen: true, barIsSeen: true });
    }
    writing.finish();
    await expect(studio.generateAudio).toBeEnabled();
    await expect(studio.generateAudio).toBeInViewport({ ratio: 1 });
    expect((await measure(page)).barIsSeen).toBe(true);

    const speaking = answerInSteps(2);
    provider.next('speech', speaking.behaviour);
    await studio.generateAudio.click();
    speaking.next();
    await expect(studio.cancel).toBeVisible();
    expect((await measure(page)).barIsSeen).toBe(true);
    await expect(studio.loading).toBeInViewport();
    speaking.finish();
    await expect(studio.download).toBeInViewport({ ratio: 1 });
    await expectNoOverhang(page);
  });

test('the reason for failed speech is visible', { tag: '@long' }, async ({ page, complaints }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const studio = await begin(page, '/', 'wide');
  provider.setTexts({ script: longScript });
  provider.always('speech', ({ response }) => {
    response.writeHead(401).end();
  });
  page.on('dialog', dialog => dialog.accept());
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  await studio.generateAudio.click();
  await expect(studio.problem).toBeInViewport({ ratio: 1 });
  complaints.splice(0, complaints.length, ...complaints.filter(text => !/status of 5\d\d/.test(text)));
});

test('on a phone half of the window is for the script, and no focused element is covered', {
  tag: '@long',
}, async ({ page }) => {
  const height = 740;
  await page.setViewportSize({ width: 360, height });
  const studio = await begin(page, '/', 'wide');
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  await studio.generateAudio.click();
  await expect(studio.download).toBeVisible();
  const script = page.getByRole('region', { name: t(studioMessages.script), exact: true });
  expect((await script.boundingBox())?.height).toBeGreaterThan(0.5 * height);
  /** What has the focus, and what is seen in its middle where that is something else; undefined before and after all. */
  const describeFocus = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return undefined;
      const { left, top, width, height: tall } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + tall / 2);
      const isSeen = seen !== null && (focused.contains(seen) || seen.contains(focused));
      return { focused: focused.outerHTML, cover: isSeen ? undefined : (seen?.outerHTML ?? 'the edge') };
    });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  let stops = 0;
  for (let stop = await describeFocus(); stop && stops < 60; stop = await describeFocus()) {
    expect(stop.cover, stop.focused).toBeUndefined();
    stops++;
    await page.keyboard.press('Tab');
  }
  expect(stops).toBeGreaterThan(10);
});

test("the frame has the video's aspect ratio", { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const shape of ['wide', 'upright'] as const) {
    const studio = await begin(page, '/', shape);
    const box = await studio.preview.boundingBox();
    const ratio = (box?.width ?? 0) / (box?.height ?? 1);
    expect(ratio).toBeCloseTo(shape === 'wide' ? 16 / 9 : 9 / 16, 1);
    expect(box?.height).toBeLessThan(900);
  }
});

/** The prominent buttons, by their text. */
const standOut: Readonly<Record<StudioState, readonly string[]>> = {
  empty: [],
  refused: [],
  video: [],
  ready: ['Generate Narration'],
  writing: [],
  script: ['Generate Audio'],
  speaking: [],
  spoken: ['Download Audio'],
  changed: ['Generate Audio'],
  failed: ['Generate Audio'],
};

async function listRedButtons(page: Page): Promise<string[]> {
  // Hovered buttons have another red.
  await page.mouse.move(0, 0);
  return page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent-fill)';
    document.body.append(probe);
    const red = getComputedStyle(probe).color;
    probe.remove();
    // Pressed toggles are red, too.
    return [...document.querySelectorAll('button:not([aria-pressed], [aria-current]), a, label')]
      .filter(each => each.checkVisibility() && getComputedStyle(each).backgroundColor === red)
      .map(each => each.textContent?.trim() ?? '');
  });
}

test('one button at a time is prominent: that of the next step', { tag: '@long' }, async ({
  page,
  complaints,
}) => {
  for await (const state of walkStudioStates(page, { url, provider }))
    await expect
      .poll(() => listRedButtons(page), { message: state, timeout: 10_000 })
      .toEqual(standOut[state]);
  complaints.splice(0, complaints.length, ...complaints.filter(text => !/status of 5\d\d/.test(text)));
});

test('once the script is written the form is in the brief, which opens and closes', { tag: '@long' }, async ({
  page,
}) => {
  const studio = await begin(page, '/', 'wide');
  await studio.generateNarration.click();
  await expect(studio.generateAudio).toBeEnabled();
  await expect(studio.prompt).toBeHidden();
  const brief = page.getByRole('tab', { name: t(workspaceMessages.brief) });
  await brief.focus();
  await page.keyboard.press('Enter');
  await expect(studio.prompt).toHaveValue('Tell it calmly.');
  await page.keyboard.press('Enter');
  await expect(studio.prompt).toBeHidden();
  await expect(brief).toBeFocused();
});
