import { BufferSource } from 'mediabunny';
import { expect, test } from 'vitest';
import { openVideo } from '#media/container/open-video.ts';
import { planTimedVideo } from '#media/frames/plan-pictures.ts';
import { makeSparseCopy } from '#media/frames/sparse-copy.ts';
import { takeMoments } from '#media/frames/take-moments.ts';
import { encodeJpeg, readGrey } from '#media/node/encode-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { type ClipOptions, colorAt, makeClip } from '../support/make-clip.ts';
import { colorDistance, colorIn } from '../support/measure-frame.ts';
import { testRows } from '../support/test-rows.ts';

// Registers the native decoders, as the server's child processes do.
void openVideoFile;

const never = new AbortController().signal;

async function sample(clip: Uint8Array<ArrayBuffer>, seconds?: readonly number[]) {
  const video = await openVideo(new BufferSource(clip), { maxSeconds: 14_400 });
  try {
    const tools = { most: 60, seconds, showsMovement: false, encodeJpeg, readGrey, signal: never };
    return await takeMoments(video, tools);
  } finally {
    video.close();
  }
}

const kinds: readonly ClipOptions[] = [
  { container: 'mp4', codec: 'avc' },
  { container: 'mov', codec: 'hevc', keyIntervalSeconds: 20 },
  { container: 'webm', codec: 'vp9' },
  { container: 'mkv', codec: 'avc', keyIntervalSeconds: 1000 },
  { container: 'ts', codec: 'avc' },
  { container: 'mp4', codec: 'avc', fastStart: 'fragmented' },
];

testRows(kinds, (_, index) => index === 0)('each frame matches its time: %o', async kind => {
  const frames = await sample(await makeClip({ seconds: 90, framesPerSecond: 4, ...kind }));
  expect(frames.length).toBeGreaterThanOrEqual(9);
  expect(frames.length).toBeLessThanOrEqual(15);
  for (const { seconds, jpeg } of frames)
    expect(colorDistance(await colorIn(jpeg, 0.75, 0.75), colorAt(seconds)), `at ${seconds} s`).toBeLessThan(
      26,
    );
});

testRows(kinds, (_, index) => index === 0)(
  "a sparse copy with the frames' times gives the same frames: %o",
  async kind => {
    const clip = await makeClip({ seconds: 90, framesPerSecond: 4, ...kind });
    const video = await openVideo(new BufferSource(clip), { maxSeconds: 14_400 });
    const pictures = await planTimedVideo(video, 60);
    const copy = await makeSparseCopy(video, never, pictures);
    video.close();
    const seconds = pictures.map(({ pictureMs }) => pictureMs / 1000);
    expect(await sample(copy, seconds)).toEqual(await sample(clip, seconds));
  },
);

test("of a minute's still picture, a tenth of the frames is enough", async () => {
  const color = (seconds: number) => (seconds < 60 ? ([40, 90, 200] as const) : colorAt(seconds));
  const frames = await sample(
    await makeClip({ seconds: 120, framesPerSecond: 4, keyIntervalSeconds: 3, color }),
  );
  const still = frames.filter(({ seconds }) => seconds < 60);
  expect(still).toHaveLength(5);
  expect(frames.length - still.length).toBeGreaterThan(7);
});
