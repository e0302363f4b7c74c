import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import type { VideoJob } from '../src/web/features/video-export/video-job.ts';
import type { BenchRow } from './bench-row.ts';
import { browserArguments, chromiumPath } from './browser.ts';
import { makeBenchClip, makeBenchVoice } from './make-clips.ts';
import type { ChildReport } from './narrate-in-child.ts';
import { duckingGraph } from './peers/ducking-graph.ts';
import { installFfmpegWasm } from './peers/ffmpeg-wasm.ts';

const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url));
const assets = fileURLToPath(new URL('../dist/web/assets/', import.meta.url));
const shortMinutes = 10;
const longMinutes = 60;
const goals = { times: 20, megabytes: 400, seconds: 30 } as const;

/** How fast a video gets its narration in the page, and how much memory that takes, beside FFmpeg in WebAssembly. */
export async function benchNarratedVideoInPage(): Promise<BenchRow[]> {
  if (!existsSync(chromiumPath)) return [];
  const short = await measureInPage(shortMinutes, makeInWorker);
  const long = await measureInPage(longMinutes, makeInWorker);
  const peer = await measurePeer();
  return [
    {
      what: `the same of ${shortMinutes} minutes, in the page's worker in Chromium, into the browser's own store`,
      figure: describe(short, shortMinutes),
      ...(peer && { ratio: `${(short.ms / peer.ms).toFixed(2)} × the time of ffmpeg.wasm` }),
      goal: `at most ${goals.seconds} s, at most ${goals.megabytes} MB in the page's process`,
      isMet: short.ms <= 1000 * goals.seconds && short.mostMegabytes <= goals.megabytes,
    },
    {
      what: `the same of ${longMinutes} minutes, there`,
      figure: describe(long, longMinutes),
      goal: `at least ${goals.times} ×, at most ${goals.megabytes} MB`,
      isMet: countTimes(long, longMinutes) >= goals.times && long.mostMegabytes <= goals.megabytes,
    },
    {
      what: `the same of ${shortMinutes} minutes by ffmpeg.wasm, which the nearest peer uses in the page`,
      figure: peer ? describe(peer, shortMinutes) : 'its package could not be fetched',
      goal: 'to compare',
      isMet: undefined,
    },
  ];
}

function describe(report: ChildReport, minutes: number): string {
  const times = Math.round(countTimes(report, minutes));
  return `${(report.ms / 1000).toFixed(1)} s, ${times} × real time, ${Math.round(report.mostMegabytes)} MB`;
}

function countTimes({ ms }: ChildReport, minutes: number): number {
  return (minutes * 60_000) / ms;
}

async function measurePeer(): Promise<ChildReport | undefined> {
  const core = installFfmpegWasm();
  return core ? measureInPage(shortMinutes, makeByPeer, core) : undefined;
}

/** @param make runs in an empty page with a file field. @returns milliseconds */
async function measureInPage(
  minutes: number,
  make: (input: HTMLInputElement, options: { graph: readonly string[] }) => Promise<number>,
  peerFolder = folder,
): Promise<ChildReport> {
  const profile = mkdtempSync(`${folder}profile-`);
  const server = await serveWorkers(await makeBenchVoice(minutes), peerFolder);
  // Not a private window: the store of such a one lies in the browser's memory.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: browserArguments,
  });
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.locator('input').setInputFiles(await makeBenchClip(minutes, { hasSound: true }));
    const watch = watchMegabytes(await openSession(context, page));
    const ms = await page.locator('input').evaluate(make, { graph: duckingGraph });
    return { ms, mostMegabytes: watch.stop() };
  } finally {
    await context.close();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Serves an empty page with the worker of the built page, alone: by a server, since a worker's own workers are not routed. */
async function serveWorkers(voice: string, peerFolder: string): Promise<Server> {
  const worker = readdirSync(assets).find(name => /^video-worker-.*\.js$/.test(name));
  if (!worker) throw new Error('The page is not built.');
  const peer = fileURLToPath(new URL('./peers/', import.meta.url));
  const folders = { assets, peer, core: peerFolder };
  const server = createServer(({ url = '/' }, response) => {
    const [, name = '', file = ''] = url.split('/');
    const type =
      { js: 'text/javascript', wasm: 'application/wasm' }[url.split('.').at(-1) ?? ''] ?? 'text/html';
    response.setHeader('content-type', type);
    if (name in folders) response.end(readFileSync(join(folders[name as keyof typeof folders], file)));
    else if (url === '/voice.mp3') response.end(readFileSync(voice));
    else response.end(`<!doctype html><input type="file" data-worker="/assets/${worker}">`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** Runs in the page, with its own worker. */
async function makeInWorker(input: HTMLInputElement): Promise<number> {
  const voice = await (await fetch('/voice.mp3')).blob();
  const root = await navigator.storage.getDirectory();
  const job: VideoJob = {
    video: input.files?.[0] as File,
    voice,
    language: 'English',
    sound: 'mixed',
    mix: { loudnessLufs: -16, voiceDb: 0, originalDb: 0, duckDb: 12 },
    pauses: [],
    subtitles: [],
    isDescription: false,
    place: { kind: 'disk', handle: await root.getFileHandle('narrated.mp4', { create: true }) },
  };
  const start = performance.now();
  const worker = new Worker(input.dataset.worker ?? '', { type: 'module' });
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if ('made' in data) resolve(undefined);
      if ('failure' in data) reject(new Error(data.failure.message));
    };
    worker.onerror = event => reject(new Error(event.message));
    worker.postMessage({ job });
  });
  worker.terminate();
  return performance.now() - start;
}

/** As {@link makeInWorker}, by FFmpeg in WebAssembly. */
async function makeByPeer(
  input: HTMLInputElement,
  { graph }: { readonly graph: readonly string[] },
): Promise<number> {
  const voice = await (await fetch('/voice.mp3')).blob();
  const start = performance.now();
  const worker = new Worker('/peer/ffmpeg-wasm-worker.js', { type: 'module' });
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.bytes > 0 ? resolve(undefined) : reject(new Error(data.said)));
    worker.onerror = event => reject(new Error(event.message));
    worker.postMessage({ video: input.files?.[0], voice, graph });
  });
  worker.terminate();
  return performance.now() - start;
}

async function openSession(context: BrowserContext, page: Page): Promise<CDPSession> {
  const browser = context.browser();
  return browser ? browser.newBrowserCDPSession() : context.newCDPSession(page);
}

function watchMegabytes(session: CDPSession) {
  let most = 0;
  const note = (now: number) => {
    most = Math.max(most, now);
  };
  const watching = setInterval(() => void readMegabytes(session).then(note, () => {}), 500);
  return {
    stop() {
      clearInterval(watching);
      return most;
    },
  };
}

/** The memory of the page, all that its process holds, in MB: of the browser's processes for pages, the others being spare, the largest. */
async function readMegabytes(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const megabytes = pages.map(({ id }) => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
  });
  return Math.max(0, ...megabytes);
}
