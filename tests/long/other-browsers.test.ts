import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawTitle, titleSize } from '../support/draw-title.ts';
import { startFirefox, startWebKit } from '../support/driven-browser.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { saveNarratedVideo } from '../support/narrating-browser.ts';
import { decodeTrack, describeTracks, readPictures } from '../support/read-narrated-video.ts';
import { type StartedProduct, startProduct } from '../support/start-product.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let product: StartedProduct;
let folder: TemporaryFolder;
let video: string;
const seconds = 8;

beforeAll(async () => {
  // A title, which the offline engine reads, and a sound of its own, which is mixed.
  const title = await drawTitle('THE LAND');
  const sounds = [{ seconds, sample: (at: number) => 0.1 * Math.sin(2 * Math.PI * 220 * at) }];
  const shown = { ...titleSize, seconds, framesPerSecond: 2, picture: () => title };
  folder = await makeTemporaryFolder();
  video = await folder.write('land.mp4', await makeSoundingClip({ ...shown, sounds }));
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
  // The voice is louder than the tone.
  const [before, after] = [await decodeTrack(video), await decodeTrack(saved)];
  const loudest = (sound: Float32Array) =>
    sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(loudest(after)).toBeGreaterThan(2 * loudest(before));
});
