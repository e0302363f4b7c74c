import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { type LanguageName, languages } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, premiumVoices, standardVoices } from '#shared/voices.ts';
import { type KokoroStandIn, startKokoroStandIn } from '../support/kokoro-stand-in.ts';
import { testKey } from '../support/provider-calls.ts';
import { createTestSpeech, dogs, speakText } from '../support/speech-calls.ts';
import { describeRows } from '../support/test-rows.ts';

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

const neverAborted = new AbortController().signal;

test("a request has Kokoro's model, voice, language letter, and mp3", async () => {
  const { format, bytes, usage } = await speakText(engine, { voice: 'nova' });
  expect(standIn.requests.map(({ call }) => call).sort()).toEqual(['models', 'speech', 'voices']);
  const [request] = standIn.spoken;
  expect(request).toMatchObject({ method: 'POST', path: '/v1/audio/speech' });
  expect(request?.headers).toMatchObject({
    authorization: `Bearer ${testKey}`,
    'content-type': 'application/json',
  });
  expect(request?.body).toEqual({
    model: 'kokoro',
    input: dogs,
    voice: 'af_bella',
    response_format: 'mp3',
    lang_code: 'a',
  });
  expect(format).toBe('mp3');
  expect(bytes.length).toBeGreaterThan(10_000);
  expect(usage).toHaveLength(1);
  expect(usage[0]).toMatchObject({ provider: 'our own AI server', model: 'kokoro', characters: dogs.length });
  expect(usage[0]?.soundSeconds).toBeGreaterThan(5);
  expect(usage[0]?.soundSeconds).toBeLessThan(9);
});

test('voices are listed once for many texts', async () => {
  await speakText(engine);
  await speakText(engine, { voice: 'Rachel' });
  await speakText(engine, { language: 'French', text: 'Un chien court dans le jardin.' });
  expect(standIn.requests.map(({ call }) => call).filter(call => call !== 'speech')).toHaveLength(2);
});

describeRows(['0.8.0', '0.3.0'], version => version === '0.8.0')('with Kokoro-FastAPI %s', version => {
  beforeEach(() => standIn.setUp({ version }));

  test.each(allVoices)("the voice %s maps to one of Kokoro's, of the right gender", async voice => {
    await speakText(engine, { voice, text: 'A dog.' });
    const { body } = standIn.spoken[0] ?? {};
    expect(body.voice).toMatch(/^[ab][fm]_(?!v0)/u);
    expect(body.lang_code).toBe(body.voice[0]);
    const { tags = [] } = voiceCatalogue.find(({ name }) => name === voice) ?? {};
    if (tags.includes('female')) expect(body.voice[1]).toBe('f');
    if (tags.includes('male')) expect(body.voice[1]).toBe('m');
  });

  test.each<[LanguageName, string, string]>([
    ['Spanish', 'Un perro corre por el jardín.', 'e'],
    ['French', 'Un chien court dans le jardin.', 'f'],
    ['Hindi', 'कुत्ता धूप में दौड़ता है।', 'h'],
    ['Italian', 'Un cane corre nel giardino.', 'i'],
    ['Japanese', '犬が庭を走っています。', 'j'],
    ['Portuguese', 'Um cão corre pelo jardim.', 'p'],
    ['Chinese', '一只狗在花园里奔跑。', 'z'],
  ])('%s is spoken by voices of that language', async (language, text, letter) => {
    for (const voice of ['nova', 'onyx', 'Rachel'] as const)
      await speakText(engine, { voice, language, text });
    for (const { body } of standIn.spoken) {
      expect(body.lang_code).toBe(letter);
      expect(body.voice).toMatch(new RegExp(`^${letter}[fm]_`, 'u'));
    }
  });
});

test('the five standard voices differ in English, and no premium voice uses one of them', async () => {
  await engine.checkReadiness?.(neverAborted);
  const free = standardVoices.map(voice => engine.getSpeaker(voice));
  expect(new Set(free).size).toBe(5);
  const premium = premiumVoices.map(voice => engine.getSpeaker(voice));
  expect(new Set(premium).size).toBe(22);
  for (const speaker of free) expect(premium).not.toContain(speaker);
});

test('voices that map to the same one differ in speed', async () => {
  // French has one voice, a woman.
  for (const voice of standardVoices)
    await speakText(engine, { voice, language: 'French', text: 'Un chien.' });
  const spoken = standIn.spoken.map(({ body }) => [body.voice, body.speed ?? 1]);
  expect(new Set(spoken.map(([voice]) => voice))).toEqual(new Set(['ff_siwis']));
  expect(new Set(spoken.map(([, speed]) => speed)).size).toBe(5);
});

