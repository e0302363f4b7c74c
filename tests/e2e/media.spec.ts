import { readFile } from 'node:fs/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { BufferSource } from 'mediabunny';
import sharp from 'sharp';
import { encodeJpeg, readGrey } from '#media/node/encode-jpeg.ts';
import '#media/node/open-video-file.ts';
import { openVideo } from '#media/container/open-video.ts';
import { sampleFrames } from '#media/frames/sample-frames.ts';
import { takeMoments } from '#media/frames/take-moments.ts';
import type { Frame } from '#shared/frame.ts';
import { colourClips, compareColours } from '../support/colour-clips.ts';
import { makeHostileVideos } from '../support/hostile-videos.ts';
import { type ClipOptions, colorAt, makeClip } from '../support/make-clip.ts';
import { makeFilm } from '../support/make-film.ts';
import { makeSoundFile } from '../support/make-sound-file.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { colorDistance, colorIn, sizeOf } from '../support/measure-frame.ts';
import type { HarnessReport, TakenMoments } from '../support/media-harness.ts';
import { bundleMediaHarness, openMediaHarness } from '../support/media-harness-page.ts';
import { notVideos } from '../support/not-videos.ts';
import { realVideos, refusedVideos } from '../support/real-videos.ts';

/** The media code in a real browser on an empty page, as the free page runs it. */
const test = base.extend<{ harness: Page }, { script: string }>({
  script: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => use(await bundleMediaHarness()),
    { scope: 'worker' },
  ],
  harness: async ({ page, script }, use) => {
    await openMediaHarness(page, script);
    await use(page);
  },
});

type Report = Partial<HarnessReport> & { failure: string | undefined };

async function look(harness: Page, file: Uint8Array, name = 'video.mp4'): Promise<Report> {
  const input = harness.locator('input');
  await input.setInputFiles({ name, mimeType: 'video/mp4', buffer: Buffer.from(file) });
  return input.evaluate(element =>
    (globalThis as unknown as { report(element: Element): Promise<Report> }).report(element),
  );
}

const fromBase64 = (text = '') => new Uint8Array(Buffer.from(text, 'base64'));

async function sampleInNode(file: Uint8Array<ArrayBuffer>) {
  const video = await openVideo(new BufferSource(file), { maxSeconds: 14_400 });
  const frames = [];
  for await (const frame of sampleFrames(video, encodeJpeg, new AbortController().signal)) frames.push(frame);
  video.close();
  return frames;
}

async function takeTimedInNode(file: Uint8Array<ArrayBuffer>, showsMovement: boolean) {
  const video = await openVideo(new BufferSource(file), { maxSeconds: 14_400 });
  const { signal } = new AbortController();
  const tools = { most: 60, showsMovement, encodeJpeg, readGrey, signal, readClockMs: () => 0 };
  const frames = await takeMoments(video, tools);
  video.close();
  return frames.map(({ jpeg: _, ...frame }) => frame);
}

async function takeTimed(
  harness: Page,
  file: Uint8Array,
  showsMovement: boolean,
): Promise<Omit<Frame, 'jpeg'>[]> {
  const input = harness.locator('input');
  await input.setInputFiles({ name: 'video', mimeType: 'video/mp4', buffer: Buffer.from(file) });
  const { frames } = await input.evaluate((element, moves) => {
    type Take = (input: Element, showsMovement: boolean) => Promise<TakenMoments>;
    return (globalThis as unknown as { takeTimed: Take }).takeTimed(element, moves);
  }, showsMovement);
  return frames.map(({ bytes: _, ...frame }) => frame);
}

