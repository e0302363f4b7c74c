import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import type { WritingPlace } from '../src/media/browser/written-file.ts';
import type { VideoJob } from '../src/web/features/editor/export/export-job.ts';
import { makeBenchClip, makeBenchVoice } from './make-clips.ts';
import { type BenchRow, clipFolder, makeFolder } from './measure.ts';

const minutes = 10;
const goalSeconds = 30;
const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
const folders: Readonly<Record<string, string>> = {
  assets: fileURLToPath(new URL('../dist/web/assets/', import.meta.url)),
  bench: fileURLToPath(new URL('.', import.meta.url)),
  core: join(clipFolder, 'ffmpeg-wasm', 'node_modules', '@ffmpeg', 'core', 'dist', 'esm'),
};
const types: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm' };

/** FFmpeg's filter for the same ducking. */
const duck = 'sidechaincompress=threshold=0.02:ratio=20:attack=200:release=400';
const graph = `[1:a]asplit[v][k];[0:a][k]${duck}[d];[d][v]amix=inputs=2:normalize=0[a]`;
const ffmpegArgs = ['-filter_complex', graph, '-map', '0:v', '-map', '[a]', '-c:v', 'copy', '-c:a', 'aac'];

/** Speed of the page's worker in Chromium, compared with FFmpeg in WebAssembly. */
export async function benchNarratedVideoInPage(): Promise<BenchRow[]> {
  if (!existsSync(chromiumPath)) return [];
  const worker = readdirSync(folders.assets ?? '').find(name => /^export-worker-.*\.js$/.test(name));
  const ms = await measureInPage(`/assets/${worker}`);
  const peerMs = installFfmpegWasm() ? await measureInPage('/bench/ffmpeg-wasm-worker.js') : undefined;
  return [
    {
      what: `the same of ${minutes} minutes in the page (Chromium), against ffmpeg.wasm`,
      figure: `${(ms / 1000).toFixed(1)} s`,
      ...(peerMs && { ratio: `${(ms / peerMs).toFixed(2)} × its time (${(peerMs / 1000).toFixed(1)} s)` }),
      goal: `at most ${goalSeconds} s`,
      isMet: ms <= 1000 * goalSeconds,
    },
  ];
}

/** Installed for the comparison only: it has 64 MB and another licence, so it is no dependency. */
function installFfmpegWasm(): boolean {
  const prefix = join(clipFolder, 'ffmpeg-wasm');
  const install = ['install', '--prefix', prefix, '--ignore-scripts', '--no-save', '@ffmpeg/core@0.12.10'];
  try {
    if (!existsSync(folders.core ?? '')) execFileSync('npm', install, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @returns milliseconds */
async function measureInPage(worker: string): Promise<number> {
  await using profile = await makeFolder();
  const server = await serveFiles(await makeBenchVoice(minutes));
  // A private window would keep its file store in memory.
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await context.newPage();
    const address = server.address();
    await page.goto(`http://127.0.0.1:${typeof address === 'object' && address?.port}/`);
    await page.locator('input').setInputFiles(await makeBenchClip(minutes, { hasSound: true }));
    return await page.locator('input').evaluate(runWorker, { worker, args: ffmpegArgs });
  } finally {
    await context.close();
    server.close();
  }
}

/** An empty page with a file field, and the files of both workers. */
async function serveFiles(voice: string): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const [, folder = '', file = ''] = url.split('/');
    response.setHeader('content-type', types[url.split('.').at(-1) ?? ''] ?? 'text/html');
    if (folders[folder] !== undefined) response.end(readFileSync(join(folders[folder], file)));
    else if (url === '/voice.mp3') response.end(readFileSync(voice));
    else response.end('<!doctype html><input type="file">');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** Runs in the page. Each worker reads only the fields of the message that it knows. */
async function runWorker(
  input: HTMLInputElement,
  { worker: path, args }: { readonly worker: string; readonly args: readonly string[] },
): Promise<number> {
  const voice = await (await fetch('/voice.mp3')).blob();
  const root = await navigator.storage.getDirectory();
  const video = input.files?.[0] as File;
  const job: VideoJob = {
    kind: 'video',
    video,
    voice: {
      track: { kind: 'recording', mp3: voice, speed: 1 },
      isWhole: true,
      cues: [],
      pauses: [],
      soundSeconds: undefined,
      durationSeconds: 0,
      described: undefined,
    },
    language: 'English',
    sound: 'mixed',
    mix: { loudnessLufs: -16, voiceDb: 0, originalDb: 0, duckDb: 12 },
    subtitles: [],
  };
  const handle = await root.getFileHandle('narrated.mp4', { create: true });
  const place: WritingPlace = { kind: 'disk', handle };
  const start = performance.now();
  const worker = new Worker(path, { type: 'module' });
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if ('answer' in data) resolve(undefined);
      if ('failure' in data) reject(new Error(data.failure.message));
    };
    worker.onerror = event => reject(new Error(event.message));
    worker.postMessage({ task: 'make', asked: { job, place }, video, voice, args });
  });
  return performance.now() - start;
}
