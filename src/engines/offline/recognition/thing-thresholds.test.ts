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

describe('a kind of thing is said', () => {
  test('when it is clear in one picture', () => {
    expect(listSaid([], [see('dog', 0.56)], [])).toEqual(['dog']);
    expect(listSaid([], [see('dog', 0.54)], [])).toEqual([]);
  });

  test('when it is fairly clear in two', () => {
    expect(listSaid([see('dog', 0.43)], [], [see('dog', 0.43)])).toEqual(['dog']);
    expect(listSaid([see('dog', 0.43)], [], [see('dog', 0.41)])).toEqual([]);
  });

  test('not for two of them in one picture', () => {
    expect(listSaid([see('dog', 0.5, 0.2, 0.1), see('dog', 0.5, 0.2, 0.6)])).toEqual([]);
  });

  test('only when it is clearer, where much else has its outline', () => {
    expect(listSaid([see('clock', 0.6)])).toEqual([]);
    expect(listSaid([see('clock', 0.55)], [see('clock', 0.55)])).toEqual([]);
    expect(listSaid([see('clock', 0.66)])).toEqual(['clock']);
    expect(listSaid([see('kite', 0.61)], [see('kite', 0.61)])).toEqual(['kite']);
  });

  test('never for being repeated, where cars from above are taken for it', () => {
    const pictures = [0.54, 0.73, 0.62, 0.66, 0.73].map(confidence => [see('cell phone', confidence)]);
    expect(listSaid(...pictures)).toEqual([]);
    expect(listSaid([see('cell phone', 0.81)])).toEqual(['cell phone']);
  });

  test('not when the detector takes the same thing for another kind, half as surely', () => {
    expect(listSaid([see('truck', 0.6), see('car', 0.31)])).toEqual([]);
    expect(listSaid([see('truck', 0.6), see('car', 0.29)])).toEqual(['truck']);
  });

  test('when that other kind is elsewhere', () => {
    expect(listSaid([see('truck', 0.6, 0.3, 0.05), see('car', 0.6, 0.3, 0.6)])).toEqual(['truck', 'car']);
  });

  test('not when the detector hesitates from picture to picture', () => {
    const bird = [see('bird', 0.56), see('cat', 0.2)];
    const either = [see('cat', 0.4), see('bird', 0.39)];
    expect(listSaid(bird)).toEqual(['bird']);
    expect(listSaid(bird, either, either)).toEqual([]);
  });

  test('not when it is smaller than a twentieth of the sides of the picture', () => {
    expect(listSaid([see('person', 0.9, 0.049)])).toEqual([]);
    expect(listSaid([see('person', 0.9, 0.051)])).toEqual(['person']);
  });
});

describe('of a kind that is said', () => {
  test('less clear boxes tell where it is, guesses do not', () => {
    const pictures = [[see('dog', 0.8)], [see('dog', 0.36)], [see('dog', 0.34)], []];
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
