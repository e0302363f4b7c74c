import { join } from 'node:path';
import { FilePathSource } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVideo } from '#media/open-video.ts';
import { makeSparseCopy } from '#media/sparse-copy.ts';
import { createFrameReader, type FrameReader } from '#server/decoding/frame-reader.ts';
import { sizeOf } from '../support/look-at-frame.ts';
import {
  hasSharedMedia,
  sharedMedia,
  sharedMediaFolder,
  sharedMediaRefusals,
} from '../support/shared-media.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const never = new AbortController().signal;
const anyone = { asker: 'anyone', signal: never };

describe.skipIf(!hasSharedMedia)('real videos (skipped where ../shared/media is absent)', () => {
  let reader: FrameReader;
  beforeAll(() => {
    reader = createFrameReader({ maxSeconds: 14_400, workers: 2 });
  });
  afterAll(() => reader.close());

  test.each(Object.entries(sharedMedia))(
    '%s gives ten pictures, upright and not blank',
    async (name, expected) => {
      const { frames, durationSeconds } = await reader.readFrames(join(sharedMediaFolder, name), anyone);
      expect(durationSeconds).toBeCloseTo(expected.durationSeconds, 0);
      expect(frames).toHaveLength(10);
      const contrasts: number[] = [];
      for (const { jpeg } of frames) {
        expect(await sizeOf(jpeg)).toEqual({ width: expected.width, height: expected.height });
        const { channels } = await sharp(jpeg).stats();
        contrasts.push(Math.max(...channels.map(channel => channel.stdev)));
      }
      // One fades in from black for a second; all others show something all the time.
      expect(contrasts.filter(contrast => contrast > 4).length).toBeGreaterThanOrEqual(6);
    },
  );

  test.each(Object.keys(sharedMedia))('a sparse copy of %s gives the same pictures', async name => {
    const path = join(sharedMediaFolder, name);
    const video = await openVideo(new FilePathSource(path), { maxSeconds: 14_400 });
    const copy = await makeSparseCopy(video, never);
    video.close();
    await using folder = await makeTemporaryFolder();
    const fromCopy = await reader.readFrames(await folder.write('copy.mkv', copy), anyone);
    expect(fromCopy).toEqual(await reader.readFrames(path, anyone));
  });

  test.each(Object.entries(sharedMediaRefusals))('%s is refused with a sentence', async (name, code) => {
    await expect(reader.readFrames(join(sharedMediaFolder, name), anyone)).rejects.toMatchObject({ code });
  });
});
