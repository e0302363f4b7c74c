import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { offerOpenAi } from '#engines/openai/create-openai-engines.ts';
import type { Usage, VisionEngine, VisionRequest } from '#engines/ports.ts';
import { createFrameReader, type FrameReader } from '#server/decoding/frame-reader.ts';
import { shrinkForEngine } from '#server/decoding/shrink-for-engine.ts';
import type { Frame } from '#shared/frame.ts';
import { sizeOf } from '../support/look-at-frame.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import {
  contextRefusals,
  dropTheOldest,
  isPicture,
  makeColourFrame,
  readParts,
  refuseTooLong,
  seeAll,
  seeOnlyTheLast,
  swapTheFirstTwo,
  takeAtMost,
} from '../support/picture-servers.ts';
import { fetchInPlaceOfVendor, testKey } from '../support/provider-calls.ts';

let standIn: OpenAiStandIn;
let reader: FrameReader;
let frames: Frame[];

const colours = ['red', 'green', 'blue', 'yellow', 'red', 'blue', 'green', 'yellow', 'blue', 'red'] as const;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  reader = createFrameReader({ maxSeconds: 100, workers: 1 });
  frames = await Promise.all(
    colours.map(async (colour, at) => ({ seconds: 2 + 4 * at, jpeg: await makeColourFrame(colour, small) })),
  );
});
beforeEach(() => standIn.reset());
afterAll(async () => {
  await standIn.close();
  await reader.close();
});

const small = { width: 1024, height: 576 };

const signal = new AbortController().signal;
const droppedSentence =
  'The AI server dropped pictures of the video. Whoever runs it needs to give it a larger context.';

/** An engine for a server that knows nothing of the stand-in yet. */
function createVision(changes: { baseUrl?: string | undefined; fetch?: typeof fetch } = {}): VisionEngine {
  const access = { apiKey: testKey, baseUrl: standIn.baseUrl, maxRetries: 0, ...changes, model: 'gpt-4o' };
  const none = { apiKey: undefined, baseUrl: undefined, model: undefined };
  const settings = { vision: access, script: none, speech: none, maxSidePixels: 1024 };
  const { vision } = offerOpenAi(settings, shrinkForEngine(reader).fitPictures);
  if (!vision) throw new TypeError('The stand-in is not set up.');
  return vision;
}

function look(vision: VisionEngine, changes: Partial<VisionRequest> = {}): Promise<string> {
  return vision.analyze({ wish: 'Tell it', frames, durationSeconds: 40, signal, ...changes });
}

/** As a model writes that saw all ten pictures, wherever one request ended and the next began. */
const allTen = colours.map(
  (colour, at) => `Picture ${at + 1} of 10, at second ${(2 + 4 * at).toFixed(1)}: ${colour}.`,
);

function listLines(notes: string): string[] {
  return notes.split(/\n+/u);
}

/** How many pictures each request had that was not a test with 16:9 pictures of its own. */
function countPictures(from = 0): number[] {
  return standIn.looks.slice(from).map(({ body }) => readParts(body).filter(isPicture).length);
}

/** The pictures of a request. */
function readPictures(at: number): Uint8Array[] {
  return readParts(standIn.looks[at]?.body)
    .filter(isPicture)
    .map(({ jpeg }) => jpeg);
}

