import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, expect as expectInPage } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findStudio, makeVideoFile } from '../e2e/studio-page.ts';
import { type Attack, attackWithDeafListeners, attackWithPosts } from '../support/attacker.ts';
import { type HostileRequests, makeHostileRequests } from '../support/hostile-requests.ts';
import { measureTreeMemory } from '../support/linux-process.ts';
import { watchHealth } from '../support/watch-health.ts';

/**
 * The worst attacks on a server as `npm start` runs it, with its default settings, while a second visitor narrates in a
 * browser. Each attack has a fresh server, because an address has ten narrations a day.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const rabbit = fileURLToPath(new URL('../../../shared/media/rabbit.mp4', import.meta.url));
const runs = 3;

/** What a visitor may wait at most under attack, against the same alone. */
const mostTimesAsLong = 2;
const mostHealthMs = 200;
/** The visitor's own browser fills a small machine, and `/healthz` waits with all others, attack or not. */
const mostTimesHealth = 1.5;
const mostBytesKept = 100 * 1024 ** 2;

interface StartedProduct extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
}

async function startProduct(): Promise<StartedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'benshi-long-'));
  const port = await findFreePort();
  const launcher = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitForLine(launcher, 'Benshi is ready');
  return {
    port,
    pid: launcher.pid ?? 0,
    async [Symbol.asyncDispose]() {
      launcher.kill('SIGTERM');
      if (launcher.exitCode === null && launcher.signalCode === null) await once(launcher, 'exit');
      // npm ends before what it started does.
      await expect.poll(() => isListening(port)).toBe(false);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

function waitForLine(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (child.stdout) createInterface(child.stdout).on('line', line => line.includes(text) && resolve());
    child.once('exit', code => reject(new Error(`npm start ended with ${code}.`)));
  });
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );
}

/** From the choice of a video to the sound, in a browser that was never there before. */
async function narrateSeconds(browser: Browser, port: number): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  const soon = expectInPage.configure({ timeout: 300_000 });
  try {
    await page.goto(`http://localhost:${port}`);
    const studio = findStudio(page);
    const startedAt = performance.now();
    await studio.upload.setInputFiles(existsSync(rabbit) ? rabbit : await makeVideoFile());
    await studio.wish.fill('Tell it like a calm evening story.');
    await studio.voice.selectOption('nova');
    await studio.generateNarration.click();
    await soon(studio.script).not.toHaveValue('');
    await soon(studio.generateAudio).toBeEnabled();
    await studio.generateAudio.click();
    await soon(studio.download).toBeVisible();
    return (performance.now() - startedAt) / 1000;
  } finally {
    await context.close();
  }
}

async function narrateAgain(browser: Browser, port: number): Promise<number> {
  const seconds: number[] = [];
  for (let run = 0; run < runs; run++) seconds.push(await narrateSeconds(browser, port));
  return seconds.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;
}

const scripts = mkdtempSync(join(tmpdir(), 'benshi-long-'));
let browser: Browser;
let hostile: HostileRequests;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: writeBehindServer(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  hostile = await makeHostileRequests();
});
afterAll(async () => {
  await browser.close();
  rmSync(scripts, { recursive: true, force: true });
});

/**
 * A program that starts the browser behind the server in the queue for the processors. The visitor's would be on another
 * machine; here it would take the server's cores for its pages, and `/healthz` would tell of that.
 */
function writeBehindServer(executable: string): string {
  const path = join(scripts, 'browser');
  writeFileSync(path, `#!/bin/sh\nexec nice -n 10 "${executable}" "$@"\n`, { mode: 0o700 });
  return path;
}

const attacks: readonly (readonly [name: string, begin: (port: number) => Attack])[] = [
  ['texts that stop the event loop', port => attackWithPosts(port, hostile.texts)],
  ['small files that hold the decoders', port => attackWithPosts(port, hostile.videos)],
  ['pictures that take long to decode', port => attackWithPosts(port, hostile.pictures)],
  ['listeners that never read', port => attackWithDeafListeners(port, hostile.longSpeech)],
];

describe('a second visitor narrates while one address attacks with', () => {
  it.each(attacks)('%s', async (name, begin) => {
    await using product = await startProduct();
    // The first narration loads what later ones find loaded.
    await narrateSeconds(browser, product.port);
    const health = watchHealth(product.port);
    const aloneSeconds = await narrateAgain(browser, product.port);
    const aloneHealthMs = Math.max(...health.takeTimesMs());
    const bytesBefore = measureTreeMemory(product.pid);

    const attack = begin(product.port);
    // Until the attack is under way.
    await new Promise(resolve => setTimeout(resolve, 2000));
    const attackedSeconds = await narrateAgain(browser, product.port);
    const bytesDuring = measureTreeMemory(product.pid);
    const healthMs = Math.max(...health.takeTimesMs());
    await attack.stop();
    await health.stop();

    const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);
    console.log(
      `${name}: ${attackedSeconds.toFixed(2)} s against ${aloneSeconds.toFixed(2)} s alone, ` +
        `slowest /healthz ${healthMs.toFixed(0)} ms against ${aloneHealthMs.toFixed(0)} ms, memory ${megabytes(bytesBefore)} MB before, ` +
        `${megabytes(bytesDuring)} MB during, answers ${JSON.stringify([...attack.statuses])}`,
    );
    expect(attackedSeconds / aloneSeconds).toBeLessThanOrEqual(mostTimesAsLong);
    expect(healthMs).toBeLessThanOrEqual(Math.max(mostHealthMs, mostTimesHealth * aloneHealthMs));
    await expect
      .poll(() => measureTreeMemory(product.pid) - bytesBefore, { timeout: 180_000, interval: 1000 })
      .toBeLessThanOrEqual(mostBytesKept);
    console.log(`${name}: memory ${megabytes(measureTreeMemory(product.pid))} MB after`);
  });
});
