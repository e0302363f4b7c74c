import { afterAll, describe, expect, test } from 'vitest';
import { getLanguage, languages } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { allVoices, standardVoices } from '#shared/voices.ts';
import { createTestSpeech, hear } from '../support/speech-calls.ts';
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
  test('speaks each language with a model that has a voice for it, and Chinese, which it cannot read, not at all', async () => {
    const { standIn, engine } = await start('speaches');
    await hear(engine, { voice: 'onyx' });
    await hear(engine, { voice: 'onyx', language: 'German', text: 'Ein Hund läuft.' });
    await hear(engine, { voice: 'onyx', language: 'French', text: 'Un chien court.' });
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

  test('keeps to the model that is named', async () => {
    const { standIn } = await start('speaches');
    const named = createTestSpeech(standIn.baseUrl, { model: 'speaches-ai/piper-de_DE-thorsten-medium' });
    await named.checkReadiness?.(neverAborted);
    expect(listSpoken(named)).toEqual(['de']);
  });
});

describe('LocalAI', () => {
  test('is sent the model that speaks the language, the language, and no voice', async () => {
    const { standIn, engine } = await start('localAi');
    const { format, sampleRateHz, samples } = await hear(engine, {
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

  test('has as many voices as it has models for a language, and our names differ in pace', async () => {
    const { standIn, engine } = await start('localAi');
    await engine.checkReadiness?.(neverAborted);
    expect(new Set(allVoices.map(voice => engine.getSpeaker(voice)))).toEqual(
      new Set(['voice-en-us-amy-low']),
    );
    for (const voice of standardVoices) await hear(engine, { voice, text: 'A dog.' });
    expect(new Set(standIn.spoken.map(({ body }) => body.speed ?? 1)).size).toBe(5);
  });
});

test('a server that only lists names speaks every language by them, and gives a WAV file for an mp3', async () => {
  const { standIn, engine } = await start('unknown');
  const { format } = await hear(engine, { voice: 'onyx', language: 'German', text: 'Ein Hund.' });
  expect(standIn.spoken[0]?.body).toMatchObject({ model: 'tts-1', input: 'Ein Hund.' });
  expect(['tara', 'leo', 'zoe']).toContain(standIn.spoken[0]?.body.voice);
  expect(format).toBe('pcm');
  expect(engine.getLanguageSupport(getLanguage('Welsh'))).toEqual({ kind: 'unknown' });
});

test('a server that lists no voices is asked for the six names that most know', async () => {
  const { standIn, engine } = await start('plain');
  for (const voice of allVoices) await hear(engine, { voice, text: 'A dog.' });
  const names = new Set(standIn.spoken.map(({ body }) => body.voice));
  expect([...names].sort()).toEqual(['alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer']);
  for (const [index, voice] of standardVoices.entries())
    expect(standIn.spoken[index]?.body).toMatchObject({ model: 'tts-1', voice, response_format: 'mp3' });
});

describe('OpenRouter', () => {
  test('is asked for one of its models that speak, for mp3, and for nothing that it does not know', async () => {
    const { standIn, engine } = await start('openRouter');
    const { format } = await hear(engine, { voice: 'nova', language: 'German', text: 'Ein Hund läuft.' });
    expect(standIn.spoken[0]?.body).toEqual({
      model: 'openai/gpt-4o-mini-tts-2025-12-15',
      input: 'Ein Hund läuft.',
      voice: 'nova',
      response_format: 'mp3',
    });
    expect(format).toBe('mp3');
  });

  test('speaks with the model that is named, in the languages of its voices', async () => {
    const { standIn } = await start('openRouter');
    const named = createTestSpeech(standIn.baseUrl, { model: 'hexgrad/kokoro-82m' });
    await hear(named, { voice: 'nova', language: 'French', text: 'Un chien.' });
    expect(standIn.spoken[0]?.body).toMatchObject({ model: 'hexgrad/kokoro-82m', voice: 'ff_siwis' });
    expect(listSpoken(named).sort()).toEqual(['en', 'fr']);
  });
});

test('a server that has models and does not speak says so, and is not asked to speak', async () => {
  const { standIn, engine } = await start('ollama');
  expect(await engine.checkReadiness?.(neverAborted)).toMatchObject({
    kind: 'unable',
    error: { filled: { key: engineMessages.noSpeechModel.key } },
  });
  expect(standIn.spoken).toHaveLength(0);
});
