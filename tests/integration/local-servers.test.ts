import { afterEach, describe, expect, test, vi } from 'vitest';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import type { ChatStandIn } from '../support/chat-stand-in.ts';
import {
  startLlamaCppStandIn,
  startLmStudioStandIn,
  startLocalAiStandIn,
  startVllmStandIn,
} from '../support/local-servers.ts';
import { type OllamaModel, ollamaModels, startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { createTestEngines, makeCall, tinyJpeg } from '../support/provider-calls.ts';
import { catchError } from '../support/provider-faults.ts';
import { askForTranslation, rowsFormat } from '../support/translating.ts';

const neverAborted = new AbortController().signal;
const opened: ChatStandIn[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.splice(0).map(each => each.close()));
});

/** Engines without a key, as for a local server. */
async function start<StandIn extends ChatStandIn>(
  starting: Promise<StandIn>,
  {
    baseUrl,
    ...models
  }: { baseUrl?: (origin: string) => string; visionModel?: string; scriptModel?: string } = {},
) {
  const server = await starting;
  opened.push(server);
  const url = baseUrl?.(server.origin) ?? server.baseUrl;
  const auto = { apiKey: undefined, visionModel: undefined, scriptModel: undefined };
  const engines = createTestEngines(url, { ...auto, ...models });
  const ask = (role: 'vision' | 'script') => engines[role].checkReadiness?.(neverAborted);
  const chats = () => server.requests.filter(({ call }) => call !== 'other');
  return { server, engines, ask, chats };
}

function advanceClock(ms: number): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms);
}

const provider = 'our own AI server';
const there = `at ${provider}`;
const { noVisionModel: noVision, noScriptModel: noScript } = engineMessages;

describe.each([
  ['Ollama', () => startOllamaStandIn(), 'gemma3:4b', 'gemma3:4b'],
  ['an older Ollama', () => startOllamaStandIn({ isOld: true }), 'gemma3:4b', 'gemma3:4b'],
  ['LM Studio', () => startLmStudioStandIn(), 'qwen/qwen3-vl-8b', 'qwen/qwen3-vl-8b'],
  ['an older LM Studio', () => startLmStudioStandIn({ isOld: true }), 'qwen/qwen3-vl-8b', 'qwen/qwen3-vl-8b'],
  ['llama.cpp', () => startLlamaCppStandIn(), 'gemma-3-4b', 'gemma-3-4b'],
  ['LocalAI', () => startLocalAiStandIn(), 'gemma-3-4b', 'gemma-3-4b'],
  ['vLLM', () => startVllmStandIn(), 'Qwen/Qwen3-VL-8B-Instruct', 'Qwen/Qwen3-VL-8B-Instruct'],
])('%s, configured by address only', (_, open, visionWorker, writer) => {
  test('analyses with a vision model, and writes', async () => {
    const { engines, chats } = await start(open());
    expect(await makeCall(engines, 'vision')).toMatch(/^A dog stands/u);
    expect(await makeCall(engines, 'script')).toMatch(/^A dog waits.*has it\.$/u);
    expect(chats().map(({ call, body }) => [call, body.model])).toEqual([
      ['vision', visionWorker],
      ['script', writer],
    ]);
    expect([engines.vision.model, engines.script.model]).toEqual([visionWorker, writer]);
  });

  test('is held to the form of a translation', async () => {
    const { engines, chats } = await start(open());
    await askForTranslation(engines.script);
    expect(chats().map(({ body }) => body.response_format)).toEqual([rowsFormat]);
  });

  test.each([
    ['with a slash behind it', (origin: string) => `${origin}/v1/`],
    ['without /v1', (origin: string) => origin],
    ['without /v1, with a slash', (origin: string) => `${origin}/`],
  ])('works %s', async (__, baseUrl) => {
    const { engines } = await start(open(), { baseUrl });
    expect(await makeCall(engines, 'vision')).toMatch(/^A dog stands/u);
    expect(await makeCall(engines, 'script')).toMatch(/has it\.$/u);
  });

  test('lists the existing models when the named one is missing', async () => {
    const { engines, ask, chats } = await start(open(), { visionModel: 'gpt-99', scriptModel: 'gpt-99' });
    expect(await ask('vision')).toMatchObject({
      kind: 'unreached',
      error: {
        filled: {
          key: engineMessages.modelMissingAmong.key,
          values: { others: expect.stringContaining(visionWorker) },
        },
      },
    });
    expect((await catchError(makeCall(engines, 'script'))).message).toContain(visionWorker);
    expect(chats()).toEqual([]);
  });
});

