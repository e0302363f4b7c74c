// @module-tag long
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createFrameReader,
  type FrameReader,
  type FrameReaderOptions,
} from '#server/decoding/frame-reader.ts';
import { isRunning, listChildren, waitUntil } from '../support/child-processes.ts';
import { makeEndlessFragment } from '../support/endless-videos.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeHugeH264 } from '../support/picture-bombs.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { testRows } from '../support/test-rows.ts';

const never = new AbortController().signal;
const anyone = { requester: 'anyone', signal: never };

function startReader(options: Partial<FrameReaderOptions> = {}): FrameReader {
  const reader = createFrameReader({ maxSeconds: 100, workers: 1, ...options });
  onTestFinished(() => reader.close());
  return reader;
}

async function startFolder(): Promise<TemporaryFolder> {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

/** A file whose first byte never comes: whoever opens it hangs, without using the processor. */
async function makeHangingFile(folder: TemporaryFolder): Promise<string> {
  const path = join(folder.path, 'hanging.mp4');
  execFileSync('mkfifo', [path]);
  return path;
}

/** The one child that was started since; 0 in its place would be this process and all of its group. */
function findOnlyChild(before: readonly number[]): number {
  const children = listChildren().filter(pid => !before.includes(pid));
  expect(children).toHaveLength(1);
  return children[0] ?? Number.NaN;
}

async function expectItStillWorks(reader: FrameReader, folder: TemporaryFolder): Promise<void> {
  const path = await folder.write('good.mp4', await makeClip());
  const { frames, durationSeconds } = await reader.readFrames(path, anyone);
  expect(frames).toHaveLength(10);
  expect(durationSeconds).toBe(4);
}

testRows(['SIGSEGV', 'SIGKILL', 'SIGABRT'], signal => signal === 'SIGSEGV')(
  'a child that dies of %s costs its own request a sentence, and the next one works',
  async signal => {
    const before = listChildren();
    const reader = startReader();
    const folder = await startFolder();
    await expectItStillWorks(reader, folder);
    const work = reader.readFrames(await makeHangingFile(folder), anyone);
    let isLost = false;
    const lost = expect(work)
      .rejects.toMatchObject({ name: 'CodedError', code: 'video_too_demanding' })
      .finally(() => {
        isLost = true;
      });
    // More than once on a busy machine, where the first child may not have begun with the file yet.
    while (!isLost) {
      await setTimeout(500);
      for (const child of listChildren().filter(pid => !before.includes(pid))) process.kill(child, signal);
      await Promise.race([lost, setTimeout(10_000)]);
    }
    await lost;
    await expectItStillWorks(reader, folder);
  },
);

test('the child that is started for an upload is the one that reads it', async () => {
  const before = listChildren();
  const reader = startReader({ workers: 2 });
  const folder = await startFolder();
  reader.prepare();
  await expectItStillWorks(reader, folder);
  expect(listChildren().filter(pid => !before.includes(pid))).toHaveLength(1);
});

test('a child that dies before it is ready is replaced, and the video waits for the next', async () => {
  const before = listChildren();
  const reader = startReader();
  const folder = await startFolder();
  const path = await folder.write('good.mp4', await makeClip());
  const work = reader.readFrames(path, anyone);
  await setTimeout(1);
  // Looked up and killed in one go, in which nobody hears that it is ready.
  const child = findOnlyChild(before);
  process.kill(child, 'SIGKILL');
  const start = performance.now();
  expect((await work).frames).toHaveLength(10);
  // Forgotten it would wait for a minute.
  expect(performance.now() - start).toBeLessThan(50_000);
});

test('a video that hangs is given up after the time limit, and its child is gone', {
  tags: 'long',
}, async () => {
  const before = listChildren();
  // The good videos before and after have no longer, and a new child on a busy machine is slow with its first one.
  const reader = startReader({ limits: { timeLimitMs: 15_000 } });
  const folder = await startFolder();
  await expectItStillWorks(reader, folder);
  const children = listChildren().filter(pid => !before.includes(pid));
  await expect(reader.readFrames(await makeHangingFile(folder), anyone)).rejects.toMatchObject({
    code: 'video_too_demanding',
  });
  await waitUntil(() => !children.some(isRunning));
  await expectItStillWorks(reader, folder);
});

test('a file that fills the memory of JavaScript costs its own request only', { tags: 'long' }, async () => {
  // What JavaScript says as it ends is expected here; in the log of the tests it would look like a failure.
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  // A slow machine takes more than the usual five seconds of work to fill it, and would end the child for that.
  const reader = startReader({ limits: { openingSeconds: 60 } });
  const folder = await startFolder();
  const file = await makeEndlessFragment();
  await expect(reader.readFrames(await folder.write('bomb.mp4', file), anyone)).rejects.toMatchObject({
    code: 'video_too_demanding',
  });
  await expect.poll(() => stderr.mock.calls.join('')).toContain('JavaScript heap out of memory');
  await expectItStillWorks(reader, folder);
});

test('a file that makes the decoder take more memory than allowed costs its own request only', {
  tags: 'long',
}, async () => {
  // A small good video needs 110 MB, the bomb's tables 280.
  const reader = startReader({ limits: { maxChildBytes: 180 * 1024 ** 2 } });
  const folder = await startFolder();
  const bomb = await folder.write('bomb.mp4', await makeHugeH264());
  await expect(reader.readFrames(bomb, anyone)).rejects.toMatchObject({ code: 'video_too_demanding' });
  await expectItStillWorks(reader, folder);
});

test('who hangs up has the work killed at once', async () => {
  const before = listChildren();
  const reader = startReader();
  const folder = await startFolder();
  await expectItStillWorks(reader, folder);
  const children = listChildren().filter(pid => !before.includes(pid));
  const hangUp = new AbortController();
  const work = reader.readFrames(await makeHangingFile(folder), { ...anyone, signal: hangUp.signal });
  setImmediate(() => hangUp.abort());
  await expect(work).rejects.toMatchObject({ code: 'client_closed' });
  await waitUntil(() => !children.some(isRunning));
  await expectItStillWorks(reader, folder);
});

test('who hangs up while waiting for a turn does not disturb those who work or wait', async () => {
  const reader = startReader();
  const folder = await startFolder();
  const path = await folder.write('good.mp4', await makeClip());
  const hangUp = new AbortController();
  const first = reader.readFrames(path, anyone);
  const second = reader.readFrames(path, { requester: 'impatient', signal: hangUp.signal });
  const third = reader.readFrames(path, anyone);
  hangUp.abort();
  await expect(second).rejects.toMatchObject({ code: 'client_closed' });
  expect((await first).frames).toHaveLength(10);
  expect((await third).frames).toHaveLength(10);
});

test('a closed reader leaves no child behind and refuses work', async () => {
  const before = listChildren();
  const reader = createFrameReader({ maxSeconds: 100, workers: 2 });
  const folder = await startFolder();
  const work = reader.readFrames(await makeHangingFile(folder), anyone);
  const refused = expect(work).rejects.toMatchObject({ code: 'unavailable' });
  await reader.close();
  await refused;
  await waitUntil(() => listChildren().every(pid => before.includes(pid)));
  await expect(reader.readFrames('any.mp4', anyone)).rejects.toMatchObject({ code: 'unavailable' });
});

test('no child outlives a server that is killed in mid-work', async () => {
  const folder = await startFolder();
  const program = fileURLToPath(new URL('../support/frame-reader-process.ts', import.meta.url));
  const server = spawn(process.execPath, [program, await makeHangingFile(folder)], { stdio: 'pipe' });
  onTestFinished(() => void server.kill('SIGKILL'));
  await once(server.stdout, 'data');
  await waitUntil(() => listChildren(server.pid).length === 1);
  const children = listChildren(server.pid);
  server.kill('SIGKILL');
  await once(server, 'exit');
  await waitUntil(() => !children.some(isRunning));
});

test('a command ends well whose child hangs when it is closed', async () => {
  const folder = await startFolder();
  const program = fileURLToPath(new URL('../support/closing-reader-process.ts', import.meta.url));
  const path = await folder.write('good.mp4', await makeClip());
  const command = spawn(process.execPath, [program, path], { stdio: 'inherit' });
  expect((await once(command, 'exit'))[0]).toBe(0);
});
