import { expect, test } from 'vitest';
import { findExcessSeconds } from './judge-line.ts';
import type { TimelineLine } from './timeline-props.ts';
import { describeSpeech, describeTimelineLine } from './timeline-words.ts';

const line: TimelineLine = {
  startSeconds: 12.5,
  text: 'The fox looks up.',
  needSeconds: 4.1,
  isSpoken: true,
  isLocked: false,
};

test('a line is told by its number, its place, and what it needs of its room', () => {
  expect(describeTimelineLine(line, 2, 5)).toBe('Line 3 at 0:12.5, 4.1 s of 5.0 s');
});

test('what is only estimated is told as such', () => {
  expect(describeTimelineLine({ ...line, isSpoken: false }, 2, 5)).toBe(
    'Line 3 at 0:12.5, about 4.1 s of 5.0 s',
  );
});

test('a line that is too long says by how much, and a locked one that it is locked', () => {
  const long = { ...line, needSeconds: 4.6, isLocked: true };
  expect(describeTimelineLine(long, 0, 3.25)).toBe(
    'Line 1 at 0:12.5, 4.6 s of 3.3 s, 0.8 s too long, locked',
  );
});

test('a line that fits when it is spoken a little faster is not too long', () => {
  expect(findExcessSeconds(4.6, 4.06)).toBe(0);
  // With no pause at all before the next line, two would be one.
  expect(findExcessSeconds(4.6, 4)).toBe(0.1);
});

test('where people speak is told in one sentence, with the gaps that a line fits into', () => {
  const speech = [
    { startSeconds: 4, endSeconds: 64 },
    { startSeconds: 65, endSeconds: 255 },
    { startSeconds: 300, endSeconds: 300.1 },
  ];
  expect(describeSpeech(speech, 600)).toBe('People speak in 3 places, 4:10 of 10:00; 2 gaps');
});

test('one place is no places, and no gap and no speech are told, too', () => {
  expect(describeSpeech([{ startSeconds: 0, endSeconds: 50 }], 60)).toBe(
    'People speak in 1 place, 0:50 of 1:00; 1 gap',
  );
  expect(describeSpeech([{ startSeconds: 0, endSeconds: 59 }], 60)).toMatch(/; no gaps$/);
  expect(describeSpeech([], 60)).toBe('Nobody speaks in the original sound');
});
