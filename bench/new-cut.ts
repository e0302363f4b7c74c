import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { makeSceneFilm } from '../tests/support/made-scenes.ts';
import { bundleMediaHarness, openMediaHarness } from '../tests/support/media-harness-page.ts';
import { makeOnce, repeatScene } from './make-clips.ts';
import { type BenchRow, measureBrowserMb } from './measure.ts';

const minutes = 60;
const sceneSeconds = 60;
const goals = { seconds: 20, growthMb: 100 } as const;
const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';

interface Looking {
  readonly takenMs: number;
  readonly comparedMs: number;
}

/** An hour against its cut in the page: the time beside decoding it, and how much more memory the page takes meanwhile. */
export async function benchNewCut(): Promise<BenchRow[]> {
  if (process.platform !== 'linux' || !existsSync(chromiumPath)) return [];
  const path = await makeHour();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    await openMediaHarness(page, await bundleMediaHarness());
    await page.locator('input').setInputFiles(path);
    const decodedMs = await callHarness<number>(page, 'decodeAll');
    const before = measureBrowserMb();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, measureBrowserMb());
    }, 500);
    const { takenMs, comparedMs } = await callHarness<Looking>(page, 'lookAtNewCut');
    clearInterval(watch);
    const seconds = (takenMs - decodedMs + comparedMs) / 1000;
    return [
      {
        what: 'an hour against its cut beside decoding, the page (Chromium)',
        figure: `${seconds.toFixed(1)} s, ${(comparedMs / 1000).toFixed(1)} s of which compare`,
        ratio: `${(takenMs / decodedMs).toFixed(2)} × the time of decoding (${(decodedMs / 1000).toFixed(0)} s)`,
        goal: `at most ${goals.seconds} s`,
        isMet: seconds <= goals.seconds,
      },
      {
        what: 'memory that the page takes more for an hour against its cut, at the most (Chromium)',
        figure: `${(most - before).toFixed(0)} MB`,
        goal: `at most ${goals.growthMb} MB`,
        isMet: most - before <= goals.growthMb,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** A film of a minute over and over: what it shows costs no time to look at, and is compared elsewhere. */
async function makeHour(): Promise<string> {
  const scenes = Array.from({ length: 10 }, (_, name) => ({ name, seconds: sceneSeconds / 10 }));
  const size = { width: 480, height: 270, framesPerSecond: 24 };
  const scene = await makeOnce('scenes.mp4', async draft =>
    writeFile(draft, await makeSceneFilm(scenes, size)),
  );
  return makeOnce(`scenes-${minutes}-minutes.mp4`, draft =>
    repeatScene(scene, draft, { minutes, sceneSeconds, hasSound: true }),
  );
}

function callHarness<Answer>(page: Page, name: string): Promise<Answer> {
  return page.locator('input').evaluate((input, called) => {
    const work = (globalThis as unknown as Record<string, (input: Element) => Promise<unknown>>)[called];
    return work?.(input);
  }, name) as Promise<Answer>;
}
