import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Usage } from '#engines/ports.ts';
import { refusals } from '../support/openai-faults.ts';
import { allTen, listLines, type PictureLooks, startPictureLooks } from '../support/picture-looks.ts';
import {
  dropTheOldest,
  makeColourFrame,
  seeAll,
  seeOnlyTheLast,
  swapTheFirstTwo,
  takeAtMost,
} from '../support/picture-servers.ts';
import { testRows } from '../support/test-rows.ts';

let looks: PictureLooks;

beforeAll(async () => {
  looks = await startPictureLooks();
});
beforeEach(() => looks.standIn.reset());
afterAll(() => looks[Symbol.asyncDispose]());

const { signal } = new AbortController();
const droppedSentence =
  'The AI server dropped pictures of the video. Whoever runs it needs to give it a larger context.';

describe('a server that keeps only the last picture', () => {
  test.each([true, false])(
    'is found by the test, and gets one at a time (it counts tokens: %s)',
    async counts => {
      looks.standIn.alwaysLook(seeOnlyTheLast({ pictureTokens: 256, counts }));
      const vision = looks.createVision();
      await vision.warmUp?.(signal);
      const tests = looks.standIn.looks.length;
      expect(listLines(await looks.look(vision))).toEqual(allTen);
      expect(looks.countPictures(tests)).toEqual(Array(10).fill(1));
    },
  );

  test('so does one that swaps pictures', async () => {
    looks.standIn.alwaysLook(swapTheFirstTwo({ pictureTokens: 256 }));
    const vision = looks.createVision();
    await vision.warmUp?.(signal);
    const tests = looks.standIn.looks.length;
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    expect(looks.countPictures(tests)).toEqual(Array(10).fill(1));
  });
});

describe('a server that drops the oldest pictures without a word', () => {
  test.each([true, false])(
    'is found by the test, and gets as many as fit (it counts tokens: %s)',
    async counts => {
      looks.standIn.alwaysLook(dropTheOldest(4096, { pictureTokens: 256, counts }));
      const vision = looks.createVision();
      await vision.warmUp?.(signal);
      const tests = looks.standIn.looks.length;
      expect(listLines(await looks.look(vision))).toEqual(allTen);
      expect(looks.countPictures(tests)).toEqual([3, 3, 3, 1]);
    },
  );

  test('by its tokens, where a longer wish leaves less room than the test had', async () => {
    // The ten of the test fit, and with a wish of 4,000 characters no longer do.
    looks.standIn.alwaysLook(dropTheOldest(9200, { pictureTokens: 256 }));
    const vision = looks.createVision();
    await vision.warmUp?.(signal);
    const tests = looks.standIn.looks.length;
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    expect(looks.countPictures(tests)).toEqual([10]);
    expect(listLines(await looks.look(vision, { wish: 'Tell it. '.repeat(440) }))).toEqual(allTen);
    expect(looks.countPictures(tests + 1)).toEqual([10, 3, 3, 3, 1]);
  });

  test('by its tokens without any test, where none of the pictures came', async () => {
    looks.standIn.alwaysLook(dropTheOldest(1200, { pictureTokens: 256 }));
    const usages: Usage[] = [];
    const looking = looks.look(looks.createVision({ baseUrl: looks.standIn.baseUrl }), {
      noteUsage: usage => usages.push(usage),
    });
    await looking.catch(() => {});
    expect(looks.countPictures().slice(0, 2)).toEqual([10, 3]);
    expect(usages.length).toBe(looks.standIn.looks.length);
  });

  test('where not even one picture arrives there is an error, and no narration of nothing', async () => {
    looks.standIn.alwaysLook(dropTheOldest(1000, { pictureTokens: 256 }));
    const vision = looks.createVision();
    await vision.warmUp?.(signal);
    await expect(looks.look(vision)).rejects.toMatchObject({
      code: 'provider_unavailable',
      message:
        'The AI server dropped a picture that was sent to try it, or its model sees none. Whoever runs it needs to give it a larger context or another model.',
    });
    looks.standIn.alwaysLook(dropTheOldest(16_000, { pictureTokens: 256 }));
    const mended = looks.standIn.looks.length;
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    // Tested anew, with ten and with one, and then asked.
    expect(looks.countPictures(mended)).toEqual([10, 1, 10]);
  });

  test('a picture that only a long wish pushes out is an error, too', async () => {
    looks.standIn.alwaysLook(dropTheOldest(2200, { pictureTokens: 256 }));
    const vision = looks.createVision();
    await vision.warmUp?.(signal);
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    await expect(looks.look(vision, { wish: 'Tell it. '.repeat(440) })).rejects.toMatchObject({
      message: droppedSentence,
    });
  });
});

