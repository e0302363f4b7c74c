// @module-tag long
import { readFile } from 'node:fs/promises';
import { BufferSource } from 'mediabunny';
import { expect, test } from 'vitest';
import { openVideo } from '#media/container/open-video.ts';
import { sampleFrames } from '#media/frames/sample-frames.ts';
import { encodeJpeg } from '#media/node/encode-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import type { Frame } from '#shared/frame.ts';
import { type ClipOptions, colorAt, makeClip } from '../support/make-clip.ts';
import { colorDistance, colorIn, sizeOf } from '../support/measure-frame.ts';

// Registers the native decoders, as the server's child processes do.
void openVideoFile;

const limits = { maxSeconds: 14_400 };

interface Sampled {
  readonly frames: Frame[];
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
}

async function sample(
  clip: Uint8Array<ArrayBuffer>,
  signal = new AbortController().signal,
): Promise<Sampled> {
  const video = await openVideo(new BufferSource(clip), limits);
  try {
    const frames: Frame[] = [];
    for await (const frame of sampleFrames(video, encodeJpeg, signal)) frames.push(frame);
    return { frames, durationSeconds: video.durationSeconds, width: video.width, height: video.height };
  } finally {
    video.close();
  }
}

async function expectTrueColors(frames: readonly Frame[]): Promise<void> {
  for (const { seconds, jpeg } of frames) {
    const seen = await colorIn(jpeg, 0.75, 0.75);
    const difference = colorDistance(seen, colorAt(seconds));
    expect(difference, `at ${seconds} s it shows ${seen}, not ${colorAt(seconds)}`).toBeLessThan(26);
  }
}

const kinds: readonly ClipOptions[] = [
  { container: 'mp4', codec: 'avc' },
  { container: 'mov', codec: 'hevc' },
  { container: 'mp4', codec: 'av1' },
  { container: 'mp4', codec: 'vp9' },
  { container: 'webm', codec: 'vp8' },
  { container: 'webm', codec: 'vp9' },
  { container: 'webm', codec: 'av1' },
  { container: 'mkv', codec: 'avc' },
  { container: 'mkv', codec: 'hevc' },
  { container: 'ts', codec: 'avc' },
  { container: 'ts', codec: 'hevc' },
  { container: 'mp4', codec: 'avc', fastStart: 'fragmented' },
];

test.each(kinds)('ten frames of a clip each match their time: %o', async kind => {
  const { frames, durationSeconds } = await sample(
    await makeClip({ ...kind, seconds: 10, keyIntervalSeconds: 3 }),
  );
  expect(durationSeconds).toBeCloseTo(10, 1);
  expect(frames).toHaveLength(10);
  await expectTrueColors(frames);
  for (const { jpeg } of frames) expect(await sizeOf(jpeg)).toEqual({ width: 160, height: 96 });
});

test.each([0.7, 1.6, 4, 7])(
  'ten frames are evenly spread, whatever the key frames: one every %d seconds',
  async keyIntervalSeconds => {
    const { frames } = await sample(await makeClip({ seconds: 20, keyIntervalSeconds }));
    const step = 2;
    expect(frames).toHaveLength(10);
    for (const [index, { seconds }] of frames.entries()) {
      const cuePoint = (index + 0.5) * step;
      expect(Math.abs(seconds - cuePoint), `${seconds} s stands for ${cuePoint} s`).toBeLessThan(step / 4);
    }
    await expectTrueColors(frames);
  },
);

test('a clip with one key frame gives ten different, exact frames', async () => {
  const { frames } = await sample(await makeClip({ seconds: 10, keyIntervalSeconds: 1000 }));
  expect(frames.map(frame => frame.seconds)).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]);
  await expectTrueColors(frames);
});

