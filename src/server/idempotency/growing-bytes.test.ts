import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GrowingBytes } from './growing-bytes.ts';

const never = new AbortController().signal;
const mostAhead = 100_000;

let folder: string;
let bytes: GrowingBytes;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benshi-test-'));
  bytes = await GrowingBytes.create(folder, mostAhead);
});
afterEach(async () => {
  await bytes.close();
  rmSync(folder, { recursive: true, force: true });
});

async function readAll(): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(bytes.read()));
}

test('readers of any time get the same bytes, and nobody sees a file', async () => {
  const early = readAll();
  const pieces = Array.from({ length: 50 }, (_, index) => Buffer.alloc(5000 + index, index));
  for (const piece of pieces) await bytes.append(piece, never);
  const midway = readAll();
  await bytes.append(Buffer.from('the end'), never);
  bytes.end(undefined);
  const expected = Buffer.concat([...pieces, Buffer.from('the end')]);
  for (const read of [await early, await midway, await readAll()]) expect(read.equals(expected)).toBe(true);
  expect(bytes.byteLength).toBe(expected.length);
  expect(readdirSync(folder)).toEqual([]);
});

test('no more is written ahead of the fastest reader than is allowed, however slow another one is', async () => {
  const slow = bytes.read();
  let written = 0;
  const writing = (async () => {
    for (; written < 20; written += 1) await bytes.append(Buffer.alloc(50_000), never);
    bytes.end(undefined);
  })();
  await slow.next();
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(written).toBeLessThan(5);
  expect((await readAll()).length).toBe(1_000_000);
  await writing;
  await slow.return();
});

test('who is told to hurry waits for nobody', async () => {
  const hurry = new AbortController();
  const writing = (async () => {
    for (let times = 0; times < 10; times += 1) await bytes.append(Buffer.alloc(50_000), hurry.signal);
  })();
  hurry.abort();
  await writing;
  expect(bytes.byteLength).toBe(500_000);
});

test('what ends in an error gives what came before it, and then the error', async () => {
  await bytes.append(Buffer.from('half'), never);
  bytes.end({ error: new Error('broken') });
  const reader = bytes.read();
  expect((await reader.next()).value).toEqual(Buffer.from('half'));
  await expect(reader.next()).rejects.toThrow('broken');
});
