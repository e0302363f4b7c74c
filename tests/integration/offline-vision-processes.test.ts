// @module-tag long
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { isRunning, listChildren, waitUntil } from '../support/child-processes.ts';
import { makeNoiseJpeg, makeTitleJpeg, startEyes, type TestEyes } from '../support/offline-vision.ts';
import { readCpuSeconds } from '../support/process-time.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const { signal } = new AbortController();
const ada = { requester: 'Ada', signal };
const ben = { requester: 'Ben', signal };

let title: Uint8Array<ArrayBuffer>;
/** Seconds of work, so that there is time to disturb it. */
let long: Uint8Array<ArrayBuffer>[];

beforeAll(async () => {
  title = await makeTitleJpeg();
  long = Array<Uint8Array<ArrayBuffer>>(10).fill(await makeNoiseJpeg(4096, 4096));
});

/** Tells which children were started since. */
function countChildren(): () => number[] {
  const before = listChildren();
  return () => listChildren().filter(pid => !before.includes(pid));
}

/** Waits until the only child has worked for a second: it has loaded and looks at pictures. */
async function waitForWork(children: () => number[]): Promise<number> {
  await waitUntil(() => children().length === 1);
  const [child = Number.NaN] = children();
  const start = readCpuSeconds(child);
  await waitUntil(() => readCpuSeconds(child) > start + 1);
  return child;
}

async function expectItReads(visionWorker: TestEyes): Promise<void> {
  const [picture] = await visionWorker.observe([title], ada);
  expect(picture).toMatchObject({ lines: [{ text: 'THE END' }], faults: [] });
}

test('who asks has one child, however many there may be, and its work is counted once', {
  tags: 'long',
}, async () => {
  const charges: number[] = [];
  const budget = {
    requireLeft: async () => {},
    charge: async (_asker: string, seconds: number) => void charges.push(seconds),
  };
  const children = countChildren();
  const visionWorker = startEyes({ workers: 2, budget });
  await visionWorker.observe(Array(4).fill(title), ada);
  const [child = Number.NaN, ...others] = children();
  expect(others).toEqual([]);
  expect(charges).toHaveLength(1);
  expect(charges[0]).toBeLessThanOrEqual(readCpuSeconds(child));
  expect(charges[0]).toBeGreaterThan(0.2);
});

test('two who ask at the same time each get their own answer', { tags: 'long' }, async () => {
  const visionWorker = startEyes({ workers: 2 });
  const end = await makeTitleJpeg('THE LAND');
  const [adas, bens] = await Promise.all([
    visionWorker.observe([title], ada),
    visionWorker.observe([end], ben),
  ]);
  expect(adas[0]?.lines[0]?.text).toBe('THE END');
  expect(bens[0]?.lines[0]?.text).toBe('THE LAND');
});

test('a child that is killed while it loads is replaced, and the pictures wait for the next', {
  tags: 'long',
}, async () => {
  const children = countChildren();
  const visionWorker = startEyes();
  const work = expectItReads(visionWorker);
  await waitUntil(() => children().length === 1);
  process.kill(children()[0] ?? Number.NaN, 'SIGKILL');
  await work;
});

test('a child that is killed while it works costs its own request a sentence, and the next one works', {
  tags: 'long',
}, async () => {
  const children = countChildren();
  const visionWorker = startEyes();
  const lost = expect(visionWorker.observe(long, ada)).rejects.toMatchObject({
    name: 'CodedError',
    code: 'video_too_demanding',
    message: expect.stringContaining('too much time or memory'),
  });
  process.kill(await waitForWork(children), 'SIGKILL');
  await lost;
  await expectItReads(visionWorker);
});

test('who hangs up has the work ended at once, and nobody else notices', { tags: 'long' }, async () => {
  const children = countChildren();
  const visionWorker = startEyes({ workers: 2 });
  const hangUp = new AbortController();
  const cancelled = expect(
    visionWorker.observe(long, { ...ben, signal: hangUp.signal }),
  ).rejects.toMatchObject({
    code: 'client_closed',
  });
  const bens = await waitForWork(children);
  const adas = visionWorker.observe(Array(4).fill(title), ada);
  await waitUntil(() => children().length === 2);
  hangUp.abort();
  await cancelled;
  await waitUntil(() => !isRunning(bens));
  expect((await adas).map(({ lines }) => lines[0]?.text)).toEqual(Array(4).fill('THE END'));
});

test('pictures that are more work than allowed are given up', { tags: 'long' }, async () => {
  const visionWorker = startEyes({ limits: { decodingSeconds: 0.5 } });
  await expect(visionWorker.observe(long, ada)).rejects.toMatchObject({ code: 'video_too_demanding' });
});

test('children start with the first picture and are gone after a rest, with all their threads', {
  tags: 'long',
}, async () => {
  const children = countChildren();
  const visionWorker = startEyes({ limits: { idleMs: 300 } });
  expect(await visionWorker.findFaults()).toEqual([]);
  expect(children()).toEqual([]);
  await expectItReads(visionWorker);
  await waitUntil(() => children().every(pid => !isRunning(pid)));
  await expectItReads(visionWorker);
});

test('closed while they work, they leave no child behind and refuse more', { tags: 'long' }, async () => {
  const children = countChildren();
  const visionWorker = startEyes();
  const refused = expect(visionWorker.observe(long, ada)).rejects.toMatchObject({ code: 'unavailable' });
  await waitForWork(children);
  await visionWorker.close();
  await refused;
  await waitUntil(() => children().every(pid => !isRunning(pid)));
  await expect(visionWorker.observe([title], ada)).rejects.toMatchObject({ code: 'unavailable' });
});

test('no child outlives a server that is killed in mid-work', async () => {
  await using folder = await makeTemporaryFolder();
  const path = await folder.write('noise.jpg', long[0] as Uint8Array);
  const program = fileURLToPath(new URL('../support/offline-vision-process.ts', import.meta.url));
  const server = fork(program, { stdio: 'ignore', execArgv: [] });
  onTestFinished(() => void server.kill('SIGKILL'));
  await once(server, 'message');
  server.send(Array(10).fill(path));
  const child = await waitForWork(() => listChildren(server.pid));
  server.kill('SIGKILL');
  await once(server, 'exit');
  await waitUntil(() => !isRunning(child));
});

test.runIf(process.platform === 'linux')(
  'a child knows no secret of the server, and neither models nor readers say a word on the console',
  async () => {
    vi.stubEnv('BENSHI_TEST_SECRET', 'sesame');
    onTestFinished(() => void vi.unstubAllEnvs());
    const said = [process.stdout, process.stderr].map(stream => vi.spyOn(stream, 'write'));
    onTestFinished(() => said.forEach(spy => void spy.mockRestore()));
    const children = countChildren();
    const visionWorker = startEyes();
    const noise = await makeNoiseJpeg(640, 360);
    await visionWorker.observe([title, noise], ada);
    const environment = readFileSync(`/proc/${children()[0]}/environ`, 'utf8').split('\0');
    const names = environment.map(entry => entry.split('=')[0]).filter(name => name !== '');
    expect(names.toSorted()).toEqual([
      'BENSHI_MAX_CHILD_BYTES',
      'BENSHI_SERVER_PID',
      'BENSHI_TEXT_LANGUAGES',
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'TINYPOOL_WORKER_ID',
    ]);
    await visionWorker.close();
    expect(said.flatMap(spy => spy.mock.calls.map(([text]) => String(text)))).toEqual([]);
  },
);
