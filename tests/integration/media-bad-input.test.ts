// @module-tag long
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createFrameReader, type FrameReader } from '#server/decoding/frame-reader.ts';
import type { CodedError, ErrorCode } from '#shared/errors.ts';
import { makeHostileVideos } from '../support/hostile-videos.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeSoundFile } from '../support/make-sound-file.ts';
import { notVideos } from '../support/not-videos.ts';
import { makeH264ThatGrows, makeHugeH264, makeHugeVp9 } from '../support/picture-bombs.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

/** Everything here goes through the server's pool of child processes, as an upload does. */
let reader: FrameReader;
let folder: TemporaryFolder;
const never = new AbortController().signal;
const anyone = { requester: 'anyone', signal: never };

beforeAll(async () => {
  reader = createFrameReader({ maxSeconds: 14_400, workers: 2 });
  folder = await makeTemporaryFolder();
});

afterAll(async () => {
  await reader.close();
  await folder[Symbol.asyncDispose]();
});

async function expectRefusal(file: Uint8Array, codes: readonly ErrorCode[]): Promise<CodedError> {
  const path = await folder.write(`${crypto.randomUUID()}.mp4`, file);
  const error: CodedError = await reader.readFrames(path, anyone).then(
    ({ frames }) => expect.fail(`It gave ${frames.length} frames.`),
    error => error,
  );
  expect(codes).toContain(error.code);
  expect(error.status).toBe(422);
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  expect(error.message).not.toContain(folder.path);
  return error;
}

test.each(Object.entries(notVideos))('%s under the name of a video is refused', async (_, file) => {
  await expectRefusal(file, ['invalid_video']);
});

const refusals: Record<string, readonly ErrorCode[]> = {
  'four hours and one second': ['video_too_long'],
  '68 years': ['video_too_long'],
  'no index': ['invalid_video'],
  'an index of no size': ['invalid_video'],
  'a billion pictures by claim': ['invalid_video'],
  'a billion picture sizes by claim': ['invalid_video'],
  'no chunk of pictures': ['invalid_video'],
  '15,872 pixels wide in the index': ['video_too_large'],
  'no width': ['invalid_video'],
  '900 tracks': ['invalid_video'],
  '20,000 nested boxes': ['invalid_video'],
  'cut in the index': ['invalid_video'],
  'cut before the first picture': ['invalid_video'],
};

test('every video that lies about itself is refused with the reason', async () => {
  const videos = await makeHostileVideos();
  for (const [fault, codes] of Object.entries(refusals)) {
    await expectRefusal(videos[fault] as Uint8Array, codes).catch(error => {
      throw new Error(`${fault}: ${error.message}`);
    });
  }
});

test('the refusal of a long video says how long one may be', async () => {
  const videos = await makeHostileVideos();
  const error = await expectRefusal(videos['four hours and one second'] as Uint8Array, ['video_too_long']);
  expect(error.message).toContain('4 hours');
});

test('a file with sound only, with or without a cover, is refused because it has no picture', async () => {
  await expectRefusal(await makeSoundFile(), ['no_picture']);
  await expectRefusal(await makeSoundFile({ hasCover: true }), ['no_picture']);
});

test.each(['mpeg4-part-2.mp4', 'magicyuv.mkv'])(
  '%s is refused for its codec, before any decoder sees it',
  async name => {
    const file = await readFile(new URL(`../support/clips/${name}`, import.meta.url));
    await expectRefusal(file, ['unsupported_codec']);
  },
);

test('an encrypted video is refused', async () => {
  const file = await readFile(new URL('../support/clips/encrypted.mp4', import.meta.url));
  await expectRefusal(file, ['invalid_video']);
});

test('pictures that are huge although the index says they are small are refused by the decoder', async () => {
  await expectRefusal(await makeHugeH264(), ['invalid_video', 'video_too_demanding']);
  await expectRefusal(await makeHugeVp9(), ['invalid_video', 'video_too_demanding']);
});

test('a video that turns huge in mid-stream gives only what came before', async () => {
  const path = await folder.write('grows.mp4', await makeH264ThatGrows());
  const { frames } = await reader.readFrames(path, anyone);
  expect(frames.map(frame => frame.seconds)).toEqual([0.2, 0.6, 1, 1.4, 1.8]);
});

test('no file makes the reader call another address', async () => {
  const calls: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    calls.push(request.url);
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  for (const file of Object.values(notVideos)) {
    const text = new TextDecoder('latin1').decode(file).replaceAll('127.0.0.1:9/', `127.0.0.1:${port}/`);
    await expectRefusal(Buffer.from(text, 'latin1'), ['invalid_video']);
  }
  server.close();
  expect(calls).toEqual([]);
});

test('damaged bytes anywhere in a file cost no more than their own request, within its limit of work', {
  tags: 'long',
}, async () => {
  const strict = createFrameReader({
    maxSeconds: 14_400,
    workers: 2,
    limits: { openingSeconds: 2, decodingSeconds: 2 },
  });
  onTestFinished(() => strict.close());
  const clips = [
    await makeClip({ seconds: 2 }),
    await makeClip({ seconds: 2, container: 'webm', codec: 'vp9' }),
    await makeClip({ seconds: 2, container: 'ts' }),
  ];
  const random = createRandom(20_261_121);
  const outcomes = Array.from({ length: 90 }, async (_, index) => {
    const file = new Uint8Array(clips[index % clips.length] as Uint8Array);
    const changes = 1 + random(8);
    for (let change = 0; change < changes; change++) file[random(file.length)] = random(256);
    const path = await folder.write(`damaged-${index}.mp4`, file);
    return strict.readFrames(path, { requester: `person ${index}`, signal: never }).then(
      ({ frames }) => (frames.length > 0 ? 'read' : 'empty'),
      error => error.status,
    );
  });
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['read', 422]));
  const good = await folder.write('good.mp4', await makeClip());
  expect((await strict.readFrames(good, anyone)).frames).toHaveLength(10);
});

/** The same numbers in every run (a linear congruential generator). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
