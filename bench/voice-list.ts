import { existsSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { findVoiceList } from '../tests/e2e/voice-list-page.ts';
import { makeOwnVoices } from '../tests/support/listed-own-voices.ts';
import { startProduct } from '../tests/support/start-product.ts';
import { type BenchRow, median } from './measure.ts';

const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
const counts = [500, 2000];
const presets = 5;
const goals = { openMs: 200, keyMs: 16 } as const;
const openings = 7;
const typed = 'german playful voice 41';

/** The list of voices in Chromium: to open it, and a key of its search, each to the laid out list. */
export async function benchVoiceList(): Promise<BenchRow[]> {
  if (!existsSync(chromiumPath)) return [];
  await using product = await startProduct();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const rows: BenchRow[] = [];
    for (const count of counts) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.route('**/api/voices/own', route => route.fulfill({ json: makeOwnVoices(count) }));
      await page.goto(`http://127.0.0.1:${product.port}/`);
      const openMs = median(await timeOpenings(page, count));
      const keyMs = median(await timeKeys(page));
      rows.push(
        toRow(`the page: a list of ${count} voices opened, to the laid out list`, openMs, goals.openMs),
        toRow(`the page: a key in the search of ${count} voices, to the laid out list`, keyMs, goals.keyMs),
      );
      await page.close();
    }
    return rows;
  } finally {
    await browser.close();
  }
}

function toRow(what: string, ms: number, goalMs: number): BenchRow {
  return { what, figure: `${ms.toFixed(1)} ms`, goal: `at most ${goalMs} ms`, isMet: ms <= goalMs };
}

/** @returns milliseconds from each press to the layout with the count; the first, which fetches the list, is left out */
async function timeOpenings(page: Page, count: number): Promise<number[]> {
  const list = findVoiceList(page);
  await list.field.click();
  const text = t(voiceListMessages.voices, { count: count + presets });
  await list.count.filter({ hasText: text }).waitFor();
  const times: number[] = [];
  for (let opening = 0; opening < openings; opening++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(500);
    times.push(await list.field.evaluate(timeOpening, text));
  }
  return times;
}

function timeOpening(field: HTMLElement, text: string): Promise<number> {
  return new Promise(resolve => {
    const startMs = performance.now();
    const watcher = new MutationObserver(() => {
      const isOpen = [...document.querySelectorAll('dialog [role="status"]')].some(
        status => status.textContent === text,
      );
      if (!isOpen) return;
      watcher.disconnect();
      document.body.getBoundingClientRect();
      resolve(performance.now() - startMs);
    });
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
    field.click();
  });
}

/** @returns milliseconds from each letter to the layout with the voices that it leaves */
async function timeKeys(page: Page): Promise<number[]> {
  const { search } = findVoiceList(page);
  const times = await search.evaluateHandle((input: HTMLElement) => {
    const measured: number[] = [];
    input.addEventListener(
      'keydown',
      () => {
        const startMs = performance.now();
        // React listens below the document, and renders in a microtask before this one.
        document.addEventListener(
          'input',
          () =>
            queueMicrotask(() => {
              document.body.getBoundingClientRect();
              measured.push(performance.now() - startMs);
            }),
          { once: true },
        );
      },
      { capture: true },
    );
    return measured;
  });
  for (const letter of typed) await page.keyboard.press(letter === ' ' ? 'Space' : letter, { delay: 60 });
  return times.jsonValue();
}
