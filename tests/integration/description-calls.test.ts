import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeVersion } from '#engines/prompts/describe.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { untoldMessages } from '#shared/messages/untold.ts';
import { makeClip } from '../support/make-clip.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
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
afterEach(() => expect.poll(() => server.listTemporaryFiles()).toEqual([]));

const writer = { provider: 'our own AI server', model: 'gpt-4o-mini', prompt: describeVersion };
const gaps = [
  [0, 10],
  [20, 30],
];
const lines = [
  '[0:02] A woman in a red coat walks down a hill.',
  '[0:22] She opens a gate and looks back at the road behind her.',
].join('\n');
async function expectRefusal(answer: Response, message: string): Promise<void> {
  expect(answer.status).toBe(400);
  expect((await answer.json()).error).toMatchObject({ code: 'bad_request', message });
  expect(provider.requests).toEqual([]);
}

describe('frames for a description', () => {
  const analyse = async (fields: Readonly<Record<string, string>>) => {
    const body = await makeAnalysisForm({ frames: 3 });
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return await fetch(`${server.url}/api/free/analysis`, {
      method: 'POST',
      headers: makeVisitorHeaders(),
      body,
    });
  };

  test('are analysed with the description prompt', async () => {
    const answer = await analyse({ timing: 'cues', description: 'standard' });
    expect(answer.status).toBe(200);
    expect((await answer.json()).moments).toEqual([0, 1, 2]);
    expect(provider.requests[0]?.body.messages[0].content).toMatch(
      /^You are the eyes of an audio describer/u,
    );
  });

  test.each([
    [{ description: 'standard' }, t(narrationErrors.descriptionNeedsTiming)],
    [{ timing: 'cues', description: 'audio' }, t(narrationErrors.unknownDescription)],
  ])('are refused with %o', async (fields, message) => {
    await expectRefusal(await analyse(fields as unknown as Record<string, string>), message);
  });
});

describe('the script of a description', () => {
  const body = {
    analysis: 'A woman in a red coat walks down a hill.',
    prompt: usualPrompt,
    language: 'English',
    durationSeconds: 60,
    timing: 'cues',
    moments: [2, 6, 15, 22, 45],
    description: 'standard',
    gaps,
  };
  const write = (changes: object = {}, headers: Record<string, string> = {}) =>
    postJson(
      `${server.url}/api/free/script`,
      { ...body, ...changes },
      { headers: { ...makeVisitorHeaders(), ...headers } },
    );

  test("has lines in the gaps only, and the script engine gets the gaps' lengths", async () => {
    provider.always('script', answerWithReply({ content: `${lines}\n[0:15] Somebody speaks here.` }));
    const reported = await readLines(await write({}, wantsProgress));
    const lost = { startSeconds: 15, kind: 'seen', what: 'Somebody speaks here.' };
    const untold = [{ ...lost, reason: t(untoldMessages.wrongTime) }];
    expect(reported.at(-1)).toEqual({ script: lines, writer, untold });
    expect(provider.requests).toHaveLength(1);
    const [system, user] = provider.requests[0]?.body.messages ?? [];
    expect(system.content).toMatch(/You are an audio describer\./u);
    expect(user.content).toContain(
      [
        'A gap, until 0:10:',
        '[0:02] for what is seen at 0:02, at most 9 words',
        '[0:06] for what is seen at 0:06, at most 9 words',
        'A gap, until 0:30:',
        '[0:22] for what is seen at 0:22, at most 18 words',
      ].join('\n'),
    );
  });

  test('is as brief as asked, and calls people as they were confirmed', async () => {
    provider.always('script', answerWithReply({ content: lines }));
    const cast = [{ name: 'Ada', look: 'a woman in a red coat', namedSeconds: 22 }];
    expect((await write({ detail: 'brief', cast })).status).toBe(200);
    const [system, user] = provider.requests[0]?.body.messages ?? [];
    expect(system.content).toMatch(/^Brief: /mu);
    expect(user.content).toContain('- look: a woman in a red coat; name: Ada; named from 0:22 on');
    expect(user.content).toContain('[0:02] for what is seen at 0:02, at most 5 words');
  });

  test('tells what its writer left out, which is no line', async () => {
    const content = `${lines}\n[0:15] (left out: people speak) A sign: “Keep out”.`;
    provider.always('script', answerWithReply({ content }));
    expect(await (await write()).json()).toMatchObject({
      script: lines,
      untold: [{ startSeconds: 15, kind: 'print', what: 'A sign: “Keep out”.' }],
    });
  });

  test('without any gap is empty with a sentence, and no provider is called', async () => {
    const { script, notice } = await (await write({ gaps: [] })).json();
    expect(script).toBe('');
    expect(notice).toBe(t(narrationMessages.noGap));
    expect(provider.requests).toEqual([]);
  });

  test('that is extended is written without any gap, too', async () => {
    provider.always('script', answerWithReply({ content: lines }));
    expect(await (await write({ gaps: [], description: 'extended' })).json()).toEqual({
      script: lines,
      writer,
    });
  });

  test('that cannot be placed in the gaps is an error, without an untimed text', async () => {
    const answer = await write();
    expect(answer.status).toBe(502);
    expect((await answer.json()).error.key).toBe(narrationMessages.notInGaps.key);
  });

  test.each(wrongGaps)('is refused with gaps %s', async (_, wrong, message) => {
    await expectRefusal(await write({ gaps: wrong }), message);
  });

  test.each([
    ['without the gaps', { gaps: undefined }, t(narrationErrors.noGaps)],
    ['of an unknown detail', { detail: 'long' }, t(narrationErrors.unknownDetail)],
    ['with a cast that is none', { cast: ['Ada'] }, t(narrationErrors.notCast)],
    ['of an unknown kind', { description: 'short' }, t(narrationErrors.unknownDescription)],
    [
      'without the timing',
      { timing: undefined, moments: undefined },
      t(narrationErrors.descriptionNeedsTiming),
    ],
    ['that is none', { description: undefined }, t(narrationErrors.gapsNeedDescription)],
  ])('is refused %s', async (_, changes, message) => {
    await expectRefusal(await write(changes), message);
  });
});

