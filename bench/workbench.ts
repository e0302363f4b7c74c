import { existsSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { startServerProcess } from '../tests/support/start-server.ts';
import type { BenchRow } from './bench-row.ts';
import { browserArguments, chromiumPath } from './browser.ts';
import { median } from './measure.ts';

const lines = 500;
const keys = 40;
const mostMs = 16;
const what = `a letter typed into one of ${lines} lines, until its need is told anew`;
const goal = `at most ${mostMs} ms`;

/** How long the page works for each letter that is typed into a line of a long timed script. */
export async function benchWorkbench(): Promise<BenchRow[]> {
  if (!existsSync(chromiumPath)) return [{ what, figure: 'no Chromium here', goal, isMet: undefined }];
  await using server = await startServerProcess();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: browserArguments });
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${server.port}/`);
    const script = Array.from({ length: lines }, (_, at) => {
      const seconds = String(at % 60).padStart(2, '0');
      return `[${Math.floor(at / 60)}:${seconds}] A fox looks up, and runs over the snow to the wood.`;
    });
    await page.getByRole('textbox', { name: 'The script' }).fill(script.join('\n'));
    const times = await typeLetters(page);
    return [{ what, figure: `${median(times).toFixed(1)} ms`, goal, isMet: median(times) <= mostMs }];
  } finally {
    await browser.close();
  }
}

/** Each letter is drawn, and laid out, before the browser goes on to the next task. */
async function typeLetters(page: Page): Promise<number[]> {
  const line = page.getByRole('textbox', { name: `Line ${lines / 2}`, exact: true });
  await line.click();
  return line.evaluate(async (field, count) => {
    const need = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    const times: number[] = [];
    let told = need?.textContent;
    for (let key = 0; key < count; key += 1) {
      const start = performance.now();
      document.execCommand('insertText', false, 'a');
      // As after a true key, the page is drawn once the event is over.
      await Promise.resolve();
      need?.getBoundingClientRect();
      times.push(performance.now() - start);
      // One letter alone may be less than the tenth of a second that is told.
      if (key % 8 !== 7) continue;
      if (need?.textContent === told) throw new Error('The need is not told anew.');
      told = need?.textContent;
    }
    return times;
  }, keys);
}
