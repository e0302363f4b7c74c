import { afterAll, describe, expect, test } from 'vitest';
import { getLanguage, languages } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { allVoices, standardVoices } from '#shared/voices.ts';
import { createTestSpeech, speakText } from '../support/speech-calls.ts';
import { type SpeechServerStandIn, startSpeechServer } from '../support/speech-server-stand-ins.ts';

const neverAborted = new AbortController().signal;
const open: SpeechServerStandIn[] = [];
afterAll(() => Promise.all(open.map(server => server.close())));

async function start(name: Parameters<typeof startSpeechServer>[0]) {
  const standIn = await startSpeechServer(name);
  open.push(standIn);
  const engine = createTestSpeech(standIn.baseUrl);
  return { standIn, engine };
}

function listSpoken(engine: ReturnType<typeof createTestSpeech>): string[] {
  return languages.filter(each => engine.getLanguageSupport(each).kind === 'spoken').map(({ code }) => code);
}

describe('speaches', () => {
  test('speaks each language with a model that has a voice for it; Chinese is unsupported', async () => {
    const { standIn, engine } = await start('speaches');
    await speakText(engine, { voice: 'onyx' });
    await speakText(engine, { voice: 'onyx', language: 'German', text: 'Ein Hund läuft.' });
    await speakText(engine, { voice: 'onyx', language: 'French', text: 'Un chien court.' });
    expect(standIn.spoken.map(({ body }) => [body.model, body.voice])).toEqual([
      ['speaches-ai/Kokoro-82M-v1.0-ONNX', 'bm_george'],
      ['speaches-ai/piper-de_DE-thorsten-medium', 'thorsten'],
      ['speaches-ai/Kokoro-82M-v1.0-ONNX', 'ff_siwis'],
    ]);
    expect(Object.keys(standIn.spoken[0]?.body).sort()).toEqual([
      'input',
      'model',
      'response_format',
      'voice',
    ]);
    expect(listSpoken(engine).sort()).toEqual(['de', 'en', 'fr']);
    expect(engine.getLanguageSupport(getLanguage('Chinese'))).toEqual({ kind: 'unlisted' });
  });

  test('uses the named model', async () => {
    const { standIn } = await start('speaches');
    const named = createTestSpeech(standIn.baseUrl, { model: 'speaches-ai/piper-de_DE-thorsten-medium' });
    await named.checkReadiness?.(neverAborted);
    expect(listSpoken(named)).toEqual(['de']);
  });
});

describe('LocalAI', () => {
  test('gets the model of the language, the language, and no voice', async () => {
    const { standIn, engine } = await start('localAi');
    const { format, sampleRateHz, samples } = await speakText(engine, {
      language: 'German',
      text: 'Ein Hund läuft.',
    });
    expect(standIn.spoken[0]?.body).toMatchObject({
      model: 'voice-de-thorsten-low',
      input: 'Ein Hund läuft.',
      language: 'de',
    });
    expect(standIn.spoken[0]?.body).not.toHaveProperty('voice');
    expect([format, sampleRateHz]).toEqual(['pcm', 16_000]);
    expect(samples.length / 16_000).toBeCloseTo(1, 1);
    expect(listSpoken(engine).sort()).toEqual(['de', 'en']);
  });

  test('has as many voices as models for a language, and ours differ in speed', async () => {
    const { standIn, engine } = await start('localAi');
    await engine.checkReadiness?.(neverAborted);
    expect(new Set(allVoices.map(voice => engine.getSpeaker(voice)))).toEqual(
      new Set(['voice-en-us-amy-low']),
    );
    for (const voice of standardVoices) await speakText(engine, { voice, text: 'A dog.' });
    expect(new Set(standIn.spoken.map(({ body }) => body.speed ?? 1)).size).toBe(5);
  });
});

test('a server that only lists names uses them for every language, with WAV in place of mp3', async () => {
  const { standIn, engine } = await start('unknown');
  const { format } = await speakText(engine, { voice: 'onyx', language: 'German', text: 'Ein Hund.' });
  expect(standIn.spoken[0]?.body).toMatchObject({ model: 'tts-1', input: 'Ein Hund.' });
  expect(['tara', 'leo', 'zoe']).toContain(standIn.spoken[0]?.body.voice);
  expect(format).toBe('pcm');
  expect(engine.getLanguageSupport(getLanguage('Welsh'))).toEqual({ kind: 'unknown' });
});

test('a server without a list of voices is asked for the six common names', async () => {
  const { standIn, engine } = await start('plain');
  for (const voice of allVoices) await speakText(engine, { voice, text: 'A dog.' });
  const names = new Set(standIn.spoken.map(({ body }) => body.voice));
  expect([...names].sort()).toEqual(['alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer']);
  for (const [index, voice] of standardVoices.entries())
    expect(standIn.spoken[index]?.body).toMatchObject({ model: 'tts-1', voice, response_format: 'mp3' });
});

