import sharp from 'sharp';
import { expect, test } from 'vitest';
import { colorDistance, colorIn, sizeOf } from '../../../tests/support/look-at-frame.ts';
import { makeColourFrames, tryColours } from './colour-test.ts';
import { makeOneColourJpeg, testColours } from './one-colour-jpeg.ts';

const never = new AbortController().signal;

/** Whether a model that answers so has seen so many pictures in order. */
async function judge(said: string, count: number): Promise<boolean> {
  const { isRight } = await tryColours({ analyze: async () => said }, count, never);
  return isRight;
}

test.each([
  ['blue', [0, 0, 255]],
  ['yellow', [255, 255, 0]],
  ['red', [255, 0, 0]],
  ['green', [0, 160, 0]],
] as const)('a %s picture is a JPEG of any size that any decoder reads', async (name, colour) => {
  for (const [width, height] of [
    [1024, 576],
    [16, 16],
    [17, 33],
    [576, 1024],
  ] as const) {
    const jpeg = makeOneColourJpeg(name, { width, height });
    expect(await sizeOf(jpeg)).toEqual({ width, height });
    await sharp(jpeg, { failOn: 'warning' }).raw().toBuffer();
    expect(colorDistance(await colorIn(jpeg, 0, 0), colour)).toBeLessThan(10);
    expect(colorDistance(await colorIn(jpeg, 1, 1), colour)).toBeLessThan(10);
  }
  expect(testColours).toContain(name);
});

test('the pictures are 1,024 pixels wide, small in bytes, and ten at most', async () => {
  const frames = makeColourFrames(10);
  expect(frames).toHaveLength(10);
  for (const { jpeg } of frames) {
    expect(await sizeOf(jpeg)).toEqual({ width: 1024, height: 576 });
    expect(jpeg.length).toBeLessThan(4096);
  }
});

test('the engine is shown the pictures a second apart and asked for their colours in order', async () => {
  const answer = await tryColours(
    {
      analyze: async ({ frames, wish, durationSeconds }) => {
        expect(frames.map(({ seconds }) => seconds)).toEqual([0, 1, 2]);
        expect(wish).toMatch(/For each picture, in order/);
        expect(durationSeconds).toBe(3);
        return 'Picture 1: blue\nPicture 2: yellow\nPicture 3: red';
      },
    },
    3,
    never,
  );
  expect(answer).toEqual({ isRight: true, said: 'Picture 1: blue\nPicture 2: yellow\nPicture 3: red' });
});

test.each([
  'Picture 1: blue\nPicture 2: yellow\nPicture 3: red',
  'blue, yellow, red',
  '1. **Blue**\n2. **Golden**\n3. **Red**',
  'Three screens of one colour, blue, yellow and red. Picture 1 of 3 is bright blue. Picture 2: YELLOW. Picture #3: crimson.',
  '0.0: The picture is filled with a solid blue. 1.0: It has turned yellow. 2.0: Now all is red.',
  'The colours are blue, yellow, red.\n\n0.0 blue\n1.0 yellow\n2.0 red',
  'Picture 1: dark blue. Picture 2: yellow; the blue is gone. Picture 3: red, after the yellow.',
  'Picture 1: blue. Picture 2: yellow, unlike picture 1. Picture 3: red.',
])('a model that says "%s" has seen all three', async said => {
  expect(await judge(said, 3)).toBe(true);
});

test.each([
  ['the last one alone', 'red'],
  ['the last one alone, under the first label', 'Picture 1: red'],
  ['the last one under every label', 'Picture 1: red. Picture 2: red. Picture 3: red.'],
  ['all but the first', 'Picture 2: yellow. Picture 3: red.'],
  ['all but the first, numbered anew', 'Picture 1: yellow. Picture 2: red.'],
  ['all but the last', 'blue, yellow'],
  ['two that are swapped', 'Picture 1: yellow. Picture 2: blue. Picture 3: red.'],
  ['two that are swapped, said twice', 'yellow, blue, red. yellow, blue, red.'],
  ['the whole backwards', 'red, yellow, blue'],
  ['what models guess', 'red, green, blue'],
  ['another colour', 'blue, orange, red'],
  ['one more', 'blue, yellow, red, green'],
  ['nothing', 'I cannot see any picture.'],
  ['a plural', 'The pictures are colourful.'],
])('a model that names %s has not seen all three in order', async (_, said) => {
  expect(await judge(said, 3)).toBe(false);
});

test('no dropped and no swapped picture leaves the same answer', async () => {
  const colours: string[] = [];
  for (const { jpeg } of makeColourFrames(10)) {
    const [red, green, blue] = await colorIn(jpeg, 0.5, 0.5);
    colours.push(blue > 128 ? 'blue' : red < 128 ? 'green' : green > 128 ? 'yellow' : 'red');
  }
  expect(await judge(colours.join(', '), 10)).toBe(true);
  for (const at of colours.keys()) {
    expect(await judge(colours.toSpliced(at, 1).join(', '), 10)).toBe(false);
    if (at === 0) continue;
    const [one, other] = [colours[at - 1] as string, colours[at] as string];
    expect(await judge(colours.toSpliced(at - 1, 2, other, one).join(', '), 10)).toBe(false);
  }
});

test('what the engine throws is thrown', async () => {
  const analyze = () => Promise.reject(new Error('broken'));
  await expect(tryColours({ analyze }, 2, never)).rejects.toThrow('broken');
});
