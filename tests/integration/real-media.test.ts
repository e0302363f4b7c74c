import { FilePathSource } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVideo } from '#media/container/open-video.ts';
import { makeSparseCopy } from '#media/frames/sparse-copy.ts';
import { createFrameReader, type FrameReader } from '#server/decoding/frame-reader.ts';
import { readSpecifiedConstants } from '../specification/read-constants.ts';
import { readJpegQuality } from '../support/jpeg-quality.ts';
import { sizeOf } from '../support/measure-frame.ts';
import { realVideos, refusedVideos } from '../support/real-videos.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { testRows } from '../support/test-rows.ts';

const never = new AbortController().signal;
const { jpegQuality } = readSpecifiedConstants().frames;
const anyone = { requester: 'anyone', signal: never };

describe('real videos (more of them where ../shared/media is)', () => {
  let reader: FrameReader;
  beforeAll(() => {
    reader = createFrameReader({ maxSeconds: 14_400, workers: 2 });
  });
  afterAll(() => reader.close());

  testRows(realVideos, ({ path }) => path.includes('tests/media'))(
    '$name gives ten pictures, upright and not blank',
    async ({ path, ...expected }) => {
      const { frames, durationSeconds } = await reader.readFrames(path, anyone);
      expect(durationSeconds).toBeCloseTo(expected.durationSeconds, 0);
      expect(frames).toHaveLength(10);
      const contrasts: number[] = [];
      for (const { jpeg } of frames) {
        expect(await sizeOf(jpeg)).toEqual({ width: expected.width, height: expected.height });
        expect(readJpegQuality(jpeg)).toBe(jpegQuality);
        const { channels } = await sharp(jpeg).stats();
        contrasts.push(Math.max(...channels.map(channel => channel.stdev)));
      }
      // One fades in from black for a second; all others are never blank.
      expect(contrasts.filter(contrast => contrast > 4).length).toBeGreaterThanOrEqual(6);
    },
  );

  testRows(realVideos, ({ path }) => path.includes('tests/media'))(
    'a sparse copy of $name gives the same pictures',
    async ({ path }) => {
      const video = await openVideo(new FilePathSource(path), { maxSeconds: 14_400 });
      const copy = await makeSparseCopy(video, never);
      video.close();
      await using folder = await makeTemporaryFolder();
      const { title: _, ...whole } = await reader.readFrames(path, anyone);
      // Without a name, a copy has no title.
      expect(await reader.readFrames(await folder.write('copy.mkv', copy), anyone)).toEqual(whole);
    },
  );

  test.each(refusedVideos)('$name is refused with a sentence', async ({ path, code }) => {
    await expect(reader.readFrames(path, anyone)).rejects.toMatchObject({ code });
  });
});
