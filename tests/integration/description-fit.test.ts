import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FitLine, fitLineSchema } from '#shared/api/fit.ts';
import { t } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeVisitorHeaders, postJson } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';
import { wrongGaps } from '../support/wrong-gaps.ts';

let provider: OpenAiStandIn;
let server: TestServer;
let cookie: string;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl, { timeoutMs: 5000 }),
    environment: { TRUST_PROXY: '127.0.0.1', FREE_NARRATIONS_PER_DAY: '2' },
  });
  cookie = await signUpForCookie(server.url);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => provider.reset());

async function expectRefusal(answer: Response, message: string): Promise<void> {
  expect(answer.status).toBe(400);
  expect((await answer.json()).error).toMatchObject({ code: 'bad_request', message });
  expect(provider.requests).toEqual([]);
}

describe('fitting a description', () => {
  const texts = ['A woman in a red coat walks down a hill.', 'She opens a gate.', 'She is gone.'];
  const body = {
    script: `[0:00] ${texts[0]}\n[0:20] ${texts[1]}\n[0:40] ${texts[2]}`,
    durationSeconds: 60,
    voice: 'nova',
    language: 'English',
    shorten: false,
    description: 'standard',
    gaps: [
      [0, 0.5],
      [20, 30],
    ],
  };
  const send = async (changes: object = {}, headers: Record<string, string> = makeVisitorHeaders()) => {
    const path = 'cookie' in headers ? '/api/fit' : '/api/free/fit';
    return await postJson(server.url + path, { ...body, ...changes }, { headers });
  };
  const readFit = async (answer: Response) => {
    const all = (await answer.text()).trimEnd().split('\n');
    const parsed = all.map((line): FitLine => fitLineSchema.parse(JSON.parse(line)));
    return parsed
      .flatMap(each => ('line' in each ? [each.line] : []))
      .sort((one, other) => one.index - other.index);
  };

  test('reports lines that fit, are too long, or lie in speech', async () => {
    for (const headers of [makeVisitorHeaders(), { cookie }]) {
      const [short, calm, spokenOver] = await readFit(await send({}, headers));
      expect(short?.speed).toBe(1.15);
      expect(short?.excessSeconds).toBeCloseTo((short?.seconds ?? 0) / 1.15 - 0.45, 5);
      expect(calm).toMatchObject({ speed: 1, excessSeconds: 0 });
      expect(spokenOver?.excessSeconds).toBeGreaterThan(0);
      for (const line of [short, calm, spokenOver]) expect(line).not.toHaveProperty('pauseSeconds');
    }
  });

  test('that is extended reports the length of each pause instead of too long lines', async () => {
    const [short, calm, spokenOver] = await readFit(await send({ description: 'extended', shorten: true }));
    expect(short).toMatchObject({ speed: 1, excessSeconds: 0 });
    expect(short?.pauseSeconds).toBeCloseTo((short?.seconds ?? 0) + 0.05 - 0.5, 5);
    expect(calm).not.toHaveProperty('pauseSeconds');
    expect(spokenOver?.pauseSeconds).toBeCloseTo((spokenOver?.seconds ?? 0) + 0.05, 5);
    expect(provider.requests.map(({ call }) => call)).toEqual(['speech', 'speech', 'speech']);
  });

  test('shortens a line where its gap is too short', async () => {
    provider.always('script', answerWithReply({ content: '[0:20] She leaves.' }));
    const long = 'She opens a gate and goes on and on without an end, and on and on without an end.';
    const changes = { script: `[0:20] ${long}`, gaps: [[20, 22.5]], shorten: true };
    const [shortened] = await readFit(await send(changes));
    expect(shortened).toMatchObject({ text: 'She leaves.', before: long });
    const asked = provider.requests.find(({ call }) => call === 'script');
    expect(asked?.body.messages[0].content).toMatch(/You edit an audio description/u);
  });

  test.each(wrongGaps)('is refused with gaps %s', async (_, wrong, message) => {
    await expectRefusal(await send({ gaps: wrong }), message);
    await expectRefusal(await send({ gaps: wrong }, { cookie }), message);
  });

  test.each([
    ['without the gaps', { gaps: undefined }, t(narrationErrors.noGaps)],
    ['with gaps of nothing', { description: undefined }, t(narrationErrors.gapsNeedDescription)],
  ])('is refused %s', async (_, changes, message) => {
    await expectRefusal(await send(changes), message);
    await expectRefusal(await send(changes, { cookie }), message);
  });
});
