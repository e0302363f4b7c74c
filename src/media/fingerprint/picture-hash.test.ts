import { expect, test } from 'vitest';
import { createPictureHasher, findBars } from './picture-hash.ts';

const [width, height] = [96, 54];

function draw(level: (x: number, y: number) => number) {
  const values = Uint8Array.from({ length: width * height }, (_, at) =>
    level((at % width) / width, Math.floor(at / width) / height),
  );
  return { width, height, values };
}

const scene = (turn: number) => (x: number, y: number) =>
  Math.round(128 + 50 * Math.sin(7 * x + turn) + 50 * Math.cos(9 * y * x + 2 * turn));

/** Bars as wide as those of a film in 2.35:1. */
const bar = 7 / height;
const inBars = (turn: number) =>
  draw((x, y) => (y < bar || y >= 1 - bar ? 16 : scene(turn)(x, (y - bar) / (1 - 2 * bar))));

const countBits = (bits: number) => (bits >>> 0).toString(2).replaceAll('0', '').length;

function compare([one, other]: readonly [number, number], [next, last]: readonly [number, number]): number {
  return countBits(one ^ next) + countBits(other ^ last);
}

test('A film in black bars has the pictures of the film without them', () => {
  const turns = [0, 1, 2, 3, 4, 5, 6, 7];
  const bars = findBars(turns.map(inBars));
  expect(bars).toEqual({ vertical: bar, horizontal: 0 });
  const [withBars, without] = [
    createPictureHasher(bars),
    createPictureHasher({ vertical: 0, horizontal: 0 }),
  ];
  for (const turn of turns)
    expect(compare(withBars(inBars(turn)).words, without(draw(scene(turn))).words)).toBeLessThan(8);
});

test('Slides on black have no bars, as each begins elsewhere', () => {
  const slides = [0.1, 0.2, 0.3, 0.15, 0.35].map(from =>
    draw((_, y) => (y > from && y < 1 - from ? 230 : 0)),
  );
  expect(findBars(slides)).toEqual({ vertical: 0, horizontal: 0 });
});

test('A brighter picture with more contrast is the same one, and one colour shows nothing', () => {
  const hash = createPictureHasher({ vertical: 0, horizontal: 0 });
  const plain = hash(draw(scene(1)));
  const graded = hash(draw((x, y) => Math.min(255, 1.3 * scene(1)(x, y) + 12)));
  expect(compare(plain.words, graded.words)).toBeLessThan(6);
  expect(compare(plain.words, hash(draw(scene(3))).words)).toBeGreaterThan(12);
  expect(hash(draw(() => 90))).toEqual({ words: [0, 0], details: 0 });
});