describe('what is sent', () => {
  test('a local server gets pictures of at most 1,024 pixels, in their shape', async () => {
    standIn.always('vision', seeAll({ pictureTokens: 256 }));
    const upright = { seconds: 1, jpeg: await makeColourFrame('green', { width: 1080, height: 1920 }) };
    const wide = { seconds: 2, jpeg: await makeColourFrame('red') };
    const frames = [
      upright,
      wide,
      { seconds: 3, jpeg: await makeColourFrame('blue', { width: 1025, height: 10 }) },
    ];
    const notes = await look(createVision(), { frames });
    const sizes = await Promise.all(readPictures(0).map(sizeOf));
    expect(sizes).toEqual([
      { width: 576, height: 1024 },
      { width: 1024, height: 576 },
      { width: 1024, height: 10 },
    ]);
    expect(listLines(notes).map(line => /(\w+)\.$/u.exec(line)?.[1])).toEqual(['green', 'red', 'blue']);
  });

  test('a picture that is small enough stays as it is, byte by byte', async () => {
    const jpeg = await makeColourFrame('red', { width: 1024, height: 640 });
    await look(createVision(), { frames: [{ seconds: 1, jpeg }] });
    expect(readPictures(0)).toEqual([jpeg]);
  });

  test('the vendor itself gets the pictures as they are, all in one request', async () => {
    await look(createVision({ baseUrl: undefined, fetch: fetchInPlaceOfVendor(standIn) }));
    const [request] = standIn.looks;
    expect(readPictures(0)).toEqual(frames.map(({ jpeg }) => jpeg));
    const [system, user] = request?.body.messages ?? [];
    expect(system.content).not.toContain('Tell it');
    expect(user.content[0]).toEqual({ type: 'text', text: 'Tell it' });
    expect(user.content.at(-1).type).toBe('image_url');
  });

  test('a damaged picture costs its own request and no call to the provider; the next is served', async () => {
    const jpeg = await makeColourFrame('red');
    // Its tables are called comments.
    const bare = jpeg.map((byte, at) => (byte === 0xdb && jpeg[at - 1] === 0xff ? 0xfe : byte));
    const vision = createVision();
    const damaged = [frames[0] as Frame, { seconds: 2, jpeg: new Uint8Array(bare) }];
    await expect(look(vision, { frames: damaged })).rejects.toMatchObject({
      code: 'invalid_video',
      message: 'Picture 2 is a JPEG picture that is damaged.',
    });
    expect(standIn.looks).toEqual([]);
    expect(await look(vision)).toMatch(/^A dog/);
  });

  test('the wish stands in the message that is never dropped, and the task at the end', async () => {
    await look(createVision(), { wish: 'Make it a fairy tale' });
    const [system, user] = standIn.looks[0]?.body.messages ?? [];
    expect(system.content).toContain('Make it a fairy tale');
    expect(user.content[0].text).toBe('Make it a fairy tale');
    expect(user.content.at(-1)).toEqual({
      type: 'text',
      text: 'Write the notes now: on all 10 pictures, for the wish above.',
    });
  });
});

describe('a server that takes three pictures', () => {
  test('says so once; then it gets three at a time, and the notes are joined in time order', async () => {
    standIn.always('vision', takeAtMost(3, { pictureTokens: 256 }));
    const vision = createVision();
    expect(listLines(await look(vision))).toEqual(allTen);
    expect(countPictures()).toEqual([10, 3, 3, 3, 1]);
    expect(listLines(await look(vision))).toEqual(allTen);
    expect(countPictures(5)).toEqual([3, 3, 3, 1]);
  });

  test('each request has the wish, the true seconds, and which pictures they are', async () => {
    standIn.always('vision', takeAtMost(3, { pictureTokens: 256 }));
    await look(createVision(), { wish: 'Make it a fairy tale' });
    const texts = standIn.looks.map(({ body }) =>
      readParts(body).flatMap(part => (isPicture(part) ? [] : [part.text])),
    );
    for (const [system, wish] of texts) expect([system, wish].join()).toMatch(/fairy tale.*fairy tale/su);
    expect(texts[2]?.slice(2)).toEqual([
      'The video lasts 40.0 s. Of 10 pictures from it pictures 4 to 6 follow.',
      'Picture 4 of 10, at second 14.0:',
      'Picture 5 of 10, at second 18.0:',
      'Picture 6 of 10, at second 22.0:',
      'Write the notes on pictures 4 to 6 of 10 now, at most 170 words, for the wish above. The notes on the other pictures are written apart and stand before yours: begin with the first picture here.',
    ]);
    expect(texts[4]?.[2]).toBe('The video lasts 40.0 s. Of 10 pictures from it picture 10 follows.');
  });

  test('is found by the test at the start, so that nobody waits for a refusal', async () => {
    standIn.always('vision', takeAtMost(3, { pictureTokens: 256 }));
    const vision = createVision();
    await vision.warmUp?.(signal);
    const tests = standIn.looks.length;
    expect(countPictures()).toEqual([10, 3, 1]);
    expect(listLines(await look(vision))).toEqual(allTen);
    expect(countPictures(tests)).toEqual([3, 3, 3, 1]);
  });

  test('one that takes a single picture gets one at a time', async () => {
    standIn.always('vision', takeAtMost(1, { pictureTokens: 256 }));
    expect(listLines(await look(createVision()))).toEqual(allTen);
    expect(countPictures()).toEqual([10, ...Array(10).fill(1)]);
  });
});

