import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseVoice, findStudio } from '../e2e/studio-page.ts';
import { type Attack, attackWithoutReading, attackWithPosts } from '../support/attacker.ts';
import { type HostileRequests, makeHostileRequests } from '../support/hostile-requests.ts';
import { measureTreeMemory } from '../support/linux-process.ts';
import { startProduct } from '../support/start-product.ts';
import { watchHealth } from '../support/watch-health.ts';

/**
 * The worst attacks on a server as `npm start` runs it, with default settings, while a second visitor narrates in a
 * browser. Each attack has a new server, because an address has ten narrations a day.
 */

const sample = fileURLToPath(new URL('../../src/web/public/the-lantern-boat.mp4', import.meta.url));
/** An address has ten narrations a day. */
const runs = { alone: 3, attacked: 3, attackedBehind: 2 };

/** The longest time under attack, as a multiple of the time alone. */
const maxTimesAsLong = 2;
const maxHealthMs = 200;
const maxBytesKept = 100 * 1024 ** 2;

/** From choosing a video to the sound, in a new browser. */
async function narrateSeconds(browser: Browser, port: number): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  try {
    await page.goto(`http://localhost:${port}`);
    const studio = findStudio(page);
    const startedAt = performance.now();
    await studio.upload.setInputFiles(sample);
    await studio.prompt.fill('Tell it like a calm evening story.');
    await chooseVoice(studio, 'nova');
    await studio.generateNarration.click();
    // Checked on every animation frame; polling at intervals would round the seconds.
    await studio.script.evaluate(waitUntilFilled);
    await studio.generateAudio.evaluate(waitUntilEnabled);
    await studio.generateAudio.click();
    await studio.download.waitFor();
    return (performance.now() - startedAt) / 1000;
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
async function waitUntilFilled(area: Node): Promise<void> {
  while ((area as HTMLTextAreaElement).value === '') await new Promise(requestAnimationFrame);
}

/** Runs in the page. */
async function waitUntilEnabled(button: Node): Promise<void> {
  while ((button as HTMLButtonElement).disabled) await new Promise(requestAnimationFrame);
}

async function narrateAgain(browser: Browser, port: number, times: number): Promise<number> {
  const seconds: number[] = [];
  for (let run = 0; run < times; run++) seconds.push(await narrateSeconds(browser, port));
  return seconds.toSorted((one, other) => one - other)[Math.floor(times / 2)] ?? 0;
}

const scripts = mkdtempSync(join(tmpdir(), 'benshi-long-'));
/** The visitor's, on the same two cores as the server. */
let browser: Browser;
/** With lower priority than the server, as if on another machine. */
let browserBehind: Browser;
let hostile: HostileRequests;

beforeAll(async () => {
  const executable = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
  browser = await launch(executable);
  browserBehind = await launch(writeBehindServer(executable));
  hostile = await makeHostileRequests();
  // One is a clip of 8K, which takes a minute and more to encode.
}, 600_000);
afterAll(async () => {
  await browser.close();
  await browserBehind.close();
  rmSync(scripts, { recursive: true, force: true });
});

function launch(executablePath: string): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
  return chromium.launch({ executablePath, args });
}

/** A program that starts the browser with lower priority than the server. */
function writeBehindServer(executable: string): string {
  const path = join(scripts, 'browser');
  const lines = [
    '#!/bin/sh',
    // Playwright starts the browser in its own session, and Linux may schedule by session (sched_autogroup).
    'echo 10 > /proc/$$/autogroup',
    `exec nice -n 10 "${executable}" "$@"`,
  ];
  writeFileSync(path, lines.join('\n'), { mode: 0o700 });
  return path;
}

const attacks: readonly (readonly [name: string, begin: (port: number) => Attack])[] = [
  ['texts that stop the event loop', port => attackWithPosts(port, hostile.texts)],
  ['small files that hold the decoders', port => attackWithPosts(port, hostile.videos)],
  ['pictures that take long to decode', port => attackWithPosts(port, hostile.pictures)],
  ['listeners that never read', port => attackWithoutReading(port, hostile.longSpeech)],
];

describe('a second visitor narrates while one address attacks with', () => {
  it.each(attacks)('%s', async (name, begin) => {
    await using product = await startProduct();
    // Warms the server up.
    await narrateSeconds(browser, product.port);
    const aloneSeconds = await narrateAgain(browser, product.port, runs.alone);
    const bytesBefore = measureTreeMemory(product.pid);

    const attack = begin(product.port);
    // Until the attack is running.
    await new Promise(resolve => setTimeout(resolve, 2000));
    const attackedSeconds = await narrateAgain(browser, product.port, runs.attacked);
    const health = watchHealth(product.port);
    await narrateAgain(browserBehind, product.port, runs.attackedBehind);
    const bytesDuring = measureTreeMemory(product.pid);
    const healthMs = Math.max(...health.takeTimesMs());
    await attack.stop();
    await health.stop();

    const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);
    console.log(
      `${name}: ${attackedSeconds.toFixed(2)} s against ${aloneSeconds.toFixed(2)} s alone, ` +
        `slowest /healthz ${healthMs.toFixed(0)} ms, memory ${megabytes(bytesBefore)} MB before, ` +
        `${megabytes(bytesDuring)} MB during, answers ${JSON.stringify([...attack.statuses])}`,
    );
    expect(attackedSeconds / aloneSeconds).toBeLessThanOrEqual(maxTimesAsLong);
    expect(healthMs).toBeLessThanOrEqual(maxHealthMs);
    await expect
      .poll(() => measureTreeMemory(product.pid) - bytesBefore, { timeout: 180_000, interval: 1000 })
      .toBeLessThanOrEqual(maxBytesKept);
    console.log(`${name}: memory ${megabytes(measureTreeMemory(product.pid))} MB after`);
  });
});
