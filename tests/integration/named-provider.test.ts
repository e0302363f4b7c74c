// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { voicesAnswerSchema } from '#shared/api/voices.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { testKey } from '../support/elevenlabs-calls.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeSpeechForm, startServerForPremium } from '../support/premium-account.ts';
import type { InnerServer } from '../support/start-server.ts';
import { describeRows } from '../support/test-rows.ts';

let openAi: OpenAiStandIn;
let elevenLabs: ElevenLabsStandIn;
let mailServer: MailServer;
beforeAll(async () => {
  openAi = await startOpenAiStandIn();
  elevenLabs = await startElevenLabsStandIn();
  mailServer = await startMailServer();
});
afterAll(async () => {
  await mailServer.close();
  await elevenLabs.close();
  await openAi.close();
});

const script = 'A dog runs.';
const timed = { script: `[0:00] ${script}`, durationSeconds: 9, voice: 'nova', language: 'English' };

describeRows(['auto', 'openai'], setting => setting === 'openai')('with SPEECH_PROVIDER=%s', setting => {
  let server: InnerServer;
  let premium: AccountClient;
  let standard: AccountClient;
  beforeAll(async () => {
    ({ server, person: premium } = await startServerForPremium(mailServer, {
      OPENAI_BASE_URL: openAi.baseUrl,
      ELEVENLABS_API_KEY: testKey,
      ELEVENLABS_BASE_URL: elevenLabs.baseUrl,
      SPEECH_PROVIDER: setting,
    }));
    standard = createAccountClient(server.url);
    await standard.signUp(makePerson());
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(() => {
    openAi.reset();
    elevenLabs.reset();
  });

  const speak = (client: AccountClient, provider: string) =>
    client.postForm('/convert_to_voice', makeSpeechForm({ script, voice: 'nova', provider }));

  test.each<[string, (provider: string) => Promise<Response>]>([
    ['/api/free/speech', provider => standard.post('/api/free/speech', { script, voice: 'nova', provider })],
    ['/api/free/fit', provider => standard.post('/api/free/fit', { ...timed, provider })],
    ['/api/fit', provider => standard.post('/api/fit', { ...timed, provider })],
    ['/convert_to_voice', provider => speak(standard, provider)],
  ])('%s cannot use a premium provider without the plan', async (_, call) => {
    for (const provider of ['elevenlabs', 'nobody', '__proto__']) {
      const answer = await call(provider);
      const reported = {
        code: 'bad_request',
        key: narrationErrors.providerNotAvailable.key,
      };
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: reported }]);
    }
    expect([...openAi.requests, ...elevenLabs.requests]).toEqual([]);
    for (const provider of ['openai', 'offline']) {
      const answer = await call(provider);
      await answer.bytes();
      expect([provider, answer.status]).toEqual([provider, 200]);
    }
  });

  test('a premium account may use it for a standard voice, too', async () => {
    for (const answer of [
      await speak(premium, 'elevenlabs'),
      await premium.post('/api/fit', { ...timed, provider: 'elevenlabs' }),
    ]) {
      expect(answer.status).toBe(200);
      await answer.bytes();
    }
    expect(elevenLabs.requests.filter(({ call }) => call === 'speech')).toHaveLength(2);
  });

  test('the page is told that no call may name it', async () => {
    const { others } = voicesAnswerSchema.parse(await (await standard.get('/api/voices')).json());
    expect(others.standard.map(({ id, isReserved = false }) => [id, isReserved])).toEqual([
      ['elevenlabs', true],
      ['offline', false],
    ]);
  });
});
