// @module-tag long
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Frame } from '#shared/frame.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import { t } from '#shared/messages/message.ts';
import { makePicturesForm, postFormFrom } from '../support/ask-from.ts';
import { sizeOf } from '../support/measure-frame.ts';
import { refusals } from '../support/openai-faults.ts';
import {
  allTen,
  listLines,
  type PictureAnalysis,
  sentSize,
  startPictureAnalysis,
} from '../support/picture-analysis.ts';
import { isPicture, makeColourFrame, readParts, takeAtMost } from '../support/picture-servers.ts';
import { fetchInPlaceOfVendor } from '../support/provider-calls.ts';
import { catchError } from '../support/provider-faults.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let pictures: PictureAnalysis;

beforeAll(async () => {
  pictures = await startPictureAnalysis();
});
beforeEach(() => pictures.standIn.reset());
afterAll(() => pictures[Symbol.asyncDispose]());

/** Turns its tables into comments. */
function damage(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return jpeg.map((byte, at) => (byte === 0xdb && jpeg[at - 1] === 0xff ? 0xfe : byte));
}

describe('the sent pictures', () => {
  test('are scaled to at most 1,024 pixels for a local server, keeping their shape', async () => {
    const sizes = [
      { width: 1080, height: 1920 },
      { width: 1920, height: 1080 },
      { width: 1025, height: 10 },
    ];
    const jpegs = await Promise.all(sizes.map(size => makeColourFrame('green', size)));
    await pictures.analyse(pictures.createVision(), {
      frames: jpegs.map((jpeg, seconds) => ({ seconds, jpeg })),
    });
    const sent = [0, 1, 2].flatMap(at => pictures.readPictures(at));
    expect(await Promise.all(sent.map(sizeOf))).toEqual([
      { width: 576, height: 1024 },
      { width: 1024, height: 576 },
      { width: 1024, height: 10 },
    ]);
  });

  test('are unchanged when small enough', async () => {
    const jpeg = await makeColourFrame('red', { width: 1024, height: 640 });
    await pictures.analyse(pictures.createVision(), { frames: [{ seconds: 1, jpeg }] });
    expect(pictures.readPictures(0)).toEqual([jpeg]);
  });

  test('are unchanged for the vendor itself, all in one request', async () => {
    const large = await makeColourFrame('red');
    const frames = pictures.frames.map((frame, at) => (at === 0 ? { ...frame, jpeg: large } : frame));
    const vision = pictures.createVision({
      baseUrl: undefined,
      fetch: fetchInPlaceOfVendor(pictures.standIn),
    });
    await pictures.analyse(vision, { frames });
    expect(pictures.readPictures(0)).toEqual(frames.map(({ jpeg }) => jpeg));
    expect(pictures.countPictures()).toEqual([10]);
  });

  test('are unchanged for a known provider', async () => {
    const fetch: typeof globalThis.fetch = (input, init) =>
      globalThis.fetch(String(input).replace('https://openrouter.ai/api', pictures.standIn.origin), init);
    await pictures.analyse(pictures.createVision({ baseUrl: 'https://openrouter.ai/api/v1', fetch }));
    expect(pictures.countPictures()).toEqual([10]);
  });

  test('a damaged picture fails its own request without a provider call; the next one works', async () => {
    const vision = pictures.createVision();
    const damaged = [pictures.frames[0] as Frame, { seconds: 2, jpeg: damage(await makeColourFrame('red')) }];
    await expect(pictures.analyse(vision, { frames: damaged })).rejects.toMatchObject({
      code: 'invalid_video',
      message: t(frameMessages.damaged, { number: 2 }),
    });
    expect(pictures.standIn.requests).toEqual([]);
    expect(await pictures.analyse(vision)).toMatch(/^A dog/);
  });
});

