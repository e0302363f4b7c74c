import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { signUpForCookie } from '../tests/support/sign-up.ts';
import { benchedEnvironment, benchedServer } from './narration-cost.ts';

export const mebibyte = 1024 ** 2;

/** A server of its own for long uploads by somebody with an account. */
export interface UploadServer extends AsyncDisposable {
  readonly pid: number | undefined;
  readonly dataDir: string;
  /** Posts a form whose video is so many zero bytes, and waits for the answer: it is no video, and is refused as such. */
  post(bytes: number, watch?: () => void): Promise<void>;
}

export async function startUploadServer(): Promise<UploadServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'benshi-bench-'));
  const [program, ...options] = benchedServer;
  const server = spawn(program, options, {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, ...benchedEnvironment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await findPort(server.stdout);
  const cookie = await signUpForCookie(`http://127.0.0.1:${port}`);
  return {
    pid: server.pid,
    dataDir,
    post: (bytes, watch) => post({ port, cookie }, bytes, watch),
    async [Symbol.asyncDispose]() {
      const exit = once(server, 'exit');
      server.kill('SIGTERM');
      await exit;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
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

async function post(
  { port, cookie }: { port: number; cookie: string },
  bytes: number,
  watch?: () => void,
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

/** Sends so many zero bytes, as fast as they are taken. */
export async function sendZeros(socket: Socket, bytes: number, watch?: () => void): Promise<void> {
  const chunk = Buffer.alloc(mebibyte);
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    if (!socket.write(chunk)) await once(socket, 'drain');
    watch?.();
  }
}
