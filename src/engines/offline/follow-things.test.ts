import { describe, expect, test } from 'vitest';
import { followThings } from './follow-things.ts';
import { several } from './frame-description.ts';
import type { Box, SeenThing } from './recognition/recognised.ts';
import type { ThingName } from './thing-names.ts';

/** A thing whose middle is at a share of the width, and that is so wide and high. */
function see(name: ThingName, centre: number, side = 0.2, confidence = 0.8): SeenThing {
  const box: Box = { left: centre - side / 2, right: centre + side / 2, top: 0.4, bottom: 0.4 + side };
  return { name, confidence, box };
}

function follow(pictures: readonly (readonly SeenThing[])[], cuts: readonly number[] = []) {
  return followThings(
    pictures,
    pictures.map((_, at) => cuts.includes(at)),
  );
}

/** What is said of a kind in each picture, `-` where it is not named. */
function listMotions(pictures: readonly (readonly SeenThing[])[], name: ThingName, cuts?: readonly number[]) {
  return follow(pictures, cuts).map(({ things }) => things.find(thing => thing.name === name)?.motion ?? '-');
}

describe('a thing', () => {
  test('that is there from the start is seen, then stays', () => {
    const still = [see('bottle', 0.5)];
    expect(listMotions([still, still, still], 'bottle')).toEqual(['seen', 'staying', 'staying']);
  });

  test('that was not there before comes', () => {
    expect(listMotions([[], [], [see('dog', 0.5)]], 'dog')).toEqual(['-', '-', 'coming']);
  });

  test('that one picture is without may have been missed there, so that it is only seen', () => {
    expect(listMotions([[], [see('dog', 0.5)]], 'dog')).toEqual(['-', 'seen']);
  });

  test('that was seen once has not gone: it may have been a mistake', () => {
    expect(follow([[see('dog', 0.5)], [], []]).flatMap(({ gone }) => gone)).toEqual([]);
  });

  test('is seen anew when the scene changes', () => {
    expect(listMotions([[see('dog', 0.5)], [see('dog', 0.5)]], 'dog', [1])).toEqual(['seen', 'seen']);
  });

  test('that the detector misses once has neither gone nor come', () => {
    const dog = [see('dog', 0.5)];
    const followed = follow([dog, [], dog, dog]);
    expect(followed.map(({ gone }) => gone)).toEqual([[], [], [], []]);
    expect(listMotions([dog, [], dog, dog], 'dog')).toEqual(['seen', '-', 'staying', 'staying']);
  });

  test('that the rest of the scene is without has gone, and is said to have gone once', () => {
    const dog = [see('dog', 0.5)];
    expect(follow([dog, dog, [], [], []]).map(({ gone }) => gone)).toEqual([[], [], ['dog'], [], []]);
    expect(follow([dog, dog, [], [], dog]).flatMap(({ gone }) => gone)).toEqual([]);
  });

  test('of another scene has not gone: the scene has', () => {
    const followed = follow([[see('dog', 0.5)], [see('dog', 0.5)], [], []], [2]);
    expect(followed.flatMap(({ gone }) => gone)).toEqual([]);
  });

  test('that grows comes nearer, and one that shrinks goes away', () => {
    const sizes = [0.2, 0.2, 0.3, 0.2];
    const pictures = sizes.map(side => [see('car', 0.5, side)]);
    expect(listMotions(pictures, 'car')).toEqual(['seen', 'staying', 'nearing', 'receding']);
  });

  test('whose box only trembles stays', () => {
    const pictures = [0.2, 0.21, 0.19, 0.22].map(side => [see('car', 0.5, side)]);
    expect(listMotions(pictures, 'car')).toEqual(['seen', 'staying', 'staying', 'staying']);
  });

  test('that is cut off by the edge of the picture is not said to shrink', () => {
    const leaving: SeenThing = {
      name: 'car',
      confidence: 0.8,
      box: { left: 0.9, right: 1, top: 0.4, bottom: 0.6 },
    };
    expect(listMotions([[see('car', 0.8)], [leaving]], 'car')).toEqual(['seen', 'staying']);
  });

  test.each([
    ['left to right', [0.2, 0.4, 0.7, 0.8]],
    ['right to left', [0.8, 0.6, 0.3, 0.2]],
  ])('crosses from %s, which is told once', (expected, centres) => {
    const pictures = centres.map(centre => [see('boat', centre)]);
    expect(listMotions(pictures, 'boat')).toEqual(['seen', 'staying', expected, 'staying']);
  });

  test('of which there are several is not followed: no one knows which is which', () => {
    const pictures = [
      [see('boat', 0.2), see('boat', 0.8)],
      [see('boat', 0.7), see('boat', 0.8)],
    ];
    expect(listMotions(pictures, 'boat')).toEqual(['seen', 'staying']);
    expect(follow(pictures)[0]?.things).toEqual([
      { name: 'boat', confidencePercent: 80, count: 2, motion: 'seen', distance: undefined },
    ]);
  });

  test('of which there may be more is not counted', () => {
    const sure = [see('dog', 0.2), see('dog', 0.6)];
    const listCounts = (...unsure: readonly SeenThing[]) =>
      follow([[...sure, ...unsure]])[0]?.things.map(({ count }) => count);
    expect(listCounts()).toEqual([2]);
    expect(listCounts(see('dog', 0.9, 0.1, 0.25))).toEqual([several]);
  });

  test('is not counted twice for a part of it', () => {
    const tie: SeenThing = {
      name: 'person',
      confidence: 0.5,
      box: { left: 0.45, right: 0.5, top: 0.45, bottom: 0.6 },
    };
    expect(follow([[see('person', 0.5, 0.4), tie]])[0]?.things[0]?.count).toBe(1);
  });

  test('is counted by what most pictures show', () => {
    const boats = (count: number) => Array.from({ length: count }, (_, at) => see('boat', at / 10, 0.05));
    const listCounts = (...counts: readonly number[]) =>
      new Set(follow(counts.map(boats)).flatMap(({ things }) => things.map(({ count }) => count)));
    expect(listCounts(3, 2, 3, 4, 3)).toEqual(new Set([3]));
    expect(listCounts(9, 8, 7)).toEqual(new Set([several]));
  });

  test.each([
    ['near', 0.7],
    [undefined, 0.3],
    ['far', 0.1],
  ])('is %s when it is so large', (expected, side) => {
    expect(follow([[see('car', 0.5, side)]])[0]?.things[0]?.distance).toBe(expected);
  });

  test('that is small in itself is not far for looking small', () => {
    expect(follow([[see('cup', 0.5, 0.1)]])[0]?.things[0]?.distance).toBeUndefined();
  });
});

