import { beforeAll, expect, test } from 'vitest';
import { createFrameReader } from '#server/decoding/frame-reader.ts';
import { maxPicturePixels } from '#shared/limits.ts';
import { makePicturesForm, makeUndecodedForm, postFormFrom } from '../support/ask-from.ts';
import { makePlainJpeg } from '../support/hostile-jpegs.ts';
import { measureTreeMemory } from '../support/linux-process.ts';
import { sizeOf } from '../support/look-at-frame.ts';
import { makeClip } from '../support/make-clip.ts';
import { startServerProcess } from '../support/start-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const megabyte = 1024 ** 2;

/** A valid clip of 8K that is small as a file and much work. */
let large: Uint8Array<ArrayBuffer>;
let ordinary: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const timestamps = Array.from({ length: 12 }, (_, index) => index * 3);
  large = await makeClip({ width: 7680, height: 4320, seconds: 36, timestamps, keyIntervalSeconds: 1000 });
  ordinary = await makeClip({ width: 1280, height: 720, seconds: 10, bitsPerSecond: 2_000_000 });
  // Coding 8K takes its time.
}, 600_000);

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

test.runIf(process.platform === 'linux')('memory is back within 100 MB a minute after work', async () => {
  await using server = await startServerProcess();
  const pid = server.process.pid as number;
  // The start itself takes memory that goes after seconds.
  await pause(30_000);
  const before = measureTreeMemory(pid);
  const url = `${server.url}/api/free/analysis`;
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
    most = Math.max(most, measureTreeMemory(pid));
  }, 500);
  await worked;
  clearInterval(sample);
  await pause(75_000);
  const after = measureTreeMemory(pid);
  console.log({ before, most, after });
  expect(after - before).toBeLessThan(100 * megabyte);
});

test('the pictures of an 8K video are made as large as pictures may be', async () => {
  await using folder = await makeTemporaryFolder();
  const reader = createFrameReader({ maxSeconds: 100 });
  const job = { requester: 'Ada', signal: new AbortController().signal };
  const { frames } = await reader.readFrames(await folder.write('8k.mp4', large), job);
  await reader.close();
  expect(frames).toHaveLength(10);
  const { width, height } = await sizeOf(frames[0]?.jpeg as Uint8Array);
  expect(width * height).toBeLessThanOrEqual(maxPicturePixels);
  expect(width / height).toBeCloseTo(16 / 9, 2);
  expect(width).toBeGreaterThan(5000);
});
