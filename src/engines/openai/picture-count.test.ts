import { expect, test } from 'vitest';
import { PictureCount, pictureSteps } from './picture-count.ts';

test('ten pictures are sent at once, else three, else one', () => {
  expect(pictureSteps).toEqual([10, 3, 1]);
  const count = new PictureCount();
  expect(count.most).toBe(10);
  expect(count.lower(10)).toBe(true);
  expect(count.most).toBe(3);
  expect(count.lower(3)).toBe(true);
  expect(count.most).toBe(1);
  expect(count.lower(1)).toBe(false);
  expect(count.most).toBe(1);
});

test.each([
  [10, 4, 3],
  [10, 2, 1],
  [10, 1, 1],
  [2, undefined, 1],
  [3, undefined, 1],
])('of a request of %i of which the server takes %s, %i are sent', (sent, atMost, most) => {
  const count = new PictureCount();
  expect(count.lower(sent, atMost)).toBe(true);
  expect(count.most).toBe(most);
});

test('a server that says that it takes none gets none', () => {
  expect(new PictureCount().lower(10, 0)).toBe(false);
});

test('two videos at once do not raise what the other has lowered', () => {
  const count = new PictureCount();
  count.lower(3);
  count.lower(10);
  expect(count.most).toBe(1);
});

test('forgotten, it begins with ten again', () => {
  const count = new PictureCount();
  count.lower(10);
  count.forget();
  expect(count.most).toBe(10);
});
