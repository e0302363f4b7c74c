// @module-tag long
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { t } from '#shared/messages/message.ts';
import type { AccountClient } from '../support/account-client.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { testKey } from '../support/gemini-calls.ts';
import { emptyAnswers, geminiRefusals } from '../support/gemini-faults.ts';
import { type GeminiStandIn, startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeSpeechForm, startServerForPremium } from '../support/premium-account.ts';
import { makeAnalysisForm, postJson } from '../support/requests.ts';
import { sentences } from '../support/sentences.ts';
import { type Environment, type InnerServer, startTestServer } from '../support/start-server.ts';
import { testRows } from '../support/test-rows.ts';

let gemini: GeminiStandIn;
let openAi: OpenAiStandIn;
let elevenLabs: ElevenLabsStandIn;
let server: InnerServer;

beforeAll(async () => {
  [gemini, openAi, elevenLabs] = await Promise.all([
    startGeminiStandIn(),
    startOpenAiStandIn(),
    startElevenLabsStandIn(),
  ]);
});
beforeEach(() => {
  for (const standIn of [gemini, openAi, elevenLabs]) standIn.reset();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  const log = server.logged.join('\n');
  for (const secret of [testKey, 'Kaninchen', 'fairy tale', 'pass a valid API key', 'AIza'])
    expect(log).not.toContain(secret);
});
afterAll(async () => {
  await Promise.all([gemini, openAi, elevenLabs].map(standIn => standIn.close()));
});

const prompt = 'Make it a fairy tale';

async function start(environment: Environment = {}): Promise<void> {
  const access = { GEMINI_API_KEY: testKey, GEMINI_BASE_URL: gemini.baseUrl };
  server = await startTestServer({ environment: { ...access, ...environment } });
}

async function look(): Promise<string> {
  const form = await makeAnalysisForm({ frames: 3, prompt });
  const answer = await fetch(`${server.url}/api/free/analysis`, { method: 'POST', body: form });
  return z.object({ analysis: z.string() }).parse(await answer.json()).analysis;
}

async function write(analysis: string, language: string): Promise<string> {
  const body = { analysis, prompt, language, durationSeconds: 10 };
  const answer = await postJson(`${server.url}/api/free/script`, body);
  return z.object({ script: z.string() }).parse(await answer.json()).script;
}

function speak(script: string, language: string): Promise<Response> {
  return postJson(`${server.url}/api/free/speech`, { script, voice: 'nova', language });
}

function listCalls(): string[] {
  return gemini.requests.map(({ call }) => call).filter(call => call !== 'models');
}

test('a Gemini key alone does every step', async () => {
  await start();
  const analysis = await look();
  expect(analysis).toBe('Picture 1: grey.\nPicture 2: grey.\nPicture 3: grey.');
  const script = await write(analysis, 'German');
  expect(script).toBe(sentences.German.slice(0, 2).join(' '));
  const sound = await speak(script, 'German');
  expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  expect((await sound.bytes()).length).toBeGreaterThan(10_000);
  expect(listCalls()).toEqual(['vision', 'script', 'speech']);
});

test('a long script is spoken in pieces of at most a thousand characters', async () => {
  await start();
  const sound = await speak('A dog runs over the lawn, and the ball is faster. '.repeat(60), 'English');
  expect((await sound.bytes()).length).toBeGreaterThan(10_000);
  const texts = gemini.requests.flatMap(({ call, body }) =>
    call === 'speech' ? [String(body.contents[0].parts[0].text)] : [],
  );
  expect(texts).toHaveLength(3);
  expect(Math.max(...texts.map(text => text.length))).toBeLessThanOrEqual(1000);
});

test('a language that Gemini does not list is spoken by the next engine', { tags: 'long' }, async () => {
  await start();
  const sound = await speak(sentences.Ukrainian.join(' '), 'Ukrainian');
  expect((await sound.bytes()).length).toBeGreaterThan(10_000);
  expect(listCalls()).toEqual([]);
});

test('vision by Gemini, script by another provider and offline speech make one narration', async () => {
  await start({
    ...{ VISION_PROVIDER: 'gemini', SCRIPT_PROVIDER: 'openai', SPEECH_PROVIDER: 'offline' },
    OPENAI_BASE_URL: openAi.baseUrl,
    OPENAI_API_KEY: 'sk-proj-another-key',
  });
  const script = await write(await look(), 'English');
  expect((await (await speak(script, 'English')).bytes()).length).toBeGreaterThan(10_000);
  expect(listCalls()).toEqual(['vision']);
  const written = openAi.requests.filter(({ call }) => call === 'script');
  expect(written).toHaveLength(1);
  // The analysis of one is the input of the other.
  expect(written[0]?.body.messages[1].content).toContain('Picture 3: grey.');
  const everything = JSON.stringify(openAi.requests.map(({ headers, body }) => [headers, body]));
  expect(everything).not.toContain(testKey);
});

