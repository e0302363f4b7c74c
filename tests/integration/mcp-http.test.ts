import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createdTokenSchema, type TokenScope, tokenScopes } from '#shared/api/tokens.ts';
import { maxTimedFrames } from '#shared/limits.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { mcpMessages } from '#shared/messages/mcp.ts';
import { t } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { tokenErrors } from '#shared/messages/token-errors.ts';
import { readMp3Header } from '#shared/mp3-frames.ts';
import {
  createLines,
  createNarration,
  createProject,
  type Project,
  toObservations,
} from '#shared/narration/project.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { dropTag } from '../support/decode-sound.ts';
import { labelledVoices } from '../support/elevenlabs-bodies.ts';
import { testKey } from '../support/elevenlabs-calls.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { callTool, createMcpClient } from '../support/mcp-client.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { postJson } from '../support/requests.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

let provider: OpenAiStandIn;
let voices: ElevenLabsStandIn;
let server: InnerServer;
let ada: AccountClient;
let token: string;
let client: Client;
let project: Project;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  voices = await startElevenLabsStandIn();
  voices.setAccount({ voices: labelledVoices });
  server = await startTestServer({
    accountLimits: { signUpPerAddress: { most: 100, windowSeconds: 3600 } },
    environment: {
      OPENAI_BASE_URL: provider.baseUrl,
      ELEVENLABS_API_KEY: testKey,
      ELEVENLABS_BASE_URL: voices.baseUrl,
      STANDARD_NARRATIONS_PER_DAY: '5',
    },
  });
  ada = createAccountClient(server.url);
  await ada.signUp(makePerson());
  token = await createToken([...tokenScopes]);
  client = await connect(token);
  const analysis = '0.0: A dog waits. 3.0: It runs.';
  project = {
    ...createProject('Dog'),
    video: { name: 'dog.mp4', sizeBytes: 9, fingerprint: 'f', durationMs: 6000, width: 64, height: 48 },
    observations: [...toObservations({ analysis, moments: [0, 3], source: { provider: 'test' } })],
  };
  expect((await ada.send('PUT', `/api/projects/${project.id}`, { document: project, base: 0 })).status).toBe(
    200,
  );
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await client.close();
  await server[Symbol.asyncDispose]();
  await provider.close();
  await voices.close();
});

async function createToken(scopes: readonly TokenScope[], client = ada): Promise<string> {
  const answer = await client.post('/api/account/tokens', { name: 'Assistant', scopes });
  return createdTokenSchema.parse(await answer.json()).token;
}

async function connect(bearer: string, mode?: 'legacy'): Promise<Client> {
  const made = createMcpClient(mode);
  const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
  await made.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit }));
  return made;
}

const post = (body: object, headers: Record<string, string> = {}) =>
  postJson(`${server.url}/mcp`, body, {
    headers: { accept: 'application/json, text/event-stream', authorization: `Bearer ${token}`, ...headers },
  });

test.each([undefined, 'legacy'] as const)(
  'a stored project is narrated, translated and spoken (%s)',
  async mode => {
    const speaking = await connect(token, mode);
    const call = (name: string, asked: object = {}) =>
      callTool(speaking, name, { project_id: project.id, ...asked });
    const listed = await callTool(speaking, 'list_projects', {});
    expect(listed.fields).toMatchObject({ total: 1, projects: [{ id: project.id, title: 'Dog' }] });

    provider.setTexts({ script: '[0:00] A dog waits.\n[0:03] It runs.' });
    const written = await call('write_narration', { prompt: 'Calmly' });
    expect(written).toMatchObject({
      isError: false,
      fields: { narration: { lines: 2, language: 'English' } },
    });
    expect(written.progress.length).toBeGreaterThan(0);
    const narration_id = written.fields.narration.id;

    provider.next('script', answerWithReply({ content: '1: Un chien attend.\n2: Il court.' }));
    const { fields: translated } = await call('translate_narration', { narration_id, language: 'French' });
    const french = translated.narration.id;
    const page = await call('read_narration', { narration_id: french });
    expect(page.text).toContain('[0:03] Il court.');

    const { fields } = await call('speak_narration', { narration_id: french });
    const url = new URL(new URL(fields.url).pathname, server.url);
    const sound = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(readMp3Header(dropTag(Buffer.from(await sound.arrayBuffer())))).toBeDefined();
    expect((await fetch(url)).status).toBe(401);
    await speaking.close();
  },
);

