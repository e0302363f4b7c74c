import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Usage } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { completionBody, completionChunks, eventStreamText } from '../support/openai-bodies.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines, makeCall, tinyJpeg } from '../support/provider-calls.ts';
import { catchError } from '../support/provider-faults.ts';

let standIn: OpenAiStandIn;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

const chats = ['vision', 'script'] as const;
const auto = { visionModel: undefined, scriptModel: undefined };
const create = () => createTestEngines(standIn.baseUrl, auto);

/** The token limit of each request so far, with its field name. */
const listLimits = () =>
  standIn.requests.map(({ body }) =>
    body.max_tokens === undefined
      ? `max_completion_tokens ${body.max_completion_tokens}`
      : `max_tokens ${body.max_tokens}`,
  );
const listEfforts = () => standIn.requests.map(({ body }) => body.reasoning_effort);

function refuse(status: number, body: unknown): Behaviour {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

describe.each(chats)('for %s', call => {
  test('gpt-6-luna is told not to think, and gets its limit in its own field', async () => {
    standIn.setModels({ id: 'gpt-6-luna', generation: 'newer' });
    const engines = create();
    await makeCall(engines, call);
    await makeCall(engines, call);
    expect(listLimits()).toEqual([
      'max_tokens 1000',
      'max_completion_tokens 1000',
      'max_completion_tokens 1000',
    ]);
    expect(listEfforts()).toEqual(['none', 'none', 'none']);
  });

  test('gpt-4o, which cannot think, is told so once', async () => {
    standIn.setModels({ id: 'gpt-4o', generation: 'older' });
    const engines = create();
    await makeCall(engines, call);
    await makeCall(engines, call);
    expect(listEfforts()).toEqual(['none', undefined, undefined]);
  });

  test.each([
    [
      'by its parameter',
      400,
      { error: { message: 'Unsupported value.', param: 'reasoning_effort', code: 'unsupported_value' } },
    ],
    [
      'in a list of what was wrong',
      422,
      {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'reasoning_effort'],
            msg: 'Extra inputs are not permitted',
          },
        ],
      },
    ],
  ])('a server that refuses the option not to think %s is not sent it again', async (_, status, body) => {
    standIn.next(call, refuse(status, body));
    const engines = create();
    await makeCall(engines, call);
    await makeCall(engines, call);
    expect(listEfforts()).toEqual(['none', undefined, undefined]);
  });

  test('another refusal is not taken for that', async () => {
    standIn.always(
      call,
      refuse(400, { error: { message: 'No.', type: 'invalid_request_error', code: null } }),
    );
    expect((await catchError(makeCall(create(), call))).code).toBe('provider_unavailable');
    expect(standIn.requests).toHaveLength(1);
  });

  test('a model that used up its tokens by thinking is asked once more with a higher limit, which is kept', async () => {
    standIn.next(call, answerWithReply({ content: '<think>A dog? Perhaps', finishReason: 'length' }));
    const engines = create();
    expect(await makeCall(engines, call)).toMatch(/^A dog/u);
    await makeCall(engines, call);
    expect(listLimits()).toEqual(['max_tokens 1000', 'max_tokens 4000', 'max_tokens 4000']);
  });

  test('a model that keeps thinking is not asked a third time', async () => {
    standIn.always(call, answerWithReply({ content: '', finishReason: 'length' }));
    const error = await catchError(makeCall(create(), call));
    expect(error).toMatchObject({ code: 'provider_garbage', costsNothing: false });
    expect(error.filled?.key).toBe(engineMessages.nothingWritten.key);
    expect(standIn.requests).toHaveLength(2);
  });

  test('thoughts in tags are left out', async () => {
    standIn.always(call, answerWithReply({ content: '<think>A cat? No.</think>A dog runs. It barks.' }));
    expect(await makeCall(create(), call)).toBe('A dog runs. It barks.');
  });

  test.each(['reasoning', 'reasoning_content'])('thoughts in the field %s are left out', async field => {
    standIn.always(call, ({ request, response }) => {
      const said = { content: 'A dog runs. It barks.' };
      const whole = completionBody('gpt-4o', said);
      Object.assign(whole.choices[0]?.message ?? {}, { [field]: 'A cat? No.' });
      const [head, ...rest] = completionChunks('gpt-4o', said);
      const thought = {
        ...head,
        choices: [{ index: 0, delta: { content: null, [field]: 'A cat?' }, finish_reason: null }],
      };
      const isStreamed = request.call === 'script';
      response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' });
      response.end(isStreamed ? eventStreamText([head ?? {}, thought, ...rest]) : JSON.stringify(whole));
    });
    expect(await makeCall(create(), call)).toBe('A dog runs. It barks.');
  });

  test('usage is reported once an answer, with the model that answered', async () => {
    standIn.next(call, answerWithReply({ content: '', finishReason: 'length' }));
    const used: Usage[] = [];
    await narrate(call, usage => used.push(usage));
    const whole = { provider: 'our own AI server', model: 'gpt-4o', textTokensIn: 1117, textTokensOut: 46 };
    expect(used).toEqual([whole, whole]);
  });
});

