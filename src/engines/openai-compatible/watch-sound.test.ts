import { expect, test } from 'vitest';
import { makeToneMp3 } from '../../../tests/support/make-mp3.ts';
import { createMp3Clock } from './watch-sound.ts';

const id3 = Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\u0001\u0000'), Buffer.alloc(128, 0xff)]);

test.each([
  ['in one piece', 1_000_000],
  ['byte by byte', 1],
  ['in pieces with odd bounds', 313],
])('the duration of an mp3 is measured %s', async (_, pieceBytes) => {
  const bytes = await makeToneMp3({ hz: 300, seconds: 3 }, { hasInfoFrame: false });
  const clock = createMp3Clock();
  for (let at = 0; at < bytes.length; at += pieceBytes) clock.add(bytes.subarray(at, at + pieceBytes));
  expect(clock.seconds).toBeGreaterThan(2.9);
  expect(clock.seconds).toBeLessThan(3.2);
});

test('the durations of several mp3s in a row, with tags between them, are added', async () => {
  const bytes = await makeToneMp3({ hz: 300, seconds: 1 }, { hasInfoFrame: false });
  const clock = createMp3Clock();
  for (const piece of [id3, bytes, id3, bytes]) clock.add(piece);
  expect(clock.seconds).toBeGreaterThan(1.9);
  expect(clock.seconds).toBeLessThan(2.4);
});

test('data that is not sound has no duration', () => {
  const clock = createMp3Clock();
  clock.add(Buffer.from('<!doctype html>'.repeat(1000)));
  expect(clock.seconds).toBe(0);
});
