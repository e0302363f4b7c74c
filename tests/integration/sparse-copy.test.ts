import { BlobSource, BufferSource, type Source } from 'mediabunny';
import { expect, test } from 'vitest';
import { openVideo } from '#media/container/open-video.ts';
import { sampleFrames } from '#media/frames/sample-frames.ts';
import { makeSparseCopy } from '#media/frames/sparse-copy.ts';
import { encodeJpeg } from '#media/node/encode-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { type ClipOptions, makeClip } from '../support/make-clip.ts';
import { testRows } from '../support/test-rows.ts';

// Registers the native decoders, as the server's child processes do.
void openVideoFile;

const never = new AbortController().signal;

async function sampleAll(source: Source) {
  const video = await openVideo(source, { maxSeconds: 14_400 });
  const frames = [];
  for await (const frame of sampleFrames(video, encodeJpeg, never)) frames.push(frame);
  const { durationSeconds, width, height } = video;
  video.close();
  return { frames, durationSeconds, width, height };
}

async function copyOf(clip: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const video = await openVideo(new BlobSource(new Blob([clip])), { maxSeconds: 14_400 });
  const copy = await makeSparseCopy(video, never);
  video.close();
  return copy;
}

const kinds: readonly ClipOptions[] = [
  { container: 'mp4', codec: 'avc' },
  { container: 'mp4', codec: 'avc', keyIntervalSeconds: 1000 },
  { container: 'mp4', codec: 'avc', keyIntervalSeconds: 0.1 },
  { container: 'mp4', codec: 'avc', rotation: 90, pixelAspect: 1.5 },
  { container: 'mp4', codec: 'avc', fastStart: 'fragmented' },
  { container: 'mov', codec: 'hevc', rotation: 270 },
  { container: 'ts', codec: 'avc' },
  { container: 'ts', codec: 'hevc', pixelAspect: 1.5 },
  { container: 'webm', codec: 'vp8' },
  { container: 'mkv', codec: 'vp9', rotation: 180 },
  { container: 'mp4', codec: 'av1' },
  { container: 'mp4', codec: 'avc', timestamps: [0, 0.0333, 0.07, 3.0004, 3.00049, 7.7771], seconds: 9.0006 },
  { container: 'mp4', codec: 'avc', timestamps: [0], seconds: 1 },
];

testRows(kinds, (_, index) => index < 2)(
  'a sparse copy gives the same pictures, size and duration as its original: %o',
  async kind => {
    const clip = await makeClip({ seconds: 12, framesPerSecond: 12, keyIntervalSeconds: 3, ...kind });
    const original = await sampleAll(new BufferSource(clip));
    const copy = await sampleAll(new BufferSource(await copyOf(clip)));
    expect(copy.durationSeconds).toBe(original.durationSeconds);
    expect([copy.width, copy.height]).toEqual([original.width, original.height]);
    expect(copy.frames.map(frame => frame.seconds)).toEqual(original.frames.map(frame => frame.seconds));
    for (const [index, frame] of copy.frames.entries()) {
      expect(
        Buffer.compare(frame.jpeg, original.frames[index]?.jpeg as Uint8Array),
        `at ${frame.seconds} s`,
      ).toBe(0);
    }
  },
);

test('a sparse copy contains only the first and the needed key frames', async () => {
  const clip = await makeClip({
    seconds: 60,
    framesPerSecond: 10,
    keyIntervalSeconds: 2,
    bitsPerSecond: 2_000_000,
  });
  const video = await openVideo(new BufferSource(await copyOf(clip)), { maxSeconds: 100 });
  const packets = [];
  for await (const packet of video.packets.packets()) packets.push(packet);
  expect(packets.length).toBe(11);
  expect(packets.every(packet => packet.type === 'key')).toBe(true);
});

test('the sparse copy of a truncated file has the same gaps, not old pictures in their place', async () => {
  const clip = await makeClip({ seconds: 10, fastStart: 'in-memory' });
  const cut = clip.slice(0, Math.floor(clip.length * 0.6));
  const original = await sampleAll(new BufferSource(cut));
  const copy = await sampleAll(new BufferSource(await copyOf(cut)));
  expect(original.frames.length).toBeLessThan(10);
  expect(copy.frames).toEqual(original.frames);
  expect(copy.durationSeconds).toBe(original.durationSeconds);
});

test('cancelling gives no copy', async () => {
  const video = await openVideo(new BufferSource(await makeClip({ keyIntervalSeconds: 0.1 })), {
    maxSeconds: 100,
  });
  await expect(makeSparseCopy(video, AbortSignal.abort())).rejects.toMatchObject({ code: 'client_closed' });
});
