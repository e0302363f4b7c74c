import { describe, expect, test } from 'vitest';
import type { ThingName } from '../thing-names.ts';
import type { SeenThing } from './recognised.ts';
import { keepSureThings } from './thing-thresholds.ts';

/** A thing in the middle of the picture, its box a share of the picture's width and height. */
function see(name: ThingName, confidence: number, side = 0.4, left = 0.3): SeenThing {
  return { name, confidence, box: { left, top: 0.3, right: left + side, bottom: 0.3 + side } };
}

/** The kinds that may be said of a video. */
function listSaid(...pictures: readonly (readonly SeenThing[])[]): string[] {
  return [...new Set(keepSureThings(pictures).flatMap(things => things.map(({ name }) => name)))];
}

/** So many pictures, each with these things. */
const repeat = (count: number, ...things: readonly SeenThing[]) =>
  Array.from({ length: count }, () => things);

describe('a kind of thing is said', () => {
  test('when it is clear in one picture', () => {
    expect(listSaid([], [see('dog', 0.53)], [])).toEqual(['dog']);
    expect(listSaid([], [see('dog', 0.51)], [])).toEqual([]);
  });

  test('when it is less clear in many: each one more asks for less', () => {
    expect(listSaid(...repeat(2, see('dog', 0.42)))).toEqual([]);
    expect(listSaid(...repeat(4, see('dog', 0.44)))).toEqual(['dog']);
    expect(listSaid(...repeat(4, see('dog', 0.38)))).toEqual([]);
    expect(listSaid(...repeat(10, see('dog', 0.38)))).toEqual(['dog']);
    expect(listSaid(...repeat(60, see('dog', 0.33)))).toEqual([]);
  });

  test('not for several of them in one picture', () => {
    expect(listSaid([see('dog', 0.5, 0.2, 0.1), see('dog', 0.5, 0.2, 0.6)])).toEqual([]);
  });

  test('sooner, where the detector has seen most of it', () => {
    expect(listSaid([see('person', 0.46)])).toEqual(['person']);
    expect(listSaid(...repeat(10, see('person', 0.3)))).toEqual(['person']);
  });

  test('only when it is clearer, where much else has its outline', () => {
    expect(listSaid([see('clock', 0.6)])).toEqual([]);
    expect(listSaid(...repeat(10, see('clock', 0.45)))).toEqual([]);
    expect(listSaid(...repeat(10, see('clock', 0.5)))).toEqual(['clock']);
  });

  test('never for being repeated, where cars from above are taken for it', () => {
    const pictures = [0.54, 0.73, 0.62, 0.66, 0.73].map(confidence => [see('cell phone', confidence)]);
    expect(listSaid(...pictures, ...pictures)).toEqual([]);
    expect(listSaid([see('cell phone', 0.81)])).toEqual(['cell phone']);
  });

  test('also when the detector takes the same thing for another kind, half as surely in each picture', () => {
    expect(listSaid(...repeat(10, see('bottle', 0.5), see('vase', 0.28)))).toEqual(['bottle']);
  });

  test('not when it takes it for another kind as surely, over all pictures', () => {
    expect(listSaid([see('truck', 0.6), see('car', 0.56)])).toEqual([]);
    const either = [see('cat', 0.4), see('bird', 0.39)];
    expect(listSaid([see('bird', 0.56), see('cat', 0.5)], either, either)).toEqual([]);
  });

  test('when that other kind is elsewhere', () => {
    expect(listSaid([see('truck', 0.6, 0.3, 0.05), see('car', 0.6, 0.3, 0.6)])).toEqual(['truck', 'car']);
  });

  test('not when it is smaller than a twentieth of the sides of the picture', () => {
    expect(listSaid([see('person', 0.9, 0.049)])).toEqual([]);
    expect(listSaid([see('person', 0.9, 0.051)])).toEqual(['person']);
  });
});

describe('of a kind that is said', () => {
  test('unsure boxes stay, because there may be more of it; noise does not', () => {
    const pictures = [[see('dog', 0.8)], [see('dog', 0.21)], [see('dog', 0.19)], []];
    expect(keepSureThings(pictures).map(things => things.length)).toEqual([1, 1, 0, 0]);
  });

  test('others of the picture are left out, and the order stays', () => {
    const pictures = [[see('dog', 0.8, 0.2, 0.1), see('cup', 0.5, 0.1, 0.8), see('cat', 0.7, 0.2, 0.5)]];
    expect(keepSureThings(pictures)[0]?.map(({ name }) => name)).toEqual(['dog', 'cat']);
  });
});

test('nothing is said of no pictures, and of pictures without things', () => {
  expect(keepSureThings([])).toEqual([]);
  expect(keepSureThings([[], []])).toEqual([[], []]);
});
