import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allowanceSchema, meAnswerSchema } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { makeClip } from '../support/make-clip.ts';
import { createMeteredEngines, type MeteredEngines } from '../support/metered-engines.ts';
import {
  makeAnalysisForm,
  makeVideoForm,
  makeVisitorHeaders,
  postJson,
  readLines,
  usualPrompt,
  wantsProgress,
} from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const limit = 3;
type Headers = Record<string, string>;

interface Place {
  readonly engines: MeteredEngines;
  readonly server: TestServer;
}

let paid: Place;
let local: Place;
let clip: Uint8Array<ArrayBuffer>;

async function start(engines: MeteredEngines): Promise<Place> {
  const environment = {
    TRUST_PROXY: '127.0.0.1',
    FREE_NARRATIONS_PER_DAY: String(limit),
    STANDARD_NARRATIONS_PER_DAY: String(limit),
  };
  return { engines, server: await startTestServer({ engines, environment }) };
}

beforeAll(async () => {
  paid = await start(createMeteredEngines());
  local = await start(
    createMeteredEngines({ name: 'the AI on this server', isOffline: false, isLocal: true }),
  );
  clip = new Uint8Array(await makeClip({ seconds: 2, width: 160, height: 120 }));
});
beforeEach(() => {
  for (const { engines } of [paid, local]) engines.before = async () => {};
});
afterAll(async () => {
  for (const { server } of [paid, local]) await server[Symbol.asyncDispose]();
});

const stillCounts = t(limitErrors.stillCounts, { provider: 'a.example' });

/** What is left today for an account, or else for a visitor. */
async function countLeft({ server }: Place, headers: Headers): Promise<number> {
  const path = 'cookie' in headers ? '/api/me' : '/api/free/allowance';
  const answer: unknown = await (await fetch(server.url + path, { headers })).json();
  return 'cookie' in headers
    ? meAnswerSchema.parse(answer).narrations.remaining
    : allowanceSchema.parse(answer).remaining;
}

/** A use is given back when the answer has been sent. */
const expectLeft = (place: Place, headers: Headers, left: number) =>
  expect.poll(() => countLeft(place, headers)).toBe(left);

const signUp = async ({ server }: Place): Promise<Headers> => ({
  cookie: await signUpForCookie(server.url),
  ...makeVisitorHeaders(),
});

async function look({ server }: Place, headers: Headers, init: RequestInit = {}): Promise<Response> {
  const body = await makeAnalysisForm();
  return fetch(`${server.url}/api/free/analysis`, { ...init, method: 'POST', headers, body });
}

interface Creating extends RequestInit {
  readonly fields?: Readonly<Record<string, string>>;
  readonly video?: Uint8Array<ArrayBuffer>;
}

function create(
  { server }: Place,
  headers: Headers,
  { fields = {}, video = clip, ...init }: Creating = {},
): Promise<Response> {
  const body = makeVideoForm(video);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return fetch(`${server.url}/create_script`, { ...init, method: 'POST', headers, body });
}

const seen = { analysis: 'A dog runs.', prompt: usualPrompt, language: 'English', durationSeconds: 60 };
const write = ({ server }: Place, headers: Headers, changes: object = {}) =>
  postJson(`${server.url}/api/free/script`, { ...seen, ...changes }, { headers });

