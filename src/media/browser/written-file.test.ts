import { expect, test } from 'vitest';
import { MemoryFile } from './written-file.ts';

const count = (length: number, first = 0) => Uint8Array.from({ length }, (_, at) => (first + at) % 251);

test('what was written in any order, over the ends of pages and again, is read as one file', async () => {
  const file = new MemoryFile('video/mp4');
  const whole = count(3_500_000);
  await file.write(whole.slice(2_000_000), 2_000_000);
  await file.write(count(2_000_000, 7), 0);
  await file.write(whole.slice(0, 2_000_000), 0);
  await file.keep();
  const blob = file.readMade();
  expect([blob.size, blob.type]).toEqual([whole.length, 'video/mp4']);
  expect(Buffer.from(await blob.arrayBuffer()).equals(whole)).toBe(true);
});

test('what nobody wrote between two pieces is empty', async () => {
  const file = new MemoryFile();
  await file.write(count(3, 1), 1_500_000);
  const bytes = new Uint8Array(await file.readMade().arrayBuffer());
  expect(bytes.length).toBe(1_500_003);
  expect(bytes.subarray(0, 1_500_000).every(each => each === 0)).toBe(true);
  expect([...bytes.subarray(1_500_000)]).toEqual([1, 2, 3]);
});
