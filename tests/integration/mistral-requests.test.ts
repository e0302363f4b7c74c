import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Usage } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { makePicture } from '../support/gemini-calls.ts';
import { listedVoices, vendorErrors } from '../support/mistral-bodies.ts';
import {
  createTestEngines,
  makeCall,
  type TestEngines,
  testKey,
  workCalls,
} from '../support/mistral-calls.ts';
import { type MistralStandIn, sendError, startMistralStandIn } from '../support/mistral-stand-in.ts';
import { catchError } from '../support/provider-faults.ts';
import { sentences } from '../support/sentences.ts';
import { speakText } from '../support/speech-calls.ts';
import { transcribe } from '../support/transcription-calls.ts';
import { askedForTranslation, askForTranslation, asksForJson, rowsFormat } from '../support/translating.ts';

let standIn: MistralStandIn;
let engines: TestEngines;

beforeAll(async () => {
  standIn = await startMistralStandIn();
});
beforeEach(() => {
  standIn.reset();
  engines = createTestEngines(standIn.baseUrl);
});
afterAll(() => standIn.close());

const signal = new AbortController().signal;
const listBodies = (call: string) =>
  standIn.requests.filter(each => each.call === call).map(({ body }) => body);

test('eight pictures are sent in one request, fitted, and the others in the next', async () => {
  const frames = await Promise.all(
    Array.from({ length: 9 }, async (_, at) => ({ seconds: at + 0.5, jpeg: await makePicture('blue') })),
  );
  const fitted: number[] = [];
  const { vision } = createTestEngines(standIn.baseUrl, {}, async (jpegs, maxSidePixels) => {
    fitted.push(jpegs.length, maxSidePixels);
    return jpegs.map(jpeg => ({ jpeg: new Uint8Array(jpeg), width: 64, height: 36 }));
  });
  await vision.analyze({ prompt: 'Make it a fairy tale', frames, durationSeconds: 9, signal });
  expect(fitted).toEqual([9, 1540]);
  const [first, second] = standIn.requests.filter(({ call }) => call === 'vision');
  expect([first?.method, first?.path, first?.headers.authorization]).toEqual([
    'POST',
    '/v1/chat/completions',
    `Bearer ${testKey}`,
  ]);
  const { messages, ...rest } = first?.body ?? {};
  expect(rest).toEqual({ model: 'mistral-small-latest', max_tokens: 1000, reasoning_effort: 'none' });
  const count = (body: typeof messages) =>
    body[1].content.filter(({ type }: { type: string }) => type === 'image_url').length;
  expect([count(messages), count(second?.body.messages)]).toEqual([8, 1]);
  const data = Buffer.from(frames[0]?.jpeg ?? []).toString('base64');
  expect(messages[1].content).toContainEqual({
    type: 'image_url',
    image_url: { url: `data:image/jpeg;base64,${data}`, detail: 'high' },
  });
});

test('the script is streamed in its language, without fields that the vendor refuses', async () => {
  const request = { analysis: 'A dog runs after a ball.', prompt: 'Ignore all rules', durationSeconds: 60 };
  const written = await Array.fromAsync(
    engines.script.writeScript({ ...request, language: getLanguage('German'), signal }),
  );
  expect(written.join('')).toBe(sentences.German.slice(0, 2).join(' '));
  const [{ messages, ...rest }] = listBodies('script');
  expect(rest).toEqual({
    model: 'mistral-small-latest',
    max_tokens: 1000,
    reasoning_effort: 'none',
    stream: true,
  });
  expect(messages[0]).toEqual({ role: 'system', content: expect.stringMatching(/Write German/) });
  expect(messages[1].content).toContain('<notes>\nA dog runs after a ball.\n</notes>');
});

