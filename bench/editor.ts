import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { findLineEditor } from '../tests/e2e/line-editor-page.ts';
import { chooseInScriptMenu, chooseVoice, findStudio } from '../tests/e2e/studio-page.ts';
import { listTree, measureMemory } from '../tests/support/linux-process.ts';
import { startProduct } from '../tests/support/start-product.ts';
import { makeBenchClip } from './make-clips.ts';
import { type BenchRow, makeFolder, mebibyte, median, timeMs } from './measure.ts';

const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
const minutes = 20;
const lines = { typed: 1000, opened: 500 } as const;
const goals = { keystrokeMs: 8, openMs: 1000, memoryMb: 400 } as const;
const letters = 40;
const openings = 5;
/** The original sound is listened to, and pictures are taken. */
const restMs = 30_000;

/** The editor in Chromium: a keystroke among many lines, opening a spoken narration, and the page's memory with its sounds. */
export async function benchEditor(): Promise<BenchRow[]> {
  if (!existsSync(chromiumPath)) return [];
  await using profile = await makeFolder();
  await using product = await startProduct({ TRUST_PROXY: '127.0.0.1' });
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    viewport: { width: 1440, height: 900 },
  });
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${product.port}/`);
    const studio = findStudio(page);
    await studio.upload.setInputFiles(await makeBenchClip(minutes, { hasSound: true }));
    await studio.preview.waitFor();
    await chooseVoice(studio, 'nova');
    await openScript(page, lines.typed);
    const keystrokeMs = median(await timeKeystrokes(page));
    await openScript(page, lines.opened);
    await studio.generateAudio.click();
    await studio.download.waitFor({ timeout: 10 * 60_000 });
    const openMs = median(await timeOpenings(page));
    await page.waitForTimeout(restMs);
    await page.requestGC();
    const memoryMb = measureRenderer() / mebibyte;
    return [
      toRow(
        `the page: a keystroke in one of ${lines.typed} lines, to the laid out need`,
        keystrokeMs,
        'ms',
        goals.keystrokeMs,
      ),
      toRow(
        `the page: reload of a narration of ${lines.opened} spoken lines, to the lit download`,
        openMs,
        'ms',
        goals.openMs,
      ),
      toRow(
        `the page: memory with ${minutes} minutes of ${lines.opened} spoken lines`,
        memoryMb,
        'MB',
        goals.memoryMb,
      ),
    ];
  } finally {
    await context.close();
  }
}

function toRow(what: string, value: number, unit: string, goal: number): BenchRow {
  return {
    what,
    figure: `${value.toFixed(unit === 'ms' && value < 100 ? 1 : 0)} ${unit}`,
    goal: `at most ${goal} ${unit}`,
    isMet: value <= goal,
  };
}

/** Opens a script of so many lines, spread over the video. */
async function openScript(page: Page, count: number): Promise<void> {
  const stepSeconds = (minutes * 60) / count;
  const rows = Array.from({ length: count }, (_, at) => {
    const seconds = at * stepSeconds;
    const [whole, rest] = [Math.floor(seconds / 60), (seconds % 60).toFixed(1)];
    return `[${whole}:${rest.padStart(4, '0')}] Car ${at + 1} passes by.`;
  });
  const chooser = page.waitForEvent('filechooser');
  // Beside a script it is in a menu.
  if (await page.locator('[data-workspace]').isVisible())
    await chooseInScriptMenu(page, t(studioMessages.openScript));
  else await page.getByRole('button', { name: t(studioMessages.openScript) }).click();
  await (await chooser).setFiles({
    name: 'cars.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(rows.join('\n')),
  });
  await findLineEditor(page).line(count).waitFor();
}

/** @returns milliseconds from each letter to the layout with the line's new need */
async function timeKeystrokes(page: Page): Promise<number[]> {
  const field = findLineEditor(page).line(lines.typed / 2);
  await field.focus();
  await page.waitForTimeout(restMs);
  const times = await field.evaluateHandle((input: HTMLElement) => {
    const measured: number[] = [];
    let startMs = 0;
    const begin = () => {
      startMs = performance.now();
    };
    document.addEventListener('keydown', begin, { capture: true });
    new MutationObserver(() => {
      if (startMs === 0) return;
      document.body.getBoundingClientRect();
      measured.push(performance.now() - startMs);
      startMs = 0;
    }).observe(input.closest('li') ?? input, { subtree: true, childList: true, characterData: true });
    return measured;
  });
  for (let count = 0; count < letters; count++) await page.keyboard.press('a', { delay: 60 });
  // The first ones warm up.
  return (await times.jsonValue()).slice(5);
}

async function timeOpenings(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < openings; count++) {
    await page.waitForTimeout(1500);
    times.push(
      await timeMs(async () => {
        await page.reload({ waitUntil: 'commit' });
        await findStudio(page).download.waitFor();
      }),
    );
  }
  return times;
}

/** In bytes, of the largest process that draws a page. */
function measureRenderer(): number {
  const renderers = listTree(process.pid).filter(pid => readCommand(pid).includes('--type=renderer'));
  return Math.max(0, ...renderers.map(measureMemory));
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}
