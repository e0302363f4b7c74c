import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { CodedError } from '#shared/errors.ts';
import { maxPicturePixels } from '#shared/limits.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import {
  changeFrame,
  changeFrameMarker,
  insertPart,
  makeManyScans,
  makePlainJpeg,
} from '../../../tests/support/hostile-jpegs.ts';
import {
  computeMovement,
  dropSimilar,
  fitPicture,
  requireBoundedJpeg,
  type SketchedFrame,
  sketchPicture,
} from './pictures.ts';

test('a small picture keeps its size', () => {
  expect(fitPicture({ width: 3840, height: 2160 })).toEqual({ width: 3840, height: 2160 });
  expect(fitPicture({ width: 4096, height: 4096 })).toEqual({ width: 4096, height: 4096 });
});

test('a larger one keeps its aspect ratio', () => {
  const { width, height } = fitPicture({ width: 7680, height: 4320 });
  expect(width * height).toBeLessThanOrEqual(maxPicturePixels);
  expect(width * height).toBeGreaterThan(0.999 * maxPicturePixels);
  expect(width / height).toBeCloseTo(16 / 9, 2);
});

test('a small one has so many pixels at its longer side, and none is enlarged', () => {
  expect(fitPicture({ width: 1920, height: 1080 }, { maxSidePixels: 768 })).toEqual({
    width: 768,
    height: 432,
  });
  expect(fitPicture({ width: 1080, height: 1920 }, { maxSidePixels: 768 })).toEqual({
    width: 432,
    height: 768,
  });
  expect(fitPicture({ width: 320, height: 240 }, { maxSidePixels: 768 })).toEqual({
    width: 320,
    height: 240,
  });
});

test('a sketch has the mean of each part of a picture, of any size', () => {
  const half = {
    width: 64,
    height: 32,
    values: Uint8Array.from({ length: 2048 }, (_, at) => (at < 1024 ? 10 : 90)),
  };
  expect([...new Set(sketchPicture(half).subarray(0, 128))]).toEqual([10]);
  expect([...new Set(sketchPicture(half).subarray(128))]).toEqual([90]);
  for (const [width, height] of [
    [1, 1],
    [3, 500],
    [17, 15],
  ] as const)
    expect(sketchPicture({ width, height, values: new Uint8Array(width * height).fill(7) })).toEqual(
      new Uint8Array(256).fill(7),
    );
});

test('a hand that moves counts, though little of the picture changes; noise does not', () => {
  const before = new Uint8Array(256).fill(100);
  const hand = before.map((value, at) => (at >= 100 && at < 108 ? value + 40 : value));
  const noise = before.map((value, at) => value + (at % 3));
  expect(computeMovement(before, hand)).toBe(40);
  expect(computeMovement(before, noise)).toBeLessThan(4);
});

/** Pictures of a single grey. */
async function* pictures(greyAt: Readonly<Record<number, number>>): AsyncGenerator<SketchedFrame> {
  for (const [seconds, grey] of Object.entries(greyAt))
    yield {
      frame: { seconds: Number(seconds), jpeg: new Uint8Array() },
      sketch: new Uint8Array(256).fill(grey),
    };
}

async function keepFrom(greyAt: Readonly<Record<number, number>>): Promise<number[]> {
  const kept = dropSimilar(pictures(greyAt), 100);
  return (await Array.fromAsync(kept)).map(({ seconds }) => seconds);
}

test('a picture equal to the previous one is dropped', async () => {
  expect(await keepFrom({ 1: 50, 3: 50, 5: 51, 7: 90, 9: 90 })).toEqual([1, 7]);
});

test('slow changes are noticed: a picture is compared with the last one that was kept', async () => {
  expect(await keepFrom({ 1: 50, 3: 52, 5: 54, 7: 56, 9: 58 })).toEqual([1, 5, 9]);
});

test('each tenth of a still video keeps one picture', async () => {
  const still = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at * 2, 80]));
  expect(await keepFrom(still)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
});

test('errors of reading the video are passed on', async () => {
  async function* broken(): AsyncGenerator<SketchedFrame> {
    yield { frame: { seconds: 1, jpeg: new Uint8Array() }, sketch: new Uint8Array(256) };
    throw new Error('The file ends here.');
  }
  const kept = dropSimilar(broken(), 10);
  await expect(Array.fromAsync(kept)).rejects.toThrow('The file ends here.');
});

function look(jpeg: Uint8Array): string {
  try {
    requireBoundedJpeg(jpeg, 3);
    return 'good';
  } catch (error) {
    const { code, filled } = error as CodedError;
    return `${code} ${filled?.key}`;
  }
}

const kind = `invalid_video ${frameMessages.unsupported.key}`;
const damaged = `invalid_video ${frameMessages.damaged.key}`;
const manyScans = `video_too_demanding ${frameMessages.tooManyScans.key}`;