describe('your own server', () => {
  test('gets one picture a request, without a trial, and the analyses are joined in time order', async () => {
    pictures.standIn.always('vision', takeAtMost(1));
    expect(listLines(await pictures.analyse(pictures.createVision()))).toEqual(allTen);
    expect(pictures.countPictures()).toEqual(Array(10).fill(1));
  });

  test("gets the prompt, the time, the picture's number, and the analysis so far", async () => {
    pictures.standIn.always('vision', takeAtMost(1));
    await pictures.analyse(pictures.createVision(), { prompt: 'Make it a fairy tale' });
    const texts = pictures.standIn.requests.map(({ body }) =>
      readParts(body).flatMap(part => (isPicture(part) || part.role === 'system' ? [] : [part.text])),
    );
    expect(texts[0]).toEqual([
      '<prompt>\nMake it a fairy tale\n</prompt>',
      'The video lasts 40.0 s. You are shown 10 pictures from it, some at a time.',
      'Picture 1 of 10, at second 2.0:',
      'Write the notes on picture 1 of 10 now, at most 80 words, for the prompt above. The others follow later.',
    ]);
    expect(texts[2]).toEqual([
      '<prompt>\nMake it a fairy tale\n</prompt>',
      'The video lasts 40.0 s. You are shown 10 pictures from it, some at a time.',
      `Your notes on the pictures before:\n\n<notes>\n${allTen[0]}\n\n${allTen[1]}\n</notes>`,
      'Picture 3 of 10, at second 10.0:',
      'Write the notes on picture 3 of 10 now, at most 80 words, for the prompt above. Say what is new or gone since the notes before, and do not repeat them.',
    ]);
  });

  test('gets as many as OPENAI_VISION_PICTURES', async () => {
    pictures.standIn.always('vision', takeAtMost(4));
    const vision = pictures.createVision({ picturesPerRequest: 4 });
    expect(listLines(await pictures.analyse(vision))).toEqual(allTen);
    expect(pictures.countPictures()).toEqual([4, 4, 2]);
  });

  test('that accepts fewer than set names the setting', async () => {
    pictures.standIn.always('vision', takeAtMost(1));
    const error = await catchError(pictures.analyse(pictures.createVision({ picturesPerRequest: 10 })));
    expect(error).toMatchObject({ code: 'provider_unavailable', costsNothing: true });
    expect(error.operatorMessage).toContain('OPENAI_VISION_PICTURES');
  });

  test('analyses the frames of a timed script in the same way', async () => {
    pictures.standIn.always('vision', takeAtMost(1));
    const frames = [
      ...pictures.frames,
      ...pictures.frames.map(each => ({ ...each, seconds: each.seconds + 40 })),
    ];
    const notes = await pictures.analyse(pictures.createVision(), { frames, durationSeconds: 80 });
    expect(pictures.countPictures()).toEqual(Array(20).fill(1));
    expect(listLines(notes)).toHaveLength(20);
  });

  test('that fails after an answer is not reported as free of charge', async () => {
    const vision = pictures.createVision();
    pictures.standIn.next('vision', takeAtMost(1), takeAtMost(1), refusals.overloaded);
    await expect(pictures.analyse(vision)).rejects.toMatchObject({
      code: 'provider_busy',
      costsNothing: false,
    });
    pictures.standIn.next('vision', refusals.overloaded);
    await expect(pictures.analyse(vision)).rejects.toMatchObject({
      code: 'provider_busy',
      costsNothing: true,
    });
  });
});

describe('with a local AI the server', () => {
  let server: InnerServer;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { OPENAI_BASE_URL: pictures.standIn.baseUrl, OPENAI_VISION_PICTURES: '1' },
    });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const send = (pictures: Uint8Array<ArrayBuffer>[]) =>
    postFormFrom('127.0.0.2', `${server.url}/api/free/analysis`, makePicturesForm(pictures));

  test('scales down visitors’ pictures larger than 1,024 pixels before sending them', async () => {
    const answer = await send([await makeColourFrame('red'), await makeColourFrame('green', sentSize)]);
    expect(answer.status).toBe(200);
    expect(await sizeOf(pictures.readPictures(0)[0] ?? new Uint8Array())).toEqual(sentSize);
    expect(pictures.readPictures(1)).toEqual([await makeColourFrame('green', sentSize)]);
  });

  test('refuses a picture that cannot be scaled down, and scales the next visitor’s', async () => {
    const answer = await send([
      pictures.frames[0]?.jpeg ?? new Uint8Array(),
      damage(await makeColourFrame('red')),
    ]);
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.stringContaining(t(frameMessages.damaged, { number: 2 })),
    ]);
    expect(pictures.standIn.requests).toEqual([]);
    expect((await send([await makeColourFrame('red')])).status).toBe(200);
  });
});
