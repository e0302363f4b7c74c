import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFrameReader, type FrameReader } from '#server/decoding/frame-reader.ts';
import {
  makeEndlessChunk,
  makeEndlessFragment,
  makeEndlessMatroska,
  makeEndlessOrder,
  makeLyingCues,
} from '../support/endless-videos.ts';
import { makeHostileVideos } from '../support/hostile-videos.ts';
import { listTree, measureMemory } from '../support/linux-process.ts';
import { makeSoundFile } from '../support/make-sound-file.ts';
import { makeMediaCorpus } from '../support/media-corpus.ts';
import { notVideos } from '../support/not-videos.ts';
import { makeHugeH264, makeHugeVp9 } from '../support/picture-bombs.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let reader: FrameReader;
let folder: TemporaryFolder;
/** What reading the last file took. */
let workSeconds = 0;

beforeAll(async () => {
  const budget = {
    requireLeft: async () => {},
    charge: async (_asker: string, seconds: number) => {
      workSeconds = seconds;
    },
  };
  reader = createFrameReader({ maxSeconds: 14_400, workers: 1, budget });
  folder = await makeTemporaryFolder();
});
afterAll(async () => {
  await reader.close();
  await folder[Symbol.asyncDispose]();
});

/** The most memory that the processes took which decode, while something goes on. */
async function watchPeak<Value>(work: Promise<Value>): Promise<{ value: Value; peakBytes: number }> {
  let peakBytes = 0;
  const ended = new AbortController();
  const watch = (async () => {
    while (!ended.signal.aborted) {
      const [, ...children] = listTree(process.pid);
      peakBytes = Math.max(peakBytes, ...children.map(measureMemory));
      await wait(20);
    }
  })();
  const value = await work;
  ended.abort();
  await watch;
  return { value, peakBytes };
}

async function read(file: Uint8Array, name: string) {
  const path = await folder.write('video.mp4', file);
  const job = { requester: 'anyone', signal: new AbortController().signal };
  const outcome = reader.readFrames(path, job).then(
    () => 'read',
    error => String(error.code),
  );
  const { value, peakBytes } = await watchPeak(outcome);
  return { name, outcome: value, seconds: workSeconds, megabytes: peakBytes / 1024 ** 2 };
}

test('every hostile file is refused after little work in little memory, and every good one is read', async () => {
  const lying = await makeHostileVideos();
  // They have pictures before what is wrong with them, so that something can be narrated.
  const { 'pictures far behind the end': _readable, ...refused } = lying;
  const hostile: Record<string, Uint8Array> = {
    ...notVideos,
    ...refused,
    'sound only': await makeSoundFile(),
    'a cover only': await makeSoundFile({ hasCover: true }),
    'huge H.264': await makeHugeH264(),
    'huge VP9': await makeHugeVp9(),
    'an order of four billion': await makeEndlessOrder(),
    'a chunk of four billion': await makeEndlessChunk(),
    'a fragment of a quarter of a billion': await makeEndlessFragment(),
    'an element that is found for ever': await makeEndlessMatroska(),
    'cues that lead nowhere': await makeLyingCues(),
  };
  const good = await makeMediaCorpus();
  const rest = await read(good[0]?.bytes ?? new Uint8Array(), 'a good file');
  const results: Awaited<ReturnType<typeof read>>[] = [];
  for (const [name, file] of Object.entries(hostile)) results.push(await read(file, name));
  const byWork = results.toSorted((one, other) => other.seconds - one.seconds);
  const byMemory = results.toSorted((one, other) => other.megabytes - one.megabytes);
  const report = (each: (typeof results)[number] | undefined) =>
    each && `${each.name} (${each.outcome}) ${each.seconds.toFixed(1)} s, ${each.megabytes.toFixed(0)} MB`;
  console.info(
    `${results.length} files; most work: ${report(byWork[0])}; most memory: ${byMemory.slice(0, 6).map(report).join(', ')}; ${report(rest)}`,
  );
  // The cues cost nearly all the work that opening may be, and then there are pictures.
  const wasRead = results.filter(({ outcome }) => outcome === 'read').map(({ name }) => name);
  expect(wasRead.filter(name => name !== 'cues that lead nowhere')).toEqual([]);
  // Of a child that dies the time by the clock counts as its work.
  expect(byWork[0]?.seconds).toBeLessThan(60);
  expect(byMemory[0]?.megabytes).toBeLessThan(300);
  for (const { name, bytes } of good)
    expect(await read(bytes, name)).toMatchObject({ name, outcome: 'read' });
});