describe('a server that drops nothing is not accused', () => {
  const byArea = ({ width, height }: { width: number; height: number }) => Math.ceil((width * height) / 784);
  /** 64 for each tile of 448 pixels and for the whole: a small picture costs less than its area says. */
  const byTiles = ({ width, height }: { width: number; height: number }) => {
    const tiles = Math.ceil((width * height) / 448 ** 2);
    return tiles > 1 ? 64 * (1 + tiles) : 64;
  };

  testRows(
    [
      ['a picture costs the same whatever its size', 256],
      ['a picture costs what its area is', byArea],
      ['a picture costs by tiles', byTiles],
      ['pictures are looked at apart and count nearly nothing', 1],
    ],
    (_, index) => index === 0,
  )('where %s', async (_, pictureTokens) => {
    looks.standIn.alwaysLook(seeAll({ pictureTokens }));
    const vision = looks.createVision();
    await vision.warmUp?.(signal);
    const tests = looks.standIn.looks.length;
    expect(looks.countPictures()).toEqual([10, 1]);
    for (const size of [
      { width: 320, height: 180 },
      { width: 640, height: 480 },
      { width: 1024, height: 1024 },
      { width: 576, height: 1024 },
    ]) {
      const before = looks.standIn.looks.length;
      const jpeg = await makeColourFrame('red', size);
      const small = Array.from({ length: 10 }, (_, at) => ({ seconds: at, jpeg }));
      await looks.look(vision, { frames: small });
      expect(looks.countPictures(before).at(-1)).toBe(10);
    }
    expect(looks.standIn.looks.length - tests).toBeLessThan(4 + 4);
  });

  test.each([
    ['without counts', { pictureTokens: 256, counts: false }],
    ['whose pictures count nearly nothing', { pictureTokens: 1 }],
    ['with cheap pictures', { pictureTokens: 64 }],
  ])('nor one %s that was never tested', async (_, server) => {
    looks.standIn.alwaysLook(seeAll(server));
    expect(listLines(await looks.look(looks.createVision()))).toEqual(allTen);
  });
});

describe('the test of a server', () => {
  test('is made of one’s own alone: what a server with a public name charges is not known', async () => {
    const asked: string[] = [];
    const noteAddress: typeof fetch = async input => {
      asked.push(String(input));
      throw new TypeError('not reached');
    };
    const vision = looks.createVision({ baseUrl: 'https://ai.example.com/v1', fetch: noteAddress });
    await vision.warmUp?.(signal);
    expect(asked).toEqual([]);
  });

  test('is made once, and waited for by who comes meanwhile', async () => {
    looks.standIn.alwaysLook(seeAll({ pictureTokens: 256 }));
    const vision = looks.createVision();
    const warming = vision.warmUp?.(signal);
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    await warming;
    await vision.warmUp?.(signal);
    expect(looks.countPictures()).toEqual([10, 1, 10]);
  });

  test('that fails is made with the first video, when the server is back', async () => {
    looks.standIn.alwaysLook(refusals.overloaded);
    const vision = looks.createVision();
    await vision.warmUp?.(signal);
    const failed = looks.standIn.looks.length;
    looks.standIn.alwaysLook(takeAtMost(3, { pictureTokens: 256 }));
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    expect(looks.countPictures(failed)).toEqual([10, 3, 1, 3, 3, 3, 1]);
  });

  test('is not told to whom the calls are charged', async () => {
    looks.standIn.alwaysLook(seeAll({ pictureTokens: 256 }));
    const usages: Usage[] = [];
    const vision = looks.createVision();
    await vision.warmUp?.(signal);
    await looks.look(vision, { noteUsage: usage => usages.push(usage) });
    expect(usages).toHaveLength(1);
  });
});
