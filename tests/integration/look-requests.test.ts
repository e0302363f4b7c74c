import { afterEach, expect, test } from 'vitest';
import type { VisionEngine } from '#engines/ports.ts';
import type { Frame, PictureDetail } from '#shared/frame.ts';
import { createTestEngines as createAnthropic } from '../support/anthropic-calls.ts';
import { startAnthropicStandIn } from '../support/anthropic-stand-in.ts';
import { createTestEngines as createAzure } from '../support/azure-calls.ts';
import { startAzureStandIn } from '../support/azure-stand-in.ts';
import { createTestEngines as createGemini, makePicture } from '../support/gemini-calls.ts';
import { startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { createTestEngines as createMistral } from '../support/mistral-calls.ts';
import { startMistralStandIn } from '../support/mistral-stand-in.ts';
import { ollamaModels, startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { vendorErrors } from '../support/openai-bodies.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines as createOpenAi, fetchInPlaceOfVendor } from '../support/provider-calls.ts';
import type { ProviderBehaviour, ProviderStandIn } from '../support/provider-stand-in.ts';
import { makeToldJpeg, readPictures, readTexts, readTold } from '../support/told-vision.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
});

function open<StandIn extends { close(): Promise<void> }>(standIn: StandIn): StandIn {
  opened.push(standIn);
  return standIn;
}

interface Connected {
  readonly vision: VisionEngine;
  /** Of the requests with pictures. */
  readonly list: () => ReturnType<typeof readTold>[];
}

function connect<Call extends string>(
  vision: VisionEngine,
  standIn: Pick<ProviderStandIn<Call | 'vision'>, 'requests' | 'always'>,
): Connected {
  standIn.always('vision', showCaptain);
  const list = () =>
    standIn.requests.filter(({ call }) => call === 'vision').map(({ body }) => readTold(body));
  return { vision, list };
}

/** The usual answer, and a list of people. */
const showCaptain: ProviderBehaviour<string> = ({ response, normal }) => {
  const captain = '\\nPeople:\\n- the captain | old, grey beard | Grace Hopper | 0\\n';
  const body = normal.body
    .toString()
    .replace(/Picture 1: blue\.|A dog stands on a lawn in the sun\./u, text => text + captain);
  response.writeHead(200, { 'content-type': normal.mediaType }).end(body);
};

const picture = await makePicture('blue');
const signal = new AbortController().signal;
const frames: readonly Frame[] = Array.from({ length: 16 }, (_, at) => ({
  seconds: 2 * at,
  jpeg: makeToldJpeg(at, picture),
  detail: at % 2 === 0 ? undefined : 'low',
}));
const asked = {
  prompt: 'Tell it',
  frames,
  durationSeconds: 32,
  context: {
    title: 'Harbour, 2026',
    cast: [{ name: 'Ada', look: 'red coat' }],
    said: [
      { startSeconds: 3, endSeconds: 4, text: 'This is the quay.' },
      { startSeconds: 27, endSeconds: 28, text: 'This is called Marigold.', speaker: 'Ada' },
    ],
  },
  signal,
};

const chatDetail = (detail: PictureDetail) => ({ detail });
const noDetail = () => ({});
const geminiDetail = (detail: PictureDetail) => ({
  mediaResolution: { level: `MEDIA_RESOLUTION_${detail.toUpperCase()}` },
});