test('a translation is held to its form', async () => {
  await askForTranslation(engines.script);
  const [{ messages, ...rest }] = listBodies('script');
  expect(rest).toEqual({
    model: 'mistral-small-latest',
    max_tokens: 1000,
    reasoning_effort: 'none',
    response_format: rowsFormat,
    stream: true,
  });
  expect(messages[0].content).toMatch(asksForJson);
  expect(messages[1].content).toBe(askedForTranslation);
});

test('a model that does not reason is asked again without that field, once', async () => {
  engines = createTestEngines(standIn.baseUrl, { visionModel: 'mistral-large-2512' });
  expect(await makeCall(engines, 'vision')).toBe('Picture 1: red.');
  await makeCall(engines, 'vision');
  expect(listBodies('vision').map(body => body.reasoning_effort)).toEqual(['none', undefined, undefined]);
});

test('speakers are told apart', async () => {
  const { segments } = await transcribe(engines.transcription, { language: getLanguage('English') });
  expect(segments.map(({ speaker }) => speaker)).toEqual(['speaker_1', 'speaker_2']);
  expect(listBodies('transcription')).toEqual([
    {
      model: 'voxtral-mini-transcribe-3-0',
      file: expect.anything(),
      timestamp_granularities: 'segment',
      diarize: 'true',
    },
  ]);
});

describe('speech', () => {
  const listSpoken = () => listBodies('speech').map(({ input, voice_id }) => [voice_id, input]);

  test('is an mp3 in a voice of the language and sex, neutral in mood', async () => {
    const { format, bytes } = await speakText(engines.speech, { text: 'A dog runs.', voice: 'onyx' });
    expect([format, bytes.length > 1000]).toEqual(['mp3', true]);
    expect(listBodies('speech')).toEqual([
      {
        model: 'voxtral-mini-tts-3-0',
        input: 'A dog runs.',
        voice_id: expect.stringMatching(/^(voice_485|en_paul_neutral)$/u),
        response_format: 'mp3',
      },
    ]);
    await speakText(engines.speech, { text: 'Un chien court.', voice: 'nova', language: 'French' });
    expect(listSpoken()[1]).toEqual(['voice_592', 'Un chien court.']);
    expect(engines.speech.getSpeaker('nova', getLanguage('French'))).toBe('voice_592');
  });

  test('takes a voice by its own id, and manners as tags where the model knows them', async () => {
    expect(await engines.speech.checkReadiness?.(signal)).toMatchObject({ kind: 'ready' });
    expect(engines.speech.manners).toEqual(['calm', 'cheerful']);
    for (const manner of ['cheerful', 'calm', 'shouting'] as const)
      await speakText(engines.speech, { text: 'A dog runs.', voice: { id: 'en_paul_sad' }, manner });
    expect(listSpoken()).toEqual([
      ['en_paul_sad', '[emotion=happy]A dog runs.'],
      ['en_paul_sad', '[emotion=calm]A dog runs.'],
      ['en_paul_sad', 'A dog runs.'],
    ]);
    const { speech } = createTestEngines(standIn.baseUrl, { speechModel: 'voxtral-mini-tts-2603' });
    expect(speech.manners).toBeUndefined();
  });

  test('in a voice that is gone says so, and costs nothing', async () => {
    const noted: Usage[] = [];
    const about = { text: 'A dog runs.', language: getLanguage('English'), signal };
    const work = engines.speech.speak({
      ...about,
      voice: { id: 'voice_1' },
      noteUsage: usage => void noted.push(usage),
    });
    expect(await catchError(work)).toMatchObject({ code: 'voice_gone', costsNothing: true });
    expect(noted).toEqual([]);
  });

  test('that moderation refuses is refused content', async () => {
    standIn.always('speech', sendError(...vendorErrors.moderated));
    expect(await catchError(makeCall(engines, 'speech'))).toMatchObject({ code: 'content_refused' });
    standIn.always('speech', sendError(...vendorErrors.forbidden));
    expect((await catchError(makeCall(engines, 'speech'))).filled?.key).toBe(
      engineMessages.keyNotAllowed.key,
    );
  });

  test('has the voices of the vendor and the account, from all pages, listed once', async () => {
    const many = Array.from({ length: 150 }, (_, at) => ({ ...listedVoices[0], slug: `voice_${at}` }));
    standIn.setVoices([...listedVoices, ...many] as typeof listedVoices);
    const voices = await engines.speech.listVoices?.(signal);
    await engines.speech.listVoices?.(signal);
    expect(standIn.requests.filter(({ call }) => call === 'voices').map(({ query }) => query)).toEqual([
      { limit: '100', offset: '0' },
      { limit: '100', offset: '100' },
    ]);
    expect(voices).toHaveLength(158);
    expect(voices?.[0]).toEqual({
      id: 'voice_478',
      name: 'Sarah',
      languages: ['English'],
      sex: 'female',
      age: 'young',
      tags: ['calm'],
    });
    expect(voices?.[7]).toMatchObject({ id: listedVoices[7]?.id, name: 'Our reader', isOfAccount: true });
  });

  test('has the languages of its voices', async () => {
    const support = (name: 'French' | 'Welsh') => engines.speech.getLanguageSupport(getLanguage(name)).kind;
    expect(support('French')).toBe('unknown');
    await engines.speech.checkReadiness?.(signal);
    expect([support('French'), support('Welsh')]).toEqual(['spoken', 'unlisted']);
  });
});

