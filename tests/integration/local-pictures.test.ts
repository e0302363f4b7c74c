import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Frame } from '#shared/frame.ts';
import { makePicturesForm, postFormFrom } from '../support/ask-from.ts';
import { sizeOf } from '../support/look-at-frame.ts';
import { refusals } from '../support/openai-faults.ts';
import {
  allTen,
  listLines,
  type PictureLooks,
  sentSize,
  startPictureLooks,
} from '../support/picture-looks.ts';
import {
  contextRefusals,
  isPicture,
  makeColourFrame,
  readParts,
  refuseTooLong,
  seeAll,
  takeAtMost,
} from '../support/picture-servers.ts';
import { fetchInPlaceOfVendor } from '../support/provider-calls.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let looks: PictureLooks;

beforeAll(async () => {
  looks = await startPictureLooks();
});
beforeEach(() => looks.standIn.reset());
afterAll(() => looks[Symbol.asyncDispose]());

/** Its tables are called comments. */
function damage(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return jpeg.map((byte, at) => (byte === 0xdb && jpeg[at - 1] === 0xff ? 0xfe : byte));
}

describe('what is sent', () => {
  test('a local server gets pictures of at most 1,024 pixels, in their shape', async () => {
    looks.standIn.alwaysLook(seeAll({ pictureTokens: 256 }));
    const upright = { seconds: 1, jpeg: await makeColourFrame('green', { width: 1080, height: 1920 }) };
    const wide = { seconds: 2, jpeg: await makeColourFrame('red') };
    const frames = [
      upright,
      wide,
      { seconds: 3, jpeg: await makeColourFrame('blue', { width: 1025, height: 10 }) },
    ];
    const notes = await looks.look(looks.createVision(), { frames });
    const sizes = await Promise.all(looks.readPictures(0).map(sizeOf));
    expect(sizes).toEqual([
      { width: 576, height: 1024 },
      { width: 1024, height: 576 },
      { width: 1024, height: 10 },
    ]);
    expect(listLines(notes).map(line => /(\w+)\.$/u.exec(line)?.[1])).toEqual(['green', 'red', 'blue']);
  });

  test('a picture that is small enough stays as it is, byte by byte', async () => {
    const jpeg = await makeColourFrame('red', { width: 1024, height: 640 });
    await looks.look(looks.createVision(), { frames: [{ seconds: 1, jpeg }] });
    expect(looks.readPictures(0)).toEqual([jpeg]);
  });

  test('the vendor itself gets the pictures as they are, all in one request', async () => {
    const large = await makeColourFrame('red');
    const frames = looks.frames.map((frame, at) => (at === 0 ? { ...frame, jpeg: large } : frame));
    const vision = looks.createVision({ baseUrl: undefined, fetch: fetchInPlaceOfVendor(looks.standIn) });
    await looks.look(vision, { frames });
    const [request] = looks.standIn.looks;
    expect(looks.readPictures(0)).toEqual(frames.map(({ jpeg }) => jpeg));
    const [system, user] = request?.body.messages ?? [];
    expect(system.content).not.toContain('Tell it');
    expect(user.content[0]).toEqual({ type: 'text', text: '<wish>\nTell it\n</wish>' });
    expect(user.content.at(-1).type).toBe('image_url');
  });

  test('a damaged picture costs its own request and no call to the provider; the next is served', async () => {
    const vision = looks.createVision();
    const damaged = [looks.frames[0] as Frame, { seconds: 2, jpeg: damage(await makeColourFrame('red')) }];
    await expect(looks.look(vision, { frames: damaged })).rejects.toMatchObject({
      code: 'invalid_video',
      message: 'Picture 2 is a JPEG picture that is damaged.',
    });
    expect(looks.standIn.looks).toEqual([]);
    expect(await looks.look(vision)).toMatch(/^A dog/);
  });

  test('the wish stands in the message that is never dropped, and the task at the end', async () => {
    await looks.look(looks.createVision(), { wish: 'Make it a fairy tale' });
    const [system, user] = looks.standIn.looks[0]?.body.messages ?? [];
    expect(system.content).toContain('Make it a fairy tale');
    expect(user.content[0].text).toBe('<wish>\nMake it a fairy tale\n</wish>');
    expect(user.content.at(-1)).toEqual({
      type: 'text',
      text: 'Write the notes now: on all 10 pictures, for the wish above.',
    });
  });
});