describe('Ollama', () => {
  test('gets exactly these fields for vision', async () => {
    const { engines, chats } = await start(startOllamaStandIn());
    await makeCall(engines, 'vision');
    const [{ headers, body } = { headers: {}, body: {} }] = chats();
    expect(headers.authorization).toBe('Bearer no-key-needed');
    const { messages, ...fields } = body;
    expect(fields).toEqual({ model: 'gemma3:4b', max_tokens: 1000, reasoning_effort: 'none' });
    expect(messages[0].role).toBe('system');
    const parts = messages.at(-1).content;
    const base64 = Buffer.from(tinyJpeg).toString('base64');
    expect(parts.filter(({ type }: { type: string }) => type === 'image_url')).toEqual([
      { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${base64}`, detail: 'high' } },
    ]);
  });

  test.each([
    ['has no model at all', [], { vision: noVision, script: noScript }],
    ['has one that compares texts', [ollamaModels.embedding], { vision: noVision, script: noScript }],
    ['has one that is elsewhere', [ollamaModels.cloud], { vision: noVision, script: noScript }],
    ['has one that writes', [ollamaModels.llama], { vision: noVision, script: undefined }],
  ])('that %s reports what it cannot do', async (_, models: readonly OllamaModel[], missing) => {
    const { ask } = await start(startOllamaStandIn({ models }));
    for (const role of ['vision', 'script'] as const)
      expect(await ask(role)).toMatchObject(
        missing[role]
          ? { kind: 'unable', error: { filled: { key: missing[role].key } } }
          : { kind: 'ready', model: 'llama3.2:3b', found: `the only model ${there}` },
      );
  });

  test('with several models uses the one with the largest context', async () => {
    const wide = { name: 'qwen3-vl:8b', capabilities: ['completion', 'vision'], contextLength: 262_144 };
    const { ask } = await start(
      startOllamaStandIn({ models: [ollamaModels.gemma, wide, ollamaModels.qwen] }),
    );
    expect(await ask('vision')).toEqual({
      kind: 'ready',
      model: 'qwen3-vl:8b',
      found: `the vision model with the largest context ${there}`,
    });
  });

  test('finds a model by its name without the default tag', async () => {
    const latest = { ...ollamaModels.llama, name: 'mistral:latest' };
    const { ask } = await start(startOllamaStandIn({ models: [latest] }), { scriptModel: 'mistral' });
    expect(await ask('script')).toMatchObject({ kind: 'ready', model: 'mistral:latest' });
  });

  test('without vision in the named model reports that it sees no pictures', async () => {
    const { engines, chats } = await start(startOllamaStandIn(), { visionModel: 'llama3.2:3b' });
    const { message } = await catchError(makeCall(engines, 'vision'));
    expect(message).toBe(t(engineMessages.modelSeesNoImages, { model: 'llama3.2:3b', provider }));
    expect(chats()).toEqual([]);
  });

  test('that gets a model while it runs uses it within half a minute', async () => {
    const { server, ask } = await start(startOllamaStandIn({ models: [] }));
    expect(await ask('vision')).toMatchObject({ kind: 'unable' });
    server.install(ollamaModels.gemma);
    advanceClock(30_001);
    expect(await ask('vision')).toMatchObject({ kind: 'ready', model: 'gemma3:4b' });
  });

  test('whose model was removed between two calls uses another existing one', async () => {
    const other = { ...ollamaModels.gemma, name: 'llava:7b' };
    const { server, engines, chats } = await start(startOllamaStandIn());
    await makeCall(engines, 'vision');
    server.install(other);
    expect(await makeCall(engines, 'vision')).toMatch(/^A dog stands/u);
    expect(chats().map(({ body }) => body.model)).toEqual(['gemma3:4b', 'gemma3:4b', 'llava:7b']);
  });

  test('whose only model was removed between two calls reports none', async () => {
    const { server, engines } = await start(startOllamaStandIn());
    await makeCall(engines, 'vision');
    server.install();
    const error = await catchError(makeCall(engines, 'vision'));
    expect(error.filled?.key).toBe(noVision.key);
  });

  test('that ends a stream with only an empty chunk has not written a script', async () => {
    const { server, engines } = await start(startOllamaStandIn());
    // middleware/openai.go turns a stream's error into an empty answer.
    server.always('script', ({ response, request }) => {
      const chunk = (content: string, model: string) =>
        `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(chunk('A dog runs. It', request.body.model) + chunk('', ''));
    });
    const error = await catchError(makeCall(engines, 'script'));
    expect(error).toMatchObject({ code: 'provider_garbage', message: t(engineMessages.answerCut) });
  });

  test('that is asked for more than its context reports that it needs a larger one', async () => {
    const { engines } = await start(startOllamaStandIn({ contextTokens: 100 }));
    const error = await catchError(makeCall(engines, 'script'));
    expect(error).toMatchObject({ code: 'provider_unavailable', costsNothing: true });
    expect(error.filled?.key).toBe(engineMessages.contextTooSmall.key);
  });
});

describe('a thinking model', () => {
  test.each([
    ['Ollama', () => startOllamaStandIn({ models: [ollamaModels.qwen] })],
    ['llama.cpp', () => startLlamaCppStandIn()],
    ['vLLM', () => startVllmStandIn()],
    ['an older vLLM', () => startVllmStandIn({ isOld: true })],
  ])('is told not to think at %s', async (_, open) => {
    const { server, engines, chats } = await start<ChatStandIn>(open());
    expect(await makeCall(engines, 'script')).toMatch(/^A dog waits/u);
    await makeCall(engines, 'script');
    const last = chats().at(-1)?.body;
    expect(last.reasoning_effort === 'none' || last.chat_template_kwargs?.enable_thinking === false).toBe(
      true,
    );
    expect(server.requests.length).toBeGreaterThan(0);
  });

  test.each([
    ['llama.cpp', () => startLlamaCppStandIn()],
    ['an older vLLM', () => startVllmStandIn({ isOld: true })],
  ])('is told so by its template alone at %s, with no refusal', async (_, open) => {
    const { engines, chats } = await start<ChatStandIn>(open());
    await makeCall(engines, 'script');
    expect(chats().map(({ body }) => [body.reasoning_effort, body.chat_template_kwargs])).toEqual([
      [undefined, { enable_thinking: false }],
    ]);
  });
});

test.each([
  ['llama.cpp', () => startLlamaCppStandIn({ sees: false })],
  ['Ollama', () => startOllamaStandIn({ models: [ollamaModels.llama] })],
  ['an older Ollama', () => startOllamaStandIn({ models: [ollamaModels.llama], isOld: true })],
])('%s without a vision model is unable to analyse pictures', async (_, open) => {
  const { ask } = await start<ChatStandIn>(open());
  expect(await ask('vision')).toMatchObject({ kind: 'unable', error: { filled: { key: noVision.key } } });
});

test.each([{ isOld: false }, { isOld: true }])(
  'LM Studio reports which model has vision: %o',
  async options => {
    const { ask } = await start(startLmStudioStandIn(options));
    const model = 'qwen/qwen3-vl-8b';
    expect(await ask('vision')).toEqual({
      kind: 'ready',
      model,
      found: `the only vision model ${there}`,
    });
    expect(await ask('script')).toEqual({
      kind: 'ready',
      model,
      found: `the model with the largest context ${there}`,
    });
  },
);

test('vLLM, which does not list vision, reveals it with the first picture', async () => {
  const { engines } = await start(startVllmStandIn({ sees: false }));
  const error = await catchError(makeCall(engines, 'vision'));
  expect(error).toMatchObject({ code: 'provider_unavailable', costsNothing: true });
  expect(error.message).toBe(t(engineMessages.seesNoImages));
});