describe('a server whose context is too small', () => {
  test.each(Object.keys(contextRefusals) as (keyof typeof contextRefusals)[])(
    'refuses as %s does, and then gets fewer pictures',
    async kind => {
      standIn.always('vision', refuseTooLong(kind, 4096, { pictureTokens: 900 }));
      expect(listLines(await look(createVision()))).toEqual(allTen);
      expect(countPictures()).toEqual([10, 3, 3, 3, 1]);
    },
  );

  test('where not even one picture fits, the reason is said, and it is tried anew once that is mended', async () => {
    standIn.always('vision', refuseTooLong('Ollama', 2048, { pictureTokens: 4000 }));
    const vision = createVision();
    await expect(look(vision)).rejects.toMatchObject({
      code: 'provider_unavailable',
      costsNothing: true,
      message:
        'The context of the AI server is too small for a picture of the video. Whoever runs it needs to give it a larger context.',
    });
    expect(countPictures()).toEqual([10, 3, 1]);
    standIn.always('vision', seeAll({ pictureTokens: 4000 }));
    expect(listLines(await look(vision))).toEqual(allTen);
    expect(countPictures(3)).toEqual([10]);
  });
});

describe('a server that keeps only the last picture', () => {
  test.each([true, false])(
    'is found by the test, and gets one at a time (it counts tokens: %s)',
    async counts => {
      standIn.always('vision', seeOnlyTheLast({ pictureTokens: 256, counts }));
      const vision = createVision();
      await vision.warmUp?.(signal);
      const tests = standIn.looks.length;
      expect(listLines(await look(vision))).toEqual(allTen);
      expect(countPictures(tests)).toEqual(Array(10).fill(1));
    },
  );

  test('so does one that swaps pictures', async () => {
    standIn.always('vision', swapTheFirstTwo({ pictureTokens: 256 }));
    const vision = createVision();
    await vision.warmUp?.(signal);
    const tests = standIn.looks.length;
    expect(listLines(await look(vision))).toEqual(allTen);
    expect(countPictures(tests)).toEqual(Array(10).fill(1));
  });
});

