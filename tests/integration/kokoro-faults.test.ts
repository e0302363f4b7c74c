import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { failToConnect, unusedAddress } from '../support/failing-connections.ts';
import { kokoroVoices } from '../support/kokoro-bodies.ts';
import {
  type KokoroBehaviour,
  type KokoroCall,
  type KokoroStandIn,
  startKokoroStandIn,
} from '../support/kokoro-stand-in.ts';
import { testKey } from '../support/provider-calls.ts';
import {
  catchError,
  connectionFaults,
  expectFault,
  type ProviderFault,
  silences,
  unfinishedAnswers,
  when,
} from '../support/provider-faults.ts';
import { createTestSpeech, dogs, speakText } from '../support/speech-calls.ts';
import { testRows } from '../support/test-rows.ts';

let standIn: KokoroStandIn;
let engine: SpeechEngine;

beforeAll(async () => {
  standIn = await startKokoroStandIn();
});
beforeEach(() => {
  standIn.reset();
  engine = createTestSpeech(standIn.baseUrl);
});
afterAll(() => standIn.close());

const never = new AbortController().signal;
const secrets = [testKey, dogs];

function refuse(status: number, body: object, headers: Record<string, string> = {}): KokoroBehaviour {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

const detail = (error: string, message: string) => ({ detail: { error, message, type: 'server_error' } });

const faults: readonly ProviderFault<KokoroCall>[] = [
  when('fails (500)', refuse(500, detail('processing_error', `cannot say: ${dogs}`)), 'provider_unavailable'),
  when(
    'cannot validate it (422)',
    refuse(422, { detail: [{ type: 'missing', loc: ['body', 'input'], msg: 'Field required' }] }),
    'provider_unavailable',
  ),
  when('wants a key (401)', refuse(401, { detail: 'Invalid API key' }), 'provider_unavailable'),
  when(
    'refuses the key as speaches does (403)',
    refuse(403, { detail: 'Invalid API key. The provided API key is incorrect.' }),
    'provider_unavailable',
  ),
  when(
    'takes no more as LocalAI does (503)',
    refuse(
      503,
      {
        error: {
          code: 503,
          message: 'backend inference capacity reached (max_concurrent=1); retry after 1s',
          type: '',
        },
      },
      { 'retry-after': '60' },
    ),
    'provider_busy',
    { retryAfterSeconds: 60 },
  ),
  when('is behind an impatient gateway (504)', brokenAnswers.gatewayTimeout, 'provider_timeout'),
  ...connectionFaults,
  when(
    'answers with a web page under a false name',
    brokenAnswers.htmlThatClaimsToBeRight,
    'provider_garbage',
  ),
];

describe('when speaking, the server', () => {
  testRows(faults, ({ fault }) => fault !== 'answers without end')(
    '$fault, the error says so',
    async expected => {
      standIn.always('speech', expected.behaviour);
      expectFault(await catchError(speakText(engine)), expected, secrets);
      expect(standIn.spoken).toHaveLength(1);
    },
  );

  testRows(silences, (_, index) => index === 0)('$fault, it is given up without a retry', async expected => {
    await engine.checkReadiness?.(never);
    standIn.always('speech', expected.behaviour);
    const impatient = createTestSpeech(standIn.baseUrl, { timeoutMs: 1000 });
    expectFault(await catchError(speakText(impatient)), expected, secrets);
    expect(standIn.spoken).toHaveLength(1);
    expect(await standIn.spoken[0]?.closed).toMatchObject({ early: true });
  });

  test.each(unfinishedAnswers)('is left %s, its connection is closed', async (_, behaviour) => {
    const leaving = new AbortController();
    standIn.always('speech', behaviour);
    const requested = standIn.waitForRequest('speech');
    const work = speakText(engine, { signal: leaving.signal });
    const request = await requested;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(await request.closed).toMatchObject({ early: true });
    expect(standIn.spoken).toHaveLength(1);
  });
});

describe('when listing its voices, the server', () => {
  test('cannot be reached, the error says so, and it is tried again shortly', {
    tags: 'long',
  }, async () => {
    const { fetch } = failToConnect('ECONNREFUSED', 2);
    const late = createTestSpeech(standIn.baseUrl, { fetch });
    expect(await late.checkReadiness?.(never)).toMatchObject({ kind: 'unreached' });
    expectFault(
      await catchError(speakText(createTestSpeech(unusedAddress))),
      { code: 'provider_unavailable' },
      secrets,
    );
    await expect
      .poll(() => late.checkReadiness?.(never), { timeout: 10_000 })
      .toMatchObject({ kind: 'ready' });
    expect((await speakText(late)).bytes.length).toBeGreaterThan(1000);
  });

  test.each<[string, KokoroBehaviour]>([
    ['fails', refuse(500, detail('server_error', 'Failed to retrieve voice list'))],
    ['answers with a web page', brokenAnswers.html],
    ['breaks off', brokenAnswers.cutInTheMiddle],
    [
      'answers with broken JSON',
      ({ response }) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"voices":[');
      },
    ],
  ])('%s, nothing is spoken, and none of it is shown', async (_, behaviour) => {
    standIn.always('voices', behaviour);
    expect(await engine.checkReadiness?.(never)).toMatchObject({ kind: 'unreached' });
    const error = await catchError(speakText(engine));
    expect(error.message).toMatch(/^\p{Lu}.+\.$/u);
    expect(standIn.spoken).toHaveLength(0);
  });

  test.each<[string, object]>([
    ['has no voice', { voices: [] }],
    ['has voices without names', { voices: [{ language: 'en' }, {}, 7, null] }],
    ['has only voices of unknown languages', { voices: ['my_voice'] }],
  ])('%s, it does not speak', async (_, list) => {
    standIn.always('voices', refuse(200, list));
    expect(await engine.checkReadiness?.(never)).toMatchObject({ kind: 'unable' });
  });

  test('has ten thousand voices, one of the first is chosen', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => ({ id: `af_voice${index}` }));
    standIn.always('voices', refuse(200, { voices: [...names, { id: 'af_heart' }] }));
    standIn.always('speech', refuse(500, detail('processing_error', 'no')));
    await catchError(speakText(engine));
    expect(standIn.spoken[0]?.body.voice).toMatch(/^af_voice\d+$/u);
  });

  test('is silent because it is busy speaking, it stays the speech engine', async () => {
    let isSilent = false;
    const asking: typeof globalThis.fetch = (input, init) => {
      if (!isSilent || init?.method === 'POST') return fetch(input, init);
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    };
    const speaking = createTestSpeech(standIn.baseUrl, { fetch: asking });
    await speakText(speaking);
    isSilent = true;
    expect((await speakText(speaking)).bytes.length).toBeGreaterThan(1000);
    expect(standIn.spoken).toHaveLength(2);
  });
});

