import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { planTimedVideo } from '../src/media/frames/plan-timed-video.ts';
import { openVideoFile } from '../src/media/node/open-video-file.ts';

import { type ClipContainer, makeClip } from '../tests/support/make-clip.ts';
import { bundleMediaHarness, openMediaHarness } from '../tests/support/media-harness-page.ts';
import type { BenchRow } from './bench-row.ts';
import { browserArguments, chromiumPath } from './browser.ts';
import { median, timeMs } from './measure.ts';

const seconds = 2 * 3600;
const most = 60;
const rounds = 5;
const containers: readonly ClipContainer[] = ['mp4', 'mkv', 'webm', 'ts'];
const mostSeconds = { node: 1.5, browser: 3 } as const;

/** How long it takes to choose the moments of a video of two hours, with opening it. */
export async function benchTimedMoments(): Promise<BenchRow[]> {
  const files = await Promise.all(containers.map(makeLongFile));
  const inNode: number[] = [];
  for (const file of files) inNode.push(await measureInNode(file));
  const rows = [describe('Node', inNode, mostSeconds.node)];
  if (!existsSync(chromiumPath)) return rows;
  const browser = await chromium.launch({ executablePath: chromiumPath, args: browserArguments });
  try {
    const page = await browser.newPage();
    await openMediaHarness(page, await bundleMediaHarness());
    const inBrowser: number[] = [];
    for (const file of files) inBrowser.push(await measureInBrowser(page, file));
    return [...rows, describe('Chromium', inBrowser, mostSeconds.browser)];
  } finally {
    await browser.close();
  }
}

function describe(where: string, ms: readonly number[], goalSeconds: number): BenchRow {
  const figures = ms.map((each, at) => `${containers[at]} ${(each / 1000).toFixed(1)} s`);
  return {
    what: `moments of a two-hour video chosen, ${where}`,
    figure: figures.join(', '),
    goal: `at most ${goalSeconds} s`,
    isMet: Math.max(...ms) <= 1000 * goalSeconds,
  };
}

/** Small pictures, one a second, a key frame each five: what counts is the index. Made once. */
async function makeLongFile(container: ClipContainer): Promise<string> {
  const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url));
  const path = `${folder}two-hours.${container}`;
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const clip = await makeClip({
    container,
    codec: container === 'webm' ? 'vp9' : 'avc',
    width: 64,
    height: 36,
    framesPerSecond: 1,
    keyIntervalSeconds: 5,
    seconds,
  });
  writeFileSync(path, new Uint8Array(clip));
  return path;
}

async function measureInNode(path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(
      await timeMs(async () => {
        const video = await openVideoFile(path, { maxSeconds: 2 * seconds });
        await planTimedVideo(video, most);
        video.close();
      }),
    );
  return median(times);
}

async function measureInBrowser(page: Page, path: string): Promise<number> {
  const input = page.locator('input');
  await input.setInputFiles(path);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(
      await input.evaluate(async (element: HTMLInputElement) => {
        const { chooseTimed } = globalThis as unknown as {
          chooseTimed(input: HTMLInputElement): Promise<{ planMs: number }>;
        };
        return (await chooseTimed(element)).planMs;
      }),
    );
  return median(times);
}
