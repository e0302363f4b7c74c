import { describe, expect, test } from 'vitest';
import { several } from './analysis.ts';
import { countThings } from './count-things.ts';
import type { Box, SeenThing } from './recognition/recognised.ts';
import type { ThingName } from './thing-names.ts';

/** A thing whose middle is at a share of the width, and that is so wide and high. */
function see(name: ThingName, centre: number, side = 0.2, confidence = 0.8): SeenThing {
  const box: Box = { left: centre - side / 2, right: centre + side / 2, top: 0.4, bottom: 0.4 + side };
  return { name, confidence, box };
}

function count(pictures: readonly (readonly SeenThing[])[], cuts: readonly number[] = []) {
  return countThings(
    pictures,
    pictures.map((_, at) => cuts.includes(at)),
  );
}

describe('a thing', () => {
  test('is listed in each picture that shows it, with how sure that is', () => {
    const dog = { name: 'dog', confidencePercent: 80, count: 1 };
    expect(count([[see('dog', 0.5)], [], [see('dog', 0.5)]])).toEqual([[dog], [], [dog]]);
  });

  test('of which no picture of a scene is sure is not listed there', () => {
    const unsure = [see('dog', 0.5, 0.2, 0.3)];
    expect(count([unsure, [see('dog', 0.5)], unsure], [2]).map(({ length }) => length)).toEqual([1, 1, 0]);
  });

  test('is counted in each scene by itself', () => {
    const two = [see('boat', 0.2), see('boat', 0.8)];
    expect(count([two, [see('boat', 0.5)]], [1]).flat()).toMatchObject([{ count: 2 }, { count: 1 }]);
  });

  test('of which there may be more is not counted', () => {
    const sure = [see('dog', 0.2), see('dog', 0.6)];
    const listCounts = (...unsure: readonly SeenThing[]) =>
      count([[...sure, ...unsure]])[0]?.map(each => each.count);
    expect(listCounts()).toEqual([2]);
    expect(listCounts(see('dog', 0.9, 0.1, 0.25))).toEqual([several]);
  });

  test('is not counted twice for a part of it', () => {
    const tie: SeenThing = {
      name: 'person',
      confidence: 0.5,
      box: { left: 0.45, right: 0.5, top: 0.45, bottom: 0.6 },
    };
    expect(count([[see('person', 0.5, 0.4), tie]])[0]?.[0]?.count).toBe(1);
  });

  test('is counted by what most pictures show', () => {
    const boats = (length: number) => Array.from({ length }, (_, at) => see('boat', at / 10, 0.05));
    const listCounts = (...counts: readonly number[]) =>
      new Set(count(counts.map(boats)).flatMap(things => things.map(each => each.count)));
    expect(listCounts(3, 2, 3, 4, 3)).toEqual(new Set([3]));
    expect(listCounts(9, 8, 7)).toEqual(new Set([several]));
  });
});

test('what fills the picture most is named first', () => {
  const [things] = count([[see('cup', 0.2, 0.1), see('dog', 0.6, 0.3)]]);
  expect(things?.map(({ name }) => name)).toEqual(['dog', 'cup']);
});
