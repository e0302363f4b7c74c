import { describe, expect, test } from 'vitest';
import { isMovement } from './take-moments.ts';

/** Five sketches, a quarter of a second apart: a grey ground, and a light square of eight cells at a place. */
const draw = (ground: number, place?: number) =>
  new Uint8Array(256)
    .fill(ground)
    .map((value, at) => (place !== undefined && at >= place * 8 && at < place * 8 + 8 ? 200 : value));

describe('a movement', () => {
  test.each([
    ['a thing that goes on', [1, 2, 3, 4, 5].map(place => draw(60, place)), true],
    ['a hand that waves, and rests', [1, 2, 1, 1, 1].map(place => draw(60, place)), true],
    ['a slow pan', [60, 62, 64, 66, 68].map(ground => draw(ground)), true],
    [
      'a fast one, whose pictures differ like shots',
      [20, 50, 80, 110, 140].map(ground => draw(ground)),
      true,
    ],
    ['nothing', [60, 60, 60, 60, 60].map(ground => draw(ground)), false],
    ['noise', [60, 61, 59, 61, 60].map(ground => draw(ground)), false],
    ['a title that appears', [undefined, undefined, 4, 4, 4].map(place => draw(60, place)), false],
    ['a cut between still shots', [60, 60, 60, 160, 160].map(ground => draw(ground)), false],
    [
      'a cut between shots that move',
      [draw(60, 1), draw(60, 2), draw(160, 9), draw(160, 10), draw(160, 11)],
      false,
    ],
  ])('%s: %#', (_, sketches, moves) => {
    expect(isMovement(sketches)).toBe(moves);
  });
});