/** Sends a request and disconnects while an engine does a step. */
async function leaveDuring(
  step: 'vision' | 'script',
  { engines }: Place,
  send: (init: RequestInit) => Promise<Response>,
): Promise<void> {
  const leaving = new AbortController();
  const asked = Promise.withResolvers<void>();
  engines.before = async (at, signal) => {
    if (at !== step) return;
    asked.resolve();
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const sent = send({ signal: leaving.signal }).then(answer => answer.text());
  await asked.promise;
  leaving.abort();
  await expect(sent).rejects.toThrow('aborted');
}

const describing = { timing: 'cues', description: 'standard' };

describe('a narration that gave nothing is free', () => {
  test('when a description finds no gap, whoever looks', async () => {
    for (const place of [paid, local]) {
      const account = await signUp(place);
      const answer = await create(place, account, { fields: { ...describing, gaps: '[]' } });
      expect(await answer.json()).toMatchObject({ script: '', notice: t(narrationMessages.noGap) });
      await expectLeft(place, account, limit);
      const visitor = makeVisitorHeaders();
      const asked = { ...describing, moments: [1], gaps: [] };
      expect(await (await write(place, visitor, asked)).json()).toMatchObject({ script: '' });
      const written = await write(place, visitor);
      const { headers } = written;
      const used = Number(headers.get('x-ratelimit-limit')) - Number(headers.get('x-ratelimit-remaining'));
      expect(used).toBe(1);
    }
  });

  test('when a visitor disconnects while a local AI looks', async () => {
    const visitor = makeVisitorHeaders();
    await leaveDuring('vision', local, init => look(local, visitor, init));
    await expectLeft(local, visitor, limit);
  });

  test('when an account disconnects while a local AI looks', async () => {
    const account = await signUp(local);
    await leaveDuring('vision', local, init => create(local, { ...account, ...wantsProgress }, init));
    await expectLeft(local, account, limit);
  });

  test('when the script of what a local AI saw never comes', async () => {
    const visitor = makeVisitorHeaders();
    expect((await look(local, visitor)).status).toBe(200);
    await expectLeft(local, visitor, limit);
    local.engines.before = async () => {
      throw new CodedError('provider_garbage');
    };
    expect((await write(local, visitor)).status).toBe(502);
    await expectLeft(local, visitor, limit);
    local.engines.before = async () => {};
    expect((await write(local, visitor)).status).toBe(200);
    await expectLeft(local, visitor, limit - 1);
  });

  test('when the stream of a local AI breaks', async () => {
    const account = await signUp(local);
    local.engines.before = async step => {
      if (step === 'script') throw new CodedError('provider_garbage');
    };
    const lines = await readLines(await create(local, { ...account, ...wantsProgress }));
    expect(lines).toContainEqual({ delta: 'A dog runs. ' });
    expect(lines.at(-1)).toEqual({
      error: { code: 'provider_garbage', message: t(errorMessages.provider_garbage), ...keyOfGarbage },
    });
    await expectLeft(local, account, limit);
  });
});

const keyOfGarbage = { key: errorMessages.provider_garbage.key, values: {} };

describe('a narration counts', () => {
  test('once, when its first words were written and the person disconnects, also for a local AI', async () => {
    const account = await signUp(local);
    await leaveDuring('script', local, init => create(local, { ...account, ...wantsProgress }, init));
    local.engines.before = async () => {};
    expect((await create(local, account)).headers.get('x-ratelimit-remaining')).toBe(String(limit - 2));
  });

  test('when a provider looked and nothing could be written, and the error says so', async () => {
    const account = await signUp(paid);
    paid.engines.before = async step => {
      if (step === 'script') throw new CodedError('provider_busy', { costsNothing: true });
    };
    const { error } = await (await create(paid, account)).json();
    expect(error).toEqual({
      code: 'provider_busy',
      message: `${t(errorMessages.provider_busy)} ${stillCounts}`,
      key: errorMessages.provider_busy.key,
      values: {},
      note: { key: limitErrors.stillCounts.key, values: { provider: 'a.example' } },
    });
    await expectLeft(paid, account, limit - 1);
  });

  test('when a provider looked where nothing may be said, and the notice says so', async () => {
    const account = await signUp(paid);
    const video = await makeClip({ seconds: 60, framesPerSecond: 1, width: 160, height: 120 });
    const fields = { ...describing, seconds: '1,2', gaps: '[[50, 59]]' };
    expect(await (await create(paid, account, { fields, video })).json()).toMatchObject({
      script: '',
      notice: `${t(narrationMessages.noFrameInGap)} ${stillCounts}`,
    });
    await expectLeft(paid, account, limit - 1);
  });

  test('not when the provider refused before it looked, and the error says nothing of it', async () => {
    const account = await signUp(paid);
    paid.engines.before = async () => {
      throw new CodedError('provider_busy', { costsNothing: true });
    };
    const { error } = await (await create(paid, account)).json();
    expect(error.message).toBe(t(errorMessages.provider_busy));
    expect(error).not.toHaveProperty('note');
    await expectLeft(paid, account, limit);
  });
});
