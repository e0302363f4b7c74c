import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines, Usage } from '#engines/ports.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import {
  createTestEngines,
  makeCall,
  makePicture,
  speakWhole,
  type WorkCall,
} from '../support/gemini-calls.ts';
import { answerWith, emptyAnswers, geminiRefusals, oddSounds, oddTexts } from '../support/gemini-faults.ts';
import { type GeminiCall, type GeminiStandIn, startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { catchError, expectFault, type ProviderFault, when } from '../support/provider-faults.ts';

let standIn: GeminiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startGeminiStandIn();
});
beforeEach(() => {
  standIn.reset();
  engines = createTestEngines(standIn.baseUrl);
});
afterAll(() => standIn.close());

const neverAborted = new AbortController().signal;

function listRequests(call: GeminiCall) {
  return standIn.requests.filter(request => request.call === call);
}

function listConfigs(call: GeminiCall) {
  return listRequests(call).map(({ body }) => body.generationConfig);
}

describe.each(['vision', 'script'] as const)('for %s', call => {
  test('thoughts are not part of the text', async () => {
    standIn.next(call, oddTexts.thoughtAloud);
    expect(await makeCall(engines, call)).toBe('A dog runs.');
  });

  test('text that hits the token limit ends with a whole sentence', async () => {
    standIn.next(call, oddTexts.cutAtLimit);
    expect(String(await makeCall(engines, call)).trim()).toBe('A dog runs.');
  });

  test('invalid characters are removed', async () => {
    standIn.next(call, oddTexts.loneSurrogates);
    expect(await makeCall(engines, call)).toBe('A dog runs. It barks.');
  });

  test.each([
    when('declines in plain words', oddTexts.politeRefusal, 'content_refused'),
    when('writes without end', oddTexts.farTooMuch, 'provider_garbage'),
    when('never says that it is done', oddTexts.neverEnds, 'provider_garbage'),
    when('answers in another shape', oddTexts.otherShape, 'provider_garbage'),
  ] satisfies ProviderFault<GeminiCall>[])('a model that $fault is an error', async expected => {
    standIn.always(call, expected.behaviour);
    expectFault(await catchError(makeCall(engines, call)), expected, ['A dog runs']);
    expect(listRequests(call)).toHaveLength(1);
  });

  test('a model that used up its limit by thinking is asked once more with a higher limit, which is kept', async () => {
    const noted: Usage[] = [];
    standIn.next(call, oddTexts.thoughtUntilItsLimit);
    expect(await makeCall(engines, call, { noteUsage: usage => noted.push(usage) })).toBeTruthy();
    await makeCall(engines, call);
    expect(listConfigs(call).map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([1000, 9000, 9000]);
    // Thoughts are charged, too.
    expect(noted.map(({ textTokensIn, textTokensOut }) => [textTokensIn, textTokensOut])).toEqual([
      [9, 997],
      [expect.any(Number), expect.any(Number)],
    ]);
  });

  test('a model that only thinks is an error after the second time', async () => {
    standIn.always(call, oddTexts.thoughtUntilItsLimit);
    const error = await catchError(makeCall(engines, call));
    expectFault(error, { code: 'provider_garbage', message: engineMessages.nothingWritten }, []);
    expect(listRequests(call)).toHaveLength(2);
  });

  test.each([
    ['gemini-3.5-flash-lite', ['MINIMAL'], 1000],
    ['gemini-3.8-flash', ['LOW'], 4000],
    ['gemini-4-argon', ['LOW'], 4000],
    ['gemini-2.5-flash-lite', [undefined], 1000],
  ])('%s is asked to think as little as possible', async (name, levels, tokens) => {
    const named = createTestEngines(standIn.baseUrl, { visionModel: name, scriptModel: name });
    expect(await makeCall(named, call)).toBeTruthy();
    const configs = listConfigs(call);
    expect(configs.map(({ thinkingConfig }) => thinkingConfig?.thinkingLevel)).toEqual(levels);
    expect(configs.at(-1)?.maxOutputTokens).toBe(tokens);
  });

  test('a model that refuses a thinking level is asked with the next, then with none, and that is cached', async () => {
    standIn.next(call, geminiRefusals.thinkingLevel, geminiRefusals.thinkingLevel);
    await makeCall(engines, call);
    await makeCall(engines, call);
    const levels = listConfigs(call).map(({ thinkingConfig }) => thinkingConfig?.thinkingLevel);
    expect(levels).toEqual(['MINIMAL', 'LOW', undefined, undefined]);
  });

  test('a server that refuses `store: false` is not sent it again', async () => {
    standIn.next(call, geminiRefusals.unknownStore);
    await makeCall(engines, call);
    await makeCall(engines, call);
    expect(listRequests(call).map(({ body }) => body.store)).toEqual([false, undefined, undefined]);
  });
});

test('an analysis of only some pictures is an error', async () => {
  const usage = { promptTokenCount: 1500, promptTokensDetails: [{ modality: 'IMAGE', tokenCount: 1120 }] };
  standIn.next('vision', answerWith({ parts: [{ text: 'A dog runs.' }], finishReason: 'STOP', usage }));
  const jpeg = await makePicture('blue');
  const frames = Array.from({ length: 10 }, (_, seconds) => ({ seconds, jpeg }));
  const asked = { prompt: 'Narrate it', frames, durationSeconds: 10, signal: neverAborted };
  const error = await catchError(engines.vision.analyze(asked));
  expectFault(error, { code: 'provider_garbage', message: engineMessages.framesSkipped }, []);
});

describe('for speech', () => {
  test.each([
    when('is silent', oddSounds.silent, 'provider_garbage'),
    when('stops in the middle', oddSounds.cutForNoReason, 'provider_garbage', {
      message: engineMessages.answerCut,
    }),
    when('stops at its limit', oddSounds.cutAtLimit, 'provider_garbage', {
      message: engineMessages.answerCut,
    }),
    when('speaks far longer than the text', oddSounds.farTooLong, 'provider_garbage'),
    when('sends broken base64', oddSounds.brokenBase64, 'provider_garbage'),
    when('speaks at another rate', oddSounds.otherRate, 'provider_garbage'),
    when('speaks at another rate as a file', oddSounds.otherRateInWav, 'provider_garbage'),
    when('speaks in stereo', oddSounds.stereo, 'provider_garbage'),
    when('speaks as mp3', oddSounds.mp3, 'provider_garbage'),
  ] satisfies ProviderFault<GeminiCall>[])('a voice that $fault is an error', async expected => {
    standIn.always('speech', expected.behaviour);
    expectFault(await catchError(makeCall(engines, 'speech')), expected, ['A dog runs']);
    expect(listRequests('speech')).toHaveLength(1);
  });

  test('speech far too short for its text is an error', async () => {
    standIn.always('speech', oddSounds.asTheGuideWrites);
    const error = await catchError(speakWhole(engines, { text: 'A dog runs. '.repeat(20) }));
    expectFault(error, { code: 'provider_garbage' }, []);
  });

  test('an event larger than any model sends is an error, and is scanned once', async () => {
    standIn.always('speech', oddSounds.inOneLargeEvent);
    const error = await catchError(speakWhole(engines, { text: 'A dog runs. '.repeat(80) }));
    expectFault(error, { code: 'provider_garbage' }, []);
    expect(String(error.cause)).toContain('an event of more than 4194304 bytes');
  });

  test.each([
    ['samples under the name of the guide', oddSounds.asTheGuideWrites],
    ['samples of a file', oddSounds.asWav],
  ])('%s are passed on', async (_, behaviour) => {
    standIn.next('speech', behaviour);
    expect(await makeCall(engines, 'speech')).toBe(24_000);
  });

  test.each([
    ['no sound and no reason', emptyAnswers.other],
    ['words in place of sound', oddSounds.textInPlaceOfSound],
    ['a file without sound', oddSounds.headWithoutSound],
  ])('%s is requested once more as a whole, and both are recorded', async (_, behaviour) => {
    const noted: Usage[] = [];
    standIn.next('speech', behaviour);
    const samples = await speakWhole(engines, { noteUsage: usage => noted.push(usage) });
    // The metadata chunk behind the samples of a file is skipped.
    expect(samples.length).toBe(17_600);
    expect(listRequests('speech').map(({ path }) => path.split(':')[1])).toEqual([
      'streamGenerateContent',
      'generateContent',
    ]);
    expect(noted).toHaveLength(2);
  });

  test('no sound at the second time either is an error', async () => {
    standIn.always('speech', emptyAnswers.other);
    const error = await catchError(makeCall(engines, 'speech'));
    expectFault(error, { code: 'provider_garbage', message: engineMessages.noSound }, ['A dog runs']);
    expect(listRequests('speech')).toHaveLength(2);
  });

  test('options that a model does not know are omitted, and that is cached', async () => {
    const { unknownStyle, languageCode, unknownStore } = geminiRefusals;
    standIn.next('speech', unknownStyle, languageCode, unknownStore);
    expect(engines.speech.manners).toHaveLength(9);
    for (let times = 0; times < 2; times += 1) await speakWhole(engines, { voice: 'Nicole' });
    const sent = listRequests('speech').map(({ body }) => [
      body.contents[0].parts[0].speechMetadata?.style,
      body.generationConfig.speechConfig.languageCode,
      body.store,
    ]);
    expect(sent).toEqual([
      ['whispering', 'en', false],
      [undefined, 'en', false],
      [undefined, undefined, false],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
    expect(engines.speech.manners).toBeUndefined();
  });

  test('one request is short enough in every language', () => {
    expect(engines.speech.maxCharacters).toBe(1000);
  });
});

test.each<[WorkCall, string]>([
  ['vision', 'gemini-2.5-flash'],
  ['script', 'gemini-2.5-flash'],
])('usage of another model for %s is recorded under its name', async (call, name) => {
  const noted: Usage[] = [];
  const named = createTestEngines(standIn.baseUrl, { visionModel: name, scriptModel: name });
  const more = { modelVersion: 'gemini-3.5-flash-lite' };
  standIn.next(call, answerWith({ parts: [{ text: 'A dog runs.' }], finishReason: 'STOP', more }));
  await makeCall(named, call, { noteUsage: usage => noted.push(usage) });
  expect(noted).toMatchObject([{ model: 'gemini-3.5-flash-lite' }]);
});