/** `image_url.detail`: developers.openai.com/api/docs/guides/images-vision, docs.mistral.ai/api/endpoint/chat. */
test.each([
  [
    'OpenAI',
    10,
    chatDetail,
    async () => {
      const standIn = open(await startOpenAiStandIn());
      return connect(createOpenAi(undefined, { fetch: fetchInPlaceOfVendor(standIn) }).vision, standIn);
    },
  ],
  [
    'Gemini',
    10,
    geminiDetail,
    async () => {
      const standIn = open(await startGeminiStandIn());
      return connect(createGemini(standIn.baseUrl).vision, standIn);
    },
  ],
  [
    'Anthropic',
    10,
    noDetail,
    async () => {
      const standIn = open(await startAnthropicStandIn());
      return connect(createAnthropic(standIn.baseUrl).vision, standIn);
    },
  ],
  [
    'Mistral',
    8,
    chatDetail,
    async () => {
      const standIn = open(await startMistralStandIn());
      return connect(createMistral(standIn.baseUrl).vision, standIn);
    },
  ],
  [
    'Azure',
    10,
    chatDetail,
    async () => {
      const standIn = open(await startAzureStandIn());
      return connect(createAzure(standIn.origin).vision, standIn);
    },
  ],
  [
    'Ollama, which gets one picture at a time',
    1,
    chatDetail,
    async () => {
      const standIn = open(await startOllamaStandIn());
      const auto = { apiKey: undefined, visionModel: undefined, scriptModel: undefined };
      const { vision } = createOpenAi(standIn.baseUrl, { ...auto, picturesPerRequest: undefined });
      return connect(vision, standIn);
    },
  ],
] as const)(
  '%s gets what is known, the notes before, and the detail of each picture',
  async (_, most, toSent, start) => {
    const { vision, list } = await start();
    await vision.analyze(asked);
    const requests = list();
    const last = 16 % most || most;
    expect(requests.map(each => readPictures(each).length)).toEqual([
      ...Array(Math.ceil(16 / most) - 1).fill(most),
      last,
    ]);
    expect(requests.flatMap(readPictures).map(({ sent }) => sent)).toEqual(
      frames.map(({ detail = 'high' }) => toSent(detail)),
    );
    const { system, parts } = requests.at(-1) as (typeof requests)[number];
    const [prompt, length, title, cast, speech, people, notes, ...rest] = readTexts({ system, parts });
    expect([prompt, length, title, cast, speech, people]).toEqual([
      '<prompt>\nTell it\n</prompt>',
      'The video lasts 32.0 s. You are shown 16 pictures from it, some at a time.',
      'The file is called:\n\n<title>\nHarbour, 2026\n</title>',
      'Who is who:\n\n<cast>\n- look: red coat; name: Ada; never named in the video\n</cast>',
      'What is said around these pictures:\n\n<speech>\n[0:27–0:28] Ada: This is called Marigold.\n</speech>',
      'People found so far:\n\n<people>\n- the captain | old, grey beard | Grace Hopper | 0\n</people>',
    ]);
    expect(notes).toMatch(/^Your notes on the pictures before:\n\n<notes>\n.+\n<\/notes>$/su);
    const labels = frames
      .slice(-last)
      .map(({ seconds }, index) => `Picture ${17 - last + index} of 16, at second ${seconds}.0:`);
    const words = Math.max(80, 55 * last);
    expect(rest).toEqual([
      ...labels,
      `Write the notes on ${last === 1 ? 'picture 16' : `pictures ${17 - last} to 16`} of 16 now, at most ${words} words, for the prompt above. Say what is new or gone since the notes before, and do not repeat them.`,
    ]);
    // Only what exists is explained.
    expect(Array.from(system.matchAll(/^- <(\w+)>: /gmu), ([, tag]) => tag)).toEqual([
      'title',
      'cast',
      'speech',
      'people',
      'notes',
    ]);
    expect(system).toContain('"People:", then a row for each person who matters');
    expect(system).toContain('Report what is seen; what is said is known already.');
  },
);

test('without anything known a single request is as short as ever', async () => {
  const standIn = open(await startOpenAiStandIn());
  const { vision } = createOpenAi(undefined, { fetch: fetchInPlaceOfVendor(standIn) });
  await vision.analyze({ ...asked, frames: frames.slice(0, 1), context: {} });
  const [{ system, parts } = { system: '', parts: [] }] = connect(vision, standIn).list();
  expect(system).not.toContain('What is known already');
  expect(readTexts({ system, parts })).toEqual([
    '<prompt>\nTell it\n</prompt>',
    'The video lasts 32.0 s. 1 pictures from it follow.',
    'Picture 1 of 1, at second 0.0:',
  ]);
});

test('where size decides the cost, pictures of low detail are sent smaller', async () => {
  const standIn = open(await startAnthropicStandIn());
  const fitted: [number, number][] = [];
  const { vision } = createAnthropic(standIn.baseUrl, {}, async (jpegs, maxSidePixels) => {
    fitted.push([jpegs.length, maxSidePixels]);
    return jpegs.map(jpeg => ({ jpeg: new Uint8Array(jpeg), width: 64, height: 36 }));
  });
  const { list } = connect(vision, standIn);
  await vision.analyze(asked);
  expect(fitted).toEqual([
    [8, 1568],
    [8, 512],
  ]);
  expect(
    list()
      .flatMap(readPictures)
      .map(({ jpeg }) => jpeg.at(-1)),
  ).toEqual(frames.map((_, at) => at));
});