test('languages with a voice are listed, others left to another engine', async () => {
  expect(engine.getLanguageSupport(languages[0] as never)).toEqual({ kind: 'unknown' });
  expect(await engine.checkReadiness?.(neverAborted)).toEqual({
    kind: 'ready',
    model: 'kokoro',
    found: 'the server has Kokoro voices',
  });
  const spoken = languages.filter(language => engine.getLanguageSupport(language).kind === 'spoken');
  expect(spoken.map(({ code }) => code).sort()).toEqual(['en', 'es', 'fr', 'hi', 'it', 'ja', 'pt', 'zh']);
  const others = languages.filter(language => engine.getLanguageSupport(language).kind !== 'spoken');
  for (const language of others) expect(engine.getLanguageSupport(language)).toEqual({ kind: 'unlisted' });
});

test('German is refused without a request', async () => {
  await expect(speakText(engine, { language: 'German', text: 'Ein Hund.' })).rejects.toMatchObject({
    code: 'provider_unavailable',
    message: t(engineMessages.languageWithoutVoice, { language: 'German' }),
    costsNothing: true,
  });
  expect(standIn.spoken).toHaveLength(0);
});

test('outside English each sentence has its own line, and a long one several, because Kokoro cuts long lines', async () => {
  const long = `${'Motivo '.repeat(80).trim()}.`;
  await speakText(engine, { language: 'Spanish', text: `Un perro corre. ${long}` });
  const lines: string[] = standIn.spoken[0]?.body.input.split('\n');
  expect(lines[0]).toBe('Un perro corre.');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(350);
  expect(lines.join(' ')).toBe(`Un perro corre. ${long}`);
  await speakText(engine, { language: 'Hindi', text: 'कुत्ता दौड़ता है। वह खुश है।' });
  expect(standIn.spoken[1]?.body.input).toBe('कुत्ता दौड़ता है।\nवह खुश है।');
});

test("Kokoro's control markup is removed from a text", async () => {
  await speakText(engine, { text: 'A dog runs.[pause:60s] It barks.' });
  expect(standIn.spoken[0]?.body.input).toBe('A dog runs.  It barks.');
});

test('a named model is used; a missing one is an error that lists the existing ones', async () => {
  await speakText(createTestSpeech(standIn.baseUrl, { model: 'tts-1' }));
  expect(standIn.spoken[0]?.body).toMatchObject({ model: 'tts-1', voice: 'af_bella', lang_code: 'a' });
  const wrong = createTestSpeech(standIn.baseUrl, { model: 'tts-2' });
  const message = t(engineMessages.modelMissingAmong, {
    model: 'tts-2',
    provider: 'our own AI server',
    others: 'tts-1, tts-1-hd, kokoro, gpt-4o-mini-tts',
  });
  expect(await wrong.checkReadiness?.(neverAborted)).toMatchObject({ kind: 'unreached', error: { message } });
  await expect(speakText(wrong)).rejects.toMatchObject({ code: 'provider_unavailable', message });
  expect(standIn.spoken).toHaveLength(1);
});

test("cached samples do not apply when the server's voices change", async () => {
  await engine.checkReadiness?.(neverAborted);
  const { identity } = engine;
  standIn.setUp({ version: '0.3.0' });
  const older = createTestSpeech(standIn.baseUrl);
  await older.checkReadiness?.(neverAborted);
  expect(older.identity).not.toBe(identity);
  expect(identity.length).toBeLessThan(200);
});

test('a mixture of voices is spoken by its id, with the language of its first voice', async () => {
  await speakText(engine, { voice: { id: 'bf_emma(2)+bf_lily(1)' } });
  expect(standIn.spoken[0]?.body).toMatchObject({ voice: 'bf_emma(2)+bf_lily(1)', lang_code: 'b' });
  const missing = speakText(engine, { voice: { id: 'bf_emma(2)+bf_nobody(1)' } });
  await expect(missing).rejects.toMatchObject({ code: 'voice_gone' });
});

test('a voice of the first model or of the operator is listed and spoken, though it is no preset', async () => {
  standIn.setUp({ voices: ['af_heart', 'am_adam', 'bm_george', 'am_v0adam', 'mine'] });
  const voices = await engine.listVoices?.(neverAborted);
  expect(voices).toContainEqual({
    id: 'bm_george',
    name: 'bm_george',
    languages: ['English'],
    sex: 'male',
    tags: ['british'],
  });
  expect(voices?.find(({ id }) => id === 'am_v0adam')).toMatchObject({ languages: ['English'], sex: 'male' });
  await speakText(engine, { voice: { id: 'mine' }, language: 'French', text: 'Un chien.' });
  expect(standIn.spoken[0]?.body).toMatchObject({ voice: 'mine', lang_code: 'f' });
});

test('IPA is sent with its word in English, in the symbols of Kokoro, and left out elsewhere', async () => {
  const ipa = [{ term: 'Benshi', ipa: 'ˈbeɪnʃi' }];
  await speakText(engine, { text: 'Benshi speaks.', ipa });
  await speakText(engine, { text: 'Benshi parle.', ipa, language: 'French' });
  expect(standIn.spoken.map(({ body }) => body.input)).toEqual([
    '[Benshi](/ˈbAnʃi/) speaks.',
    'Benshi parle.',
  ]);
});
