import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createOfflineVisionWorker } from '#server/decoding/open-decoding.ts';
import { listChildren } from '../support/child-processes.ts';
import { measureTreeMemory } from '../support/linux-process.ts';
import { makeNoiseJpeg, openTitle, toBytes } from '../support/offline-vision.ts';

const megabyte = 1024 ** 2;
const { signal } = new AbortController();

/** The child's peak in bytes while it analyses the same ten pictures three times. */
async function measureMost(jpeg: Uint8Array<ArrayBuffer>): Promise<number> {
  const before = listChildren();
  const visionWorker = createOfflineVisionWorker({ textLanguages: ['eng'], workers: 1 });
  onTestFinished(() => visionWorker.close());
  await visionWorker.observe([jpeg], { requester: 'anyone', signal });
  const [child = Number.NaN] = listChildren().filter(pid => !before.includes(pid));
  let most = 0;
  const sample = setInterval(() => {
    most = Math.max(most, measureTreeMemory(child));
  }, 50);
  for (let round = 0; round < 3; round++)
    await visionWorker.observe(Array(10).fill(jpeg), { requester: 'anyone', signal });
  clearInterval(sample);
  console.log({ maxMegabytes: Math.round(most / megabyte) });
  return most;
}

test.runIf(process.platform === 'linux')('pictures of 1080p take at most 350 MB', async () => {
  const title = await (await openTitle()).png().toBuffer();
  const jpeg = toBytes(await sharp(title).resize(1920, 1080).jpeg().toBuffer());
  expect(await measureMost(jpeg)).toBeLessThan(350 * megabyte);
});

test.runIf(process.platform === 'linux')('noise of 16 million pixels takes at most 450 MB', async () => {
  expect(await measureMost(await makeNoiseJpeg(4096, 4096))).toBeLessThan(450 * megabyte);
});