describe('a server that drops the oldest pictures without a word', () => {
  test.each([true, false])(
    'is found by the test, and gets as many as fit (it counts tokens: %s)',
    async counts => {
      standIn.always('vision', dropTheOldest(4096, { pictureTokens: 256, counts }));
      const vision = createVision();
      await vision.warmUp?.(signal);
      const tests = standIn.looks.length;
      expect(listLines(await look(vision))).toEqual(allTen);
      expect(countPictures(tests)).toEqual([3, 3, 3, 1]);
    },
  );

  test('by its tokens, where a longer wish leaves less room than the test had', async () => {
    // The ten of the test fit, and with a wish of 4,000 characters no longer do.
    standIn.always('vision', dropTheOldest(9200, { pictureTokens: 256 }));
    const vision = createVision();
    await vision.warmUp?.(signal);
    const tests = standIn.looks.length;
    expect(listLines(await look(vision))).toEqual(allTen);
    expect(countPictures(tests)).toEqual([10]);
    expect(listLines(await look(vision, { wish: 'Tell it. '.repeat(440) }))).toEqual(allTen);
    expect(countPictures(tests + 1)).toEqual([10, 3, 3, 3, 1]);
  });

  test('by its tokens without any test, where none of the pictures came', async () => {
    standIn.always('vision', dropTheOldest(1200, { pictureTokens: 256 }));
    const usages: Usage[] = [];
    const looking = look(createVision({ baseUrl: standIn.baseUrl }), {
      noteUsage: usage => usages.push(usage),
    });
    await looking.catch(() => {});
    expect(countPictures().slice(0, 2)).toEqual([10, 3]);
    expect(usages.length).toBe(standIn.looks.length);
  });

  test('where not even one picture arrives there is an error, and no narration of nothing', async () => {
    standIn.always('vision', dropTheOldest(1000, { pictureTokens: 256 }));
    const vision = createVision();
    await vision.warmUp?.(signal);
    await expect(look(vision)).rejects.toMatchObject({
      code: 'provider_unavailable',
      message:
        'The AI server dropped a picture that was sent to try it, or its model sees none. Whoever runs it needs to give it a larger context or another model.',
    });
    standIn.always('vision', dropTheOldest(16_000, { pictureTokens: 256 }));
    const mended = standIn.looks.length;
    expect(listLines(await look(vision))).toEqual(allTen);
    // Tested anew, with ten and with one, and then asked.
    expect(countPictures(mended)).toEqual([10, 1, 10]);
  });

  test('a picture that only a long wish pushes out is an error, too', async () => {
    standIn.always('vision', dropTheOldest(2200, { pictureTokens: 256 }));
    const vision = createVision();
    await vision.warmUp?.(signal);
    expect(listLines(await look(vision))).toEqual(allTen);
    await expect(look(vision, { wish: 'Tell it. '.repeat(440) })).rejects.toMatchObject({
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

  test.each([
    ['a picture costs the same whatever its size', 256],
    ['a picture costs what its area is', byArea],
    ['a picture costs by tiles', byTiles],
    ['pictures are looked at apart and count nearly nothing', 1],
  ])('where %s', async (_, pictureTokens) => {
    standIn.always('vision', seeAll({ pictureTokens }));
    const vision = createVision();
    await vision.warmUp?.(signal);
    const tests = standIn.looks.length;
    expect(countPictures()).toEqual([10, 1]);
    for (const size of [
      { width: 320, height: 180 },
      { width: 640, height: 480 },
      { width: 1024, height: 1024 },
      { width: 576, height: 1024 },
    ]) {
      const before = standIn.looks.length;
      const jpeg = await makeColourFrame('red', size);
      const small = Array.from({ length: 10 }, (_, at) => ({ seconds: at, jpeg }));
      await look(vision, { frames: small });
      expect(countPictures(before).at(-1)).toBe(10);
    }
    expect(standIn.looks.length - tests).toBeLessThan(4 + 4);
  });

  test.each([
    ['without counts', { pictureTokens: 256, counts: false }],
    ['whose pictures count nearly nothing', { pictureTokens: 1 }],
    ['with cheap pictures', { pictureTokens: 64 }],
  ])('nor one %s that was never tested', async (_, server) => {
    standIn.always('vision', seeAll(server));
    expect(listLines(await look(createVision()))).toEqual(allTen);
  });
});

describe('the test of a server', () => {
  test('is made of one’s own alone: what a server with a public name charges is not known', async () => {
    const asked: string[] = [];
    const noteAddress: typeof fetch = async input => {
      asked.push(String(input));
      throw new TypeError('not reached');
    };
    const vision = createVision({ baseUrl: 'https://ai.example.com/v1', fetch: noteAddress });
    await vision.warmUp?.(signal);
    expect(asked).toEqual([]);
  });

  test('is made once, and waited for by who comes meanwhile', async () => {
    standIn.always('vision', seeAll({ pictureTokens: 256 }));
    const vision = createVision();
    const warming = vision.warmUp?.(signal);
    expect(listLines(await look(vision))).toEqual(allTen);
    await warming;
    await vision.warmUp?.(signal);
    expect(countPictures()).toEqual([10, 1, 10]);
  });

  test('that fails is made with the first video, when the server is back', async () => {
    standIn.always('vision', refusals.overloaded);
    const vision = createVision();
    await vision.warmUp?.(signal);
    const failed = standIn.looks.length;
    standIn.always('vision', takeAtMost(3, { pictureTokens: 256 }));
    expect(listLines(await look(vision))).toEqual(allTen);
    expect(countPictures(failed)).toEqual([10, 3, 1, 3, 3, 3, 1]);
  });

  test('is not told to whom the calls are charged', async () => {
    standIn.always('vision', seeAll({ pictureTokens: 256 }));
    const usages: Usage[] = [];
    const vision = createVision();
    await vision.warmUp?.(signal);
    await look(vision, { noteUsage: usage => usages.push(usage) });
    expect(usages).toHaveLength(1);
  });
});

test('what fails after a part was answered does not claim to cost nothing', async () => {
  const few = takeAtMost(3, { pictureTokens: 256 });
  const vision = createVision();
  standIn.next('vision', few, few, refusals.overloaded);
  await expect(look(vision)).rejects.toMatchObject({ code: 'provider_busy', costsNothing: false });
  standIn.next('vision', refusals.overloaded);
  await expect(look(vision)).rejects.toMatchObject({ code: 'provider_busy', costsNothing: true });
});
