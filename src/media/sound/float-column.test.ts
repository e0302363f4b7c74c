import { expect, test } from 'vitest';
import { FloatColumn } from './float-column.ts';

test('what is pushed is there in its order, however much it becomes', () => {
  const column = new FloatColumn();
  const wanted = Float32Array.from({ length: 10_000 }, (_, at) => at / 3);
  for (const value of wanted) column.push(value);
  expect(column.values).toEqual(wanted);
});

test('a column without anything in it is empty', () => {
  expect(new FloatColumn().values).toHaveLength(0);
});
