import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './bench-row.ts';
import { median, timeMs } from './measure.ts';
import { mebibyte, sendZeros, startUploadServer } from './upload-server.ts';

const uploadBytes = 1024 * mebibyte;
const rounds = 5;
const leastOfRaw = 0.7;
const receiver = fileURLToPath(new URL('./peers/raw-receiver.ts', import.meta.url));

/** How fast a video is received that is posted, against a process that only writes to the same disk what comes over a connection. */
export async function benchUploadSpeed(): Promise<BenchRow[]> {
  await using server = await startUploadServer();
  const copy = join(server.dataDir, 'raw');
  const ours: number[] = [];
  const raw: number[] = [];
  await server.post(64 * mebibyte);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timeMs(() => server.post(uploadBytes)));
    raw.push(await copyRaw(copy));
    await rm(copy);
  }
  const toSpeed = (times: readonly number[]) => uploadBytes / mebibyte / (median(times) / 1000);
  const share = toSpeed(ours) / toSpeed(raw);
  return [
    {
      what: 'a video of 1 GiB that is posted to /create_script, against a bare copy over loopback to the same disk',
      figure: `${toSpeed(ours).toFixed(0)} MB/s`,
      ratio: `${(share * 100).toFixed(0)} % of its speed (${toSpeed(raw).toFixed(0)} MB/s)`,
      goal: `at least ${leastOfRaw * 100} %`,
      isMet: share >= leastOfRaw,
    },
  ];
}

/** @returns milliseconds from the first byte until the other side says that it has them all */
async function copyRaw(path: string): Promise<number> {
  const child = spawn(process.execPath, [receiver, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(createInterface(child.stdout), 'line');
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  const took = await timeMs(async () => {
    await sendZeros(socket, uploadBytes);
    socket.end();
    await once(socket.resume(), 'end');
  });
  await once(child, 'exit');
  return took;
}