test.each([
  [0, 160, 96, [0.25, 0.25]],
  [90, 96, 160, [0.75, 0.25]],
  [180, 160, 96, [0.75, 0.75]],
  [270, 96, 160, [0.25, 0.75]],
] as const)('a clip rotated by %d degrees comes out upright', async (rotation, width, height, bright) => {
  const sampled = await sample(await makeClip({ rotation, color: () => [60, 80, 100] }));
  expect([sampled.width, sampled.height]).toEqual([width, height]);
  const jpeg = sampled.frames[0]?.jpeg as Uint8Array;
  expect(await sizeOf(jpeg)).toEqual({ width, height });
  for (const [x, y] of [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const) {
    const expected =
      x === bright[0] && y === bright[1] ? ([100, 120, 140] as const) : ([60, 80, 100] as const);
    expect(colorDistance(await colorIn(jpeg, x, y), expected)).toBeLessThan(16);
  }
});

test('non-square pixels are made square, also with rotation', async () => {
  const wide = await sample(await makeClip({ pixelAspect: 1.5 }));
  expect([wide.width, wide.height]).toEqual([240, 96]);
  expect(await sizeOf(wide.frames[4]?.jpeg as Uint8Array)).toEqual({ width: 240, height: 96 });
  const turned = await sample(await makeClip({ pixelAspect: 1.5, rotation: 90 }));
  expect(await sizeOf(turned.frames[4]?.jpeg as Uint8Array)).toEqual({ width: 96, height: 240 });
});

test.each([
  ['one picture', { timestamps: [0], seconds: 1 }],
  ['0.2 seconds', { seconds: 0.2, framesPerSecond: 25 }],
  ['one pixel', { container: 'webm', codec: 'vp9', width: 1, height: 1 }],
  ['an odd size', { container: 'webm', codec: 'vp8', width: 33, height: 17 }],
] as const satisfies readonly (readonly [string, ClipOptions])[])(
  'a clip of %s is read',
  async (_, options: ClipOptions) => {
    const { frames, width, height } = await sample(await makeClip(options));
    expect(frames.length).toBe(10);
    for (const { jpeg } of frames) expect(await sizeOf(jpeg)).toEqual({ width, height });
    if (width > 1) await expectTrueColors(frames);
  },
);

test('with a variable frame rate a frame lasts until the next one starts', async () => {
  const timestamps = [0, 0.1, 0.15, 2.5, 2.6, 4.9];
  const { frames } = await sample(await makeClip({ timestamps, seconds: 6, keyIntervalSeconds: 100 }));
  expect(frames).toHaveLength(10);
  for (const { seconds, jpeg } of frames) {
    const started = timestamps.findLast(timestamp => timestamp <= seconds) ?? 0;
    expect(colorDistance(await colorIn(jpeg, 0.75, 0.75), colorAt(started))).toBeLessThan(26);
  }
});

test.each(['ten-bit-avc.mp4', 'ten-bit-hevc.mp4', 'interlaced.mp4'])(
  '%s is read with its colours',
  async name => {
    const file = await readFile(new URL(`../support/clips/${name}`, import.meta.url));
    const { frames } = await sample(new Uint8Array(file));
    expect(frames).toHaveLength(10);
    for (const { jpeg } of frames) {
      expect(colorDistance(await colorIn(jpeg, 0.5, 0.5), [40, 70, 210])).toBeLessThan(12);
    }
  },
);

test('a truncated file gives the frames that are left, never blanks', async () => {
  const clip = await makeClip({
    container: 'mp4',
    seconds: 10,
    fastStart: 'in-memory',
    bitsPerSecond: 300_000,
  });
  const { frames } = await sample(clip.slice(0, Math.floor(clip.length * 0.6)));
  expect(frames.length).toBeGreaterThan(0);
  expect(frames.length).toBeLessThan(10);
  await expectTrueColors(frames);
});

test('a file whose frames are all cut off is refused with a sentence', async () => {
  const clip = await makeClip({ seconds: 10, fastStart: 'in-memory' });
  const end = new TextDecoder('latin1').decode(clip).indexOf('mdat') + 20;
  await expect(sample(clip.slice(0, end))).rejects.toMatchObject({
    code: 'invalid_video',
    message: expect.stringContaining('incomplete'),
  });
});

test('cancelling ends the reading of frames', async () => {
  const clip = await makeClip({ seconds: 10, keyIntervalSeconds: 1 });
  const video = await openVideo(new BufferSource(clip), limits);
  const cancel = new AbortController();
  const seen: Frame[] = [];
  const reading = (async () => {
    for await (const frame of sampleFrames(video, encodeJpeg, cancel.signal)) {
      seen.push(frame);
      cancel.abort();
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: 'client_closed' });
  expect(seen).toHaveLength(1);
  video.close();
});
