// @module-tag long
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { costsAnswerSchema, type EstimateAnswer, estimateAnswerSchema } from '#shared/api/costs.ts';
import { CodedError } from '#shared/errors.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { makeClip } from '../support/make-clip.ts';
import {
  createMeteredEngines,
  type MeteredEngines,
  usuallyUsed,
  usualPrices,
  writePrices,
} from '../support/metered-engines.ts';
import { makeSpeechForm } from '../support/premium-account.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { makeAnalysisForm, makeVideoForm, postJson, readLines, wantsProgress } from '../support/requests.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { type Environment, type InnerServer, startTestServer, testSecret } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { testRows } from '../support/test-rows.ts';

let clip: Uint8Array<ArrayBuffer>;
let folder: TemporaryFolder;
let prices: string;
let engines: MeteredEngines;
let server: InnerServer;
let person: AccountClient;

const nobodyPaid = { vision: null, script: null, speech: null, transcription: null };
const month = new Date().toISOString().slice(0, 7);

const exactly = (dollars: number) => ({ dollars, isComplete: true });
const atLeast = (dollars: number) => ({ dollars, isComplete: false });

beforeAll(async () => {
  clip = new Uint8Array(await makeClip({ seconds: 2, width: 160, height: 120 }));
  folder = await makeTemporaryFolder();
  prices = await writePrices(folder, usualPrices);
});
beforeEach(() => {
  engines = createMeteredEngines();
});
afterEach(() => server[Symbol.asyncDispose]());
afterAll(() => folder[Symbol.asyncDispose]());

async function start(environment: Environment = { PRICES_FILE: prices }): Promise<void> {
  server = await startTestServer({ engines, environment });
  person = await signUpAt(server);
}

async function signUpAt({ url }: InnerServer): Promise<AccountClient> {
  const client = createAccountClient(url);
  expect((await client.signUp(makePerson())).status).toBe(200);
  return client;
}

const narrate = (client = person) => client.postForm('/create_script', makeVideoForm(clip), wantsProgress);

/** @returns the id of the work */
async function speak(client = person): Promise<string> {
  const form = makeSpeechForm({ script: 'A dog runs. It barks.', voice: 'nova', language: 'English' });
  const answer = await client.postForm('/convert_to_voice', form);
  expect(answer.status).toBe(200);
  await answer.bytes();
  return answer.headers.get('x-work-id') ?? '';
}

