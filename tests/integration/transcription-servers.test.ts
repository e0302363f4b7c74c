import { afterAll, describe, expect, test } from 'vitest';
import { getLanguage } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { createOpenAiTranscription, transcribe } from '../support/transcription-calls.ts';
import { startTranscriptionServer, type TranscriptionStandIn } from '../support/transcription-stand-ins.ts';

const neverAborted = new AbortController().signal;
const open: TranscriptionStandIn[] = [];
afterAll(() => Promise.all(open.map(server => server.close())));

async function start(name: Parameters<typeof startTranscriptionServer>[0], model?: string) {
  const standIn = await startTranscriptionServer(name);
  open.push(standIn);
  return {
    standIn,
    engine: createOpenAiTranscription(standIn.baseUrl, model === undefined ? {} : { model }),
  };
}

const times = [
  ['Hello, Anna.', 0.4, 1.6],
  ['Nice to meet you.', 2, 3.4],
];

test.each([
  ['groq', 'whisper-large-v3-turbo', 'our own AI server'],
  ['speaches', 'Systran/faster-whisper-small', 'our own AI server'],
  ['localAi', 'ears', 'our own AI server'],
  ['vllm', 'openai/whisper-large-v3', 'our own AI server'],
  ['mistral', 'voxtral-mini-transcribe-3-0', 'our own AI server'],
] as const)(
  '%s transcribes with the first of its models that can, with times',
  async (name, model, provider) => {
    const { standIn, engine } = await start(name);
    expect(await engine.checkReadiness?.(neverAborted)).toMatchObject({ kind: 'ready', model });
    const { segments, usage } = await transcribe(engine);
    expect(segments.map(each => [each.text, each.startSeconds, each.endSeconds])).toEqual(times);
    expect(usage).toEqual([{ provider, model, soundSeconds: 5 }]);
    expect(standIn.forms).toHaveLength(1);
    expect(standIn.forms[0]).toMatchObject({
      model,
      file: { name: 'sound.mp3', type: 'audio/mpeg', size: 8 },
    });
    expect(engine.maxSeconds).toBe(300);
  },
);

test.each(['groq', 'speaches'] as const)('%s gives the times of words, within their segments', async name => {
  const { segments, language } = await transcribe((await start(name)).engine);
  expect(language).toBe('English');
  expect(segments.map(({ words }) => words?.map(({ text }) => text))).toEqual([
    ['Hello', 'Anna'],
    ['Nice', 'to', 'meet', 'you'],
  ]);
  expect(segments[0]?.confidence).toBeCloseTo(0.78, 2);
});

test('what vLLM does not measure is no confidence', async () => {
  const { segments } = await transcribe((await start('vllm')).engine);
  expect(segments.map(({ confidence }) => confidence)).toEqual([undefined, undefined]);
});

test('Mistral tells speakers apart, and gets no language beside timestamps', async () => {
  const { standIn, engine } = await start('mistral');
  const { segments } = await transcribe(engine, { language: getLanguage('English') });
  expect(segments.map(({ speaker }) => speaker)).toEqual(['speaker_1', 'speaker_2']);
  expect(standIn.forms).toEqual([
    {
      model: 'voxtral-mini-transcribe-3-0',
      file: expect.anything(),
      timestamp_granularities: 'segment',
      diarize: 'true',
    },
  ]);
});

describe('whisper.cpp', () => {
  test('needs a name, whatever it is', async () => {
    const { engine } = await start('whisperCpp');
    const readiness = await engine.checkReadiness?.(neverAborted);
    expect(readiness).toMatchObject({ kind: 'unable' });
  });

  test('finds out the language, and its tokens become words', async () => {
    const { standIn, engine } = await start('whisperCpp', 'any');
    const { segments } = await transcribe(engine);
    expect(standIn.forms[0]).toMatchObject({ language: 'auto' });
    expect(segments).toEqual([
      {
        startSeconds: 0.4,
        endSeconds: 1.6,
        text: 'Hello, Anna.',
        confidence: expect.closeTo(0.82, 2),
        words: [
          { startSeconds: 0.4, endSeconds: 0.9, text: 'Hello,' },
          { startSeconds: 1, endSeconds: 1.6, text: 'Anna.' },
        ],
      },
    ]);
  });

  test('gets the language if it is known', async () => {
    const { standIn, engine } = await start('whisperCpp', 'any');
    await transcribe(engine, { language: getLanguage('German') });
    expect(standIn.forms[0]).toMatchObject({ language: 'de' });
  });
});

test('a server that refuses times is asked for less, once, and gets shorter sounds from then on', async () => {
  const { standIn, engine } = await start('vllmWithoutTimes');
  const { segments } = await transcribe(engine);
  expect(segments).toEqual([{ startSeconds: 0, endSeconds: 5, text: 'Hello, Anna. Nice to meet you.' }]);
  expect(standIn.forms.map(each => each.response_format)).toEqual(['verbose_json', 'verbose_json', 'json']);
  expect(engine.maxSeconds).toBe(30);
  await transcribe(engine);
  expect(standIn.forms).toHaveLength(4);
});

test('a server without a model that transcribes cannot do it', async () => {
  const { engine } = await start('vllmWithoutSound');
  const readiness = await engine.checkReadiness?.(neverAborted);
  expect(readiness?.kind === 'unable' && readiness.error.filled?.key).toBe(
    engineMessages.noTranscriptionModel.key,
  );
});

test('a named model that the server does not list is a mistake of the configuration', async () => {
  const { engine } = await start('groq', 'whisper-99');
  const readiness = await engine.checkReadiness?.(neverAborted);
  expect(readiness?.kind).toBe('unreached');
  await expect(transcribe(engine)).rejects.toThrow('whisper-large-v3-turbo, whisper-large-v3');
});
