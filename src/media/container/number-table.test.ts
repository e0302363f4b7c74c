import { expect, test } from 'vitest';
import { NumberTable, RunTable } from './number-table.ts';

test('a table of numbers has four bytes for each, the highest first', () => {
  const table = new NumberTable();
  table.push(1, 0xdeadbeef, -2);
  expect([...table.bytes]).toEqual([0, 0, 0, 1, 0xde, 0xad, 0xbe, 0xef, 0xff, 0xff, 0xff, 0xfe]);
  expect(table.count).toBe(3);
});

test('a table of numbers grows as long as it has to', () => {
  const table = new NumberTable();
  for (let value = 0; value < 100_000; value++) table.push(value);
  const view = new DataView(table.bytes.buffer, 0, table.bytes.length);
  for (let value = 0; value < 100_000; value++) expect(view.getUint32(value * 4)).toBe(value);
});

test('what is the same again is only counted', () => {
  const runs = new RunTable();
  for (const [times, value] of [
    [2, 0],
    [1, 5],
    [3, 5],
    [0, 7],
    [1, 5],
    [1, 0],
  ] as const)
    runs.push(times, value);
  const table = runs.finish();
  const view = new DataView(table.bytes.buffer, 0, table.bytes.length);
  expect(Array.from({ length: table.count }, (_, at) => view.getInt32(at * 4))).toEqual([2, 0, 5, 5, 1, 0]);
});
