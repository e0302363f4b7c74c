// @module-tag long
import { MPEGDecoder } from 'mpg123-decoder';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { voicesAnswerSchema } from '#shared/api/voices.ts';
import { t } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeSpeechForm, startServerForPremium } from '../support/premium-account.ts';
import type { InnerServer } from '../support/start-server.ts';

/** A real server, with a person of each plan. */
interface Place {
  readonly server: InnerServer;
  readonly premium: AccountClient;
  readonly standard: AccountClient;
}

let mailServer: MailServer;
let provider: OpenAiStandIn;
let offline: Place;
let connected: Place;

const script = 'A small rabbit leaves its burrow.';

beforeAll(async () => {
  mailServer = await startMailServer();
  provider = await startOpenAiStandIn();
  offline = await openPlace({});
  connected = await openPlace({ OPENAI_BASE_URL: provider.baseUrl });
});
beforeEach(() => provider.reset());
afterAll(async () => {
  for (const { server } of [offline, connected]) await server[Symbol.asyncDispose]();
  await provider.close();
  await mailServer.close();
});

async function openPlace(environment: Record<string, string>): Promise<Place> {
  const { server, person } = await startServerForPremium(mailServer, environment);
  const standard = createAccountClient(server.url);
  await standard.signUp(makePerson());
  return { server, premium: person, standard };
}

const speak = (client: AccountClient, voice: string) =>
  client.postForm('/convert_to_voice', makeSpeechForm({ script, voice }));

async function decode(answer: Response): Promise<Float32Array> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, errors } = decoder.decode(await answer.bytes());
  decoder.free();
  expect(errors).toEqual([]);
  return channelData[0] ?? new Float32Array();
}

test('a premium person gets the chosen premium voice, also offline', async () => {
  const { premium } = offline;
  const [rachel, thomas] = [
    await decode(await speak(premium, 'Rachel')),
    await decode(await speak(premium, 'Doubting Thomas')),
  ];
  expect(rachel.length).toBeGreaterThan(20_000);
  expect(rachel).not.toEqual(thomas);
  expect(await decode(await speak(premium, 'Rachel'))).toEqual(rachel);
  expect((await speak(premium, 'nova')).status).toBe(200);
});

test('with a provider, premium voices map to its voices, several to the same', async () => {
  const { premium } = connected;
  for (const voice of ['Adam', 'Santa', 'Gigi'])
    expect((await decode(await speak(premium, voice))).length).toBeGreaterThan(0);
  expect(provider.requests.map(({ call, body }) => [call, body.voice])).toEqual([
    ['speech', 'echo'],
    ['speech', 'ash'],
    ['speech', 'coral'],
  ]);
});

test('a premium voice is refused on the standard plan, and no provider is called', async () => {
  for (const { standard } of [offline, connected]) {
    const answer = await speak(standard, 'Rachel');
    expect([answer.status, await answer.json()]).toEqual([
      403,
      {
        error: expect.objectContaining({
          code: 'forbidden',
          message: t(narrationErrors.premiumVoice, { voice: 'Rachel' }),
        }),
      },
    ]);
    expect((await speak(standard, 'nova')).status).toBe(200);
  }
  expect(provider.requests.filter(({ body }) => body.voice !== 'nova')).toEqual([]);
});

test('the free page speaks only with standard voices, also for premium people', async () => {
  for (const client of [offline.premium, connected.standard]) {
    const answer = await client.post('/api/free/speech', { script, voice: 'Rachel' });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      {
        error: expect.objectContaining({
          code: 'forbidden',
          message: t(narrationErrors.premiumVoice, { voice: 'Rachel' }),
        }),
      },
    ]);
  }
  expect(provider.requests).toEqual([]);
});

test('a voice is found by its exact name only', async () => {
  for (const voice of ['rachel', 'Rachel ', 'DoubtingThomas', 'constructor', '__proto__'])
    expect((await speak(offline.premium, voice)).status).toBe(400);
});

test('the list of voices says how many different ones speak', async () => {
  const count = async (url: string) => {
    const { engines } = voicesAnswerSchema.parse(await (await fetch(`${url}/api/voices`)).json());
    return [engines.standard, engines.premium].map(each => [each.differentVoices, each.unsharedVoices]);
  };
  expect(await count(offline.server.url)).toEqual([
    [5, 5],
    [41, 41],
  ]);
  // Two men and two women of OpenAI's are used by no standard voice.
  expect(await count(connected.server.url)).toEqual([
    [5, 5],
    [4, 4],
  ]);
});