async function narrate(call: (typeof chats)[number], noteUsage: (usage: Usage) => void): Promise<void> {
  const engines = create();
  const { signal } = new AbortController();
  const shared = { prompt: 'Tell it', durationSeconds: 9, noteUsage, signal };
  const frames = [{ seconds: 1, jpeg: tinyJpeg }];
  if (call === 'vision') await engines.vision.analyze({ ...shared, frames });
  else
    await Array.fromAsync(
      engines.script.writeScript({ ...shared, analysis: 'A dog.', language: getLanguage('English') }),
    );
}

test('a script model that closes a thought it never opened fails once, and is understood from then on', async () => {
  const thinking = answerWithReply({ content: `${'A cat, perhaps? '.repeat(30)}No.</think>A dog runs.` });
  standIn.always('script', thinking);
  const engines = create();
  expect(await catchError(makeCall(engines, 'script'))).toMatchObject({ code: 'provider_garbage' });
  expect(await makeCall(engines, 'script')).toBe('A dog runs.');
});

test('an answer without a finish reason, as when Ollama stops a model, is an error', async () => {
  standIn.always('vision', ({ response }) => {
    const whole = completionBody('gpt-4o', { content: 'A dog dog dog dog' });
    Object.assign(whole.choices[0] ?? {}, { finish_reason: null });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(whole));
  });
  expect(await catchError(makeCall(create(), 'vision'))).toMatchObject({ code: 'provider_garbage' });
});

test('a server that cannot stream usage is not asked for it again', async () => {
  standIn.next(
    'script',
    refuse(400, { error: { message: 'Unknown parameter: stream_options', code: null } }),
  );
  const engines = create();
  await makeCall(engines, 'script');
  await makeCall(engines, 'script');
  expect(standIn.requests.map(({ body }) => body.stream_options !== undefined)).toEqual([true, false, false]);
});

test('a refusal with status 200 is a refusal', async () => {
  standIn.always(
    'vision',
    refuse(200, { error: 'Unexpected endpoint or method. (POST /v1/chat/completions)' }),
  );
  expect(await catchError(makeCall(create(), 'vision'))).toMatchObject({ code: 'provider_unavailable' });
});

test.each([
  [
    'is still loading its model',
    503,
    { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } },
    'provider_busy',
    engineMessages.modelLoading,
  ],
  [
    'has too little memory',
    500,
    { error: { message: 'llama-server reported out-of-memory during startup: cudaMalloc failed' } },
    'provider_unavailable',
    engineMessages.outOfMemory,
  ],
  [
    'has a context that is too small',
    400,
    {
      error:
        'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096).',
    },
    'provider_unavailable',
    engineMessages.contextTooSmall,
  ],
])('a server that %s is reported', async (_, status, body, code, { key }) => {
  standIn.always('script', refuse(status, body));
  const error = await catchError(makeCall(create(), 'script'));
  expect(error).toMatchObject({ code, filled: { key }, costsNothing: true });
});

/** llama.cpp, tools/server/README.md, “exceed_context_size_error”. */
const tooLong = {
  error: {
    code: 400,
    message:
      'the request exceeds the available context size. try increasing the context size or enable context shift',
    type: 'exceed_context_size_error',
    n_prompt_tokens: 4300,
    n_ctx: 4096,
  },
};

test('a model whose context the examples do not fit is asked again without them', async () => {
  standIn.always('script', exchange =>
    exchange.request.body.messages[0].content.includes('<examples>')
      ? refuse(400, tooLong)(exchange)
      : answerWithReply({ content: 'A dog runs.' })(exchange),
  );
  expect(await makeCall(create(), 'script')).toBe('A dog runs.');
  const systems: string[] = standIn.requests.map(({ body }) => body.messages[0].content);
  expect(systems.map(system => system.includes('<examples>'))).toEqual([true, false]);
  expect(systems[0]?.endsWith(systems[1] ?? '?')).toBe(true);
});

test('a text that is too long without them as well is refused as such', async () => {
  standIn.always('script', refuse(400, tooLong));
  const error = await catchError(makeCall(create(), 'script'));
  expect(error.filled?.key).toBe(engineMessages.contextTooSmall.key);
  expect(standIn.requests).toHaveLength(2);
});
