import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { BenchRow } from './bench-row.ts';
import { mebibyte, startUploadServer } from './upload-server.ts';

const uploadBytes = 1024 * mebibyte;
const goalMebibytes = 80;

/** Posts 1 GiB to `/create_script` and watches how much the memory of the server's process grows meanwhile. */
export async function benchUploadMemory(): Promise<BenchRow[]> {
  const what = 'server memory growth while 1 GiB is posted to /create_script';
  const goal = `at most ${goalMebibytes} MB`;
  if (process.platform !== 'linux')
    return [{ what, figure: 'only measured on Linux', goal, isMet: undefined }];
  await using server = await startUploadServer();
  // The first requests load what every request needs; then what the start has left is given back.
  for (let count = 0; count < 3; count += 1) await server.post(16 * mebibyte);
  const before = await waitUntilSettled(server.pid);
  let most = before;
  const startedAt = performance.now();
  await server.post(uploadBytes, () => {
    most = Math.max(most, readMemory(server.pid));
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const growth = (most - before) / mebibyte;
  const figure = `${growth.toFixed(0)} MB (${Math.round(uploadBytes / mebibyte / seconds)} MB/s)`;
  return [{ what, figure, goal, isMet: growth <= goalMebibytes }];
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
