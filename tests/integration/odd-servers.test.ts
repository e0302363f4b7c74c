import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import type { ChatStandIn } from '../support/chat-stand-in.ts';
import { startLmStudioStandIn } from '../support/local-servers.ts';
import { startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { createTestEngines, makeCall } from '../support/provider-calls.ts';
import { catchError } from '../support/provider-faults.ts';

// Servers that differ from OpenAI: they narrate without a trial.

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
});

const auto = { apiKey: undefined, visionModel: undefined, scriptModel: undefined };

describe.each<[string, () => Promise<ChatStandIn>, string[]]>([
  ['Ollama', startOllamaStandIn, ['/v1/models', '/api/tags']],
  ['LM Studio', startLmStudioStandIn, ['/v1/models', '/api/v1/models']],
])('%s', (_, open, lists) => {
  test('narrates without a trial: models, vision and script are the only requests', async () => {
    const standIn = await open();
    opened.push(standIn);
    const engines = createTestEngines(standIn.baseUrl, auto);
    for (const role of ['vision', 'script'] as const)
      expect(await engines[role].checkReadiness?.(new AbortController().signal)).toMatchObject({
        kind: 'ready',
      });
    expect(await makeCall(engines, 'vision')).toMatch(/^A dog stands/u);
    expect(await makeCall(engines, 'script')).toMatch(/^A dog waits.*has it\.$/u);
    const chat = '/v1/chat/completions';
    expect(standIn.requests.map(({ path }) => path)).toEqual([...lists, chat, chat]);
  });
});

type Answer = (response: ServerResponse) => void;

const send =
  (status: number, mediaType: string, body: string): Answer =>
  response => {
    response.writeHead(status, { 'content-type': mediaType });
    response.end(body);
  };
const json = (body: unknown, status = 200) => send(status, 'application/json', JSON.stringify(body));
const usualList = json({ object: 'list', data: [{ id: 'mine', object: 'model', owned_by: 'me' }] });
const notes = 'A dog runs. It barks.';
const usualChat = json({ choices: [{ message: { content: notes }, finish_reason: 'stop' }] });

/** A server with only these two answers. */
async function start({ list = usualList, chat = usualChat }: { list?: Answer; chat?: Answer }) {
  const paths: string[] = [];
  const models: unknown[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    paths.push(request.url ?? '');
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    if (body) models.push(JSON.parse(body).model);
    if (request.method === 'POST') chat(response);
    else if (request.url === '/v1/models') list(response);
    else json({ error: 'no such path' }, 404)(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, paths, models };
}

describe('a server whose list of models', () => {
  test.each<[string, Answer]>([
    ['is not there', json({ detail: 'Not Found' }, 404)],
    ['is a web page', send(200, 'text/html', '<!doctype html><title>Welcome</title>')],
    ['is a text', send(200, 'text/plain', 'OK')],
    ['is an error with status 200', json({ error: 'Unexpected endpoint or method. (GET /v1/models)' })],
    ['is broken JSON', send(200, 'application/json', '{"data":[')],
    ['is refused to this key', json({ error: { message: 'Forbidden' } }, 403)],
    ['fails', json({ error: 'internal' }, 500)],
  ])('%s uses the named model, and without one says what to do', async (_, list) => {
    const { url, paths, models } = await start({ list });
    const named = createTestEngines(url, { ...auto, visionModel: 'mine' });
    expect(await makeCall(named, 'vision')).toBe(notes);
    expect(models).toEqual(['mine']);
    expect(paths).toEqual(['/v1/models', '/v1/chat/completions']);
    const error = await catchError(makeCall(createTestEngines(url, auto), 'vision'));
    expect(error).toMatchObject({ costsNothing: true, filled: expect.anything() });
    expect(models).toEqual(['mine']);
  });

  test.each<[string, unknown]>([
    ['is bare', [{ id: 'mine' }, { id: 'other' }]],
    ['is a list of names', { models: ['mine', 'other'] }],
    ['has other names for its fields', { models: [{ name: 'mine' }, { key: 'other' }] }],
    [
      'has fields of other shapes',
      { data: [{ id: 'mine', owned_by: 7, capabilities: 'all', meta: [] }, 9, null] },
    ],
  ])('%s uses the first one', async (_, list) => {
    const { url, models } = await start({ list: json(list) });
    expect(await makeCall(createTestEngines(url, auto), 'vision')).toBe(notes);
    expect(models).toEqual(['mine']);
  });
});

describe('a server whose answer', () => {
  test.each<[string, object]>([
    ['has no usage', { choices: [{ message: { content: notes }, finish_reason: 'stop' }] }],
    [
      'has usage in other words',
      { usage: { tokens: 'many' }, choices: [{ message: { content: notes }, finish_reason: 'stop' }] },
    ],
    [
      'thinks aloud',
      { choices: [{ message: { content: `<think>A cat?</think>${notes}` }, finish_reason: 'stop' }] },
    ],
    [
      'is in parts',
      { choices: [{ message: { content: [{ type: 'text', text: notes }] }, finish_reason: 'stop' }] },
    ],
    ['does not say how it ended', { choices: [{ message: { role: 'assistant', content: notes } }] }],
    [
      'ends in its own word',
      { model: 7, id: null, choices: [{ message: { content: notes }, finish_reason: 'eos' }] },
    ],
  ])('%s is understood', async (_, body) => {
    const { url, paths } = await start({ chat: json(body) });
    expect(await makeCall(createTestEngines(url, auto), 'vision')).toBe(notes);
    expect(paths).toEqual(['/v1/models', '/v1/chat/completions']);
  });
});

test('a marketplace needs a named model', async () => {
  const architecture = { input_modalities: ['text', 'image'], output_modalities: ['text'] };
  const data = Array.from({ length: 30 }, (_, at) => ({ id: `maker/model-${at}`, architecture }));
  const { url, models } = await start({ list: json({ data }) });
  const error = await catchError(makeCall(createTestEngines(url, auto), 'vision'));
  expect(error.filled?.key).toBe(engineMessages.tooManyModels.key);
  expect(models).toEqual([]);
});
