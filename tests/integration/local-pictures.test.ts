// @module-tag long
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { analyzeInParts } from '#narration/analyze-in-parts.ts';
import type { Frame } from '#shared/frame.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import { t } from '#shared/messages/message.ts';
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
import { isPicture, makeColourFrame, readParts, takeAtMost } from '../support/picture-servers.ts';
import { fetchInPlaceOfVendor } from '../support/provider-calls.ts';
import { catchError } from '../support/provider-faults.ts';
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
    const sizes = [
      { width: 1080, height: 1920 },
      { width: 1920, height: 1080 },
      { width: 1025, height: 10 },
    ];
    const jpegs = await Promise.all(sizes.map(size => makeColourFrame('green', size)));
    await looks.look(looks.createVision(), { frames: jpegs.map((jpeg, seconds) => ({ seconds, jpeg })) });
    const sent = [0, 1, 2].flatMap(at => looks.readPictures(at));
    expect(await Promise.all(sent.map(sizeOf))).toEqual([
      { width: 576, height: 1024 },
      { width: 1024, height: 576 },
      { width: 1024, height: 10 },
    ]);
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
    expect(looks.readPictures(0)).toEqual(frames.map(({ jpeg }) => jpeg));
    expect(looks.countPictures()).toEqual([10]);
  });

  test('so does a provider that is known to take them', async () => {
    const fetch: typeof globalThis.fetch = (input, init) =>
      globalThis.fetch(String(input).replace('https://openrouter.ai/api', looks.standIn.origin), init);
    await looks.look(looks.createVision({ baseUrl: 'https://openrouter.ai/api/v1', fetch }));
    expect(looks.countPictures()).toEqual([10]);
  });

  test('a damaged picture costs its own request and no call to the provider; the next is served', async () => {
    const vision = looks.createVision();
    const damaged = [looks.frames[0] as Frame, { seconds: 2, jpeg: damage(await makeColourFrame('red')) }];
    await expect(looks.look(vision, { frames: damaged })).rejects.toMatchObject({
      code: 'invalid_video',
      message: t(frameMessages.damaged, { number: 2 }),
    });
    expect(looks.standIn.requests).toEqual([]);
    expect(await looks.look(vision)).toMatch(/^A dog/);
  });
});

describe('a server of one’s own', () => {
  test('gets one picture a request, without a trial, and the notes are joined in time order', async () => {
    looks.standIn.always('vision', takeAtMost(1));
    expect(listLines(await looks.look(looks.createVision()))).toEqual(allTen);
    expect(looks.countPictures()).toEqual(Array(10).fill(1));
  });

  test('is told the prompt, the true seconds, which picture it is, and the notes so far', async () => {
    looks.standIn.always('vision', takeAtMost(1));
    await looks.look(looks.createVision(), { prompt: 'Make it a fairy tale' });
    const texts = looks.standIn.requests.map(({ body }) =>
      readParts(body).flatMap(part => (isPicture(part) || part.role === 'system' ? [] : [part.text])),
    );
    expect(texts[0]).toEqual([
      '<prompt>\nMake it a fairy tale\n</prompt>',
      'The video lasts 40.0 s. You are shown picture 1 of 10.',
      'Picture 1 of 10, at second 2.0:',
      'Write the notes on picture 1 of 10 now, at most 80 words, for the prompt above. The other pictures follow later.',
    ]);
    expect(texts[2]).toEqual([
      '<prompt>\nMake it a fairy tale\n</prompt>',
      'The video lasts 40.0 s. You are shown picture 3 of 10.',
      `Your notes on the pictures before:\n\n<notes>\n${allTen[0]}\n\n${allTen[1]}\n</notes>`,
      'Picture 3 of 10, at second 10.0:',
      'Write the notes on picture 3 of 10 now, at most 80 words, for the prompt above. Say what is new or gone since the notes before, and do not repeat them.',
    ]);
  });

  test('gets as many as OPENAI_VISION_PICTURES says', async () => {
    looks.standIn.always('vision', takeAtMost(4));
    const vision = looks.createVision({ picturesPerRequest: 4 });
    expect(listLines(await looks.look(vision))).toEqual(allTen);
    expect(looks.countPictures()).toEqual([4, 4, 2]);
  });

  test('that takes fewer than was set says what to set', async () => {
    looks.standIn.always('vision', takeAtMost(1));
    const error = await catchError(looks.look(looks.createVision({ picturesPerRequest: 10 })));
    expect(error).toMatchObject({ code: 'provider_unavailable', costsNothing: true });
    expect(error.message).toContain('OPENAI_VISION_PICTURES');
  });

  test('looks at the many pictures of a timed script in the same way', async () => {
    looks.standIn.always('vision', takeAtMost(1));
    const frames = [...looks.frames, ...looks.frames.map(each => ({ ...each, seconds: each.seconds + 40 }))];
    const { signal } = new AbortController();
    const request = { prompt: 'Tell it', frames, durationSeconds: 80, signal };
    const notes = await analyzeInParts(looks.createVision(), request);
    expect(looks.countPictures()).toEqual(Array(20).fill(1));
    expect(listLines(notes)).toHaveLength(20);
  });

  test('that fails after it has answered does not claim to cost nothing', async () => {
    const vision = looks.createVision();
    looks.standIn.next('vision', takeAtMost(1), takeAtMost(1), refusals.overloaded);
    await expect(looks.look(vision)).rejects.toMatchObject({ code: 'provider_busy', costsNothing: false });
    looks.standIn.next('vision', refusals.overloaded);
    await expect(looks.look(vision)).rejects.toMatchObject({ code: 'provider_busy', costsNothing: true });
  });
});

describe('a server with an AI of its own', () => {
  let server: InnerServer;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { OPENAI_BASE_URL: looks.standIn.baseUrl, OPENAI_VISION_PICTURES: '1' },
    });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const send = (pictures: Uint8Array<ArrayBuffer>[]) =>
    postFormFrom('127.0.0.2', `${server.url}/api/free/analysis`, makePicturesForm(pictures));

  test('makes its visitors’ pictures smaller than 1,024 pixels a side before they are sent', async () => {
    const answer = await send([await makeColourFrame('red'), await makeColourFrame('green', sentSize)]);
    expect(answer.status).toBe(200);
    expect(await sizeOf(looks.readPictures(0)[0] ?? new Uint8Array())).toEqual(sentSize);
    expect(looks.readPictures(1)).toEqual([await makeColourFrame('green', sentSize)]);
  });

  test('refuses a picture that cannot be made smaller, and makes the next visitor’s', async () => {
    const answer = await send([
      looks.frames[0]?.jpeg ?? new Uint8Array(),
      damage(await makeColourFrame('red')),
    ]);
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.stringContaining(t(frameMessages.damaged, { number: 2 })),
    ]);
    expect(looks.standIn.requests).toEqual([]);
    expect((await send([await makeColourFrame('red')])).status).toBe(200);
  });
});