describe('a described video', () => {
  const create = async (fields: Readonly<Record<string, string>>) => {
    const clip = await makeClip({
      seconds: 60,
      framesPerSecond: 2,
      keyIntervalSeconds: 2,
      width: 160,
      height: 120,
    });
    const form = makeVideoForm(clip);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return await fetch(`${server.url}/create_script`, { method: 'POST', body: form, headers: { cookie } });
  };
  const cast = JSON.stringify([{ name: 'Ada', look: 'a woman in a red coat' }]);
  const asked = { timing: 'cues', description: 'standard', gaps: JSON.stringify(gaps), detail: 'rich', cast };

  test('is analysed and written for a description, in the given gaps', async () => {
    provider.always('script', exchange => {
      const given = [...exchange.request.body.messages[1].content.matchAll(/^\[([\d:.]+)\]/gmu)];
      const content = given.map(([, time]) => `[${time}] A woman walks.`).join('\n');
      return answerWithReply({ content })(exchange);
    });
    const { script, moments } = await (await create(asked)).json();
    const times = [...script.matchAll(/^\[0:(\d\d(?:\.\d+)?)\]/gmu)].map(([, seconds]) => Number(seconds));
    expect(times.length).toBeGreaterThan(2);
    for (const seconds of times)
      expect(gaps.some(([from = 0, until = 0]) => seconds >= from && seconds < until)).toBe(true);
    expect(moments.length).toBeGreaterThan(5);
    for (const [from = 0, until = 0] of gaps)
      expect(moments.filter((each: number) => each >= from && each < until)).not.toEqual([]);
    const written = provider.requests[1]?.body.messages ?? [];
    expect(written[0].content).toMatch(/^Rich: /mu);
    expect(written[1].content).toContain('name: Ada');
    const [looks, writes] = provider.requests.map(({ body }) => body.messages[0].content);
    expect(looks).toMatch(/audio describer/u);
    expect(writes).toMatch(/You are an audio describer\./u);
  });

  test('without any gap costs nothing, and the answer says why it is empty', async () => {
    const { script, notice } = await (await create({ ...asked, gaps: '[]' })).json();
    expect(script).toBe('');
    expect(notice).toBe(t(narrationMessages.noGap));
    expect(provider.requests).toEqual([]);
  });

  test.each(wrongGaps)('is refused with gaps %s', async (_, wrong, message) => {
    await expectRefusal(await create({ ...asked, gaps: JSON.stringify(wrong) }), message);
  });

  test.each([
    [{ description: 'standard' }, t(narrationErrors.descriptionNeedsTiming)],
    [{ timing: 'cues', gaps: '[]' }, t(narrationErrors.gapsNeedDescription)],
    [{ ...asked, gaps: '[[0, 1]' }, t(narrationErrors.notGaps)],
    [{ ...asked, gaps: `[${' '.repeat(200_000)}]` }, t(narrationErrors.tooManyGaps, { limit: 2000 })],
  ])('is refused with %o', async (fields, message) => {
    await expectRefusal(await create(fields as unknown as Record<string, string>), message);
  });
});
