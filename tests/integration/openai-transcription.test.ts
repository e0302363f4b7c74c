import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getLanguage } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { tokensBody } from '../support/openai-transcriptions.ts';
import { fetchInPlaceOfVendor, testKey } from '../support/provider-calls.ts';
import { catchError, connectionFaults, expectFault, silences, when } from '../support/provider-faults.ts';
import { createOpenAiTranscription, transcribe } from '../support/transcription-calls.ts';

const neverAborted = new AbortController().signal;
let standIn: OpenAiStandIn;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

/** As OpenAI itself, not a compatible server. */
function createVendor(model?: string) {
  const fetch = fetchInPlaceOfVendor(standIn);
  return createOpenAiTranscription(undefined, { fetch, ...(model && { model }) });
}

test('the model that does not end is used, with sounds short enough to have times', async () => {
  standIn.setModels({ id: 'whisper-1', shutdown_date: '2027-02-26' }, 'gpt-transcribe');
  const engine = createVendor();
  expect(engine.maxSeconds).toBe(30);
  expect(await transcribe(engine, { language: getLanguage('English') })).toEqual({
    segments: [{ startSeconds: 0, endSeconds: 5, text: 'Hello, Anna. Nice to meet you.' }],
    language: 'English',
    usage: [{ provider: 'OpenAI', model: 'gpt-transcribe', soundSeconds: 5 }],
  });
  expect(standIn.requests.map(({ body }) => body)).toEqual([
    { model: 'gpt-transcribe', file: expect.anything(), response_format: 'json', 'languages[]': ['en'] },
  ]);
});

test('Whisper is used where it is the only one, until its end', async () => {
  standIn.setModels({ id: 'whisper-1', shutdown_date: '2027-02-26' });
  const engine = createVendor();
  expect(await engine.checkReadiness?.(neverAborted)).toMatchObject({
    model: 'whisper-1',
    endsOn: '2027-02-26',
  });
  const { segments } = await transcribe(engine);
  expect(segments.map(({ words }) => words?.length)).toEqual([2, 4]);
  expect(engine.maxSeconds).toBe(300);
  standIn.setModels({ id: 'whisper-1', shutdown_date: '2026-01-01' });
  expect(await createVendor().checkReadiness?.(neverAborted)).toMatchObject({ kind: 'unable' });
});

test('a model that tells speakers apart is asked to, and may let them overlap', async () => {
  standIn.setModels('gpt-4o-transcribe-diarize');
  const { segments } = await transcribe(createVendor('gpt-4o-transcribe-diarize'));
  expect(segments.map(each => [each.speaker, each.startSeconds, each.endSeconds])).toEqual([
    ['A', 0.4, 1.6],
    ['B', 1.2, 3.4],
  ]);
  expect(standIn.requests[0]?.body).toMatchObject({ chunking_strategy: 'auto' });
});

test('tokens count where the model is billed by tokens', async () => {
  standIn.next('transcription', ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(tokensBody));
  });
  const { usage } = await transcribe(createVendor());
  expect(usage).toMatchObject([{ soundTokensIn: 50, textTokensIn: 4, textTokensOut: 9 }]);
});

test('a model that is gone is chosen anew', async () => {
  standIn.setModels('gpt-transcribe', 'whisper-1');
  const engine = createVendor();
  standIn.next('transcription', refusals.unknownModel);
  await expect(transcribe(engine)).rejects.toMatchObject({ code: 'provider_unavailable' });
  await transcribe(engine);
  expect(engine.model).toBe('whisper-1');
});

test("another company's key is not sent", async () => {
  const engine = createOpenAiTranscription(undefined, {
    apiKey: 'sk-ant-api03-Tr0ub4dor',
    fetch: fetchInPlaceOfVendor(standIn),
  });
  const error = await catchError(transcribe(engine));
  expect(error.filled?.key).toBe(engineMessages.keyOfAnother.key);
  expect(standIn.requests).toEqual([]);
});

const faults = [
  when('refuses the sound (400)', refusals.badRequest, 'provider_unavailable', {
    message: engineMessages.soundRejected,
  }),
  when('refuses the key (401)', refusals.invalidKey, 'provider_unavailable'),
  when('is busy (429)', refusals.rateLimit, 'provider_busy', { retryAfterSeconds: 30 }),
  when('wants to be paid (429)', refusals.outOfQuota, 'provider_unavailable', {
    message: engineMessages.outOfCredit,
  }),
  when('is overloaded (503)', refusals.overloaded, 'provider_busy', { retryAfterSeconds: 30 }),
  ...connectionFaults,
];

describe('when the provider', () => {
  test.each(faults)('$fault, the caller learns it', async ({ behaviour, ...expected }) => {
    standIn.always('transcription', behaviour);
    const error = await catchError(transcribe(createOpenAiTranscription(standIn.baseUrl)));
    expectFault(error, expected, [testKey, 'Anna']);
  });

  test.each(silences)('$fault, it does not wait for ever', async ({ behaviour, ...expected }) => {
    standIn.always('transcription', behaviour);
    const engine = createOpenAiTranscription(standIn.baseUrl, { timeoutMs: 300 });
    expectFault(await catchError(transcribe(engine)), expected, [testKey]);
  });

  test.each([
    ['a list', '[]'],
    ['no text', '{"segments": []}'],
    ['segments of other things alone', '{"segments": [{"start": "soon", "end": 1}]}'],
    ['broken JSON', '{"text": "Hel'],
  ])('answers with %s, it is no transcript', async (_, body) => {
    standIn.next('transcription', ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
    await expect(transcribe(createVendor())).rejects.toMatchObject({ code: 'provider_garbage' });
  });

  test('is cancelled, it is told so', async () => {
    const leave = new AbortController();
    standIn.next('transcription', brokenAnswers.noHeaders);
    const asked = transcribe(createVendor(), { signal: leave.signal });
    const { closed } = await standIn.waitForRequest('transcription');
    leave.abort();
    await expect(asked).rejects.toMatchObject({ code: 'client_closed' });
    expect(await closed).toMatchObject({ early: true });
  });
});

test('silence has no segments', async () => {
  standIn.next('transcription', ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"text": "", "languages": []}');
  });
  expect((await transcribe(createVendor())).segments).toEqual([]);
});
