// @module-tag long
import { statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { formType, makeRawForm } from '../support/raw-form.ts';
import { makeHead, type RawAnswer, readAnswer } from '../support/raw-request.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let server: InnerServer;
let cookie: string;
afterEach(() => server[Symbol.asyncDispose]());

/** A server and a signed-in person. */
async function startServer(options?: Parameters<typeof startTestServer>[0]): Promise<void> {
  server = await startTestServer(options);
  cookie = await signUpForCookie(server.url);
}

const mebibyte = 1024 ** 2;
const start = makeRawForm(
  [
    { name: 'prompt', content: 'Tell it. Output in this language: English' },
    { name: 'video', filename: 'a.mp4', content: Buffer.alloc(mebibyte) },
  ],
  '',
);

/** How many uploads are complete up to their sent half. */
function countFullFiles(): number {
  const sizes = server.listTemporaryFiles().map(name => {
    const found = statSync(join(server.dataDir, 'tmp', name), { throwIfNoEntry: false });
    return found?.size ?? 0;
  });
  return sizes.filter(size => size === mebibyte).length;
}

/** Sends the first half of an upload, and waits until it is on disk. */
async function beginUpload(path = '/create_script'): Promise<Socket> {
  const filesBefore = countFullFiles();
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(makeHead(path, { cookie, 'content-type': formType, 'content-length': 2 * start.length }));
  socket.write(start);
  await expect.poll(countFullFiles).toBeGreaterThan(filesBefore);
  return socket;
}

function readProblem(answer: RawAnswer): { status: number; code: string } {
  return { status: answer.status, code: JSON.parse(answer.body).error.code };
}

/** How long a file is on disk before its upload is given up. */
const longEnoughToSeeMs = 2000;

describe('an unfinished upload', () => {
  test('is given up when no more bytes arrive', { tags: 'long' }, async () => {
    await startServer({ uploadLimits: { stallMs: longEnoughToSeeMs } });
    const answer = await readAnswer(await beginUpload());
    expect(readProblem(answer)).toEqual({ status: 408, code: 'upload_too_slow' });
    expect(answer.headers.connection).toBe('close');
    await expect.poll(() => server.listTemporaryFiles()).toEqual([]);
  });

  test('leaves nothing when the client disconnects, 100 times', { tags: 'long' }, async () => {
    await startServer();
    for (let round = 0; round < 10; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 10 }, () => beginUpload()));
      for (const [index, socket] of sockets.entries()) {
        if (index % 2 === 0) socket.resetAndDestroy();
        else socket.destroy();
      }
      await expect.poll(() => server.listTemporaryFiles()).toEqual([]);
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    // A disconnected client is not our failure.
    expect(server.logged.filter(line => line.includes('request failed'))).toEqual([]);
  });

  test('does not keep the server from stopping', async () => {
    await startServer();
    const socket = await beginUpload();
    const answer = readAnswer(socket);
    const stopped = server.stop(100);
    expect(readProblem(await answer)).toEqual({ status: 503, code: 'unavailable' });
    await stopped;
  });
});

describe('concurrent uploads', () => {
  test('beyond four of one address are told to wait', async () => {
    await startServer({ uploadLimits: { perAddress: 4 } });
    const running: Socket[] = [];
    for (let count = 0; count < 4; count += 1) running.push(await beginUpload());

    const fifth = connect(server.port, '127.0.0.1');
    fifth.write(
      makeHead('/create_script', { cookie, 'content-type': formType, 'content-length': 2 * start.length }),
    );
    const answer = await readAnswer(fifth);
    expect(readProblem(answer)).toEqual({ status: 429, code: 'rate_limited' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);

    // Ending one frees its slot at once.
    running[0]?.destroy();
    await expect.poll(() => server.listTemporaryFiles().length).toBe(3);
    running.push(await beginUpload());
    for (const socket of running) socket.destroy();
  });

  test.each([
    ['nobody is trusted', {}, 429],
    ['the proxy is trusted', { TRUST_PROXY: '127.0.0.0/8' }, 503],
  ])('count a claimed address only where %s', async (_title, environment, status) => {
    await startServer({ environment, uploadLimits: { perAddress: 1 } });
    const running = await beginUpload();
    const other = connect(server.port, '127.0.0.1');
    const headers = {
      cookie,
      'content-type': formType,
      'content-length': 2 * start.length,
      'x-forwarded-for': '192.0.2.77',
    };
    other.write(makeHead('/create_script', headers));
    // An accepted one is only answered when the server stops.
    const answer = readAnswer(other);
    if (status === 503) {
      other.write(start);
      await expect.poll(countFullFiles).toBe(2);
      await server.stop(0);
    }
    expect((await answer).status).toBe(status);
    running.destroy();
  });
});
