import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sampleFrames } from '#media/frames/sample-frames.ts';
import { encodeJpeg } from '#media/node/encode-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { colourClips, compareColours } from '../support/colour-clips.ts';
import type { Rgb } from '../support/make-clip.ts';
import { colorDistance, colorIn } from '../support/measure-frame.ts';

async function takePictures(path: string): Promise<Uint8Array[]> {
  const video = await openVideoFile(path, { maxSeconds: 60 });
  const frames = sampleFrames(video, picture => encodeJpeg(picture), new AbortController().signal);
  const pictures = await Array.fromAsync(frames, ({ jpeg }) => jpeg);
  video.close();
  return pictures;
}

test.each(colourClips)(
  'frames of a video by $maker have the colours of its SDR twin',
  async ({ path, expected }) => {
    const pictures = await takePictures(path);
    expect(pictures.length).toBeGreaterThan(1);
    for (const jpeg of pictures) {
      const differences = await compareColours(jpeg, expected);
      expect(Math.max(...differences), `${differences}`).toBeLessThan(16);
      const mean = differences.reduce((sum, value) => sum + value) / differences.length;
      expect(mean, `${differences}`).toBeLessThan(8);
    }
  },
);

const casesFolder = fileURLToPath(new URL('../../../shared/cases/', import.meta.url));

test.skipIf(!existsSync(casesFolder)).each([
  { name: 'h_hlg.mp4', sea: [0, 70, 105] as Rgb },
  { name: 'cp3.mp4', sea: [8, 62, 105] as Rgb },
])('$name can be decoded (where ../shared/cases is)', async ({ name, sea }) => {
  const pictures = await takePictures(`${casesFolder}${name}`);
  expect(pictures).toHaveLength(10);
  for (const jpeg of pictures) expect(colorDistance(await colorIn(jpeg, 0.1, 0.1), sea)).toBeLessThan(16);
});