test('vision and script by another provider, speech by Gemini', { tags: 'long' }, async () => {
  await start({
    ...{ VISION_PROVIDER: 'openai', SCRIPT_PROVIDER: 'openai', SPEECH_PROVIDER: 'gemini' },
    OPENAI_BASE_URL: openAi.baseUrl,
  });
  const script = await write(await look(), 'English');
  expect((await (await speak(script, 'English')).bytes()).length).toBeGreaterThan(10_000);
  expect(listCalls()).toEqual(['speech']);
});

describe('for the premium plan', () => {
  let mailServer: MailServer;
  let person: AccountClient;

  beforeAll(async () => {
    mailServer = await startMailServer();
  });
  afterAll(() => mailServer.close());

  async function startForPremium(environment: Environment = {}): Promise<void> {
    const access = { GEMINI_API_KEY: testKey, GEMINI_BASE_URL: gemini.baseUrl };
    ({ server, person } = await startServerForPremium(mailServer, { ...access, ...environment }));
  }

  const script = 'A lighthouse keeper counts the waves until the morning comes.';

  test('a premium voice differs from all standard ones', async () => {
    await startForPremium();
    const form = makeSpeechForm({ script, voice: 'Santa', language: 'English' });
    expect((await (await person.postForm('/convert_to_voice', form)).bytes()).length).toBeGreaterThan(10_000);
    const [part] = gemini.requests.at(-1)?.body.contents[0].parts ?? [];
    expect(part).toEqual({ text: script, speechMetadata: { style: 'jolly, hearty' } });
  });

  test('ElevenLabs speaks premium voices where it is configured, and Gemini the others', {
    tags: 'long',
  }, async () => {
    await startForPremium({ ELEVENLABS_BASE_URL: elevenLabs.baseUrl });
    for (const voice of ['Santa', 'nova']) {
      const form = makeSpeechForm({ script, voice, language: 'English' });
      expect((await person.postForm('/convert_to_voice', form)).status).toBe(200);
    }
    expect(elevenLabs.requests.filter(({ call }) => call === 'speech')).toHaveLength(1);
    expect(listCalls()).toEqual(['speech']);
  });
});

/** Sound or words may have been made. */
const stillCounts = t(limitErrors.stillCounts, { provider: 'our own AI server' });

testRows(
  [
    [
      'has reached its daily limit',
      geminiRefusals.day,
      503,
      '6776',
      t(engineMessages.dailyLimitFor, { wait: '113 minutes' }),
    ],
    ['is busy', geminiRefusals.minute, 503, '41', t(errorMessages.provider_busy)],
    ['has no credit left', geminiRefusals.outOfCredit, 503, null, t(engineMessages.outOfCredit)],
    [
      'blocks the text',
      emptyAnswers.blockedAsProhibited,
      422,
      null,
      `${t(errorMessages.content_refused)} ${stillCounts}`,
    ],
    ['makes no sound', emptyAnswers.other, 502, null, `${t(engineMessages.noSound)} ${stillCounts}`],
    [
      'answers with a web page',
      brokenAnswers.html,
      502,
      null,
      `${t(errorMessages.provider_garbage)} ${stillCounts}`,
    ],
  ],
  (_, index) => index === 0,
)('the answer says so when Gemini %s', async (_, behaviour, status, retryAfter, message) => {
  await start();
  gemini.always('speech', behaviour);
  const answer = await speak('Ein Kaninchen schläft.', 'German');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
  expect((await answer.json()).error.message).toBe(message);
});

test('an OpenAI key in Gemini’s setting is reported on the page, and in the log with the setting', async () => {
  gemini.always('models', geminiRefusals.invalidKey);
  await start({ GEMINI_API_KEY: 'sk-proj-Tr0ub4dor_and-3' });
  const form = await makeAnalysisForm({ frames: 3 });
  const refused = await (
    await fetch(`${server.url}/api/free/analysis`, { method: 'POST', body: form })
  ).text();
  const sentence = t(engineMessages.keyOfAnother);
  expect(refused).toContain(sentence);
  const config = await (await fetch(`${server.url}/api/config`)).text();
  expect(config).toContain(sentence);
  expect(server.logged.join('')).toContain('GEMINI_API_KEY looks like a key for OpenAI.');
  expect(config + server.logged.join('')).not.toContain('Tr0ub4dor_and-3');
});
