// @module-tag long
import { getPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { defaultDecodingBudget } from '#server/decoding/decoding-limits.ts';
import {
  createFrameReader,
  type FrameReader,
  type FrameReaderOptions,
} from '#server/decoding/frame-reader.ts';
import { CodedError } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { isRunning, listChildren, waitUntil } from '../support/child-processes.ts';
import {
  makeEndlessChunk,
  makeEndlessMatroska,
  makeEndlessOrder,
  makeMisleadingCues,
} from '../support/endless-videos.ts';
import { readPriorities } from '../support/linux-process.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { testRows } from '../support/test-rows.ts';

const signal = new AbortController().signal;
const ada = { requester: 'Ada', signal };

function startReader(options: Partial<FrameReaderOptions> = {}): FrameReader {
  const reader = createFrameReader({ maxSeconds: 100, ...options });
  onTestFinished(() => reader.close());
  return reader;
}

async function read(reader: FrameReader, file: Uint8Array, job = ada) {
  await using folder = await makeTemporaryFolder();
  return await reader.readFrames(await folder.write('video.mp4', file), job);
}

test("an hour's decoding budget is enough for an account's daily narrations", () => {
  const narrationMs = 6000;
  const { standardNarrationsPerDay } = readConfig({});
  expect(standardNarrationsPerDay * narrationMs).toBeLessThanOrEqual(defaultDecodingBudget.most);
});

test.each([
  ['an order', makeEndlessOrder],
  ['a chunk', makeEndlessChunk],
])('an index with %s of four billion frames is refused before it is read', async (_, make) => {
  // With hardly any budget: reading it would fail as too demanding.
  const reader = startReader({ limits: { openingSeconds: 2 } });
  await expect(read(reader, await make())).rejects.toMatchObject({
    code: 'invalid_video',
    message: t(videoMessages.wrongIndex),
  });
});

testRows(
  [
    ['an element that is found for ever', makeEndlessMatroska],
    ['hundreds of marks that lead nowhere', makeMisleadingCues],
  ],
  (_, index) => index === 0,
)('a small Matroska file with %s is given up at the limit of work for opening', async (_, make) => {
  const charges: number[] = [];
  const budget = {
    requireLeft: async () => {},
    charge: async (_asker: string, seconds: number) => void charges.push(seconds),
  };
  const reader = startReader({ limits: { openingSeconds: 0.5 }, budget });
  const file = await make();
  expect(file.length).toBeLessThan(16_000);
  await expect(read(reader, file)).rejects.toMatchObject({ code: 'video_too_demanding' });
  expect(charges).toHaveLength(1);
  expect(charges[0]).toBeGreaterThan(0.3);
});

test('decoding is stopped after its processor time, not its wall time', async () => {
  const clip = await makeClip({ width: 640, height: 360, seconds: 4 });
  const strict = startReader({ limits: { decodingSeconds: 0.02 } });
  await expect(read(strict, clip)).rejects.toMatchObject({ code: 'video_too_demanding' });
  expect((await read(startReader(), clip)).frames).toHaveLength(10);
});

test("refused files count against the client's budget, too", async () => {
  const charges: string[] = [];
  const budget = {
    requireLeft: async (requester: string) => {
      if (requester === 'Mal') throw new CodedError('rate_limited');
    },
    charge: async (requester: string, seconds: number) => void (seconds > 0 && charges.push(requester)),
  };
  const reader = startReader({ budget });
  const clip = await makeClip();
  await read(reader, clip);
  await expect(read(reader, clip.slice(0, 900), { requester: 'Ben', signal })).rejects.toThrow();
  await expect(read(reader, clip, { requester: 'Mal', signal })).rejects.toMatchObject({
    code: 'rate_limited',
  });
  expect(charges).toEqual(['Ada', 'Ben']);
});

test('children start with the first video and end when idle', { tags: 'long' }, async () => {
  const before = listChildren();
  const ours = () => listChildren().filter(pid => !before.includes(pid));
  const reader = startReader({ limits: { idleMs: 300 } });
  expect(ours()).toEqual([]);
  await using folder = await makeTemporaryFolder();
  const path = await folder.write('video.mp4', await makeClip());
  // Counted first: the child is idle from the answer on.
  const answered = reader.readFrames(path, ada).then(({ frames }) => ({ frames, children: ours() }));
  const { frames, children } = await answered;
  expect(frames).toHaveLength(10);
  expect(children).toHaveLength(1);
  await waitUntil(() => ours().every(pid => !isRunning(pid)));
  expect((await read(reader, await makeClip())).frames).toHaveLength(10);
});

test.runIf(process.platform === 'linux')('children have low priority, except their watchdog', async () => {
  const before = listChildren();
  const reader = startReader();
  await read(reader, await makeClip());
  const [child = 0] = listChildren().filter(pid => !before.includes(pid));
  const priorities = readPriorities(child);
  expect(priorities.length).toBeGreaterThan(4);
  expect(priorities.filter(niceness => niceness < getPriority() + 5)).toHaveLength(1);
});
