import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { override } from '#engines/wrap-engine.ts';
import { SpeechRole } from '#server/engine-roles/role.ts';
import { listOwnVoices } from '#server/voices/own-voices.ts';
import { fitLineSchema } from '#shared/api/fit.ts';
import { ownVoicesAnswerSchema } from '#shared/api/voices.ts';
import { CodedError } from '#shared/errors.ts';
import { maxSayCharacters, maxScriptCharacters } from '#shared/limits.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { withOwnVoices } from '../support/own-voices.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const gone = new Set<string>();
let provider: OpenAiStandIn;
let server: InnerServer;
let ada: AccountClient;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  const engines = createTestEngines(provider.baseUrl);
  server = await startTestServer({ engines: { ...engines, speech: withOwnVoices(engines.speech, gone) } });
  ada = createAccountClient(server.url);
  await ada.signUp(makePerson());
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => {
  provider.reset();
  gone.clear();
});

const listSpoken = () =>
  provider.requests.filter(({ call }) => call === 'speech').map(({ body }) => [body.voice, body.input]);
const own = (id: string) => `stand-in:${id}`;

function makeForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe("a provider's own voices", () => {
  test('are listed with their plan, those of the account first, and cost nothing', async () => {
    const { voices, failures } = ownVoicesAnswerSchema.parse(await (await ada.get('/api/voices/own')).json());
    expect(voices).toMatchObject([
      { voice: own('old-man'), name: 'Old man', plan: 'standard', isOfAccount: true, age: 'old' },
      { voice: own('anna'), provider: 'stand-in', id: 'anna', languages: ['German'], tags: ['calm'] },
    ]);
    expect(failures).toEqual([]);
    expect(provider.requests).toEqual([]);
  });

  test('are listed for whoever comes from elsewhere without those that the account cloned', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const answer = await fetch(`${server.url}/api/voices/own`, { headers });
    const { voices } = ownVoicesAnswerSchema.parse(await answer.json());
    expect(voices.map(({ id }) => id)).toEqual(['anna']);
  });

  test('have samples, made once; asking whether there is one costs nothing', async () => {
    const url = `${server.url}/api/voices/${encodeURIComponent(own('anna'))}/sample.mp3?language=German`;
    await fetch(url, { method: 'HEAD' });
    expect(provider.requests).toEqual([]);
    const samples = [await fetch(url), await fetch(url)];
    expect(new Set(samples.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(listSpoken().map(([voice]) => voice)).toEqual(['shimmer']);
    const unlisted = `${server.url}/api/voices/${encodeURIComponent(own('mix'))}/sample.mp3`;
    expect((await fetch(unlisted)).status).toBe(410);
    expect(listSpoken()).toHaveLength(1);
  });

  test('are listed while another provider fails, and one is slow', async () => {
    const { speech } = createTestEngines(provider.baseUrl);
    const failure = new CodedError('provider_unavailable');
    const listing = (listVoices: NonNullable<SpeechEngine['listVoices']>) => override(speech, { listVoices });
    const role = new SpeechRole([
      { id: 'failing', engine: listing(() => Promise.reject(failure)) },
      {
        id: 'slow',
        engine: listing(
          signal => new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
        ),
      },
      { id: 'stand-in', engine: withOwnVoices(speech) },
    ]);
    const { voices, failures } = await listOwnVoices(
      { speech: { standard: role, premium: role } },
      new AbortController().signal,
    );
    expect(voices).toHaveLength(2);
    expect(failures).toEqual([
      { provider: 'failing', message: failure.message },
      { provider: 'slow', message: new CodedError('provider_timeout').message },
    ]);
  });

  test('speak a script, with the pronunciation of its words', async () => {
    const pronunciations = JSON.stringify([{ term: 'Benshi', say: 'ben-shee' }]);
    const fields = { script: 'Benshi speaks.', voice: own('anna'), language: 'English', pronunciations };
    const answer = await ada.postForm('/convert_to_voice', makeForm(fields));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    await answer.bytes();
    expect(listSpoken()).toEqual([['shimmer', 'ben-shee speaks.']]);
  });
});

describe('a voice that is gone', () => {
  const ask = (voice: string) =>
    ada.postForm('/convert_to_voice', makeForm({ script: 'A dog.', voice, language: 'English' }));

  test.each([
    ['whose provider is not set up', 'elevenlabs:21m00Tcm4TlvDq8ikWAM'],
    ['that the provider no longer knows', own('anna')],
  ])('%s is named as that, and no use counts', async (_, voice) => {
    const readLeft = async () => (await (await ada.get('/api/me')).json()).narrations;
    const before = await readLeft();
    gone.add('anna');
    const answer = await ask(voice);
    expect([answer.status, await answer.json()]).toMatchObject([
      410,
      { error: { code: 'voice_gone', message: t(errorMessages.voice_gone) } },
    ]);
    expect(await readLeft()).toEqual(before);
    expect(listSpoken()).toEqual([]);
  });
});

const composeFit = (deliveries: readonly object[], more: object = {}) => ({
  script: '[0:00] I am the narrator.\n[0:10] I am Anna.',
  durationSeconds: 20,
  voice: 'nova',
  language: 'English',
  deliveries,
  ...more,
});
const readLines = async (answer: Response) =>
  (await answer.text())
    .trimEnd()
    .split('\n')
    .map(line => fitLineSchema.parse(JSON.parse(line)));

describe('what a plan or a limit does not include', () => {
  test('is refused for a single line, too', async () => {
    const answer = await ada.post('/api/fit', composeFit([{ lines: [1], voice: 'Rachel' }]));
    expect([answer.status, (await answer.json()).error.key]).toEqual([403, narrationErrors.premiumVoice.key]);
    expect(provider.requests).toEqual([]);
  });

  test('is refused when only respellings make the text too long', async () => {
    const pronunciations = [{ term: 'a', say: 'b'.repeat(maxSayCharacters) }];
    const script = 'a '.repeat(maxScriptCharacters / maxSayCharacters + 1);
    const answer = await ada.post(
      '/api/fit',
      composeFit([], { script, durationSeconds: undefined, pronunciations }),
    );
    expect([answer.status, (await answer.json()).error.key]).toEqual([
      413,
      narrationMessages.tooLongToSay.key,
    ]);
    expect(provider.requests).toEqual([]);
  });
});

describe('lines with something of their own', () => {
  test('of a visitor say who spoke them, where that is another provider', async () => {
    await using both = await startTestServer({ environment: { OPENAI_BASE_URL: provider.baseUrl } });
    const body = JSON.stringify(composeFit([{ lines: [1], provider: 'offline' }]));
    const headers = { 'content-type': 'application/json' };
    const lines = await readLines(await fetch(`${both.url}/api/free/fit`, { method: 'POST', headers, body }));
    const [first] = lines;
    const sources = lines.flatMap(each => ('line' in each ? [[each.line.index, each.line.source]] : []));
    expect(first).toMatchObject({ source: { provider: expect.not.stringContaining('offline') } });
    expect(sources.toSorted()).toEqual([
      [0, undefined],
      [1, { provider: 'the offline engine' }],
    ]);
  });

  test('of a visitor may have own voices of the standard plan', async () => {
    const body = JSON.stringify(composeFit([{ lines: [1], voice: own('anna') }]));
    const headers = { 'content-type': 'application/json' };
    await readLines(await fetch(`${server.url}/api/free/fit`, { method: 'POST', headers, body }));
    expect(
      listSpoken()
        .map(([voice]) => voice)
        .toSorted(),
    ).toEqual(['nova', 'shimmer']);
  });

  test('are spoken by their voices in one call, which counts once; others by the main voice', async () => {
    const answer = await ada.post('/api/fit', {
      script: '[0:00] I am the narrator.\n[0:10] I am Anna.\n[0:20] I am old.',
      durationSeconds: 30,
      voice: 'nova',
      language: 'English',
      deliveries: [
        { lines: [1], voice: own('anna'), manner: 'calm' },
        { lines: [2], voice: own('old-man'), pace: 0.8 },
      ],
    });
    const lines = await readLines(answer);
    expect(lines.filter(line => 'line' in line)).toHaveLength(3);
    expect(listSpoken().toSorted()).toEqual([
      ['nova', 'I am the narrator.'],
      ['onyx', 'I am old.'],
      ['shimmer', 'I am Anna.'],
    ]);
  });

  test('without times are rows of a script, and all fit', async () => {
    const script = 'I am the narrator.\n\nI am Anna.';
    const answer = await ada.post('/api/fit', {
      script,
      voice: 'nova',
      language: 'English',
      deliveries: [{ lines: [2], voice: own('anna') }],
      lines: [2],
    });
    const lines = await readLines(answer);
    expect(lines.slice(1)).toMatchObject([
      { line: { index: 2, speed: 1, excessSeconds: 0, text: 'I am Anna.' } },
      { script },
    ]);
    expect(listSpoken()).toEqual([['shimmer', 'I am Anna.']]);
  });

  test('of a stored project are heard in its sound, timed or not', async () => {
    const roles = [
      { id: 'anna', name: 'Anna', look: '', voice: { provider: 'stand-in', id: 'anna', name: 'Anna' } },
    ];
    const rows = [{ text: 'I narrate Benshi.' }, { text: 'I am Anna.', castId: 'anna' }];
    const settings = { voice: 'nova' };
    const continuous = createNarration({
      style: 'continuous',
      language: 'English',
      settings,
      lines: rows.map(createLine),
    });
    const timed = createNarration({
      style: 'timed',
      language: 'English',
      settings,
      lines: rows.map((row, at) => createLine({ ...row, startMs: 4000 * at, pauseBeforeMs: 500 })),
    });
    const document = {
      ...createProject('Roles'),
      video: { name: 'a.mp4', sizeBytes: 9, fingerprint: 'f', durationMs: 9000, width: 64, height: 48 },
      cast: roles,
      glossary: [
        {
          term: 'Benshi',
          byLanguage: {},
          isNeverTranslated: true,
          pronunciation: { English: 'ben-shee' },
        },
      ],
      narrations: [continuous, timed],
    };
    expect((await ada.send('PUT', `/api/projects/${document.id}`, { document, base: 0 })).status).toBe(200);
    for (const { id } of document.narrations) {
      provider.reset();
      const sound = await ada.get(`/api/projects/${document.id}/narrations/${id}/sound.mp3`);
      expect([sound.status, (await sound.bytes()).length > 1000]).toEqual([200, true]);
      expect(listSpoken().toSorted()).toEqual([
        ['nova', 'I narrate ben-shee.'],
        ['shimmer', 'I am Anna.'],
      ]);
    }
  });
});