/** Expects two decodings of the same coded picture to look alike. */
async function expectSameView(one: Uint8Array, other: Uint8Array, what: string): Promise<void> {
  const thumbnail = (jpeg: Uint8Array) =>
    sharp(jpeg).resize(8, 8, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const [pixels, others] = await Promise.all([thumbnail(one), thumbnail(other)]);
  const differences = pixels.map((value, index) => Math.abs(value - (others[index] ?? 0)));
  expect(Math.max(...differences), what).toBeLessThan(24);
}

const kinds: readonly ClipOptions[] = [
  { container: 'mp4', codec: 'avc' },
  { container: 'mp4', codec: 'avc', fastStart: 'fragmented' },
  { container: 'mp4', codec: 'avc', keyIntervalSeconds: 1000 },
  { container: 'mov', codec: 'avc', rotation: 90, pixelAspect: 1.5 },
  { container: 'ts', codec: 'avc' },
  { container: 'webm', codec: 'vp8' },
  { container: 'webm', codec: 'vp9' },
  { container: 'mkv', codec: 'vp9', rotation: 270 },
  { container: 'mp4', codec: 'av1' },
];

for (const [index, kind] of kinds.entries()) {
  test(`the browser takes ten correct frames of a clip: ${JSON.stringify(kind)}`, {
    tag: index === 0 ? [] : '@long',
  }, async ({ harness }) => {
    const clip = await makeClip({ seconds: 10, keyIntervalSeconds: 3, ...kind });
    const { frames = [], failure, width, height } = await look(harness, clip);
    expect(failure).toBeUndefined();
    expect(frames).toHaveLength(10);
    const inNode = await sampleInNode(clip);
    expect(frames.map(frame => frame.seconds)).toEqual(inNode.map(frame => frame.seconds));
    for (const [index, { seconds, jpeg }] of frames.entries()) {
      const bytes = fromBase64(jpeg);
      expect(await sizeOf(bytes)).toEqual({ width, height });
      expect(await sizeOf(bytes)).toEqual(await sizeOf(inNode[index]?.jpeg as Uint8Array));
      expect(colorDistance(await colorIn(bytes, 0.75, 0.75), colorAt(seconds))).toBeLessThan(30);
    }
  });
}

test('frames of HDR and wide-gamut videos look right in the browser, too', async ({ harness }) => {
  for (const { maker, path, expected, isHdr, isForServerOnly } of colourClips) {
    if (isForServerOnly) continue;
    const { frames = [] } = await look(harness, await readFile(path));
    expect(frames.length, maker).toBeGreaterThan(1);
    const shown = isHdr ? expected.map(([r, g, b]) => [r * 0.73, g * 0.73, b * 0.73] as const) : expected;
    for (const { jpeg } of frames) {
      const differences = await compareColours(fromBase64(jpeg), shown);
      expect(Math.max(...differences), `${maker}: ${differences}`).toBeLessThan(18);
    }
  }
});

test("the browser's sparse copy gives the server the same frames", async ({ harness }) => {
  for (const options of [{ codec: 'avc' }, { codec: 'hevc' }, { codec: 'vp9', container: 'webm' }] as const) {
    const clip = await makeClip({ seconds: 20, keyIntervalSeconds: 2, ...options });
    const { sparseCopy } = await look(harness, clip);
    expect(await sampleInNode(fromBase64(sparseCopy))).toEqual(await sampleInNode(clip));
  }
});

test('browser and server choose the same frames for a timed narration', {
  tag: '@long',
}, async ({ harness }) => {
  for (const options of [{ container: 'mp4' }, { container: 'webm', codec: 'vp9' }] as const) {
    const color = (seconds: number) => {
      const scene = Math.max(10, Math.floor(seconds / 6));
      return [(scene * 67) % 256, (scene * 131) % 256, (scene * 29) % 256] as const;
    };
    const clip = await makeClip({ seconds: 120, framesPerSecond: 4, ...options, color });
    const inNode = await takeTimedInNode(clip, false);
    expect(inNode.length).toBeLessThan(20);
    expect(await takeTimed(harness, clip, false)).toEqual(inNode);
  }
});

test('browser and server show movements, print and still pictures alike', async ({ harness }) => {
  const kinds = ['moving', 'card', 'still', 'panning'] as const;
  const film = await makeFilm([...kinds, ...kinds].map(kind => ({ kind, seconds: 6 })));
  const frames = await takeTimed(harness, film, true);
  expect(new Set(frames.map(({ detail }) => detail))).toEqual(new Set(['low', 'medium', 'high']));
  expect(frames).toEqual(await takeTimedInNode(film, true));
});

test('a recording whose clock restarts, and a single picture with sound, give browser and server the same frames', async ({
  harness,
}) => {
  const sounds = [{ seconds: 6, sample: () => 0 }];
  const clips = [
    await makeSoundingClip({ seconds: 6, container: 'ts', shiftSeconds: 2 ** 33 / 90_000 - 3, sounds }),
    await makeSoundingClip({ seconds: 0.04, timestamps: [0], sounds }),
  ];
  for (const clip of clips) {
    const report = await look(harness, clip);
    expect(report.durationSeconds).toBeCloseTo(6, 1);
    const times = (await sampleInNode(clip)).map(({ seconds }) => seconds);
    expect(times).toHaveLength(10);
    expect(report.frames?.map(({ seconds }) => seconds)).toEqual(times);
    expect((await sampleInNode(fromBase64(report.sparseCopy))).map(({ seconds }) => seconds)).toEqual(times);
  }
});

test('the browser reports H.265 as not decodable, so that the page can send the copy', {
  tag: '@long',
}, async ({ harness }) => {
  const { canDecode, failure, frames } = await look(harness, await makeClip({ codec: 'hevc' }));
  expect(canDecode).toBe(false);
  expect(failure).toBe('unsupported_codec');
  expect(frames).toEqual([]);
});

test('unusual videos are decoded, or the browser says beforehand that it cannot', { tag: '@long' }, async ({
  harness,
}) => {
  for (const name of ['ten-bit-avc.mp4', 'ten-bit-hevc.mp4', 'interlaced.mp4']) {
    const file = await readFile(new URL(`../support/clips/${name}`, import.meta.url));
    const { canDecode, frames = [], failure } = await look(harness, file);
    expect(failure, name).toBe(canDecode ? undefined : 'unsupported_codec');
    expect(frames, name).toHaveLength(canDecode ? 10 : 0);
    for (const { jpeg } of frames) {
      expect(colorDistance(await colorIn(fromBase64(jpeg), 0.5, 0.5), [40, 70, 210]), name).toBeLessThan(16);
    }
  }
});

test('a truncated file gives browser and server the same frames', { tag: '@long' }, async ({ harness }) => {
  const clip = await makeClip({ seconds: 10, fastStart: 'in-memory', bitsPerSecond: 300_000 });
  const cut = clip.slice(0, Math.floor(clip.length * 0.6));
  const { frames = [] } = await look(harness, cut);
  expect(frames.length).toBeGreaterThan(0);
  expect(frames.map(frame => frame.seconds)).toEqual((await sampleInNode(cut)).map(frame => frame.seconds));
});

test('the browser refuses a file that is no video, has no picture or a false header', {
  tag: '@long',
}, async ({ harness }) => {
  for (const [what, file] of Object.entries(notVideos)) {
    expect(await look(harness, file), what).toMatchObject({ failure: 'invalid_video' });
  }
  expect(await look(harness, await makeSoundFile())).toMatchObject({ failure: 'no_picture' });
  const hostile = await makeHostileVideos();
  const refusals = {
    'four hours and one second': 'video_too_long',
    '15,872 pixels wide in the index': 'video_too_large',
    '900 tracks': 'invalid_video',
    'no index': 'invalid_video',
    '20,000 nested boxes': 'invalid_video',
  };
  for (const [what, failure] of Object.entries(refusals)) {
    expect(await look(harness, hostile[what] as Uint8Array), what).toMatchObject({ failure });
  }
});

test.describe('real videos (more of them where ../shared/media is)', () => {
  for (const { name, path, isForServerOnly, ...expected } of realVideos) {
    test(`${name} gives browser and server the same frames`, {
      tag: name === 'fractal.webm' ? [] : '@long',
    }, async ({ harness }) => {
      const file = new Uint8Array(await readFile(path));
      const report = await look(harness, file);
      expect(report.durationSeconds).toBeCloseTo(expected.durationSeconds, 0);
      expect(report).toMatchObject({ width: expected.width, height: expected.height });
      const inNode = await sampleInNode(file);
      expect(await sampleInNode(fromBase64(report.sparseCopy))).toEqual(inNode);
      if (isForServerOnly) {
        expect(report).toMatchObject({ canDecode: false, failure: 'unsupported_codec' });
        return;
      }
      expect(report.frames?.map(frame => frame.seconds)).toEqual(inNode.map(frame => frame.seconds));
      for (const [index, { seconds, jpeg }] of report.frames?.entries() ?? []) {
        const bytes = fromBase64(jpeg);
        expect(await sizeOf(bytes)).toEqual({ width: expected.width, height: expected.height });
        await expectSameView(bytes, inNode[index]?.jpeg as Uint8Array, `${name} at ${seconds} s`);
      }
    });
  }

  for (const { name, path, code: failure } of refusedVideos) {
    test(`${name} is refused by browser and server`, async ({ harness }) => {
      expect(await look(harness, await readFile(path))).toMatchObject({ failure });
    });
  }
});
