import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { signUpForCookie } from '../tests/support/sign-up.ts';
import type { BenchRow } from './bench-row.ts';

const mebibyte = 1024 ** 2;
const uploadBytes = 1024 * mebibyte;
const goalMebibytes = 80;

/** Posts 1 GiB to `/create_script` and watches how much the memory of the server's process grows meanwhile. */
export async function benchUploadMemory(): Promise<BenchRow[]> {
  const what = 'server memory growth while 1 GiB is posted to /create_script';
  const goal = `at most ${goalMebibytes} MB`;
  if (process.platform !== 'linux')
    return [{ what, figure: 'only measured on Linux', goal, isMet: undefined }];
  const dataDir = await mkdtemp(join(tmpdir(), 'benshi-bench-'));
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const port = await findPort(server.stdout);
    const cookie = await signUpForCookie(`http://127.0.0.1:${port}`);
    // The first requests load what every request needs; then what the start has left is given back.
    for (let count = 0; count < 3; count += 1) await post({ port, cookie }, 16 * mebibyte, () => {});
    const before = await waitUntilSettled(server.pid);
    let most = before;
    const startedAt = performance.now();
    await post({ port, cookie }, uploadBytes, () => {
      most = Math.max(most, readMemory(server.pid));
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const growth = (most - before) / mebibyte;
    const figure = `${growth.toFixed(0)} MB (${Math.round(uploadBytes / mebibyte / seconds)} MB/s)`;
    return [{ what, figure, goal, isMet: growth <= goalMebibytes }];
  } finally {
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    await exit;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function findPort(output: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface(output)) {
    const port = /Benshi is ready: .*:(\d+)$/u.exec(line)?.[1];
    if (!port) continue;
    // Nobody reads its log any more; it must not wait for that.
    output.resume();
    return Number(port);
  }
  throw new Error('The server did not start.');
}

const settlingMs = 10_000;
const sampleMs = 500;

/** @returns the least memory of some seconds without work, in bytes */
async function waitUntilSettled(pid: number | undefined): Promise<number> {
  let least = readMemory(pid);
  for (let waited = 0; waited < settlingMs; waited += sampleMs) {
    await setTimeout(sampleMs);
    least = Math.min(least, readMemory(pid));
  }
  return least;
}

/** Resident memory of a process in bytes, as Linux counts it. */
function readMemory(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Posts a form whose video is so many zero bytes, and waits for the answer: it is no video, and is refused as such. */
async function post(
  { port, cookie }: { port: number; cookie: string },
  bytes: number,
  watch: () => void,
): Promise<void> {
  const start = [
    '--b',
    'Content-Disposition: form-data; name="prompt"\r\n',
    'Tell it. Output in this language: English',
    '--b',
    'Content-Disposition: form-data; name="video"; filename="big.mp4"\r\n\r\n',
  ].join('\r\n');
  const end = '\r\n--b--\r\n';
  const length = start.length + bytes + end.length;
  const socket = connect(port, '127.0.0.1');
  const head = `POST /create_script HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;
  const answered = once(socket, 'data');
  socket.write(head + start);
  await sendZeros(socket, bytes, watch);
  socket.write(end);
  const [answer] = (await answered) as [Buffer];
  socket.destroy();
  if (!answer.toString().startsWith('HTTP/1.1 422')) throw new Error(`Not the expected answer: ${answer}`);
}

async function sendZeros(socket: Socket, bytes: number, watch: () => void): Promise<void> {
  const chunk = Buffer.alloc(mebibyte);
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    if (!socket.write(chunk)) await once(socket, 'drain');
    watch();
  }
}
