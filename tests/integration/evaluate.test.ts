import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Run } from '../../src/cli/evaluate/results.ts';
import { judgeBy, judgeWell, setWriter } from '../support/evaluated-writers.ts';
import { startMistralStandIn } from '../support/mistral-stand-in.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { narrateSurroundings } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { testRows } from '../support/test-rows.ts';

/** Made with the stand-in: `UPDATE_BASELINE=1 npx vitest run --project=integration tests/integration/evaluate.test.ts` writes it anew. */
const baseline = fileURLToPath(new URL('../support/evaluation-baseline.json', import.meta.url));
const command = fileURLToPath(new URL('../../src/cli/evaluate.ts', import.meta.url));
const clip = fileURLToPath(new URL('../media/turned-phone.mp4', import.meta.url));
const key = 'sk-never-to-be-printed';

let folder: TemporaryFolder;
let provider: OpenAiStandIn;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  provider = await startOpenAiStandIn();
  setWriter(provider, 'good');
  await run('--save', 'good.json');
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await provider.close();
  await folder[Symbol.asyncDispose]();
});

const connected = () => ({ OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: key });

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(...args: readonly string[]): Promise<Ended> {
  return runWith(connected(), ...args);
}

function runWith(settings: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  const surroundings = narrateSurroundings(folder.path, settings);
  return new Promise(resolve => {
    execFile(process.execPath, [command, ...args], surroundings, (error, stdout, stderr) => {
      expect(stdout + stderr).not.toContain(key);
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

const readFolder = async (name: string) => JSON.parse(await readFile(`${folder.path}/${name}`, 'utf8'));

/** The cells of a row of a task's table. */
function readRow(stdout: string, task: string, name: string): readonly string[] {
  const table = stdout.split('\n\n').find(each => each.startsWith(`${task}, `)) ?? '';
  const row = table.split('\n').find(each => each.startsWith(name));
  return row?.split(/ {2,}/u).slice(1) ?? [];
}

const tasks = ['timed', 'narrate', 'describe', 'translate'] as const;

test('the sample film is narrated, described and translated, and what a good writer makes measures well', async () => {
  const { evaluation, runs, ...asked } = await readFolder('good.json');
  expect(evaluation).toBe(1);
  expect(asked).toEqual({ prompt: 'Tell calmly what happens.', language: 'English', into: 'German' });
  expect(runs.map(({ video, task }: Run) => [video, task])).toEqual(
    tasks.map(task => ['the-lantern-boat.mp4', task]),
  );
  for (const { task, metrics, text } of runs) {
    expect(text).toContain('Akira');
    expect(metrics['forbidden phrases'].count).toBe(0);
    expect(metrics['openings that repeat'].count).toBe(0);
    expect(metrics['writing: tokens in'].count).toBeGreaterThan(100);
    if (task === 'translate') expect(metrics['numbers and names kept']).toEqual({ count: 1, of: 1 });
    else expect(metrics['people named the same']).toEqual({ count: 1, of: 1 });
    const { count, of } = metrics['lines within their length'] ?? { count: 1, of: 1 };
    expect(count).toBe(of);
  }
});

test('a bad writer measures worse, and a judge that reads prefers the good one in both orders', async () => {
  setWriter(provider, 'bad', judgeWell);
  const { code, stdout } = await run('--against', 'good.json', '--judge');
  expect(code).toBe(0);
  for (const task of ['timed', 'narrate', 'describe'] as const) {
    for (const name of ['lines within', 'openings', 'forbidden', 'people named'])
      expect([task, name, readRow(stdout, task, name).at(-1)]).toEqual([task, name, 'worse']);
    expect(readRow(stdout, task, 'looking: tokens in').at(-1)).toBe('same');
  }
  expect(stdout).toContain('both orders: 4; without a usable answer: 0');
  expect(stdout).toContain('This run preferred: 0; the other: 4; ties: 0');
  expect(stdout).toContain('too few to conclude anything');
  expect(stdout).toContain('gpt-4o, which also wrote');
});

test('a judge that always says A decides nothing, and that is told', async () => {
  setWriter(provider, 'bad', judgeBy('A'));
  const { stdout } = await run('--against', 'good.json', '--judge', '--tasks', 'narrate,timed');
  expect(stdout).toContain(
    'This run preferred: 0; the other: 0; ties: 2, of which by place (the same letter in both orders): 2',
  );
  const asked = provider.requests
    .map(({ body }) => JSON.stringify(body))
    .filter(body => body.includes('Text A:'));
  expect(asked).toHaveLength(4);
  for (const body of asked) expect(body).not.toMatch(/this run|good\.json|baseline/u);
});

test('answers that decide nothing, and a judge that refuses, do not count', { tags: 'long' }, async () => {
  setWriter(provider, 'good', judgeBy('Both are fine.'));
  const unclear = await run('--against', 'good.json', '--judge', '--tasks', 'narrate');
  expect(unclear.stdout).toContain('both orders: 0; without a usable answer: 1');
  setWriter(provider, 'good', refusals.contentPolicy);
  const refused = await run('--against', 'good.json', '--judge', '--tasks', 'narrate');
  expect(refused.stdout).toContain('both orders: 0; without a usable answer: 1');
  expect(refused.stderr).toContain('the-lantern-boat.mp4, narrate: not judged.');
});

test('where another AI is connected, it judges', async () => {
  setWriter(provider, 'good');
  const mistral = await startMistralStandIn();
  onTestFinished(() => mistral.close());
  const settings = { ...connected(), MISTRAL_BASE_URL: mistral.baseUrl, MISTRAL_API_KEY: key };
  const { stdout } = await runWith(settings, '--against', 'good.json', '--judge', '--tasks', 'narrate');
  expect(stdout).toMatch(/^Judge: .*istral/mu);
  expect(stdout).not.toContain('which also wrote');
});

test('the prompts ask for no more than when the baseline was made, and what is asked for is answered the same', async () => {
  setWriter(provider, 'good');
  if (process.env.UPDATE_BASELINE) await run('--save', baseline);
  const { code, stdout } = await run('--against', baseline);
  expect(code).toBe(0);
  const rows = stdout.split('\n').filter(row => / (?:better|worse|more|fewer|same)$/u.test(row));
  expect(rows.length).toBeGreaterThan(30);
  // Fewer tokens are welcome. If more were meant: UPDATE_BASELINE=1.
  expect(rows.filter(row => !/ (?:same|better)$/u.test(row))).toEqual([]);
});

test('a price list tells the cost', { tags: 'long' }, async () => {
  setWriter(provider, 'good');
  const row = { provider: 'our own AI server', models: ['gpt-4o'], readOn: '2026-11-30', source: 'a bill' };
  const prices = [{ ...row, dollarsPerMillion: { textTokensIn: 100, textTokensOut: 200 } }];
  await folder.write('prices.json', JSON.stringify(prices));
  const settings = { ...connected(), PRICES_FILE: `${folder.path}/prices.json` };
  await runWith(settings, '--tasks', 'narrate', '--save', 'priced.json');
  const [{ metrics }] = (await readFolder('priced.json')).runs;
  const count = (unit: string) =>
    metrics[`looking: tokens ${unit}`].count + metrics[`writing: tokens ${unit}`].count;
  expect(metrics['cost in dollars'].count).toBeCloseTo((100 * count('in') + 200 * count('out')) / 1e6, 6);
});

test('the offline engine costs nothing, and cannot judge', async () => {
  const { code, stdout } = await runWith({}, '--tasks', 'narrate,timed');
  expect(code).toBe(0);
  for (const task of ['narrate', 'timed']) expect(readRow(stdout, task, 'cost in dollars')).toEqual(['0']);
  const judged = await runWith({}, '--against', 'good.json', '--judge');
  expect(judged.code).toBe(2);
  expect(judged.stderr).toContain('--judge: no AI that compares texts is connected');
});

test('a video or a task that fails is told, and the rest goes on', async () => {
  setWriter(provider, 'good');
  const broken = await folder.write('broken.mp4', 'no video');
  const { code, stdout, stderr } = await run(
    broken,
    clip,
    '--tasks',
    'describe,narrate',
    '--save',
    'failed.json',
  );
  expect(code).toBe(1);
  expect(stderr).toContain('broken.mp4, narrate: failed.');
  // Six sentences are too many for six seconds.
  expect(readRow(stdout, 'narrate', 'lines within')).toEqual(['0 of 1']);
  const { runs } = await readFolder('failed.json');
  expect(new Set(runs.map(({ video }: Run) => video))).toEqual(new Set(['turned-phone.mp4']));
});

testRows(
  [
    { args: ['--tasks', 'sing'], told: '--tasks must be one of: timed, narrate, describe, translate.' },
    { args: ['--language', 'Klingon'], told: 'must be one of' },
    { args: ['--into', 'English'], told: '--into must be another language than --language.' },
    { args: ['--judge'], told: '--judge needs --against FILE' },
    { args: ['--against', 'nowhere.json'], told: 'nowhere.json cannot be read: ENOENT.' },
    {
      args: ['--against', 'damaged.json'],
      told: 'damaged.json is damaged, or was not saved by npm run evaluate.',
    },
    {
      args: ['--against', 'other.json'],
      told: 'other.json is damaged, or was not saved by npm run evaluate.',
    },
    {
      args: ['--against', 'newer.json'],
      told: 'newer.json was saved by a newer version of Benshi: update this one.',
    },
    {
      args: ['--against', 'good.json', '--save', 'good.json'],
      told: '--save would replace the file of --against.',
    },
    { args: ['--sing'], told: "unknown option '--sing'" },
  ],
  ({ args }) => args.at(-1) === 'newer.json',
)('$args is refused before anything is asked', async ({ args, told }) => {
  await folder.write('damaged.json', '{"evaluation": 1, "runs": [');
  await folder.write('other.json', '{"evaluation": 1, "runs": [{"video": 3}]}');
  await folder.write('newer.json', '{"evaluation": 2}');
  const { code, stderr } = await run(...args);
  expect(stderr).toContain(told);
  expect(code).toBe(2);
  expect(provider.requests).toEqual([]);
});

test('Ctrl+C stops, and keeps what was already done', async () => {
  setWriter(provider, 'good');
  const child = spawn(
    process.execPath,
    [command, '--tasks', 'narrate,timed', '--save', 'stopped.json'],
    narrateSurroundings(folder.path, connected()),
  );
  const exited = once(child, 'exit');
  await expect.poll(() => readFolder('stopped.json').catch(() => undefined)).toBeDefined();
  provider.always('vision', () => {});
  await provider.waitForRequest('vision');
  child.kill('SIGINT');
  expect(await exited).toEqual([130, null]);
  expect((await readFolder('stopped.json')).runs).toMatchObject([{ task: 'narrate' }]);
});

test('the help names every option', { tags: 'long' }, async () => {
  const { code, stdout } = await run('--help');
  expect(code).toBe(0);
  for (const option of ['--tasks', '--prompt', '--language', '--into', '--save', '--against', '--judge'])
    expect(stdout).toContain(option);
});
