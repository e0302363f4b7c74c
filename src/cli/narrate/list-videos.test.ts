import { expect, test } from 'vitest';
import { nameApart } from './list-videos.ts';

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
])('of %j nothing is written over another', (files, names) => {
  expect(nameApart(files).map(({ name }) => name)).toEqual(names);
});
