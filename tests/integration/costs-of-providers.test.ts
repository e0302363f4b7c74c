// @module-tag long
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CostsAnswer, costsAnswerSchema } from '#shared/api/costs.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { type GeminiStandIn, startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { makeClip } from '../support/make-clip.ts';
import { writePrices } from '../support/metered-engines.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeSpeechForm } from '../support/premium-account.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { makeVideoForm } from '../support/requests.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { testRows } from '../support/test-rows.ts';

let openAi: OpenAiStandIn;
let gemini: GeminiStandIn;
let folder: TemporaryFolder;
let prices: string;
let clip: Uint8Array<ArrayBuffer>;
let server: InnerServer;
let person: AccountClient;

const script = 'A small rabbit leaves its burrow.';

/** Speech charges for characters or sound tokens, everything else for text tokens. */
const rows = [
  { models: ['tts-1'], dollarsPerMillion: { characters: 15 } },
  { models: ['gemini-3.8-flash-tts'], dollarsPerMillion: { soundTokensOut: 9 } },
  { models: ['*'], dollarsPerMillion: { textTokensIn: 1, textTokensOut: 4 } },
].map(row => ({ ...row, provider: 'our own AI server' }));

beforeAll(async () => {
  [openAi, gemini] = await Promise.all([startOpenAiStandIn(), startGeminiStandIn()]);
  folder = await makeTemporaryFolder();
  prices = await writePrices(folder, rows);
  clip = new Uint8Array(await makeClip({ seconds: 2, width: 160, height: 120 }));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  openAi.reset();
});
afterAll(async () => {
  await Promise.all([openAi, gemini].map(standIn => standIn.close()));
  await folder[Symbol.asyncDispose]();
});

async function start(environment: Record<string, string>): Promise<void> {
  server = await startTestServer({ environment: { PRICES_FILE: prices, ...environment } });
  person = createAccountClient(server.url);
  await person.signUp(makePerson());
}

const narrate = () => person.postForm('/create_script', makeVideoForm(clip));
const speak = () =>
  person.postForm('/convert_to_voice', makeSpeechForm({ script, voice: 'nova', language: 'English' }));

async function readCosts(): Promise<CostsAnswer> {
  return costsAnswerSchema.parse(await (await person.get('/api/account/costs')).json());
}

/** In billionths of a dollar, over all models. */
async function sumFigures(): Promise<number> {
  const figures = [...(await readMetrics(server.url))];
  const costs = figures.filter(([name]) => name.startsWith('benshi_provider_cost_dollars_total{'));
  return costs.reduce((sum, [, dollars]) => sum + Math.round(dollars * 1e9), 0);
}

testRows(
  [
    ['OpenAI', () => ({ OPENAI_BASE_URL: openAi.baseUrl })],
    ['Gemini', () => ({ GEMINI_BASE_URL: gemini.baseUrl, GEMINI_API_KEY: 'key-of-this-test' })],
  ],
  (_, index) => index === 0,
)('a narration by %s is priced step by step, and account and metrics agree', async (_, set) => {
  await start(set());
  expect((await narrate()).status).toBe(200);
  await (await speak()).bytes();
  const { total, steps } = await readCosts();
  const { transcription, ...used } = steps;
  expect(transcription).toBeNull();
  for (const [step, cost] of Object.entries(used)) {
    expect(cost, step).toMatchObject({ isComplete: true });
    expect(cost?.dollars, step).toBeGreaterThan(0);
  }
  expect(await sumFigures()).toBe(Math.round((total?.dollars ?? 0) * 1e9));
});

test("OpenAI's cost follows its answers: 1,117 tokens in, 46 out, and 33 characters", async () => {
  await start({ OPENAI_BASE_URL: openAi.baseUrl });
  const { cost } = await (await narrate()).json();
  expect(cost).toEqual({ dollars: 0.002_602, isComplete: true });
  await (await speak()).bytes();
  expect((await readCosts()).steps.speech).toEqual({ dollars: 0.000_495, isComplete: true });
});

test('a provider that refuses before working costs nothing', async () => {
  await start({ OPENAI_BASE_URL: openAi.baseUrl });
  openAi.always('vision', refusals.outOfQuota);
  expect((await narrate()).ok).toBe(false);
  expect((await readCosts()).total).toBeNull();
  expect(await sumFigures()).toBe(0);
});

test('a script that fails after vision costs the vision', {
  tags: 'long',
}, async () => {
  await start({ OPENAI_BASE_URL: openAi.baseUrl });
  openAi.always('script', refusals.outOfQuota);
  expect((await narrate()).ok).toBe(false);
  expect(await readCosts()).toMatchObject({
    total: { dollars: 0.001_301, isComplete: true },
    steps: { script: null, speech: null },
  });
});
