// @module-tag long
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createFrameReader } from '#server/decoding/frame-reader.ts';
import { createOfflineVisionWorker } from '#server/decoding/open-decoding.ts';
import { problemSchema } from '#shared/api/problem.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import { t } from '#shared/messages/message.ts';
import { readSource } from '../../scripts/layers/read-source.ts';
import { makePicturesForm, postFormFrom } from '../support/ask-from.ts';
import { listChildren } from '../support/child-processes.ts';
import { makeManyScans, makePlainJpeg } from '../support/hostile-jpegs.ts';
import { sizeOf } from '../support/measure-frame.ts';
import { readCpuSeconds } from '../support/process-time.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { watchThread } from '../support/watch-thread.ts';

let server: InnerServer;
let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await folder.write('index.html', '<!doctype html><title>Benshi</title>');
  server = await startTestServer({ pageFolder: folder.path });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const signal = new AbortController().signal;

async function send(address: string, pictures: readonly Uint8Array[], to = server) {
  const form = makePicturesForm(pictures.map(picture => new Uint8Array(picture)));
  const answer = await postFormFrom(address, `${to.url}/api/free/analysis`, form);
  const problem = problemSchema.safeParse(JSON.parse(answer.body));
  return { ...answer, message: problem.data?.error.message };
}

/** Processor time of this process and its decoding children, without the main thread. */
function readDecodingSeconds(): number {
  const all = process.cpuUsage();
  const own = process.threadCpuUsage();
  const microseconds = all.user + all.system - own.user - own.system;
  return microseconds / 1e6 + listChildren().reduce((sum, child) => sum + readCpuSecondsIfThere(child), 0);
}

function readCpuSecondsIfThere(pid: number): number {
  try {
    return readCpuSeconds(pid);
  } catch {
    return 0;
  }
}

test('four requests with pictures of 2,648 scans are refused without work, and the server stays responsive', async () => {
  // Unguarded, such a picture took ten seconds to decode.
  const bomb = await makeManyScans(7680, 4320, 2648);
  const slower = await makeManyScans(4096, 4096, 2648);
  const held = watchThread();
  const workedBefore = readDecodingSeconds();
  const attacks = [bomb, slower, bomb, slower].map(picture => send('127.0.0.2', [picture, picture, picture]));
  let isOver = false;
  const attacked = Promise.all(attacks).finally(() => {
    isOver = true;
  });
  while (!isOver) expect((await fetch(server.url)).status).toBe(200);
  const [large, scans] = await attacked;
  expect(large).toMatchObject({ status: 422, message: expect.stringContaining('7,680 × 4,320 pixels') });
  expect(scans).toMatchObject({
    status: 422,
    message: t(frameMessages.tooManyScans, { number: 1, limit: 12 }),
  });
  // Nearly nothing, and a second or two for a child that starts meanwhile; decoding the first pictures would take 18
  // seconds.
  expect(readDecodingSeconds() - workedBefore).toBeLessThan(8);
  expect(await held()).toBeLessThan(1000);
});

test('a refused picture costs a narration, and a second of decoding', { tags: 'long' }, async () => {
  await using strict = await startTestServer({ decodingBudget: { most: 1000, windowSeconds: 3600 } });
  const good = await makePlainJpeg(640, 360);
  const scans = await makeManyScans(640, 360, 13);
  const first = await send('127.0.0.2', [good, scans], strict);
  expect(first.status).toBe(422);
  const second = await send('127.0.0.2', [good], strict);
  expect(second.status).toBe(429);
  const remaining = Number(first.headers['x-ratelimit-remaining']);
  expect(Number(second.headers['x-ratelimit-remaining'])).toBe(remaining - 1);
  expect((await send('127.0.0.3', [good], strict)).status).toBe(200);
});

test('valid pictures of any kind are analysed', async () => {
  const pictures = [await makePlainJpeg(640, 360), await makePlainJpeg(640, 360, true)];
  expect((await send('127.0.0.4', pictures)).status).toBe(200);
});

