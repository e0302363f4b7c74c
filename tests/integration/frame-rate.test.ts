import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BufferSource } from 'mediabunny';
import { expect, test } from 'vitest';
import { openVideo } from '#media/container/open-video.ts';
import { findFrameRate } from '#media/mix/editors-files.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { makeClip } from '../support/make-clip.ts';

const limits = { maxSeconds: 1000 };

test.each([
  { container: 'mp4', framesPerSecond: 24_000 / 1001, expected: 24_000 / 1001 },
  { container: 'mkv', framesPerSecond: 24_000 / 1001, expected: 24_000 / 1001 },
  { container: 'mkv', framesPerSecond: 24, expected: 24 },
  { container: 'ts', framesPerSecond: 30_000 / 1001, expected: 30_000 / 1001 },
  { container: 'mp4', framesPerSecond: 60, expected: 60 },
  { container: 'mp4', framesPerSecond: 7, expected: 25 },
] as const)(
  "the editors' zip of a clip with $framesPerSecond frames a second in $container has $expected",
  async ({ expected, ...kind }) => {
    const clip = await makeClip({ ...kind, seconds: 4, width: 64, height: 48 });
    const video = await openVideo(new BufferSource(clip), limits);
    expect(await findFrameRate(video)).toBe(expected);
    video.close();
  },
);

const preview = fileURLToPath(new URL('../../../shared/cases/fps23976.mov', import.meta.url));

test.skipIf(!existsSync(preview))(
  'fps23976.mov has 23.976 frames a second (where ../shared/cases is)',
  async () => {
    const video = await openVideoFile(preview, limits);
    expect(await findFrameRate(video)).toBe(24_000 / 1001);
    video.close();
  },
);
