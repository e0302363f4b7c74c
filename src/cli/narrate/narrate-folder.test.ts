import { expect, test } from 'vitest';
import { nameDistinctly } from './narrate-folder.ts';

test.each([
  [
    ['a.mp4', 'b.mov'],
    ['a', 'b'],
  ],
  [
    ['a.mov', 'a.mp4', 'b.mp4'],
    ['a.mov', 'a.mp4', 'b'],
  ],
  [
    ['A.mov', 'a.mp4'],
    ['A.mov', 'a.mp4'],
  ],
  [
    ['a.mov', 'a.mp4', 'a.mp4.webm'],
    ['a.mov', 'a.mp4', 'a.mp4.webm'],
  ],
])('the results of %j do not overwrite each other', (files, names) => {
  expect(nameDistinctly(files).map(({ name }) => name)).toEqual(names);
});

test('results of videos with the longest names leave space for every ending', () => {
  const stem = '😀'.repeat(62);
  const names = nameDistinctly([`${stem}a.mp4`, `${stem}b.mp4`]).map(({ name }) => name);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(Buffer.byteLength(`${name}.descriptions.vtt`)).toBeLessThanOrEqual(255);
});