test('a picture without its tables is refused with its position, and the decoder survives', {
  tags: 'long',
}, async () => {
  const visionWorker = createOfflineVisionWorker({ textLanguages: ['eng'] });
  onTestFinished(() => visionWorker.close());
  const job = { requester: 'Ada', signal };
  const good = await makePlainJpeg(640, 360);
  // Turns its tables into comments.
  const bare = good.map((byte, at) => (byte === 0xdb && good[at - 1] === 0xff ? 0xfe : byte));
  await expect(visionWorker.observe([good, bare], job)).rejects.toMatchObject({
    code: 'invalid_video',
    message: t(frameMessages.damaged, { number: 2 }),
  });
  await expect(visionWorker.observe([new Uint8Array()], job)).rejects.toMatchObject({
    code: 'bad_request',
    message: t(frameMessages.notJpeg, { number: 1 }),
  });
  const [picture] = await visionWorker.observe([good], job);
  expect(picture?.square).toHaveLength(96 * 96 * 3);
});

test('pictures small enough for an engine are not decoded, and the others keep their shape', async () => {
  const reader = createFrameReader({ maxSeconds: 100, workers: 1 });
  onTestFinished(() => reader.close());
  const job = { requester: 'Ada', signal };
  const small = new Uint8Array(await makePlainJpeg(1024, 576));
  const tall = new Uint8Array(await makePlainJpeg(1000, 4000));
  const childrenBefore = listChildren().length;
  expect(await reader.fitPictures([small], 1024, job)).toEqual([{ jpeg: small, width: 1024, height: 576 }]);
  expect(listChildren().length).toBe(childrenBefore);
  const [same, fitted] = await reader.fitPictures([small, tall], 1024, job);
  expect(same?.jpeg).toBe(small);
  expect(fitted).toMatchObject({ width: 256, height: 1024 });
  expect(await sizeOf(fitted?.jpeg ?? small)).toEqual({ width: 256, height: 1024 });
});

test('a large picture that is a bomb or damaged is refused with its position', async () => {
  const reader = createFrameReader({ maxSeconds: 100, workers: 1 });
  onTestFinished(() => reader.close());
  const job = { requester: 'Ada', signal };
  const good = new Uint8Array(await makePlainJpeg(1920, 1080));
  const bomb = new Uint8Array(await makeManyScans(1920, 1080, 40));
  const bare = good.map((byte, at) => (byte === 0xdb && good[at - 1] === 0xff ? 0xfe : byte));
  await expect(reader.fitPictures([good, bomb], 1024, job)).rejects.toMatchObject({
    code: 'video_too_demanding',
    message: t(frameMessages.tooManyScans, { number: 2, limit: 12 }),
  });
  await expect(reader.fitPictures([good, bare], 1024, job)).rejects.toMatchObject({
    code: 'invalid_video',
    message: t(frameMessages.damaged, { number: 2 }),
  });
  expect(await reader.fitPictures([good], 1024, job)).toMatchObject([{ width: 1024, height: 576 }]);
});

test("no decoder of pictures or videos is loaded in the server's process", { tags: 'long' }, () => {
  const files = findLoadedFiles('src/server/main.ts');
  expect(files.size).toBeGreaterThan(100);
  const decoders = /from '(sharp|node-av|@mediabunny\/server)[^']*'/u;
  expect([...files].filter(file => decoders.test(readFileSync(file, 'utf8')))).toEqual([]);
  const child = findLoadedFiles('src/server/decoding/decoding-child.ts');
  expect([...child].filter(file => decoders.test(readFileSync(file, 'utf8')))).not.toEqual([]);
});

/** All files of the product that a program loads into its own process. */
function findLoadedFiles(program: string): Set<string> {
  const files = new Map(readSource('.').map(file => [file.path, file]));
  const found = new Set<string>();
  const waiting = [program];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const { target, isLoaded } of files.get(path)?.arrows ?? []) if (isLoaded) waiting.push(target);
  }
  return found;
}