test('a server that refuses the detail is asked again without it, once', async () => {
  const standIn = open(await startOpenAiStandIn());
  const { vision } = createOpenAi(standIn.baseUrl);
  standIn.next('vision', ({ response }) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    const param = 'messages[1].content[3].image_url.detail';
    response.end(
      JSON.stringify({
        error: { ...vendorErrors.badRequest, message: `Unknown parameter: '${param}'.`, param },
      }),
    );
  });
  await vision.analyze(asked);
  const sent = connect(vision, standIn)
    .list()
    .map(each => readPictures(each)[0]?.sent);
  expect(sent).toEqual([{ detail: 'high' }, {}, {}]);
});

test('a server whose refusal is only a list of invalid fields keeps the detail', async () => {
  const standIn = open(await startOpenAiStandIn());
  const { vision } = createOpenAi(standIn.baseUrl);
  standIn.next('vision', ({ response }) => {
    response.writeHead(422, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ detail: [{ loc: ['body', 'model'], msg: 'Unknown', type: 'value_error' }] }),
    );
  });
  await expect(vision.analyze(asked)).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(standIn.requests).toHaveLength(1);
});

const low = frames.map(frame => ({ ...frame, detail: 'low' as const }));

test('Gemini before 3 is told only for a whole request, and only where it is cheaper', async () => {
  const standIn = open(await startGeminiStandIn());
  const { vision } = createGemini(standIn.baseUrl, { visionModel: 'gemini-2.5-flash' });
  await vision.analyze(asked);
  await vision.analyze({ ...asked, frames: low });
  const sent = standIn.requests.filter(({ call }) => call === 'vision');
  expect(sent.map(({ body }) => body.generationConfig.mediaResolution)).toEqual([
    undefined,
    undefined,
    'MEDIA_RESOLUTION_LOW',
    'MEDIA_RESOLUTION_LOW',
  ]);
  expect(
    sent.flatMap(({ body }) => readPictures(readTold(body))).every(each => !('mediaResolution' in each.sent)),
  ).toBe(true);
});

test('a Gemini model that takes no resolution of a picture is asked for the whole request, and then without', async () => {
  const standIn = open(await startGeminiStandIn());
  const { vision } = createGemini(standIn.baseUrl);
  const refuse =
    (message: string) =>
    ({ response }: { response: import('node:http').ServerResponse }) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }));
    };
  standIn.next(
    'vision',
    refuse('Per part media resolution is not supported for this Model.'),
    refuse('Media resolution is not enabled for models/gemini-3.5-flash-lite'),
  );
  await vision.analyze({ ...asked, frames: low });
  const sent = standIn.requests
    .filter(({ call }) => call === 'vision')
    .map(({ body }) => [
      'mediaResolution' in (readPictures(readTold(body))[0]?.sent ?? {}),
      body.generationConfig.mediaResolution,
    ]);
  expect(sent).toEqual([
    [true, undefined],
    [false, 'MEDIA_RESOLUTION_LOW'],
    [false, undefined],
    [false, undefined],
  ]);
});

test('all that goes along with one picture fits into a context of 4,096 tokens', async () => {
  const standIn = open(await startOllamaStandIn({ models: [ollamaModels.gemma] }));
  const auto = { apiKey: undefined, visionModel: undefined, scriptModel: undefined };
  const { vision } = createOpenAi(standIn.baseUrl, { ...auto, picturesPerRequest: 1 });
  const row = (at: number) => `- guest ${at} | ${'tall, grey hair, red coat '.repeat(4)}| none | 1`;
  standIn.always('vision', ({ response, normal }) => {
    const body = JSON.parse(normal.body.toString());
    body.choices[0].message.content = `${'The quay. '.repeat(50)}\nPeople:\n${Array.from({ length: 40 }, (_, at) => row(at)).join('\n')}`;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const people = Array.from({ length: 50 }, (_, at) => ({ name: `Ada ${at}`, look: 'red coat' }));
  const said = Array.from({ length: 500 }, (_, at) => ({
    startSeconds: at / 20,
    endSeconds: at / 20,
    text: 'This is called Marigold.',
  }));
  for (const description of [undefined, 'standard'] as const)
    await vision.analyze({
      ...asked,
      prompt: 'Tell it. '.repeat(444),
      description,
      context: { title: 'Harbour '.repeat(99), cast: people, said },
    });
  const lengths = connect(vision, standIn)
    .list()
    .map(each => [each.system, ...readTexts(each)].join('\n').length);
  // Less 1,000 tokens of the answer and 336 of the picture; four characters a token.
  expect(Math.max(...lengths)).toBeLessThan(4 * (4096 - 1000 - 336));
});
