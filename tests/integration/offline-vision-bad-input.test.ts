// @module-tag long
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOfflineVision } from '#engines/offline/vision.ts';
import { createOfflineVisionWorker } from '#server/decoding/open-decoding.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import { t } from '#shared/messages/message.ts';
import { makeNoiseJpeg, openTitle, type TestOfflineVision, toBytes } from '../support/offline-vision.ts';
import { testRows } from '../support/test-rows.ts';

const { signal } = new AbortController();
const paper = '#f4f0e6';

let visionWorker: TestOfflineVision;
/** Processor seconds of the last request. */
let worked = 0;

beforeAll(() => {
  const budget = {
    requireLeft: async () => {},
    charge: async (_asker: string, seconds: number) => {
      worked = seconds;
    },
  };
  visionWorker = createOfflineVisionWorker({ textLanguages: ['eng'], workers: 1, budget });
});
afterAll(() => visionWorker.close());

async function toJpeg(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return toBytes(await image.jpeg({ quality: 90 }).toBuffer());
}

function fill(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

async function look(jpeg: Uint8Array<ArrayBuffer>) {
  const [picture] = await visionWorker.observe([jpeg], { requester: 'anyone', signal });
  expect(picture?.faults).toEqual([]);
  return { things: picture?.things ?? [], lines: picture?.lines.map(({ text }) => text) ?? [] };
}

/** The offline analysis of a picture that is sent three times. */
async function describe(jpeg: Uint8Array<ArrayBuffer>): Promise<string> {
  const frames = [1, 2, 3].map(seconds => ({ seconds, jpeg }));
  return await createOfflineVision(visionWorker).analyze({ prompt: '', frames, durationSeconds: 4, signal });
}

test('a picture of 8,000 × 8,000 pixels is refused before decoding', async () => {
  await expect(look(await toJpeg(fill(8000, 8000, '#808080')))).rejects.toMatchObject({
    code: 'video_too_large',
    filled: { key: frameMessages.tooLarge.key },
  });
});

testRows(
  [
    ['3 × 3 pixels', 3, 3, '#c03020'],
    ['one pixel', 1, 1, '#ffffff'],
    ['a line of 16,000 pixels', 16_000, 1, '#ffffff'],
    ['a column of 16,000 pixels', 1, 16_000, '#102030'],
    ['nothing but black', 1920, 1080, '#000000'],
    ['the largest size that is taken, in one colour', 4096, 4096, '#808080'],
  ],
  ([what]) => what === 'one pixel',
)('no object is found in a picture of %s, and the next one is analysed', async (_, width, height, colour) => {
  const jpeg = await toJpeg(fill(width, height, colour));
  expect((await look(jpeg)).lines).toEqual([]);
  expect(await describe(jpeg)).not.toMatch(/[“"«]|\d %/u);
});

test('noise of 4,096 × 4,096 pixels takes bounded work, and no object is found in it', {
  tags: 'long',
}, async () => {
  const jpeg = await makeNoiseJpeg(4096, 4096);
  const { lines, things } = await look(jpeg);
  expect({ lines, sure: things.filter(({ confidence }) => confidence > 0.5) }).toEqual({
    lines: [],
    sure: [],
  });
  // Half a second on two cores; unbounded, noise gives tens of thousands of shapes.
  expect(worked).toBeLessThan(5);
});

test('of a page of small print the largest line is read first, and reading ends', async () => {
  const title = await cut(await openTitle('THE END'), 140);
  const small = await cut(await openTitle('THE LAND'), 34);
  const rows = Array.from({ length: 15 }, (_, row) => 460 + 39 * row);
  const columns = Array.from({ length: 10 }, (_, column) => 60 + 180 * column);
  const page = rows.flatMap(top => columns.map(left => ({ input: small, left, top })));
  const jpeg = await toJpeg(
    fill(1920, 1080, paper).composite([...page, { input: title, left: 500, top: 250 }]),
  );
  const { lines } = await look(jpeg);
  expect(lines[0]).toBe('THE END');
  // How much of the rest is read depends on the machine.
  expect(lines.slice(1).filter(line => !/^(?:THE LAND ?)+$/u.test(line))).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(worked).toBeLessThan(5);
});

/** A title without most of its margin, scaled to this height. */
async function cut(title: Sharp, height: number): Promise<Buffer> {
  const part = await title.png().toBuffer();
  return await sharp(part)
    .extract({ left: 90, top: 190, width: 780, height: 160 })
    .resize({ height })
    .toBuffer();
}

test.each<[string, (title: Sharp) => Sharp]>([
  ['progressive', title => title.jpeg({ progressive: true })],
  ['for printers (CMYK)', title => title.toColourspace('cmyk').jpeg()],
  ['grey', title => title.greyscale().jpeg()],
  // Pixels are not rotated: browsers and our decoders rotate pictures before encoding.
  ['said to be rotated, but is not', title => title.withMetadata({ orientation: 6 }).jpeg()],
  ['with a thumbnail of metadata', title => title.withExif({ IFD0: { Copyright: 'x'.repeat(5000) } }).jpeg()],
])('a title in a JPEG that is %s is read', async (_, write) => {
  const jpeg = toBytes(await write(await openTitle()).toBuffer());
  expect((await look(jpeg)).lines).toEqual(['THE END']);
});

test.each<[string, (title: Sharp) => Sharp]>([
  ['upside down', title => title.rotate(180)],
  ['in a mirror', title => title.flop()],
  ['in water', title => title.flip()],
  ['at 20 degrees', title => title.rotate(20, { background: paper })],
])('of a title %s nothing is quoted', { tags: 'long' }, async (_, turn) => {
  for (const words of ['THE END', 'HAND LED']) {
    const png = await (await openTitle(words)).png().toBuffer();
    expect(await describe(await toJpeg(turn(sharp(png))))).not.toMatch(/[“"«]/u);
  }
});

test('a truncated picture fails its request, names it, and the child survives', async () => {
  const jpeg = toBytes(await (await openTitle()).jpeg().toBuffer());
  const frames = [jpeg, jpeg.slice(0, jpeg.length / 2), jpeg];
  await expect(visionWorker.observe(frames, { requester: 'anyone', signal })).rejects.toMatchObject({
    code: 'invalid_video',
    message: t(frameMessages.damaged, { number: 2 }),
  });
  expect((await look(jpeg)).lines).toEqual(['THE END']);
});
