import { expect, test } from 'vitest';
import { compareLengths } from './fit.ts';

test.each([
  [46, 60, 'short', '14 s shorter than the video'],
  [78, 60, 'long', '18 s too long'],
  [60.9, 60, 'fits', 'As long as the video'],
  [59.1, 60, 'fits', 'As long as the video'],
  [61.3, 60, 'long', '1 s too long'],
  // 2 % of ten minutes are twelve seconds.
  [589, 600, 'fits', 'As long as the video'],
  [587, 600, 'short', '13 s shorter than the video'],
  [725, 600, 'long', '2 min 5 s too long'],
  [480, 600, 'short', '2 min shorter than the video'],
  [3, 0.4, 'long', '3 s too long'],
] as const)('a recording of %d s for a video of %d s: %s, %s', (spoken, video, kind, sentence) => {
  expect(compareLengths(spoken, video)).toEqual({ kind, sentence });
});