describe('OpenRouter', () => {
  test('is asked for a speech model and mp3, without unknown options', async () => {
    const { standIn, engine } = await start('openRouter');
    const { format } = await speakText(engine, {
      voice: 'nova',
      language: 'German',
      text: 'Ein Hund läuft.',
    });
    expect(standIn.spoken[0]?.body).toEqual({
      model: 'openai/gpt-4o-mini-tts-2025-12-15',
      input: 'Ein Hund läuft.',
      voice: 'nova',
      response_format: 'mp3',
    });
    expect(format).toBe('mp3');
  });

  test('uses the named model, in the languages of its voices', async () => {
    const { standIn } = await start('openRouter');
    const named = createTestSpeech(standIn.baseUrl, { model: 'hexgrad/kokoro-82m' });
    await speakText(named, { voice: 'nova', language: 'French', text: 'Un chien.' });
    expect(standIn.spoken[0]?.body).toMatchObject({ model: 'hexgrad/kokoro-82m', voice: 'ff_siwis' });
    expect(listSpoken(named).sort()).toEqual(['en', 'fr']);
  });
});

test('a server whose models do not speak is reported, and not asked to', async () => {
  const { standIn, engine } = await start('ollama');
  expect(await engine.checkReadiness?.(neverAborted)).toMatchObject({
    kind: 'unable',
    error: { filled: { key: engineMessages.noSpeechModel.key } },
  });
  expect(standIn.spoken).toHaveLength(0);
});

describe('own voices', () => {
  test.each([
    ['speaches', 'speaches-ai/piper-de_DE-thorsten-medium:thorsten', ['German'], undefined],
    ['localAi', 'voice-de-thorsten-low', ['German'], undefined],
    ['openRouter', 'openai/gpt-4o-mini-tts-2025-12-15:coral', [], 'female'],
    ['unknown', 'zoe', [], undefined],
    ['groq', 'hannah', ['English'], 'female'],
    ['chatterbox', 'grandma', ['German'], undefined],
    ['vllmOmni', 'ryan', [], undefined],
    ['piper', 'de_DE-thorsten-medium', ['German'], undefined],
  ] as const)(
    'of %s are listed with language and sex, and spoken by their ids',
    async (name, id, spoken, sex) => {
      const { standIn, engine } = await start(name);
      const voices = await engine.listVoices?.(neverAborted);
      expect(voices?.find(voice => voice.id === id)).toMatchObject({ id, languages: spoken });
      expect(voices?.find(voice => voice.id === id)?.sex).toBe(sex);
      await speakText(engine, { voice: { id }, language: 'German', text: 'Ein Hund läuft.' });
      const { model, voice } = standIn.spoken.at(-1)?.body ?? {};
      expect(id.endsWith(voice ?? model)).toBe(true);
    },
  );

  test('that the server does not list are gone', async () => {
    const { standIn, engine } = await start('unknown');
    await expect(speakText(engine, { voice: { id: 'nobody' } })).rejects.toMatchObject({
      code: 'voice_gone',
    });
    expect(standIn.spoken).toEqual([]);
  });

  test('are asked for where there is no list, and gone if the server says so', async () => {
    const { standIn, engine } = await start('plain');
    expect(await engine.listVoices?.(neverAborted)).toEqual([]);
    await speakText(engine, { voice: { id: 'echo' } });
    expect(standIn.spoken.at(-1)?.body.voice).toBe('echo');
    await expect(speakText(engine, { voice: { id: 'nobody' } })).rejects.toMatchObject({
      code: 'voice_gone',
    });
  });
});

test("Piper's own server gets text and voice, and its WAV file is read though it is called a page", async () => {
  const { standIn, engine } = await start('piper');
  const { format, sampleRateHz } = await speakText(engine, {
    voice: 'fable',
    language: 'German',
    text: 'Ein Hund läuft.',
  });
  expect(standIn.spoken[0]?.body).toEqual({ text: 'Ein Hund läuft.', voice: 'de_DE-thorsten-medium' });
  expect([format, sampleRateHz]).toEqual(['pcm', 22_050]);
  expect(listSpoken(engine).sort()).toEqual(['de', 'en']);
});

test('Orpheus at Groq gets a text of 200 characters at most, and its own voices', async () => {
  const { standIn, engine } = await start('groq');
  await speakText(engine, { voice: 'nova', text: 'A dog.' });
  expect(standIn.spoken.at(-1)?.body).toMatchObject({ voice: 'autumn', response_format: 'wav' });
  expect([engine.maxCharacters, listSpoken(engine)]).toEqual([200, ['en']]);
});

test('a manner is an instruction for a model that takes one, and nothing elsewhere', async () => {
  const { standIn, engine } = await start('vllmOmni');
  await speakText(engine, { voice: { id: 'vivian' }, manner: 'whispering' });
  expect(standIn.spoken[0]?.body.instructions).toBe('Tone of voice: whispering.');
  expect(engine.manners).toContain('whispering');
  const other = await start('openRouter');
  await speakText(other.engine, { manner: 'whispering' });
  expect(other.engine.manners).toBeUndefined();
  expect(other.standIn.spoken[0]?.body).not.toHaveProperty('instructions');
});
