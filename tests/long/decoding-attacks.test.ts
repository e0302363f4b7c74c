import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFrameReader } from '#server/decoding/frame-reader.ts';
import { maxPicturePixels } from '#shared/limits.ts';
import { makePicturesForm, makeUndecodedForm, postFormFrom } from '../support/ask-from.ts';
import { makeEndlessMatroska, makeEndlessOrder, makeLyingCues } from '../support/endless-videos.ts';
import { makeManyScans, makePlainJpeg } from '../support/hostile-jpegs.ts';
import { measureTreeMemory } from '../support/linux-process.ts';
import { sizeOf } from '../support/look-at-frame.ts';
import { makeClip } from '../support/make-clip.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const [mal, ada] = ['127.0.0.2', '127.0.0.3'];
const megabyte = 1024 ** 2;

let server: ServerProcess;
/** A valid clip of 8K that is small as a file and much work. */
let large: Uint8Array<ArrayBuffer>;
let ordinary: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  server = await startServerProcess();
  const timestamps = Array.from({ length: 12 }, (_, index) => index * 3);
  large = await makeClip({ width: 7680, height: 4320, seconds: 36, timestamps, keyIntervalSeconds: 1000 });
  ordinary = await makeClip({ width: 1280, height: 720, seconds: 10, bitsPerSecond: 2_000_000 });
  // Coding 8K takes its time.
}, 600_000);
afterAll(() => server[Symbol.asyncDispose]());

const post = (address: string, form: FormData) =>
  postFormFrom(address, `${server.url}/api/free/analysis`, form);
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** What the free page asks of decoders: a video and pictures, one after the other. */
async function narrate(): Promise<number> {
  const picture = new Uint8Array(await makePlainJpeg(1920, 1080));
  const start = performance.now();
  expect((await post(ada, makeUndecodedForm(ordinary))).status).toBe(200);
  expect((await post(ada, makePicturesForm(Array(10).fill(picture)))).status).toBe(200);
  return performance.now() - start;
}

/** How long `/healthz` takes while something happens: all but one in a hundred take less. */
async function watchHealth(whileRunning: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isOver = false;
  const running = whileRunning().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const start = performance.now();
    await (await fetch(`${server.url}/healthz`)).text();
    times.push(performance.now() - start);
    await pause(20);
  }
  await running;
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
}

test('a visitor narrates in at most twice the time while one address attacks in every way', async () => {
  const bomb = new Uint8Array(await makeManyScans(7680, 4320, 2648));
  const forms = [
    makeUndecodedForm(await makeEndlessMatroska()),
    makeUndecodedForm(await makeEndlessOrder()),
    makeUndecodedForm(await makeLyingCues()),
    makeUndecodedForm(large),
    makePicturesForm([bomb, bomb, bomb]),
  ];
  await narrate();
  const alone = Math.max(await narrate(), await narrate());

  let isOver = false;
  const statuses: number[] = [];
  const attack = async (first: number) => {
    for (let turn = first; !isOver; turn++)
      statuses.push((await post(mal, forms[turn % forms.length] as FormData)).status);
  };
  const quietHealthMs = await watchHealth(() => pause(3000));
  const around = [attack(0), attack(1), attack(2), attack(3)];
  await pause(3000);
  const attacked: number[] = [];
  const healthMs = await watchHealth(async () => {
    for (let turn = 0; turn < 5; turn++) attacked.push(await narrate());
  });
  isOver = true;
  await Promise.all(around);
  const [median = 0] = attacked.toSorted((one, other) => one - other).slice(2);
  console.log({ alone, attacked, quietHealthMs, healthMs, statuses: statuses.join(' ') });
  // Two for the promise, and some for a machine that does other things as well.
  expect(median).toBeLessThan(2 * alone + 1000);
  expect(healthMs).toBeLessThan(200 + quietHealthMs);
  expect(statuses.filter(status => ![200, 422, 429].includes(status))).toEqual([]);
});

test.runIf(process.platform === 'linux')('memory is back within 100 MB a minute after work', async () => {
  const pid = server.process.pid as number;
  await using fresh = await startServerProcess();
  const freshPid = fresh.process.pid as number;
  // The start itself takes memory that goes after seconds.
  await pause(30_000);
  const before = measureTreeMemory(freshPid);
  const url = `${fresh.url}/api/free/analysis`;
  const picture = new Uint8Array(await makePlainJpeg(4096, 4096));
  const people = Array.from({ length: 8 }, async (_, person) => {
    for (let turn = 0; turn < 2; turn++) {
      const address = `127.0.1.${person + 1}`;
      await postFormFrom(address, url, makeUndecodedForm(person % 4 === 0 ? large : ordinary));
      await postFormFrom(address, url, makePicturesForm(Array(10).fill(picture)));
    }
  });
  let most = 0;
  const worked = Promise.all(people);
  const sample = setInterval(() => {
    most = Math.max(most, measureTreeMemory(freshPid));
  }, 500);
  await worked;
  clearInterval(sample);
  await pause(75_000);
  const after = measureTreeMemory(freshPid);
  console.log({ before, most, after, attackedServer: measureTreeMemory(pid) });
  expect(after - before).toBeLessThan(100 * megabyte);
});

test('the pictures of an 8K video are made as large as pictures may be', async () => {
  await using folder = await makeTemporaryFolder();
  const reader = createFrameReader({ maxSeconds: 100 });
  const job = { asker: 'Ada', signal: new AbortController().signal };
  const { frames } = await reader.readFrames(await folder.write('8k.mp4', large), job);
  await reader.close();
  expect(frames).toHaveLength(10);
  const { width, height } = await sizeOf(frames[0]?.jpeg as Uint8Array);
  expect(width * height).toBeLessThanOrEqual(maxPicturePixels);
  expect(width / height).toBeCloseTo(16 / 9, 2);
  expect(width).toBeGreaterThan(5000);
});
