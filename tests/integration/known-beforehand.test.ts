import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines, VisionRequest } from '#engines/ports.ts';
import { maxPeople, maxSaidCharacters, maxTimedFrames, maxTitleCharacters } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { createMeteredEngines } from '../support/metered-engines.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeAnalysisForm, makeVideoForm, makeVisitorHeaders } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

let looked: VisionRequest[] = [];
let server: TestServer;
let cookie: string;
let clip: Uint8Array<ArrayBuffer>;
let tagged: Uint8Array<ArrayBuffer>;

function createWatchedEngines(): Engines {
  const { vision, script, ...engines } = createMeteredEngines();
  return {
    ...engines,
    script: {
      ...script,
      async *writeTimedScript() {
        yield '[0:00] A dog runs.';
      },
    },
    vision: {
      ...vision,
      async analyze(request) {
        looked.push(request);
        return 'A dog runs.';
      },
    },
  };
}

beforeAll(async () => {
  clip = await makeClip({ seconds: 2 });
  tagged = await makeSoundingClip({ seconds: 2, sounds: [], title: 'Grandma bakes bread' });
  server = await startTestServer({
    engines: createWatchedEngines(),
    environment: {
      TRUST_PROXY: '127.0.0.1',
      MAX_TIMED_FRAMES: String(maxTimedFrames),
      STANDARD_NARRATIONS_PER_DAY: '50',
    },
  });
  cookie = await signUpForCookie(server.url);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  looked = [];
});
afterEach(() => expect.poll(() => server.listTemporaryFiles()).toEqual([]));

type Fields = Readonly<Record<string, string | readonly string[]>>;

function addFields(form: FormData, fields: Fields): FormData {
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) form.append(name, each);
  return form;
}

async function analyse(fields: Fields, frames = 2): Promise<Response> {
  const body = addFields(await makeAnalysisForm({ frames }), fields);
  const headers = makeVisitorHeaders();
  return await fetch(`${server.url}/api/free/analysis`, { method: 'POST', headers, body });
}

async function createFrom(video: Uint8Array<ArrayBuffer>, name: string, fields: Fields = {}) {
  const form = makeVideoForm(video);
  form.set('video', new Blob([video]), name);
  const url = `${server.url}/create_script`;
  const answer = await fetch(url, { method: 'POST', headers: { cookie }, body: addFields(form, fields) });
  expect(answer.status).toBe(200);
  return looked[0]?.context;
}

const said = [{ startSeconds: 0, endSeconds: 2, text: 'Come here, Rex.', speaker: 'Ada' }];
const cast = [{ name: 'Ada', look: 'a woman in a red coat', namedSeconds: 1 }];
const known = { title: 'Holiday in Rome', transcript: JSON.stringify(said), cast: JSON.stringify(cast) };
const nothing = { title: undefined, said: undefined, cast: undefined };

