import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { signUpForCookie } from '../tests/support/sign-up.ts';
import type { BenchRow } from './bench-row.ts';
import { makeBenchClip } from './make-clips.ts';
import { makeForm, narrate, startProvider } from './narration-cost.ts';
import { npmStart, type Program, serverAlone, startTree } from './start-tree.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const mebibyte = 1024 ** 2;
const restSeconds = 30;

/** In MB, as docs/self-hosting.md lays them out for a machine with 1 GB. */
const most = { firstStart: 450, atRest: 250, byProvider: 350, manyByProvider: 750, offline: 650 };
const manyAtOnce = [10, 100];
const beginSeconds = 3;
const mostReadyMs = { npm: 2000, server: 1000 };

/**
 * The memory of `npm start` and of all that it starts, as the sum of their Pss, and how soon it is ready; with the embedded database. Other programs
 * that run Node at the same time would share some of it, and take it off these figures.
 */
export async function benchTreeMemory(): Promise<BenchRow[]> {
  if (process.platform !== 'linux') {
    const what = 'memory of npm start and all that it starts';
    return [{ what, figure: 'only measured on Linux', goal: `at most ${most.atRest} MB`, isMet: undefined }];
  }
  const rows: BenchRow[] = [];
  await using folder = await makeFolder();
  // With a Node of its own, or this program would take its share of the pages of that; and as a newcomer has it, so that installation
  // and build are part of its first start.
  const copy = join(folder.path, 'copy');
  await runToEnd('git', ['clone', '--quiet', '--no-hardlinks', repository, copy]);
  await measureFirstStart(rows, copy);
  await measureNextStarts(rows, copy);
  const provider = await startProvider();
  try {
    const environment = { OPENAI_BASE_URL: provider.baseUrl, TRUST_PROXY: '127.0.0.1' };
    await measureVisitors(rows, copy, environment);
    const when = 'a provider narrates a video of 1080p that was posted';
    await measurePosted(rows, copy, environment, { when, goal: most.byProvider });
  } finally {
    provider.end();
  }
  const when = 'a video of 1080p that was posted is narrated offline';
  await measurePosted(rows, copy, {}, { when, goal: most.offline });
  return rows;
}

async function measureFirstStart(rows: BenchRow[], copy: string): Promise<void> {
  await using folder = await makeFolder();
  const environment = { npm_config_cache: join(folder.path, 'npm') };
  await using tree = startTree(copy, join(folder.path, 'data'), { ...npmStart, environment });
  await tree.ready;
  await setTimeout(restSeconds * 1000);
  addMemory(
    rows,
    'at the most, during the first start, with installation and build',
    tree.most(),
    most.firstStart,
  );
  addMemory(rows, `${restSeconds} s after the first start`, tree.now(), most.atRest);
}

async function measureNextStarts(rows: BenchRow[], copy: string): Promise<void> {
  await using folder = await makeFolder();
  const data = join(folder.path, 'data');
  await measureReady(copy, data, npmStart);
  {
    await using tree = startTree(copy, data);
    await tree.ready;
    await setTimeout(restSeconds * 1000);
    addMemory(rows, 'at the most, during a later start', tree.most(), most.firstStart);
    addMemory(rows, `${restSeconds} s after a later start`, tree.now(), most.atRest);
  }
  addReady(rows, 'a later npm start is ready', await measureReady(copy, data, npmStart), mostReadyMs.npm);
  addReady(
    rows,
    'the server itself is ready',
    await measureReady(copy, data, serverAlone),
    mostReadyMs.server,
  );
}

/** @returns the milliseconds of five starts, of which nobody looks at the memory: that would take them time */
async function measureReady(copy: string, data: string, program: Program): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    await using tree = startTree(copy, data, program, { isWatched: false });
    await tree.ready;
    times.push(tree.readyMs());
  }
  return times;
}

async function measureVisitors(
  rows: BenchRow[],
  copy: string,
  environment: Record<string, string>,
): Promise<void> {
  await using folder = await makeFolder();
  await using tree = startTree(copy, join(folder.path, 'data'), { ...npmStart, environment });
  const url = await tree.ready;
  await setTimeout(restSeconds * 1000);
  const form = await makeForm();
  tree.forget();
  await narrate(url, form);
  addMemory(
    rows,
    'at the most, while a visitor has one narration made by a provider',
    tree.most(),
    most.byProvider,
  );
  for (const count of manyAtOnce) {
    tree.forget();
    const begin = async (_: unknown, index: number) => {
      await setTimeout((index * beginSeconds * 1000) / count);
      await narrate(url, form);
    };
    await Promise.all(Array.from({ length: count }, begin));
    const when = `at the most, while ${count} visitors begin theirs within ${beginSeconds} s`;
    addMemory(rows, when, tree.most(), most.manyByProvider);
  }
}

/** @param environment of the server: with a provider or without */
async function measurePosted(
  rows: BenchRow[],
  copy: string,
  environment: Record<string, string>,
  { when, goal }: { when: string; goal: number },
): Promise<void> {
  await using folder = await makeFolder();
  await using tree = startTree(copy, join(folder.path, 'data'), { ...npmStart, environment });
  const url = await tree.ready;
  const cookie = await signUpForCookie(url);
  await setTimeout(restSeconds * 1000);
  tree.forget();
  await narrateVideo(url, cookie);
  addMemory(rows, `at the most, while ${when}`, tree.most(), goal);
}

async function narrateVideo(url: string, cookie: string): Promise<void> {
  const form = new FormData();
  form.set('prompt', 'Tell it as a story. Output in this language: English');
  form.set('video', await openAsBlob(await makeBenchClip(1)), 'clip.mp4');
  const written = await fetch(`${url}/create_script`, { method: 'POST', headers: { cookie }, body: form });
  const answer = await written.text();
  if (!written.ok) throw new Error(`No script: ${written.status} ${answer}`);
  const words = new FormData();
  words.set('script', (JSON.parse(answer) as { script: string }).script);
  words.set('voice', 'alloy');
  words.set('language', 'English');
  const spoken = await fetch(`${url}/convert_to_voice`, { method: 'POST', headers: { cookie }, body: words });
  if (!spoken.ok) throw new Error(`No speech: ${spoken.status} ${await spoken.text()}`);
  await spoken.arrayBuffer();
}

function addMemory(rows: BenchRow[], when: string, bytes: number, goal: number): void {
  const megabytes = bytes / mebibyte;
  const figure = `${megabytes.toFixed(0)} MB`;
  const what = `memory of npm start and all that it starts ${when}`;
  rows.push({ what, figure, goal: `at most ${goal} MB`, isMet: megabytes <= goal });
}

function addReady(rows: BenchRow[], what: string, times: readonly number[], goalMs: number): void {
  const median = times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN;
  const figure = `after ${(median / 1000).toFixed(2)} s`;
  rows.push({ what, figure, goal: `within ${goalMs / 1000} s`, isMet: median <= goalMs });
}

async function makeFolder() {
  const path = await mkdtemp(join(tmpdir(), 'benshi-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function runToEnd(command: string, args: string[]): Promise<void> {
  const [code] = await once(spawn(command, args, { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
}