describe('a server that is told nothing but where the AI is', () => {
  let server: InnerServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { OPENAI_BASE_URL: looks.standIn.baseUrl } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const send = (pictures: Uint8Array<ArrayBuffer>[]) =>
    postFormFrom('127.0.0.2', `${server.url}/api/free/analysis`, makePicturesForm(pictures));

  test('makes its visitors’ pictures smaller than 1,024 pixels a side before they are sent', async () => {
    const answer = await send([await makeColourFrame('red'), await makeColourFrame('green', sentSize)]);
    expect(answer.status).toBe(200);
    const [large, unchanged] = looks.readPictures(0);
    expect(await sizeOf(large ?? new Uint8Array())).toEqual(sentSize);
    expect(unchanged).toEqual(await makeColourFrame('green', sentSize));
  });

  test('refuses a picture that cannot be made smaller, and makes the next visitor’s', async () => {
    const answer = await send([
      looks.frames[0]?.jpeg ?? new Uint8Array(),
      damage(await makeColourFrame('red')),
    ]);
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.stringContaining('Picture 2 is a JPEG picture that is damaged.'),
    ]);
    expect(looks.standIn.requests).toEqual([]);
    expect((await send([await makeColourFrame('red')])).status).toBe(200);
  });
});

describe('a server that takes three pictures', () => {
  test('says so once; then it gets three at a time, and the notes are joined in time order', async () => {
    looks.standIn.alwaysLook(takeAtMost(3, { pictureTokens: 256 }));
    const vision = looks.createVision();
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    expect(looks.countPictures()).toEqual([10, 3, 3, 3, 1]);
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    expect(looks.countPictures(5)).toEqual([3, 3, 3, 1]);
  });

  test('each request has the wish, the true seconds, and which pictures they are', async () => {
    looks.standIn.alwaysLook(takeAtMost(3, { pictureTokens: 256 }));
    await looks.look(looks.createVision(), { wish: 'Make it a fairy tale' });
    const texts = looks.standIn.looks.map(({ body }) =>
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
    looks.standIn.alwaysLook(takeAtMost(3, { pictureTokens: 256 }));
    const vision = looks.createVision();
    await vision.warmUp?.(new AbortController().signal);
    const tests = looks.standIn.looks.length;
    expect(looks.countPictures()).toEqual([10, 3, 1]);
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    expect(looks.countPictures(tests)).toEqual([3, 3, 3, 1]);
  });

  test('one that takes a single picture gets one at a time', async () => {
    looks.standIn.alwaysLook(takeAtMost(1, { pictureTokens: 256 }));
    expect(listLines(await looks.look(looks.createVision()))).toEqual(allTen);
    expect(looks.countPictures()).toEqual([10, ...Array(10).fill(1)]);
  });
});

describe('a server whose context is too small', () => {
  test.each(Object.keys(contextRefusals) as (keyof typeof contextRefusals)[])(
    'refuses as %s does, and then gets fewer pictures',
    async kind => {
      looks.standIn.alwaysLook(refuseTooLong(kind, 4096, { pictureTokens: 900 }));
      expect(listLines(await looks.look(looks.createVision()))).toEqual(allTen);
      expect(looks.countPictures()).toEqual([10, 3, 3, 3, 1]);
    },
  );

  test('where not even one picture fits, the reason is said, and it is tried anew once that is mended', async () => {
    looks.standIn.alwaysLook(refuseTooLong('Ollama', 2048, { pictureTokens: 4000 }));
    const vision = looks.createVision();
    await expect(looks.look(vision)).rejects.toMatchObject({
      code: 'provider_unavailable',
      costsNothing: true,
      message:
        'The context of the AI server is too small for a picture of the video. Whoever runs it needs to give it a larger context.',
    });
    expect(looks.countPictures()).toEqual([10, 3, 1]);
    looks.standIn.alwaysLook(seeAll({ pictureTokens: 4000 }));
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    expect(looks.countPictures(3)).toEqual([10]);
  });
});

test('what fails after a part was answered does not claim to cost nothing', async () => {
  const few = takeAtMost(3, { pictureTokens: 256 });
  const vision = looks.createVision();
  looks.standIn.next('vision', few, few, refusals.overloaded);
  await expect(looks.look(vision)).rejects.toMatchObject({ code: 'provider_busy', costsNothing: false });
  looks.standIn.next('vision', refusals.overloaded);
  await expect(looks.look(vision)).rejects.toMatchObject({ code: 'provider_busy', costsNothing: true });
});
