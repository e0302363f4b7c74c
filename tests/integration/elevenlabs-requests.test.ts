// @module-tag long
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createElevenLabsSpeech } from '#engines/elevenlabs/create-elevenlabs-engines.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import { chooseEngines } from '#server/choose-engines.ts';
import { readConfig } from '#server/config/config.ts';
import { getLanguage } from '#shared/languages.ts';
import { takeMp3 } from '#shared/speech.ts';
import { premiumVoices } from '#shared/voices.ts';
import { accountVoices } from '../support/elevenlabs-bodies.ts';
import { createTestSpeech, speakWhole, testKey } from '../support/elevenlabs-calls.ts';
import {
  type ElevenLabsRequest,
  type ElevenLabsStandIn,
  startElevenLabsStandIn,
} from '../support/elevenlabs-stand-in.ts';
import { noPictures } from '../support/no-pictures.ts';
import { testRows } from '../support/test-rows.ts';

let standIn: ElevenLabsStandIn;

beforeAll(async () => {
  standIn = await startElevenLabsStandIn();
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

const never = new AbortController().signal;
const sentence = 'The river turns once more before it meets the sea, and nobody is in a hurry. ';

function listSpeechRequests(): ElevenLabsRequest[] {
  return standIn.requests.filter(request => request.call === 'speech');
}

async function convert(script: string, model = 'eleven_multilingual_v2'): Promise<number> {
  const speech = createTestSpeech(standIn.baseUrl, { model });
  let bytes = 0;
  for await (const piece of takeMp3(
    await convertToVoice(speech, { script, voice: 'Adam', language: 'English' }, never),
  ))
    bytes += piece.byteLength;
  return bytes;
}

describe('a text', () => {
  test('is spoken by the streaming endpoint with the voice of that name, without other data', async () => {
    const speech = createTestSpeech(standIn.baseUrl);
    expect(
      await speakWhole(speech, { text: 'Ein Hund läuft.', language: getLanguage('German') }),
    ).toBeGreaterThan(1000);
    const [list, spoken, ...others] = standIn.requests;
    expect(others).toEqual([]);
    expect(list).toMatchObject({ method: 'GET', path: '/v2/voices', query: { page_size: '100' } });
    const id = accountVoices[premiumVoices.indexOf('Rachel')]?.id;
    expect(spoken).toMatchObject({
      method: 'POST',
      path: `/v1/text-to-speech/${id}/stream`,
      query: { output_format: 'mp3_44100_128' },
      headers: { 'xi-api-key': testKey, 'content-type': 'application/json' },
    });
    expect(spoken?.body).toEqual({ text: 'Ein Hund läuft.', model_id: 'eleven_multilingual_v2' });
  });

  test.each(premiumVoices)('is spoken by %s, however the account writes the name', async voice => {
    expect(await speakWhole(createTestSpeech(standIn.baseUrl), { voice })).toBeGreaterThan(1000);
    const id = accountVoices[premiumVoices.indexOf(voice)]?.id;
    expect(listSpeechRequests()[0]?.path).toContain(`/${id}/`);
  });

  test.each([
    ['eleven_flash_v2_5', 'Norwegian', 'no'],
    ['eleven_flash_v2_5', 'Welsh', undefined],
    ['eleven_v3', 'Welsh', 'cy'],
    ['eleven_multilingual_v2', 'French', undefined],
  ] as const)('for %s in %s has the language code %s', async (model, name, code) => {
    const speech = createTestSpeech(standIn.baseUrl, { model });
    await speakWhole(speech, { language: getLanguage(name) });
    expect(listSpeechRequests()[0]?.body.language_code).toBe(code);
  });

  test('is sent with some whole sentences before and after it', async () => {
    const longText = sentence.repeat(20);
    const speech = createTestSpeech(standIn.baseUrl);
    await speakWhole(speech, { previousText: longText, nextText: longText });
    const { previous_text: before, next_text: after } = listSpeechRequests()[0]?.body ?? {};
    for (const text of [before, after]) {
      expect(text.length).toBeLessThanOrEqual(600);
      expect(text.length).toBeGreaterThan(550);
    }
    expect(longText.endsWith(` ${before}`)).toBe(true);
    expect(longText.startsWith(`${after} `)).toBe(true);
  });

  test('loses NUL and lone surrogates', async () => {
    await speakWhole(createTestSpeech(standIn.baseUrl), { text: 'A dog\u0000 runs. \ud83d' });
    expect(listSpeechRequests()[0]?.body.text).toBe('A dog runs. ');
  });
});

describe('a long script', () => {
  testRows(
    [
      ['eleven_multilingual_v2', 10_000, true],
      ['eleven_v3', 5000, false],
      ['eleven_flash_v2_5', 40_000, true],
    ],
    (_, index) => index === 0,
  )('is cut at sentence ends for %s, at most %i characters each', async (model, most, takesContext) => {
    const script = sentence.repeat(Math.ceil((2.2 * most) / sentence.length)).trim();
    expect(await convert(script, model)).toBeGreaterThan(1000);
    const bodies = listSpeechRequests().map(request => request.body);
    expect(bodies).toHaveLength(3);
    expect(bodies.map(body => body.text.trim()).join(' ')).toBe(script);
    for (const [index, body] of bodies.entries()) {
      expect(body.text.length).toBeLessThanOrEqual(most);
      expect(body.text.trim()).toMatch(/hurry\.$/u);
      const [before, after] = takesContext ? [bodies[index - 1]?.text, bodies[index + 1]?.text] : [];
      expect(body.previous_text === undefined).toBe(before === undefined);
      expect(body.next_text === undefined).toBe(after === undefined);
      if (before) expect(before.trimEnd().endsWith(body.previous_text.trimEnd())).toBe(true);
      if (after) expect(after.startsWith(body.next_text)).toBe(true);
    }
  });

  test("stays within the plan's concurrency", async () => {
    standIn.setAccount({ maxConcurrent: 2 });
    const arrived = Promise.withResolvers<void>();
    standIn.always('speech', async ({ response, normal }) => {
      if (standIn.maxConcurrent >= 2) arrived.resolve();
      await arrived.promise;
      // A third one would have time to come.
      await setTimeout(50);
      response.writeHead(200, { 'content-type': normal.mediaType });
      response.end(normal.body);
    });
    const script = sentence.repeat(Math.ceil(55_000 / sentence.length));
    expect(await convert(script)).toBeGreaterThan(1000);
    expect(listSpeechRequests()).toHaveLength(6);
    expect(standIn.maxConcurrent).toBe(2);
  });

  test('raises the concurrency once the provider allows it', async () => {
    standIn.setAccount({ maxConcurrent: 5 });
    const speech = createTestSpeech(standIn.baseUrl);
    await speakWhole(speech);
    const arrived = Promise.withResolvers<void>();
    standIn.always('speech', async ({ response, normal }) => {
      if (standIn.maxConcurrent >= 4) arrived.resolve();
      await arrived.promise;
      response.writeHead(200, { 'content-type': normal.mediaType });
      response.end(normal.body);
    });
    await Promise.all(Array.from({ length: 4 }, () => speakWhole(speech)));
    expect(standIn.maxConcurrent).toBe(4);
  });
});

describe('the engine of the premium voices', () => {
  test('is ElevenLabs with its key or address, and speaks the standard voices unless a setting names another', async () => {
    for (const environment of [{ ELEVENLABS_API_KEY: testKey }, { ELEVENLABS_BASE_URL: standIn.baseUrl }]) {
      const { speech, close } = await chooseEngines(readConfig(environment), noPictures);
      expect(speech.premium.current.model).toBe('eleven_v4');
      expect(speech.premium.current.provider.isOffline).toBe(false);
      expect(speech.standard.current.provider.isOffline).toBe(false);
      await close();
      const apart = await chooseEngines(
        readConfig({ ...environment, SPEECH_PROVIDER: 'offline' }),
        noPictures,
      );
      expect(apart.speech.standard.current.provider.isOffline).toBe(true);
      expect(apart.speech.premium.current.provider.isOffline).toBe(false);
      await apart.close();
    }
  });

  test('has an id of its name and of everything that changes its sound', () => {
    const settings = { apiKey: testKey, baseUrl: undefined, model: 'eleven_multilingual_v2' };
    const speech = createElevenLabsSpeech(settings);
    expect(speech.provider.name).toBe('ElevenLabs');
    const others = [
      { ...settings, model: 'eleven_v3' },
      { ...settings, baseUrl: standIn.baseUrl },
    ].map(each => createElevenLabsSpeech(each).identity);
    expect(new Set([speech.identity, ...others]).size).toBe(3);
    expect(createElevenLabsSpeech({ ...settings, apiKey: 'another' }).identity).toBe(speech.identity);
  });

  test('needs no key on a local server, and sends none of the environment', async () => {
    process.env.ELEVENLABS_API_KEY = testKey;
    try {
      await speakWhole(createTestSpeech(standIn.baseUrl, { apiKey: undefined }));
    } finally {
      delete process.env.ELEVENLABS_API_KEY;
    }
    expect(standIn.requests.map(({ headers }) => headers['xi-api-key'])).toEqual([
      'no-key-needed',
      'no-key-needed',
    ]);
  });

  test('is none without a key and a server', () => {
    const settings = { apiKey: undefined, baseUrl: undefined, model: 'eleven_v3' };
    expect(() => createElevenLabsSpeech(settings)).toThrow(/key or the base URL/);
  });

  test('knows which languages its model speaks', () => {
    const speech = createTestSpeech(standIn.baseUrl);
    expect(speech.getLanguageSupport(getLanguage('Tamil'))).toEqual({ kind: 'spoken' });
    expect(speech.getLanguageSupport(getLanguage('Hungarian'))).toEqual({ kind: 'unlisted' });
  });
});