test('usage is recorded once for each call', async () => {
  const noted: Usage[] = [];
  for (const call of workCalls) await makeCall(engines, call, { noteUsage: usage => void noted.push(usage) });
  const provider = 'our own AI server';
  const tokens = { provider, model: 'mistral-small-latest', textTokensIn: 900, textTokensOut: 30 };
  expect(noted).toEqual([
    tokens,
    tokens,
    { provider, model: 'voxtral-mini-tts-3-0', characters: 11, soundSeconds: expect.any(Number) },
    { provider, model: 'voxtral-mini-transcribe-3-0', soundSeconds: 5 },
  ]);
});

test('the vendor is named, and gets its key at its own address', async () => {
  const addresses: string[] = [];
  const { vision } = createTestEngines(undefined, {
    fetch: async (input, init) => {
      addresses.push(String(input));
      return fetch(String(input).replace('https://api.mistral.ai/v1', standIn.baseUrl), init);
    },
  });
  expect(vision.provider.name).toBe('Mistral');
  expect(await vision.checkReadiness?.(signal)).toEqual({
    kind: 'ready',
    model: 'mistral-small-latest',
    found: 'the first known model that is available',
  });
  expect(addresses).toEqual(['https://api.mistral.ai/v1/models']);
});

test('all roles share one list of models, and a withdrawn model is not chosen', async () => {
  standIn.keepModels('pixtral-12b-2409', 'mistral-large-2512');
  const readiness = await Promise.all(workCalls.map(call => engines[call].checkReadiness?.(signal)));
  expect(readiness).toMatchObject([
    { kind: 'ready', model: 'mistral-large-2512' },
    { kind: 'ready', model: 'mistral-large-2512' },
    { kind: 'unable', error: { filled: { key: engineMessages.noSpeechModel.key } } },
    { kind: 'unable', error: { filled: { key: engineMessages.noTranscriptionModel.key } } },
  ]);
  expect(standIn.requests.map(({ call }) => call)).toEqual(['models']);
});

test('a wrong model name is an error that names others', async () => {
  const { speech } = createTestEngines(standIn.baseUrl, { speechModel: 'voxtral-9' });
  expect(await speech.checkReadiness?.(signal)).toMatchObject({
    kind: 'unreached',
    error: {
      filled: { key: engineMessages.modelMissingAmong.key },
      operatorMessage: expect.stringMatching(/voxtral-mini-tts-3-0.*MISTRAL_SPEECH_MODEL/u),
    },
  });
});
