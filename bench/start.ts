import { spawnSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listTree, measureMemory, measureTreeMemory } from '../tests/support/linux-process.ts';
import { signUpForCookie } from '../tests/support/sign-up.ts';
import { type StartedProduct, startProduct } from '../tests/support/start-product.ts';
import { makeBenchClip } from './make-clips.ts';
import { type BenchRow, makeFolder, mebibyte, median, timeMs } from './measure.ts';
import { makeForm, narrate } from './narration-cost.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const restSeconds = 30;
const laterStarts = 5;
const goals = {
  firstSeconds: 60,
  laterSeconds: 2,
  narrationSeconds: 10,
  restMb: 250,
  offlineMb: 650,
} as const;

/**
 * Starts the product in a fresh clone with an empty npm cache and the embedded database. Its memory is the sum of Pss
 * of `npm start` and all its child processes.
 */
export async function benchStart(): Promise<BenchRow[]> {
  if (process.platform !== 'linux') return [];
  await using folder = await makeFolder();
  const copy = join(folder.path, 'copy');
  spawnSync('git', ['clone', '--quiet', '--no-hardlinks', repository, copy], { stdio: 'inherit' });
  const start = (environment = {}) => startProduct(environment, () => {}, copy);
  const rows: BenchRow[] = [];

  const installing = watchMemory();
  const cache = { npm_config_cache: join(folder.path, 'npm') };
  const firstMs = await timeMs(async () => (await start(cache))[Symbol.asyncDispose]());
  const maxMb = `${installing.stop().toFixed(0)} MB at the most`;
  rows.push(describeTime('npm start from a fresh clone is ready', firstMs, goals.firstSeconds, maxMb));

  const laterMs: number[] = [];
  for (let count = 0; count < laterStarts; count += 1) {
    let product: StartedProduct | undefined;
    laterMs.push(
      await timeMs(async () => {
        product = await start();
      }),
    );
    await product?.[Symbol.asyncDispose]();
  }
  rows.push(describeTime('a later npm start is ready', median(laterMs), goals.laterSeconds));

  await using product = await start({ TRUST_PROXY: '127.0.0.1' });
  const url = `http://127.0.0.1:${product.port}`;
  await setTimeout(restSeconds * 1000);
  const restMb = measureTreeMemory(product.pid) / mebibyte;
  rows.push(describeMemory(`${restSeconds} s after the start`, restMb, goals.restMb));

  const form = await makeForm();
  const narrationMs = await timeMs(() => narrate(url, form));
  const what = 'the first narration of a new server, offline: ten pictures, script, speech';
  rows.push(describeTime(what, narrationMs, goals.narrationSeconds));

  const cookie = await signUpForCookie(url);
  const narrating = watchMemory();
  await narrateVideo(url, cookie);
  const when = 'at the most, while a posted 1080p video is narrated offline';
  rows.push(describeMemory(when, narrating.stop(), goals.offlineMb));
  return rows;
}

/** The peak memory of all child processes, in MB. */
function watchMemory(): { stop(): number } {
  let most = 0;
  const watch = setInterval(() => {
    const [, ...started] = listTree(process.pid);
    most = Math.max(
      most,
      started.map(measureMemory).reduce((sum, each) => sum + each, 0),
    );
  }, 50);
  return {
    stop() {
      clearInterval(watch);
      return most / mebibyte;
    },
  };
}

async function narrateVideo(url: string, cookie: string): Promise<void> {
  const post = async (path: string, fields: Record<string, string | Blob>): Promise<Response> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const answer = await fetch(url + path, { method: 'POST', headers: { cookie }, body: form });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const video = new File([await openAsBlob(await makeBenchClip(1))], 'clip.mp4');
  const prompt = 'Tell it as a story. Output in this language: English';
  const written = await post('/create_script', { prompt, video });
  const { script } = (await written.json()) as { script: string };
  const spoken = await post('/convert_to_voice', { script, voice: 'alloy', language: 'English' });
  await spoken.arrayBuffer();
}

function describeMemory(when: string, megabytes: number, goal: number): BenchRow {
  return {
    what: `memory of npm start and all that it starts ${when}`,
    figure: `${megabytes.toFixed(0)} MB`,
    goal: `at most ${goal} MB`,
    isMet: megabytes <= goal,
  };
}

function describeTime(what: string, ms: number, goalSeconds: number, more?: string): BenchRow {
  const seconds = ms / 1000;
  const figure = `after ${seconds.toFixed(seconds < 10 ? 2 : 0)} s${more ? `, ${more}` : ''}`;
  return { what, figure, goal: `within ${goalSeconds} s`, isMet: seconds <= goalSeconds };
}