test.each([undefined, 'legacy'] as const)(
  'a client that cancels or hangs up stops the call of the provider (%s)',
  async mode => {
    provider.always('script', brokenAnswers.noHeaders);
    const speaking = await connect(token, mode);
    const leaving = new AbortController();
    const asked = { project_id: project.id, prompt: 'Calmly' };
    const answered = callTool(speaking, 'write_narration', asked, { signal: leaving.signal });
    const request = await provider.waitForRequest('script');
    leaving.abort();
    await expect(answered).rejects.toThrow();
    await speaking.close();
    expect(await request.closed).toMatchObject({ early: true });
  },
);

test('a tool that a token may not use says which right it lacks', async () => {
  const reading = await connect(await createToken(['read projects']));
  const { isError, text } = await callTool(reading, 'write_narration', {
    project_id: project.id,
    prompt: 'x',
  });
  expect({ isError, text }).toEqual({
    isError: true,
    text: t(tokenErrors.lacksScope, { scope: 'write projects' }),
  });
  await reading.close();
  await expect(connect(await createToken(['narrate']))).rejects.toThrow();
  expect(provider.requests).toEqual([]);
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

test.each([
  ['no token', { authorization: 'Basic x' }, list, 401],
  ['a wrong token', { authorization: 'Bearer benshi_x' }, list, 401],
  ['a page of another website', { origin: 'https://attacker.example' }, list, 403],
  ['a protocol version that nobody knows', { 'mcp-protocol-version': '1999-01-01' }, list, 400],
  ['no JSON-RPC', {}, { hello: 'world' }, 400],
  ['more than a megabyte', {}, { ...list, params: { cursor: 'x'.repeat(1_100_000) } }, 413],
  ['a batch of calls', {}, [list, list], 400],
  ['a batch of an older version', { 'mcp-protocol-version': '2025-03-26' }, [list], 400],
  ['an empty batch', {}, [], 400],
])('%s is refused', async (_, headers, body, status) => {
  expect((await post(body, headers)).status).toBe(status);
});

test('null is what is left out, in a message and in what a tool is asked', async () => {
  const answer = await post({ ...list, params: null });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('list_projects');
  const listed = await callTool(client, 'list_projects', { search: null });
  expect(listed).toMatchObject({ isError: false, fields: { total: expect.any(Number) } });
  const missing = await callTool(client, 'read_narration', { project_id: null });
  expect(missing.isError).toBe(true);
  const { tools } = await client.listTools();
  const { inputSchema } = tools.find(({ name }) => name === 'read_narration') ?? {};
  expect(inputSchema).toMatchObject({ type: 'object', required: ['project_id'] });
});

test.each([undefined, 'legacy'] as const)(
  'every tool answers as its schema says, and the tools do not change (%s)',
  async mode => {
    const bob = createAccountClient(server.url);
    await bob.signUp(makePerson());
    const words = [{ startMs: 0, endMs: 500, text: 'Sit.' }];
    const segments = [{ id: 's', startMs: 0, endMs: 500, text: 'Sit.', words }];
    const source = { kind: 'recogniser', provider: 'test' };
    const transcript = { source, isCorrected: false, segments };
    const cast = [{ id: 'bo', name: 'Bo', look: '' }];
    const lines = [{ ...createLines('Sit.', 'written')[0], castId: 'bo' }];
    const narrations = [createNarration({ style: 'continuous', language: 'English', lines: lines as never })];
    const document = { ...project, id: `every-${mode}`, transcript, cast, narrations };
    const saved = await bob.send('PUT', `/api/projects/${document.id}`, { document, base: 0 });
    expect(saved.status).toBe(200);

    const strict = await connect(await createToken(tokenScopes, bob), mode);
    expect(strict.getServerCapabilities()).toMatchObject({ tools: { listChanged: false } });
    provider.setTexts({ script: '[0:00] A dog waits.\n[0:03] It runs.' });
    const { tools } = await strict.listTools();
    const asked = { project_id: document.id, prompt: 'Calmly' };
    const answers: Record<string, unknown> = {};
    for (const { name, inputSchema } of tools) {
      const language = name === 'translate_narration' && { language: 'French' };
      const sent = Object.entries(asked).filter(([field]) => field in (inputSchema.properties ?? {}));
      if (name === 'translate_narration')
        provider.next('script', answerWithReply({ content: '1: Un chien.\n2: Il court.' }));
      const { isError, text, fields } = await callTool(strict, name, {
        ...Object.fromEntries(sent),
        ...language,
      });
      expect.soft({ name, isError, text }).toMatchObject({ isError: false });
      answers[name] = fields;
    }
    expect(answers.read_narration).toMatchObject({ lines: [{ role: 'Bo' }] });
    expect(answers.list_voices).toMatchObject({
      own_voices: expect.arrayContaining([expect.objectContaining({ sex: 'female', age: 'young' })]),
    });
    await strict.close();
  },
);

test.each([
  ['{"page":"1"}', 'Page 1 of 1'],
  ['{"page":" 1 "}', 'Page 1 of 1'],
  ['{"page":"2"}', t(mcpMessages.noSuchPage, { pages: 1 })],
  ['{"page":"one"}', 'expected number'],
  ['{"page":"1.5"}', 'expected number'],
  ['{"page":""}', 'expected number'],
  ['{"page":["1"]}', 'expected number'],
  ['{"page":true}', 'expected number'],
])('a number in quotes is that number, and nothing else is: %s', async (written, sentence) => {
  const lines = createLines('Sit.', 'written');
  const document = {
    ...createProject('Pages'),
    id: 'pages',
    narrations: [createNarration({ style: 'continuous', language: 'English', lines })],
  };
  const kept = await ada.get('/api/projects/pages');
  if (kept.status === 404) await ada.send('PUT', '/api/projects/pages', { document, base: 0 });
  const { text } = await callTool(client, 'read_narration', { project_id: 'pages', ...JSON.parse(written) });
  expect(text).toContain(sentence);
});

test.each(['true', 'False', 'yes'])('whether lines have times may be asked as "%s"', async timed => {
  provider.setTexts({ script: '[0:00] A dog waits.\n[0:03] It runs.' });
  const cleo = createAccountClient(server.url);
  await cleo.signUp(makePerson());
  await cleo.send('PUT', `/api/projects/${project.id}`, { document: project, base: 0 });
  const asking = await connect(await createToken(tokenScopes, cleo));
  const answer = await callTool(asking, 'write_narration', {
    project_id: project.id,
    prompt: 'Calmly',
    timed,
  });
  await asking.close();
  if (timed === 'yes') expect(answer.text).toContain('expected boolean');
  else expect(answer.fields.narration.style).toBe(timed === 'true' ? 'timed' : 'continuous');
});

test('a stored project gets no more than other calls, and a long translation counts as several', async () => {
  const script = Array<string>(220).fill('A fox. '.repeat(285)).join('\n');
  const lines = createLines(script, 'written');
  const narration = createNarration({ style: 'continuous', language: 'English', lines });
  const moments = Array.from({ length: 200 }, (_, at) => at / 50);
  const observations = toObservations({ analysis: 'A fox.', moments, source: { provider: 'test' } });
  const large = { ...project, id: 'large', observations, narrations: [narration] };
  await ada.send('PUT', '/api/projects/large', { document: large, base: 0 });

  const sound = await ada.get(`/api/projects/large/narrations/${narration.id}/sound.mp3`);
  expect(sound.status).toBe(413);
  const written = await callTool(client, 'write_narration', { project_id: 'large', prompt: 'Calmly' });
  expect(written.text).toBe(t(narrationErrors.tooManyFrames, { limit: maxTimedFrames }));
  const translated = await callTool(client, 'translate_narration', {
    project_id: 'large',
    language: 'French',
  });
  expect(translated.text).toBe(t(limitErrors.unconfirmed));
  expect(provider.requests).toEqual([]);
});

test('a project of another account is unknown', async () => {
  const eve = createAccountClient(server.url);
  await eve.signUp(makePerson());
  const answer = await eve.post('/api/account/tokens', { name: 'Eve', scopes: tokenScopes });
  const other = await connect(createdTokenSchema.parse(await answer.json()).token);
  const read = await callTool(other, 'read_narration', { project_id: project.id });
  expect(read).toMatchObject({ isError: true, text: 'There is no such project in this account.' });
  await other.close();
});

test('an older client initializes by hand and calls a tool', async () => {
  const clientInfo = { name: 'old', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const initialized = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  expect(await initialized.text()).toContain('"protocolVersion":"2025-06-18"');
  const called = await post(
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_voices', arguments: {} } },
    { 'mcp-protocol-version': '2025-06-18' },
  );
  expect(await called.text()).toContain('shimmer');
});