describe('pictures of a visitor', () => {
  test('are looked at with what the video is called, what is said in it and who is who', async () => {
    expect((await analyse(known)).status).toBe(200);
    expect(looked[0]?.context).toEqual({ title: 'Holiday in Rome', said, cast });
  });

  test('are looked at without a word of it if the dialogue is not used', async () => {
    expect((await analyse({})).status).toBe(200);
    expect(looked[0]?.context).toEqual(nothing);
    expect(looked[0]?.frames.map(({ momentSeconds, detail }) => [momentSeconds, detail])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  test('have a title of one row', async () => {
    expect((await analyse({ title: ' Rome\r\n\u202Eat\tnight ' })).status).toBe(200);
    expect(looked[0]?.context?.title).toBe('Rome at night');
    looked = [];
    expect((await analyse({ title: ' ' })).status).toBe(200);
    expect(looked[0]?.context?.title).toBeUndefined();
  });

  test('show moments, some of them with three', async () => {
    const moments = ['1', '1', '1', '8'];
    const details = ['low', 'low', 'low', 'high'];
    expect((await analyse({ timing: 'cues', moments, details }, 4)).status).toBe(200);
    const frames = looked.flatMap(request => request.frames);
    expect(frames).toMatchObject([
      { seconds: 0, momentSeconds: 1, detail: 'low' },
      { seconds: 1, momentSeconds: 1, detail: 'low' },
      { seconds: 2, momentSeconds: 1, detail: 'low' },
      { seconds: 3, momentSeconds: 8, detail: 'high' },
    ]);
  });

  test('may be as many as the largest limit, with every field', async () => {
    const each = (value: (at: number) => string) =>
      Array.from({ length: maxTimedFrames }, (_, at) => value(at));
    const fields = {
      ...known,
      timing: 'cues',
      description: 'extended',
      moments: each(at => String(at)),
      details: each(() => 'medium'),
    };
    expect((await analyse(fields, maxTimedFrames)).status).toBe(200);
  });

  test.each<[string, Fields, string]>([
    ['a moment too few', { moments: ['0'] }, t(narrationErrors.momentsDiffer)],
    ['a detail too many', { details: ['low', 'low', 'low'] }, t(narrationErrors.momentsDiffer)],
    ['an unknown detail', { details: ['low', 'tiny'] }, t(narrationErrors.unknownPictureDetail)],
    ['a moment before the video', { moments: ['0', '-1'] }, t(narrationErrors.negativeTimeOfFrame)],
    ['a moment that is no number', { moments: ['0', 'soon'] }, t(narrationErrors.notNumberOfFrame)],
    [
      'a title of a page',
      { title: 'x'.repeat(maxTitleCharacters + 1) },
      t(narrationErrors.titleTooLong, { limit: maxTitleCharacters }),
    ],
    ['a transcript that is no list', { transcript: '{"text": "x"}' }, t(narrationErrors.notSaid)],
    ['a transcript that is no JSON', { transcript: 'Come here.' }, t(narrationErrors.notSaid)],
    [
      'a transcript of a whole library',
      { transcript: JSON.stringify([{ ...said[0], text: 'x'.repeat(maxSaidCharacters + 1) }]) },
      t(narrationErrors.tooMuchSaid, { limit: maxSaidCharacters }),
    ],
    ['people without a look', { cast: '[{"name": "Ada"}]' }, t(narrationErrors.notCast)],
    [
      'a crowd',
      { cast: JSON.stringify(Array.from({ length: maxPeople + 1 }, () => cast[0])) },
      t(narrationErrors.tooManyPeople, { limit: maxPeople }),
    ],
  ])('are refused with %s', async (_what, fields, message) => {
    const answer = await analyse(fields);
    expect(answer.status).toBe(400);
    expect((await answer.json()).error).toMatchObject({ code: 'bad_request', message });
    expect(looked).toEqual([]);
  });

  test('are refused with a moment after the longest video', async () => {
    expect((await analyse({ moments: ['0', '999999'] })).status).toBe(422);
  });
});

describe('a video that this server decodes', () => {
  test('is called by its tags, and by its file where that is words', async () => {
    expect(await createFrom(tagged, 'IMG_2034.mp4')).toEqual({ ...nothing, title: 'Grandma bakes bread' });
  });

  test.each([
    ['Holiday in Rome (final v2).mp4', 'Holiday in Rome (final v2)'],
    ['../../anna/東京の春.mp4', '東京の春'],
    ['VID-20240101-WA0003.mp4', undefined],
    ['pictures.mkv', undefined],
  ])('and named %s is called %s', async (name, title) => {
    expect(await createFrom(clip, name)).toEqual({ ...nothing, title });
  });

  test('is looked at with what is sent along, for every kind of narration', async () => {
    expect(await createFrom(clip, 'x.mp4', known)).toEqual({ title: 'Holiday in Rome', said, cast });
    looked = [];
    const described = { ...known, timing: 'cues', description: 'extended', gaps: '[[0, 2]]' };
    expect(await createFrom(clip, 'x.mp4', described)).toEqual({ title: 'Holiday in Rome', said, cast });
  });

  test('as a copy of pictures for the free page is called as the page says', async () => {
    const form = new FormData();
    form.set('prompt', 'Calmly');
    form.set('title', 'Holiday in Rome');
    form.set('video', new Blob([tagged]), 'pictures.mkv');
    const headers = makeVisitorHeaders();
    const answer = await fetch(`${server.url}/api/free/analysis`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(200);
    expect(looked[0]?.context).toEqual({ ...nothing, title: 'Holiday in Rome' });
  });
});

describe('a provider', () => {
  test('gets what is known, between tags, and no word of it without it', async () => {
    const provider = await startOpenAiStandIn();
    await using connected = await startTestServer({ engines: createTestEngines(provider.baseUrl) });
    const send = async (fields: Fields) => {
      const body = addFields(await makeAnalysisForm(), fields);
      const answer = await fetch(`${connected.url}/api/free/analysis`, { method: 'POST', body });
      expect(answer.status).toBe(200);
      return JSON.stringify(provider.requests.at(-1)?.body);
    };
    const told = await send(known);
    for (const part of ['<title>\\nHoliday in Rome\\n</title>', 'Come here, Rex.', 'a woman in a red coat'])
      expect(told).toContain(part);
    const untold = await send({ title: 'Holiday in Rome' });
    expect(untold).toContain('Holiday in Rome');
    for (const part of ['Come here', 'Ada', '<speech>', '<cast>']) expect(untold).not.toContain(part);
    await provider.close();
  });
});
