// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { testKey } from '../support/provider-calls.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { resolveLocally } from '../support/resolve-locally.ts';
import { startTestServer } from '../support/start-server.ts';

let provider: OpenAiStandIn;

beforeEach(async () => {
  provider = await startOpenAiStandIn();
});
afterEach(() => provider.close());

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Log lines about a step, in order. */
function readLog(logged: readonly string[], work: string): Record<string, unknown>[] {
  return logged.map(line => JSON.parse(line)).filter(line => line.work === work);
}

test('soon after its start the server logs who does each step, without a paid call', {
  tags: 'long',
}, async () => {
  await using server = await startTestServer({
    environment: { OPENAI_VISION_BASE_URL: provider.baseUrl, OPENAI_SCRIPT_BASE_URL: provider.baseUrl },
  });
  await expect
    .poll(() => readLog(server.logged, 'writing'))
    .toMatchObject([{ level: 30, provider: 'our own AI server', model: 'gpt-4o', msg: 'provider ready' }]);
  expect(provider.requests.filter(({ call }) => call !== 'vision')).toEqual([]);
});

test('a model that ends within 60 days is a warning at the start, and its days are in the metrics', {
  tags: 'long',
}, async () => {
  provider.setModels(
    { id: 'gpt-4o', shutdown_date: inDays(20) },
    { id: 'tts-1', shutdown_date: inDays(200) },
  );
  using _names = resolveLocally('api.openai.com');
  const address = provider.baseUrl.replace('127.0.0.1', 'api.openai.com');
  await using server = await startTestServer({
    environment: { OPENAI_API_KEY: testKey, OPENAI_BASE_URL: address },
  });
  await expect
    .poll(() => readLog(server.logged, 'looking').map(({ warning }) => warning))
    .toContain(`gpt-4o will be retired on ${inDays(20)}, in 20 days.`);
  await expect.poll(() => readLog(server.logged, 'premium speaking')).not.toEqual([]);
  const figures = await readMetrics(server.url);
  const daysOf = (step: string, model: string) =>
    figures.get(`benshi_model_ends_in_days{provider="OpenAI",step="${step}",model="${model}"}`);
  expect([daysOf('vision', 'gpt-4o'), daysOf('script', 'gpt-4o'), daysOf('speech', 'tts-1')]).toEqual([
    20, 20, 200,
  ]);
  // Speech has longer.
  expect(readLog(server.logged, 'speaking').flatMap(({ warning }) => warning ?? [])).toEqual([]);
});

test('a step done by another engine than configured is a warning with the reason', async () => {
  provider.setModels('gpt-4o');
  using _names = resolveLocally('api.openai.com');
  const address = provider.baseUrl.replace('127.0.0.1', 'api.openai.com');
  await using server = await startTestServer({
    environment: { OPENAI_API_KEY: testKey, OPENAI_BASE_URL: address },
  });
  await expect
    .poll(() => readLog(server.logged, 'speaking'))
    .toMatchObject([{ level: 40, provider: 'the offline engine', reasons: [expect.stringMatching(/\.$/u)] }]);
});

interface Engine {
  readonly isSubstitute: boolean;
  readonly isImpaired: boolean;
  readonly note?: string;
}

/** The public settings of a step. */
async function readEngine(url: string, step: 'vision' | 'script'): Promise<Engine> {
  const answer = await fetch(`${url}/api/config`);
  const { engines }: { engines: Record<typeof step, Engine> } = await answer.json();
  return engines[step];
}

test('a missing package of the offline engine is logged, and shown on the page', async () => {
  const environment = { OFFLINE_TEXT_LANGUAGES: 'vie' };
  await using server = await startTestServer({ environment });
  const missing = expect.stringContaining('npm install @tesseract.js-data/vie');
  await expect
    .poll(() => readLog(server.logged, 'looking'))
    .toContainEqual(expect.objectContaining({ level: 40, provider: 'the offline engine', note: missing }));
  expect(await readEngine(server.url, 'vision')).toMatchObject({
    isSubstitute: false,
    isImpaired: true,
    note: missing,
  });
});

test('where the offline engine replaces a provider that can do nothing, the page says so', async () => {
  provider.setModels();
  await using server = await startTestServer({ environment: { OPENAI_BASE_URL: provider.baseUrl } });
  expect(await readEngine(server.url, 'script')).toMatchObject({ isSubstitute: true, isImpaired: false });
  await using alone = await startTestServer();
  expect(await readEngine(alone.url, 'script')).toMatchObject({ isSubstitute: false, isImpaired: false });
});

test('a server stops cleanly while it still asks providers', { tags: 'long' }, async () => {
  provider.always('models', () => undefined);
  const server = await startTestServer({ environment: { OPENAI_BASE_URL: provider.baseUrl } });
  await expect.poll(() => provider.timesListed).toBeGreaterThan(0);
  await server.stop(0);
  expect(readLog(server.logged, 'looking')).toEqual([]);
  await server[Symbol.asyncDispose]();
});
