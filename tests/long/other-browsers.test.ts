import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFirefox, startWebKit } from '../support/driven-browser.ts';
import { makeTalk, type Talk } from '../support/make-talk.ts';
import { saveNarratedVideo } from '../support/narrating-browser.ts';
import { decodeTrack, describeTracks, readPictures } from '../support/read-narrated-video.ts';
import { type StartedProduct, startProduct } from '../support/start-product.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let product: StartedProduct;
let folder: TemporaryFolder;
let talk: Talk;
let video: string;

beforeAll(async () => {
  talk = await makeTalk();
  folder = await makeTemporaryFolder();
  video = await folder.write('talk.mp4', talk.bytes);
  product = await startProduct();
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test.each([
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKitGTK', start: startWebKit },
])('$name narrates a video and saves it with its narration', async ({ start }) => {
  await using browser = await start();
  const saved = await saveNarratedVideo(browser, `http://localhost:${product.port}`, video);

  expect((await describeTracks(saved)).tracks.map(({ codec }) => codec)).toEqual(['avc', 'aac']);
  expect(await readPictures(saved)).toEqual(await readPictures(video));
  const [before, after] = [await decodeTrack(video), await decodeTrack(saved)];
  expect(after.length / 48_000).toBeCloseTo(talk.durationSeconds, 0);
  expect(after).not.toEqual(before);
});
