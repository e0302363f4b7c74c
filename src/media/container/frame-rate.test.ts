import { expect, test } from 'vitest';
import { printTimecode } from './frame-rate.ts';

const ntsc = (nominal: number) => (nominal * 1000) / 1001;

// Frames and timecodes of SMPTE ST 12-1.
test.each([
  { frame: 71, rate: ntsc(24), expected: '00:00:02:23' },
  { frame: 24 * 3600, rate: ntsc(24), expected: '01:00:00:00' },
  { frame: 24 * 60 + 5, rate: 24, expected: '00:01:00:05' },
  { frame: 25 * 60, rate: 25, expected: '00:01:00:00' },
  { frame: 1800, rate: 30, expected: '00:01:00:00' },
  { frame: 59, rate: 50, expected: '00:00:01:09' },
  { frame: 61, rate: 60, expected: '00:00:01:01' },
  { frame: 1799, rate: ntsc(30), expected: '00:00:59;29' },
  { frame: 1800, rate: ntsc(30), expected: '00:01:00;02' },
  { frame: 17_981, rate: ntsc(30), expected: '00:09:59;29' },
  { frame: 17_982, rate: ntsc(30), expected: '00:10:00;00' },
  { frame: 107_892, rate: ntsc(30), expected: '01:00:00;00' },
  { frame: 3599, rate: ntsc(60), expected: '00:00:59;59' },
  { frame: 3600, rate: ntsc(60), expected: '00:01:00;04' },
  { frame: 215_784, rate: ntsc(60), expected: '01:00:00;00' },
])('frame $frame is $expected at $rate frames a second', ({ frame, rate, expected }) => {
  expect(printTimecode(frame, rate)).toBe(expected);
});