async function readCosts(client = person, query = '') {
  const answer = await client.get(`/api/account/costs${query}`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return costsAnswerSchema.strict().parse(await answer.json());
}

async function estimate(query: Record<string, string> = {}): Promise<EstimateAnswer> {
  const usual = { durationSeconds: '60', language: 'English', voice: 'nova' };
  const answer = await person.get(`/api/costs/estimate?${new URLSearchParams({ ...usual, ...query })}`);
  expect(answer.status).toBe(200);
  return estimateAnswerSchema.strict().parse(await answer.json());
}

test("a script's answer has its cost, and the month's cost is the sum", async () => {
  await start();
  const lines = await readLines(await narrate());
  expect(lines.at(-1)).toMatchObject({ script: 'A dog runs. It barks.', cost: exactly(0.0143) });
  await speak();
  await speak();
  expect(await readCosts()).toEqual({
    month,
    total: exactly(0.0203),
    steps: {
      vision: exactly(0.0128),
      script: exactly(0.0015),
      speech: exactly(0.006),
      transcription: null,
    },
    work: null,
  });
});

test('writing again from what was seen costs the writing only', async () => {
  await start();
  const seen = { analysis: 'A dog runs.', prompt: 'As a fairy tale', language: 'English' };
  const answer = await person.post('/api/script', seen);
  expect(await answer.json()).toMatchObject({ script: 'A dog runs. It barks.', cost: exactly(0.0015) });
  expect((await readCosts()).steps).toEqual({ ...nobodyPaid, script: exactly(0.0015) });
});

test('the speech cost of a script can be queried once its sound has ended, until the next', async () => {
  await start();
  const first = await speak();
  expect((await readCosts(person, `?work=${first}`)).work).toEqual(exactly(0.003));
  engines.used.speech = { ...usuallyUsed.speech, characters: 400 };
  const second = await speak();
  expect((await readCosts(person, `?work=${second}`)).work).toEqual(exactly(0.006));
  expect((await readCosts(person, `?work=${first}`)).work).toBeNull();
  const other = await signUpAt(server);
  expect((await readCosts(other, `?work=${second}`)).work).toBeNull();
  expect((await person.get('/api/account/costs?work=1')).status).toBe(400);
});

test('each person sees only their own costs', async () => {
  await start();
  await speak();
  const other = await signUpAt(server);
  expect(await readCosts(other)).toMatchObject({ total: null, steps: nobodyPaid });
  const stranger = createAccountClient(server.url);
  expect((await stranger.get('/api/account/costs')).status).toBe(401);
  expect(
    (await stranger.get('/api/costs/estimate?durationSeconds=9&language=English&voice=nova')).status,
  ).toBe(401);
});

test("visitors' costs are on no account, but in the metrics", async () => {
  await start();
  const form = await makeAnalysisForm();
  await fetch(`${server.url}/api/free/analysis`, { method: 'POST', body: form });
  const spoken = await postJson(`${server.url}/api/free/speech`, {
    script: 'A dog runs.',
    voice: 'nova',
    language: 'English',
  });
  await spoken.bytes();
  expect((await readCosts()).total).toBeNull();
  const figures = await readMetrics(server.url);
  const by = (model: string, step: string) => `{provider="a.example",model="${model}",step="${step}"`;
  expect(figures.get(`benshi_provider_tokens_total${by('vision-1', 'vision')},kind="text_in"}`)).toBe(12_000);
  expect(figures.get(`benshi_provider_tokens_total${by('vision-1', 'vision')},kind="text_out"}`)).toBe(400);
  expect(figures.get(`benshi_provider_characters_total${by('voice', 'speech')}}`)).toBe(200);
  expect(figures.get(`benshi_provider_sound_seconds_total${by('voice', 'speech')}}`)).toBe(12.5);
  expect(figures.get(`benshi_provider_cost_dollars_total${by('vision-1', 'vision')}}`)).toBe(0.0128);
  expect(figures.get(`benshi_provider_cost_dollars_total${by('voice', 'speech')}}`)).toBe(0.003);
});

test('failed paid calls count', async () => {
  await start();
  engines.before = async step => {
    if (step === 'script') throw new CodedError('provider_garbage');
  };
  expect((await readLines(await narrate())).at(-1)).toHaveProperty('error');
  expect((await readCosts()).steps).toEqual({
    vision: exactly(0.0128),
    script: exactly(0.0015),
    speech: null,
    transcription: null,
  });
});

test('cancelled paid calls count', async () => {
  await start();
  const { promise: isLooking, resolve } = Promise.withResolvers<void>();
  engines.before = async (_step, signal) => {
    resolve();
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const leave = new AbortController();
  const cookie = [...person.cookies].map(pair => pair.join('=')).join('; ');
  const left = fetch(`${server.url}/create_script`, {
    method: 'POST',
    body: makeVideoForm(clip),
    headers: { cookie },
    signal: leave.signal,
  });
  await isLooking;
  leave.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(async () => (await readCosts()).steps.vision).toEqual(exactly(0.0128));
});

test('a model without a price has no cost, and its calls are counted', {
  tags: 'long',
}, async () => {
  engines.used.vision = { ...usuallyUsed.vision, model: 'vision-2' };
  await start();
  engines.used.script = { ...usuallyUsed.script, model: 'script-2' };
  const written = (await readLines(await narrate())).at(-1);
  expect(written).toHaveProperty('script', 'A dog runs. It barks.');
  expect(written).not.toHaveProperty('cost');
  expect(await readCosts()).toMatchObject({ total: null, steps: nobodyPaid });
  await speak();
  expect((await readCosts()).total).toEqual(atLeast(0.003));
  const unpriced =
    'benshi_provider_unpriced_calls_total{provider="a.example",model="vision-2",step="vision"}';
  expect((await readMetrics(server.url)).get(unpriced)).toBe(1);
});

test('the estimate before the work is rough, and higher for a longer video', async () => {
  await start();
  // Vision: 1,200 + 10 × 1,120 tokens in, 1,000 out. Script: 2,200 in, 203 out. Speech: 810 characters.
  expect(await estimate()).toEqual({
    script: exactly(0.017_615),
    look: exactly(0.0144),
    write: exactly(0.003_215),
    speech: exactly(0.012_15),
  });
  const longer = await estimate({ durationSeconds: '120' });
  expect(longer.speech).toEqual(exactly(0.0243));
  expect(await estimate({ characters: '200' })).toMatchObject({ speech: exactly(0.003) });
  expect((await estimate({ language: 'Japanese' })).speech?.dollars).toBeGreaterThan(0);
});

test('the estimate of translating adds up the languages: writing and speaking each', async () => {
  await start();
  // Twice 500 tokens in and 270 out; 620 characters of French and 213 of Japanese are spoken.
  expect(await estimate({ characters: '600', into: 'French,Japanese' })).toMatchObject({
    translation: exactly(0.016_195),
    translationSeconds: 31,
  });
});

testRows(
  [
    ['no length', { durationSeconds: '' }],
    ['an invalid length', { durationSeconds: 'long' }],
    ['an unknown language', { language: 'Klingon' }],
    ['an unknown voice', { voice: 'Nobody' }],
  ],
  ([what]) => what === 'no length',
)('an estimate with %s is refused', async (_, query) => {
  await start();
  const usual = { durationSeconds: '60', language: 'English', voice: 'nova' };
  const answer = await person.get(`/api/costs/estimate?${new URLSearchParams({ ...usual, ...query })}`);
  expect(answer.status).toBe(400);
});

test('a timed narration is estimated by its moments: three small pictures of a movement, and a quick look before', {
  tags: 'long',
}, async () => {
  const model = { models: ['vision-1'], dollarsPerMillion: { textTokensIn: 1, textTokensOut: 2 } };
  const vendor = { ...model, tokensPerPicture: 2000, tokensPerSmallPicture: 100 };
  await using own = await makeTemporaryFolder();
  await start({ PRICES_FILE: await writePrices(own, [vendor, ...usualPrices]) });
  // 30 moments: 15 of three small pictures, 15 of one, a quarter of these large. Seven requests of 1,200 and six of 700 more; one of
  // 600 for ten small pictures before; 45 + 10 of 100, 3.75 of 2,000, 11.25 of 560. Out: 7,000 and 400.
  const { look, write } = await estimate({ durationSeconds: '180', timing: 'cues' });
  expect(look).toEqual(exactly(0.0325 + 0.0148));
  // One part: 1,200 and notes of 7,000 in, 608 out.
  expect(write).toEqual(exactly(0.011_24));
  // 60 moments leave no room for a second picture of any; the script is written in three parts.
  const long = await estimate({ durationSeconds: '600', timing: 'cues' });
  expect(long.look).toEqual(exactly(0.069_1 + 0.013_6));
  expect(long.write).toEqual(exactly(0.0216 + 0.010_125));
});

test('a short timed narration has as many moments as a continuous one pictures, which all may move', async () => {
  await start();
  // Four requests, 30 pictures of 209 tokens.
  expect((await estimate({ durationSeconds: '30', timing: 'cues' })).look).toEqual(exactly(0.021_17));
});

describe('two servers on one Postgres', () => {
  const postgres = sharePostgres();
  afterAll(() => postgres[Symbol.asyncDispose]());

  test('add up concurrent costs', async () => {
    const environment = {
      DATABASE_URL: await postgres.createDatabase(),
      AUTH_SECRET: testSecret,
      PRICES_FILE: prices,
    };
    await start(environment);
    await using other = await startTestServer({ engines, environment });
    const there = createAccountClient(other.url);
    for (const [name, value] of person.cookies) there.keepCookie(name, value);
    const clients = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? person : there));
    await Promise.all(clients.map(client => speak(client)));
    for (const client of [person, there])
      expect((await readCosts(client)).steps.speech).toEqual(exactly(0.06));
  });
});