describe('valid pictures pass', () => {
  test('baseline and progressive, colour and grey, from one pixel to the maximum', async () => {
    expect(look(await makePlainJpeg(640, 360))).toBe('good');
    expect(look(await makePlainJpeg(640, 360, true))).toBe('good');
    expect(look(await makePlainJpeg(1, 1))).toBe('good');
    expect(look(await makePlainJpeg(4096, 4096))).toBe('good');
    expect(look(await makePlainJpeg(5760, 2880))).toBe('good');
    const grey = await sharp(await makePlainJpeg(64, 48))
      .greyscale()
      .jpeg()
      .toBuffer();
    expect(look(grey)).toBe('good');
  });

  test('with a thumbnail inside, which is not part of the picture', async () => {
    const thumbnail = await makePlainJpeg(16, 16, true);
    const length = thumbnail.length + 2;
    const app = Uint8Array.from([0xff, 0xe1, length >> 8, length & 255, ...thumbnail]);
    expect(look(insertPart(await makePlainJpeg(640, 360), app))).toBe('good');
  });

  test('with restart markers, fill bytes, and trailing data', async () => {
    const jpeg = await makePlainJpeg(64, 48);
    const filled = insertPart(jpeg, Uint8Array.from([0xff, 0xff, 0xff, 0xfe, 0, 2]));
    expect(look(filled)).toBe('good');
    expect(look(new Uint8Array([...jpeg, 1, 2, 3]))).toBe('good');
    const restarted = [...jpeg.slice(0, -2), 0xff, 0xd0, 1, 2, 0xff, 0, 0xff, 0xd7, 3, ...jpeg.slice(-2)];
    expect(look(new Uint8Array(restarted))).toBe('good');
  });

  test('with twelve scans', async () => {
    expect(look(await makeManyScans(640, 360, 12))).toBe('good');
  });
});

describe('pictures that are expensive to decode are refused', () => {
  test('more pixels than 4,096 × 4,096', async () => {
    const huge = changeFrame(await makePlainJpeg(64, 48), content => content.setUint32(1, 0x1000_1001));
    expect(look(huge)).toBe(`video_too_large ${frameMessages.tooLarge.key}`);
  });

  test('more than twelve scans, progressive or not', async () => {
    expect(look(await makeManyScans(640, 360, 13))).toBe(manyScans);
    expect(look(changeFrameMarker(await makeManyScans(640, 360, 13), 0xc0))).toBe(manyScans);
  });
});

describe('pictures that no camera and no browser makes are refused', () => {
  test.each([0xc1, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])(
    'frames of kind %d: lossless, arithmetic, hierarchical',
    async code => {
      expect(look(changeFrameMarker(await makePlainJpeg(64, 48), code))).toBe(kind);
    },
  );

  test('a height that comes later, no width, twelve bits, two components', async () => {
    const jpeg = await makePlainJpeg(64, 48);
    expect(look(changeFrame(jpeg, content => content.setUint16(1, 0)))).toBe(kind);
    expect(look(changeFrame(jpeg, content => content.setUint16(3, 0)))).toBe(kind);
    expect(look(changeFrame(jpeg, content => content.setUint8(0, 12)))).toBe(kind);
    expect(look(changeFrame(jpeg, content => content.setUint8(5, 2)))).toBe(damaged);
    expect(look(insertPart(jpeg, Uint8Array.from([0xff, 0xdc, 0, 4, 0, 48])))).toBe(kind);
  });

  test('a thousand empty comments', async () => {
    const comments = Array.from({ length: 1000 }, () => [0xff, 0xfe, 0, 2]).flat();
    expect(look(insertPart(await makePlainJpeg(64, 48), Uint8Array.from(comments)))).toBe(kind);
  });

  test('a second frame, arithmetic tables, a picture in a picture', async () => {
    const jpeg = await makePlainJpeg(64, 48);
    const frame = Uint8Array.from([0xff, 0xc0, 0, 11, 8, 0, 48, 0, 64, 1, 1, 0x11, 0]);
    expect(look(insertPart(jpeg, frame))).toBe(kind);
    expect(look(insertPart(jpeg, Uint8Array.from([0xff, 0xcc, 0, 4, 0, 0])))).toBe(kind);
    expect(look(insertPart(jpeg, jpeg.slice(0, -2)))).toBe(damaged);
  });
});

test('data truncated anywhere is refused as damaged', async () => {
  const jpeg = await makePlainJpeg(64, 48, true);
  for (let length = 3; length < jpeg.length; length++) expect(look(jpeg.slice(0, length))).toBe(damaged);
});

test('data that is no JPEG is refused', () => {
  const other = `bad_request ${frameMessages.notJpeg.key}`;
  expect(look(new Uint8Array())).toBe(other);
  expect(look(Uint8Array.from([0x89, 0x50, 0x4e, 0x47]))).toBe(other);
  expect(look(new TextEncoder().encode('<svg/>'))).toBe(other);
});

test('damaged bytes never cause another error', async () => {
  const jpeg = await makePlainJpeg(64, 48, true);
  for (let at = 0; at < jpeg.length; at++) {
    for (const byte of [0, 0xff, 0xda, (jpeg[at] as number) ^ 0x10]) {
      const changed = jpeg.slice();
      changed[at] = byte;
      expect(look(changed)).toMatch(/^(good|\w+ frames\.\w+)$/u);
    }
  }
});
