import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { offerOpenAi } from '#engines/openai/create-openai-engines.ts';
import type { SpeechEngine } from '#engines/ports.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { takeMp3 } from '#shared/speech.ts';
import { noPictures } from '../support/no-pictures.ts';
import { testKey } from '../support/provider-calls.ts';
import { composeSpeechRequest } from '../support/realtime-calls.ts';
import { type RealtimeStandIn, startRealtimeStandIn, todaysModels } from '../support/realtime-stand-in.ts';
import { testRows } from '../support/test-rows.ts';
import { trustCertificate } from '../support/trust-certificate.ts';

let standIn: RealtimeStandIn;

beforeAll(async () => {
  standIn = await startRealtimeStandIn();
  trustCertificate(standIn.certificate);
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

function createSpeech(model?: string): SpeechEngine {
  const access = { apiKey: testKey, baseUrl: standIn.baseUrl, maxRetries: 0, model };
  const { speech } = offerOpenAi(
    { vision: access, script: access, speech: access, transcription: access, maxSidePixels: 1024 },
    noPictures.fitPictures,
  );
  if (!speech) throw new TypeError('The stand-in is not set up.');
  return speech;
}

const script = 'A dog waits in the warm sun. Then it runs, and the red ball is faster.';

async function narrate(speech: SpeechEngine): Promise<number> {
  const signal = new AbortController().signal;
  await speech.checkReadiness?.(signal);
  let bytes = 0;
  for await (const piece of takeMp3(
    await convertToVoice(speech, { script, voice: 'nova', language: 'English' }, signal),
  ))
    bytes += piece.length;
  return bytes;
}

function countSpeechRequests(): number {
  return standIn.requests.filter(({ call }) => call === 'speech').length;
}

describe('with a server that lists its models', () => {
  test('the speech endpoint is used while its model is listed', async () => {
    standIn.setModels(...todaysModels);
    const speech = createSpeech();
    expect(await narrate(speech)).toBeGreaterThan(1000);
    expect(standIn.sessions).toHaveLength(0);
    expect(speech.model).toBe('tts-1');
    expect(speech.getSpeaker('nova')).toBe('nova');
  });

  test('the Realtime API is used once it is not', async () => {
    const speech = createSpeech();
    expect(await narrate(speech)).toBeGreaterThan(1000);
    expect(countSpeechRequests()).toBe(0);
    expect(speech.model).toBe('gpt-realtime-2.1-mini');
    expect(speech.getSpeaker('nova')).toBe('marin');
    expect(await speech.checkReadiness?.(new AbortController().signal)).toEqual({
      kind: 'ready',
      model: 'gpt-realtime-2.1-mini',
      found: 'the first known model that is available',
    });
  });

  test('a listed model past its last day counts as gone', async () => {
    const yesterday = new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10);
    standIn.setModels({ id: 'tts-1', shutdown_date: yesterday }, 'gpt-realtime-2.1-mini');
    const speech = createSpeech();
    expect(await narrate(speech)).toBeGreaterThan(1000);
    expect(standIn.sessions.length).toBeGreaterThan(0);
  });

  test('a missing named model is an error that lists the speech models', async () => {
    standIn.setModels(...todaysModels);
    const speech = createSpeech('gpt-realtime-3');
    expect(await speech.checkReadiness?.(new AbortController().signal)).toMatchObject({
      kind: 'unreached',
      error: {
        filled: {
          key: engineMessages.modelMissingAmong.key,
          values: { model: 'gpt-realtime-3', others: 'gpt-realtime-2.1-mini, tts-1, tts-1-hd' },
        },
      },
    });
    await expect(narrate(speech)).rejects.toMatchObject({ code: 'provider_unavailable' });
  });

  test('a named realtime model is used, whatever else is listed', async () => {
    standIn.setModels(...todaysModels, 'gpt-realtime-3');
    const speech = createSpeech('gpt-realtime-3');
    expect(await narrate(speech)).toBeGreaterThan(1000);
    expect(standIn.sessions[0]?.query.model).toBe('gpt-realtime-3');
  });
});

const losses: [title: string, status: number, error: object | undefined][] = [
  ['has no such address any more (404)', 404, { message: 'Invalid URL (POST /v1/audio/speech)', code: null }],
  [
    'has no such model any more (404)',
    404,
    { message: 'The model has been deprecated', code: 'model_not_found' },
  ],
  ['is closed to the project (403)', 403, { message: 'no access to model', code: 'model_not_found' }],
  ['is gone (410)', 410, undefined],
];

describe('a speech endpoint that', () => {
  testRows(losses, (_, index) => index === 0)(
    '%s between two narrations is not asked again after that',
    async (_, status, error) => {
      standIn.setModels(...todaysModels);
      const speech = createSpeech();
      expect(await narrate(speech)).toBeGreaterThan(1000);
      standIn.always('speech', ({ response }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(
          error && JSON.stringify({ error: { type: 'invalid_request_error', param: null, ...error } }),
        );
      });
      expect(await narrate(speech)).toBeGreaterThan(1000);
      expect(standIn.sessions.length).toBeGreaterThan(0);
      expect(speech.model).toBe('gpt-realtime-2.1-mini');
      const asked = countSpeechRequests();
      expect(await narrate(speech)).toBeGreaterThan(1000);
      expect(countSpeechRequests()).toBe(asked);
    },
  );

  test('is busy, or fails, does not change the voice', async () => {
    standIn.setModels(...todaysModels);
    const speech = createSpeech();
    for (const status of [401, 429, 500]) {
      standIn.next('speech', ({ response }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: 'no', type: 'server_error', code: null } }));
      });
      await expect(narrate(speech)).rejects.toMatchObject({ status: 503 });
    }
    expect(standIn.sessions).toHaveLength(0);
  });

  test('is lost mid-script is an error, so that no script has two voices', async () => {
    standIn.setModels(...todaysModels);
    const speech = createSpeech();
    const { signal } = new AbortController();
    const first = await speech.speak(composeSpeechRequest({ signal }));
    expect(first.format).toBe('mp3');
    standIn.setModels('gpt-realtime-2.1-mini');
    const next = composeSpeechRequest({ signal, previousText: 'A dog waits.' });
    await expect(speech.speak(next)).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(standIn.sessions).toHaveLength(0);
  });
});