describe('two things', () => {
  const cup: SeenThing = {
    name: 'cup',
    confidence: 0.8,
    box: { left: 0.3, top: 0.4, right: 0.45, bottom: 0.6 },
  };
  const beside = (box: Box): SeenThing => ({ name: 'bottle', confidence: 0.8, box });
  const listBeside = (...things: readonly SeenThing[]) => follow([things])[0]?.beside;

  test('of like size next to each other are side by side', () => {
    const bottle = beside({ left: 0.46, top: 0.35, right: 0.56, bottom: 0.62 });
    expect(listBeside(cup, bottle)).toEqual(['cup', 'bottle']);
    expect(listBeside(cup, bottle, see('cup', 0.8))).toEqual([]);
  });

  test.each([
    ['apart', { left: 0.7, top: 0.35, right: 0.8, bottom: 0.62 }],
    ['above one another', { left: 0.3, top: 0.1, right: 0.45, bottom: 0.39 }],
    ['much larger', { left: 0.46, top: 0, right: 0.9, bottom: 1 }],
  ])('%s are not', (_, box) => {
    expect(listBeside(cup, beside(box))).toEqual([]);
  });
});

test('what fills the picture most is named first', () => {
  const [followed] = follow([[see('cup', 0.2, 0.1), see('dog', 0.6, 0.3)]]);
  expect(followed?.things.map(({ name }) => name)).toEqual(['dog', 'cup']);
});
