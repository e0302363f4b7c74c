import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { voicesAnswerSchema } from '#shared/api/voices.ts';
import { type KokoroStandIn, startKokoroStandIn } from '../support/kokoro-stand-in.ts';
import { postJson } from '../support/requests.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

// Only Kokoro's address is configured.
let standIn: KokoroStandIn;
let server: InnerServer;

beforeAll(async () => {
  standIn = await startKokoroStandIn();
  server = await startTestServer({ environment: { OPENAI_SPEECH_BASE_URL: standIn.baseUrl } });
});
beforeEach(() => standIn.reset());
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await standIn.close();
  const log = server.logged.join('\n');
  for (const secret of ['lighthouse', 'chien', 'Hund']) expect(log).not.toContain(secret);
});

const speak = (script: string, voice: string, language: string) =>
  postJson(`${server.url}/api/free/speech`, { script, voice, language });

test('an English script is spoken by Kokoro, French by its French voice, and German by the offline engine', async () => {
  const texts = [
    ['The lighthouse stands at the sea.', 'English'],
    ['Un chien court dans le jardin.', 'French'],
    ['Ein Hund läuft durch den Garten.', 'German'],
  ] as const;
  for (const [text, language] of texts) {
    const answer = await speak(text, 'nova', language);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect((await answer.bytes()).length).toBeGreaterThan(4000);
  }
  expect(standIn.spoken.map(({ body }) => [body.voice, body.lang_code])).toEqual([
    ['af_bella', 'a'],
    ['ff_siwis', 'f'],
  ]);
});

test('the page shows who speaks what, and how many different voices there are', async () => {
  const { engines, others } = voicesAnswerSchema.parse(
    await (await fetch(`${server.url}/api/voices`)).json(),
  );
  expect(engines.standard).toMatchObject({ id: 'openai', differentVoices: 5, unsharedVoices: 5 });
  expect(engines.premium).toMatchObject({ id: 'openai', differentVoices: 22, unsharedVoices: 22 });
  expect(engines.standard.languages).toContain('French');
  expect(engines.standard.languages).not.toContain('German');
  expect(others.standard.map(({ id }) => id)).toEqual(['offline']);
});

test('a skipped sentence breaks the sound off, so that half of it is not taken for all', async () => {
  standIn.setUp({ unspeakable: /waves/u });
  const script = `The lighthouse stands. ${'It counts the waves and it counts the waves, '.repeat(8)}again.`;
  const heard = await speak(script, 'nova', 'English')
    .then(answer => answer.bytes())
    .then(
      () => 'all of it',
      () => 'broken off',
    );
  expect(heard).toBe('broken off');
});
