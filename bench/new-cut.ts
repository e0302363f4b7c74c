import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { comparedPictureRate } from '../src/media/fingerprint/compare-cuts.ts';
import type { Fingerprint } from '../src/media/fingerprint/fingerprint.ts';
import { cutFilm, joinFilms, makeFilm, takeMadeFingerprint } from '../tests/support/made-film-prints.ts';
import { makeSceneFilm } from '../tests/support/made-scenes.ts';
import { bundleMediaHarness, openMediaHarness } from '../tests/support/media-harness-page.ts';
import { makeOnce, repeatScene } from './make-clips.ts';
import { type BenchRow, measureBrowserMb } from './measure.ts';

const minutes = 60;
const sceneSeconds = 60;
const goals = { seconds: 20, growthMb: 100 } as const;
const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';

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
    const compared = await measurePage(page, 'compareSent', makeCutHour());
    const decoded = await measurePage(page, 'decodeAll');
    const taken = await measurePage(page, 'lookAtNewCut');
    const seconds = (taken.ms - decoded.ms + compared.ms) / 1000;
    const growthMb = Math.max(compared.growthMb, taken.growthMb);
    return [
      {
        what: 'an hour against its cut beside decoding, the page (Chromium)',
        figure: `${seconds.toFixed(1)} s, ${(compared.ms / 1000).toFixed(1)} s of which compare`,
        ratio: `${(taken.ms / decoded.ms).toFixed(2)} × the time of decoding (${(decoded.ms / 1000).toFixed(0)} s)`,
        goal: `at most ${goals.seconds} s`,
        isMet: seconds <= goals.seconds,
      },
      {
        what: 'memory that the page takes more for an hour against its cut, at the most (Chromium)',
        figure: `${growthMb.toFixed(0)} MB, ${compared.growthMb.toFixed(0)} MB for comparing`,
        ratio: `decoding alone: ${decoded.growthMb.toFixed(0)} MB`,
        goal: `at most ${goals.growthMb} MB`,
        isMet: growthMb <= goals.growthMb,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** Half a minute is new, a minute and a half is gone. */
function makeCutHour(): Record<'old' | 'now', unknown> {
  const hour = makeFilm(1, 3600);
  const cut = joinFilms(cutFilm(hour, 0, 1200), makeFilm(2, 30), cutFilm(hour, 1290));
  const send = (fingerprint: Fingerprint) =>
    Object.fromEntries(
      Object.entries(fingerprint).map(([name, value]) => [
        name,
        typeof value === 'number' ? value : [...value],
      ]),
    );
  return {
    old: send(takeMadeFingerprint(hour)),
    now: send(takeMadeFingerprint(cut, { pictureRate: comparedPictureRate, seed: 7 })),
  };
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

/** A function of the harness, which answers its milliseconds; and how much more memory the browser takes meanwhile. */
async function measurePage(
  page: Page,
  name: string,
  sent?: unknown,
): Promise<{ readonly ms: number; readonly growthMb: number }> {
  const before = measureBrowserMb();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, measureBrowserMb());
  }, 500);
  const ms = await page.locator('input').evaluate(
    (input, { name, sent }) => {
      const harness = globalThis as unknown as Record<string, (input: Element, sent: unknown) => unknown>;
      return harness[name]?.(input, sent);
    },
    { name, sent },
  );
  clearInterval(watch);
  return { ms: Number(ms), growthMb: most - before };
}