describe('a voice that the server lost', () => {
  const without = (lost: string) => kokoroVoices['0.8.0'].filter(voice => voice !== lost);

  test('is not requested again: another replaces it', async () => {
    await speakText(engine, { voice: 'nova' });
    standIn.setUp({ voices: without('af_bella') });
    await speakText(engine, { voice: 'nova' });
    await speakText(engine, { voice: 'nova' });
    const voices = standIn.spoken.map(({ body }) => body.voice);
    expect(voices.slice(0, 2)).toEqual(['af_bella', 'af_bella']);
    expect(voices[2]).toMatch(/^[ab]f_/u);
    expect(voices[2]).not.toBe('af_bella');
    expect(voices).toHaveLength(4);
    expect(voices[3]).toBe(voices[2]);
  });

  test('is noticed though it is still listed', async () => {
    const message = "Voice 'af_bella' not found. Available voices: af_bella";
    standIn.next(
      'speech',
      refuse(400, { detail: { error: 'validation_error', message, type: 'invalid_request_error' } }),
    );
    expect((await speakText(engine, { voice: 'nova' })).bytes.length).toBeGreaterThan(1000);
    expect(standIn.spoken[1]?.body.voice).not.toBe('af_bella');
  });

  test('is noticed by the list when the answer is empty, as from speaches', async () => {
    await speakText(engine, { voice: 'nova' });
    standIn.setUp({ voices: without('af_bella') });
    standIn.next('speech', ({ response }) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      response.write('', () => response.destroy());
    });
    expect((await speakText(engine, { voice: 'nova' })).bytes.length).toBeGreaterThan(1000);
    expect(standIn.spoken).toHaveLength(3);
  });

  test('is reported when the language has no other', async () => {
    await speakText(engine, { language: 'French', text: 'Un chien.' });
    standIn.setUp({ voices: without('ff_siwis') });
    const error = await catchError(speakText(engine, { language: 'French', text: 'Un chien.' }));
    expect(error.message).toBe(t(engineMessages.languageWithoutVoice, { language: 'French' }));
    expect(error.costsNothing).toBe(true);
  });
});

describe('a base URL', () => {
  test.each([
    ['without /v1', ''],
    ['with a slash at its end', '/v1/'],
    ['without /v1 and with a slash', '/'],
  ])('%s works', async (_, path) => {
    const careless = createTestSpeech(`${standIn.origin}${path}`);
    expect((await speakText(careless)).bytes.length).toBeGreaterThan(1000);
    expect(standIn.spoken[0]?.path).toBe('/v1/audio/speech');
  });

  test('of another service is reported as having no speech', async () => {
    const elsewhere = createTestSpeech(`${standIn.origin}/somewhere`);
    expect(await elsewhere.checkReadiness?.(never)).toMatchObject({ kind: 'unable' });
  });
});
