import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { VideoJob } from '../src/web/features/video-export/video-job.ts';
import type { BenchRow } from './bench-row.ts';
import { browserArguments, chromiumPath } from './browser.ts';
import { makeBenchClip, makeBenchVoice } from './make-clips.ts';
import { hasFfmpeg, timeMs } from './measure.ts';
import type { ChildReport } from './narrate-in-child.ts';

const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url));
const out = `${folder}narrated.mp4`;
const longMinutes = 60;
const shortMinutes = 10;
const goals = { node: 60, chromium: 20, nodeMegabytes: 300, pageMegabytes: 400, pageSeconds: 30 } as const;

/** How fast a video gets its narration, and how much memory that takes, in Node and in the page. */
export async function benchNarratedVideo(): Promise<BenchRow[]> {
  try {
    return [...(await benchInNode()), ...(await benchInChromium())];
  } finally {
    rmSync(out, { force: true });
  }
}

async function benchInNode(): Promise<BenchRow[]> {
  const long = await measureInNode(longMinutes);
  const short = await measureInNode(shortMinutes);
  const speed = (longMinutes * 60_000) / long.ms;
  const peerMs = hasFfmpeg() ? await measurePeer() : undefined;
  return [
    {
      what: `a narrated video of ${longMinutes} minutes in 1080p, Node`,
      figure: `${Math.round(speed)} × real time`,
      goal: `at least ${goals.node} ×`,
      isMet: speed >= goals.node,
    },
    ...[long, short].map(({ mostMegabytes }, index) => ({
      what: `its memory, all that the process holds, for ${[longMinutes, shortMinutes][index]} minutes`,
      figure: `${Math.round(mostMegabytes)} MB`,
      goal: `at most ${goals.nodeMegabytes} MB`,
      isMet: mostMegabytes <= goals.nodeMegabytes,
    })),
    {
      what: `the same of ${shortMinutes} minutes, against \`ffmpeg\` with \`sidechaincompress\` and \`-c:v copy\``,
      figure: `${(short.ms / 1000).toFixed(1)} s`,
      ...(peerMs !== undefined && { ratio: `${(short.ms / peerMs).toFixed(2)} × its time` }),
      goal: 'less than its time',
      isMet: peerMs === undefined ? undefined : short.ms < peerMs,
    },
  ];
}

async function measureInNode(minutes: number): Promise<ChildReport> {
  const child = fileURLToPath(new URL('./narrate-in-child.ts', import.meta.url));
  const files = [await makeBenchClip(minutes, { hasSound: true }), await makeBenchVoice(minutes), out];
  // As `npm run narrate` starts it.
  const report = execFileSync(process.execPath, ['--max-semi-space-size=2', child, ...files], {
    encoding: 'utf8',
  });
  return JSON.parse(report) as ChildReport;
}

async function measurePeer(): Promise<number> {
  const inputs = [
    '-i',
    await makeBenchClip(shortMinutes, { hasSound: true }),
    '-i',
    await makeBenchVoice(shortMinutes),
  ];
  const duck = 'sidechaincompress=threshold=0.02:ratio=20:attack=200:release=400';
  const graph = `[1:a]asplit[v][k];[0:a][k]${duck}[d];[d][v]amix=inputs=2:normalize=0[a]`;
  const mapped = [
    '-filter_complex',
    graph,
    '-map',
    '0:v',
    '-map',
    '[a]',
    '-c:v',
    'copy',
    '-c:a',
    'aac',
    '-b:a',
    '192k',
  ];
  return timeMs(() => execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...inputs, ...mapped, out]));
}

async function benchInChromium(): Promise<BenchRow[]> {
  if (!existsSync(chromiumPath)) return [];
  const browser = await chromium.launch({ executablePath: chromiumPath, args: browserArguments });
  try {
    const page = await browser.newPage();
    await openWorkerPage(page);
    const idle = await readMemory(browser);
    await page.locator('input').setInputFiles(await makeBenchClip(shortMinutes, { hasSound: true }));
    let most = 0;
    const watching = setInterval(() => {
      readMemory(browser).then(
        now => {
          most = Math.max(most, now);
        },
        () => {},
      );
    }, 500);
    const ms = await page.locator('input').evaluate(makeInWorker);
    clearInterval(watching);
    const speed = (shortMinutes * 60_000) / ms;
    return [
      {
        what: `the same of ${shortMinutes} minutes, in the page's worker in Chromium, into the browser's own store`,
        figure: `${(ms / 1000).toFixed(1)} s, ${Math.round(speed)} × real time, ${Math.round(most)} MB (${Math.round(idle)} MB before)`,
        goal: `at most ${goals.pageSeconds} s, at least ${goals.chromium} ×, at most ${goals.pageMegabytes} MB`,
        isMet: ms <= goals.pageSeconds * 1000 && speed >= goals.chromium && most <= goals.pageMegabytes,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** An empty page with the worker of the built page, alone. */
async function openWorkerPage(page: Page): Promise<void> {
  const assets = fileURLToPath(new URL('../dist/web/assets/', import.meta.url));
  const worker = readdirSync(assets).find(name => /^video-worker-.*\.js$/.test(name));
  if (!worker) throw new Error('The page is not built.');
  const voice = await makeBenchVoice(shortMinutes);
  await page.route('http://localhost/**', route => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/voice.mp3') return route.fulfill({ path: voice });
    if (pathname !== '/')
      return route.fulfill({ path: `${assets}${pathname.slice(1)}`, contentType: 'text/javascript' });
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><input type="file" data-worker="/${worker}">`,
    });
  });
  await page.goto('http://localhost/');
}

/** Runs in the page. @returns milliseconds */
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

/** The memory of all pages of a browser, as their processes hold it, in MB. */
async function readMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { id }) => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
  }, 0);
}
