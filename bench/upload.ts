import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { signUpForCookie } from '../tests/support/sign-up.ts';
import { startServerProcess } from '../tests/support/start-server.ts';
import { type BenchRow, makeFolder, mebibyte, median, timeRounds } from './measure.ts';
import { benchedEnvironment, benchedServer } from './narration-cost.ts';

const uploadBytes = 1024 * mebibyte;
const rounds = 3;
const settlingSeconds = 10;
const goals = { share: 0.7, growthMb: 80 } as const;

/** Speed and memory of receiving a posted video of 1 GiB, compared with writing the same bytes from a connection to the same disk. */
export async function benchUpload(): Promise<BenchRow[]> {
  await using folder = await makeFolder();
  const environment = { ...benchedEnvironment, DATA_DIR: join(folder.path, 'data') };
  await using server = await startServerProcess(environment, benchedServer);
  const port = Number(new URL(server.url).port);
  const cookie = await signUpForCookie(server.url);
  // The first requests load lazy modules; then the memory left over from the start is released.
  for (let count = 0; count < 3; count += 1) await post(port, cookie, 16 * mebibyte);
  await setTimeout(settlingSeconds * 1000);
  const before = readMemory(server.process.pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, readMemory(server.process.pid));
  }, 20);
  const ours = median(await timeRounds(rounds, () => post(port, cookie, uploadBytes)));
  clearInterval(watch);
  const copy = median(await timeRounds(rounds, () => copyOverLoopback(join(folder.path, 'copy'))));
  const growthMb = (most - before) / mebibyte;
  const toSpeed = (ms: number) => `${((uploadBytes / mebibyte / ms) * 1000).toFixed(0)} MB/s`;
  return [
    {
      what: 'a video of 1 GiB posted to /create_script, against a copy over loopback to the same disk; memory growth',
      figure: `${toSpeed(ours)}, ${growthMb.toFixed(0)} MB`,
      ratio: `${((copy / ours) * 100).toFixed(0)} % of its speed (${toSpeed(copy)})`,
      goal: `at least ${goals.share * 100} %, at most ${goals.growthMb} MB`,
      isMet: copy / ours >= goals.share && growthMb <= goals.growthMb,
    },
  ];
}

function readMemory(pid: number | undefined): number {
  return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** Posts a form whose video is this many zero bytes; the server refuses it as no video. */
async function post(port: number, cookie: string, bytes: number): Promise<void> {
  const start = [
    '--b\r\nContent-Disposition: form-data; name="prompt"\r\n\r\nTell it. Output in this language: English\r\n',
    '--b\r\nContent-Disposition: form-data; name="video"; filename="big.mp4"\r\n\r\n',
  ].join('');
  const end = '\r\n--b--\r\n';
  const head = [
    'POST /create_script HTTP/1.1',
    'Host: localhost',
    `Cookie: ${cookie}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${start.length + bytes + end.length}`,
  ].join('\r\n');
  const socket = connect(port, '127.0.0.1');
  const answered = once(socket, 'data');
  socket.write(`${head}\r\n\r\n${start}`);
  await sendZeros(socket, bytes);
  socket.write(end);
  const [answer] = (await answered) as [Buffer];
  socket.destroy();
  if (!answer.toString().startsWith('HTTP/1.1 422')) throw new Error(`Not the expected answer: ${answer}`);
}

async function sendZeros(socket: Socket, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(mebibyte);
  for (let sent = 0; sent < bytes; sent += chunk.length)
    if (!socket.write(chunk)) await once(socket, 'drain');
}

async function copyOverLoopback(path: string): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, async socket => {
    await once(socket.pipe(createWriteStream(path)), 'close');
    socket.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  await sendZeros(socket, uploadBytes);
  socket.end();
  await once(socket.resume(), 'end');
  server.close();
}
