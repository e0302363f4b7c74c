import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ownVoicesAnswerSchema } from '#shared/api/voices.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { createLine, createNarration, createProject, toObservations } from '#shared/narration/project.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { type AccountVoice, defaultVoices, labelledVoices } from '../support/elevenlabs-bodies.ts';
import { testKey } from '../support/elevenlabs-calls.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { type KokoroStandIn, startKokoroStandIn } from '../support/kokoro-stand-in.ts';
import { findLink, type MailServer, startMailServer } from '../support/mail-server.ts';
import { callTool, createMcpClient } from '../support/mcp-client.ts';
import { listedVoices as mistralVoices } from '../support/mistral-bodies.ts';
import { type MistralStandIn, startMistralStandIn } from '../support/mistral-stand-in.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeSpeechForm } from '../support/premium-account.ts';
import { createTestEngines, fetchInPlaceOfVendor } from '../support/provider-calls.ts';
import { type Environment, type InnerServer, startTestServer } from '../support/start-server.ts';

let standIn: ElevenLabsStandIn;
let openAi: OpenAiStandIn;
let mistral: MistralStandIn;
let kokoro: KokoroStandIn;
let mailServer: MailServer;

beforeAll(async () => {
  standIn = await startElevenLabsStandIn();
  openAi = await startOpenAiStandIn();
  mistral = await startMistralStandIn();
  kokoro = await startKokoroStandIn();
  mailServer = await startMailServer();
});
beforeEach(() => {
  for (const provider of [standIn, openAi, mistral, kokoro]) provider.reset();
  standIn.setAccount({ voices: [...labelledVoices, ...shared, ...defaultVoices] });
});
afterAll(async () => {
  for (const each of [standIn, openAi, mistral, kokoro, mailServer]) await each.close();
});

/** A colleague's, shared in the workspace; and one of a kind that is not known yet. */
const shared: readonly AccountVoice[] = [
  {
    id: 'colleagues0000000001',
    name: 'Colleague',
    about: { category: 'professional', is_owner: false, sharing: { status: 'enabled' } },
  },
  { id: 'unknownKind000000001', name: 'New kind', about: { category: 'hologram' } },
];
const privateIds = [
  'ownProfessional00001',
  'clone000000000000001',
  'designed000000000001',
  'colleagues0000000001',
  'unknownKind000000001',
];
const publicId = 'onwK4e9ZLuTAKqWW03F9';
const guessedId = 'guessed0000000000001';
const own = (id: string) => `elevenlabs:${id}`;
const listSpoken = () =>
  standIn.requests.filter(({ call }) => call === 'speech').map(({ path }) => path.split('/')[3]);

/** Only a proxy in front of it reaches such a server. */
const forOthers = { TRUST_PROXY: '127.0.0.1' };

function start(environment: Environment): Promise<InnerServer> {
  return startTestServer({
    environment: {
      SPEECH_PROVIDER: 'elevenlabs',
      ELEVENLABS_API_KEY: testKey,
      ELEVENLABS_BASE_URL: standIn.baseUrl,
      OPENAI_BASE_URL: openAi.baseUrl,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Benshi <benshi@example.org>',
      ...environment,
    },
  });
}

async function verify(client: AccountClient, email: string): Promise<void> {
  const { pathname, search } = findLink(
    await mailServer.waitForMail(email, t(mailMessages.verificationSubject)),
  );
  await client.get(pathname + search);
}

/** A browser or a program, with what it sends along. */
interface Caller {
  readonly client: AccountClient;
  readonly headers?: Record<string, string>;
  readonly isSignedIn: boolean;
}

/** What each call that lists or speaks answers about a voice: whether it was listed, or the status. */
async function callAll({ client, headers = {}, isSignedIn }: Caller, url: string, voice: string) {
  const script = 'A fox.';
  const main = { script, voice, language: 'English' };
  const deliveries = [{ lines: [2], voice }];
  const dialogue = { ...main, script: 'A fox.\n\nA dog.', voice: 'nova', deliveries };
  const sample = `/api/voices/${encodeURIComponent(voice)}/sample.mp3`;
  const listed = ownVoicesAnswerSchema.parse(await (await client.get('/api/voices/own', headers)).json());
  const status = async (answer: Promise<Response>) => {
    const { status: code, body } = await answer;
    for await (const _ of body ?? []);
    return code;
  };
  const answers: Record<string, boolean | number> = {
    list: listed.voices.some(each => each.voice === voice),
    sample: await status(client.get(sample, headers)),
    'speech of visitors': await status(client.post('/api/free/speech', main, headers)),
    'fit of visitors': await status(client.post('/api/free/fit', main, headers)),
    'dialogue of visitors': await status(client.post('/api/free/fit', dialogue, headers)),
  };
  if (!isSignedIn) return answers;
  const stored = (changes: object) =>
    createNarration({
      style: 'continuous',
      language: 'English',
      settings: { voice: 'nova' },
      lines: [createLine({ text: script })],
      ...changes,
    } as never);
  const chosen = { provider: 'elevenlabs', id: voice.slice(own('').length), name: 'Kept' };
  const document = {
    ...createProject('Voices'),
    video: { name: 'dog.mp4', sizeBytes: 9, fingerprint: 'f', durationMs: 6000, width: 64, height: 48 },
    observations: [
      ...toObservations({ analysis: '0.0: A dog waits.', moments: [0], source: { provider: 'test' } }),
    ],
    cast: [{ id: 'anna', name: 'Anna', look: '', voice: chosen }],
    narrations: [
      stored({}),
      stored({ settings: { voice: chosen } }),
      stored({ lines: [createLine({ text: script, castId: 'anna' })] }),
    ],
  };
  const saved = await client.send('PUT', `/api/projects/${document.id}`, { document, base: 0 });
  expect(saved.status).toBe(200);
  const [plain, voiced, cast] = document.narrations.map(
    ({ id }) => `/api/projects/${document.id}/narrations/${id}/sound.mp3`,
  ) as [string, string, string];
  const heard = (path: string) => status(client.get(path, headers));
  return {
    ...answers,
    speech: await status(client.postForm('/convert_to_voice', makeSpeechForm(main), headers)),
    fit: await status(client.post('/api/fit', main, headers)),
    dialogue: await status(client.post('/api/fit', dialogue, headers)),
    'sound of a narration': await heard(voiced),
    'sound of a role': await heard(cast),
    'sound in a wished voice': await heard(`${plain}?voice=${encodeURIComponent(voice)}`),
    ...(await callTools(client, url, { projectId: document.id, voice })),
  };
}

/** By a token of all rights of the account. */
async function callTools(
  client: AccountClient,
  url: string,
  { projectId, voice }: { projectId: string; voice: string },
) {
  const tools = await connect(url, await makeToken(client, ['narrate', 'read projects', 'write projects']));
  const { fields } = await callTool(tools, 'list_voices', {});
  openAi.setTexts({ script: 'A dog waits.' });
  const asked = { project_id: projectId, prompt: 'Calmly', voice, timed: false };
  const written = await callTool(tools, 'write_narration', asked);
  expect(written).toMatchObject({ isError: false });
  const read = await (await client.get(`/api/projects/${projectId}`)).json();
  const { settings } = read.document.narrations.find(
    ({ id }: { id: string }) => id === written.fields.narration.id,
  );
  await tools.close();
  return {
    'list of an assistant': fields.own_voices.some((each: { voice: string }) => each.voice === voice),
    'name in a written narration': settings.voice.name !== settings.voice.id,
  };
}

async function makeToken(client: AccountClient, scopes: readonly string[]): Promise<string> {
  const answer = await client.post('/api/account/tokens', { name: 'Program', scopes });
  return (await answer.json()).token;
}

async function connect(url: string, token: string): Promise<Client> {
  const client = createMcpClient();
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return client;
}

/** All answers as for a voice that does not exist. */
const expectRefused = (answers: object) =>
  expect(new Set(Object.values(answers))).toEqual(new Set([false, 410]));
const expectAllowed = (answers: object) =>
  expect(new Set(Object.values(answers))).toEqual(new Set([true, 200]));

describe('on a server for others, the private voices of an account at ElevenLabs', () => {
  const people = {
    unverified: makePerson(),
    verified: makePerson(),
    listedUnverified: makePerson(),
    listed: makePerson(),
  };
  let server: InnerServer;
  const clients = {} as Record<keyof typeof people | 'visitor', AccountClient>;

  beforeAll(async () => {
    server = await start({
      ...forOthers,
      OWN_VOICES_EMAILS: `${people.listed.email.toUpperCase()}, ${people.listedUnverified.email}`,
    });
    clients.visitor = createAccountClient(server.url, '192.0.2.1');
    for (const [at, [name, person]] of Object.entries(people).entries()) {
      const client = createAccountClient(server.url, `192.0.2.${10 + at}`);
      await client.signUp(person);
      clients[name as keyof typeof people] = client;
    }
    await verify(clients.verified, people.verified.email);
    await verify(clients.listed, people.listed.email);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each([
    ['a visitor', 'visitor'],
    ['an account with an unverified address', 'unverified'],
    ['an account with another address', 'verified'],
    ['whoever registered a listed address without reading its mail', 'listedUnverified'],
  ] as const)('are neither seen, sampled nor spoken by %s, nor is a guessed id', async (_, name) => {
    const caller = { client: clients[name], isSignedIn: name !== 'visitor' };
    const ids = caller.isSignedIn ? privateIds.slice(1, 2) : privateIds;
    for (const id of [...ids, guessedId]) expectRefused(await callAll(caller, server.url, own(id)));
    expect(listSpoken()).toEqual([]);
  });

  test('are seen, sampled and spoken by the listed, verified address', async () => {
    const caller = { client: clients.listed, isSignedIn: true };
    const ids = ['clone000000000000001', 'colleagues0000000001'];
    for (const id of ids) expectAllowed(await callAll(caller, server.url, own(id)));
    // Who has no voice of their own in a dialogue is spoken by the preset.
    expect(new Set(listSpoken())).toEqual(new Set([...ids, labelledVoices[0]?.id]));
  });

  test('are for a token of the listed address that may narrate, and for no other token of it', async () => {
    const voice = own('clone000000000000001');
    const program = createAccountClient(server.url, '192.0.2.2');
    const call = async (scopes: readonly string[]) => {
      const headers = { authorization: `Bearer ${await makeToken(clients.listed, scopes)}` };
      return await callAll({ client: program, headers, isSignedIn: false }, server.url, voice);
    };
    expectRefused(await call(['read projects', 'write projects']));
    expect(listSpoken()).toEqual([]);
    expectAllowed(await call(['narrate']));
    const reading = await connect(server.url, await makeToken(clients.listed, ['read projects']));
    const { fields } = await callTool(reading, 'list_voices', {});
    await reading.close();
    expect(fields.own_voices.map(({ voice }: { voice: string }) => voice)).toContain(own(publicId));
    expect(JSON.stringify(fields)).not.toContain('Grandpa');
  });

  test('leave those of the library to everybody, and their samples are made once', async () => {
    expectAllowed(await callAll({ client: clients.visitor, isSignedIn: false }, server.url, own(publicId)));
    const before = listSpoken().length;
    const sample = `/api/voices/${encodeURIComponent(own(publicId))}/sample.mp3?language=Polish`;
    const answers = await Promise.all(Array.from({ length: 50 }, () => clients.visitor.get(sample)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(listSpoken().slice(before)).toEqual([publicId]);
  });

  test('have no samples for visitors after somebody with the right has heard them', async () => {
    const sample = `/api/voices/${encodeURIComponent(own('clone000000000000001'))}/sample.mp3`;
    const heard = await clients.listed.get(sample);
    const etag = heard.headers.get('etag') ?? '';
    expect(heard.status).toBe(200);
    const { status } = await clients.visitor.get(sample, { 'if-none-match': etag });
    expect(status).toBe(410);
  });
});

const defaultId = (name: string) => defaultVoices.find(voice => voice.name.startsWith(name))?.id;

describe('a preset', () => {
  test("is not spoken by somebody's clone of that name", async () => {
    await using server = await start(forOthers);
    const clones = ['Jessica', 'Jade', 'Aria'].map((name, at) => ({
      id: `cloneOfSomebody00000${at}`,
      name,
      about: { category: 'cloned', is_owner: true },
    }));
    standIn.setAccount({ voices: [...clones, ...defaultVoices] });
    const asked = { script: 'A fox.', voice: 'nova', language: 'English' };
    const visitor = createAccountClient(server.url);
    expect((await visitor.post('/api/free/speech', asked)).status).toBe(200);
    expect(listSpoken()).toEqual([defaultId('Jessica')]);
  });

  test('still speaks while no list of voices can be read; unknown ids do not', async () => {
    await using server = await start(forOthers);
    standIn.always('voices', elevenLabsRefusals.server);
    const visitor = createAccountClient(server.url);
    const ask = (more: object) =>
      visitor.post('/api/free/speech', { script: 'A fox.', language: 'English', ...more });
    const refused = await ask({ voice: own('clone000000000000001') });
    expect([refused.status, (await refused.json()).error.code]).toEqual([503, 'provider_unavailable']);
    expect((await ask({ voice: 'nova', provider: 'offline' })).status).toBe(200);
    expect(listSpoken()).toEqual([]);
  });
});

describe('on a server that only this machine reaches', () => {
  test('its user has all voices of the account without signing in', async () => {
    await using server = await start({});
    const visitor = createAccountClient(server.url);
    expectAllowed(
      await callAll({ client: visitor, isSignedIn: false }, server.url, own('clone000000000000001')),
    );
    // Not in the list, but perhaps in the library: the provider knows.
    const asked = { script: 'A fox.', voice: own(guessedId), language: 'English' };
    expect((await visitor.post('/api/free/speech', asked)).status).toBe(410);
    expect(listSpoken().at(-1)).toBe(guessedId);
  });

  test('who comes through a tunnel has not', async () => {
    await using server = await start({});
    const stranger = createAccountClient(server.url, '198.51.100.7');
    expectRefused(
      await callAll({ client: stranger, isSignedIn: false }, server.url, own('clone000000000000001')),
    );
    expect(listSpoken()).toEqual([]);
  });
});

describe('of other providers', () => {
  const speak = async (server: InnerServer, voice: string) => {
    const asked = { script: 'A fox.', voice, language: 'English' };
    return (await createAccountClient(server.url).post('/api/free/speech', asked)).status;
  };

  test("Mistral's own voices are private, its presets are not", async () => {
    const settings = {
      SPEECH_PROVIDER: 'mistral',
      MISTRAL_API_KEY: testKey,
      MISTRAL_BASE_URL: mistral.baseUrl,
    };
    const count = () => mistral.requests.filter(({ call }) => call === 'speech').length;
    const voice = `mistral:${mistralVoices[7]?.id}`;
    await using server = await start({ ...settings, ...forOthers });
    const listed = await (await createAccountClient(server.url).get('/api/voices/own')).text();
    expect(listed).not.toContain('Our reader');
    for (const each of [voice, `mistral:${mistralVoices[0]?.id}`, 'mistral:x'])
      expect(await speak(server, each)).toBe(410);
    expect(count()).toBe(0);
    expect(await speak(server, `mistral:${mistralVoices[0]?.slug}`)).toBe(200);
    await using here = await start(settings);
    expect(await speak(here, voice)).toBe(200);
    expect(count()).toBe(2);
  });

  test('custom voices of OpenAI are private, though no list has them', async () => {
    const fetch = fetchInPlaceOfVendor(openAi);
    const engines = createTestEngines(undefined, { speechModel: 'gpt-4o-mini-tts', fetch });
    const listSpokenVoices = () =>
      openAi.requests.filter(({ call }) => call === 'speech').map(({ body }) => body.voice);
    await using server = await startTestServer({ engines, environment: forOthers });
    expect(await speak(server, 'stand-in:voice_1234')).toBe(410);
    expect(listSpokenVoices()).toEqual([]);
    expect(await speak(server, 'stand-in:marin')).toBe(200);
    await using here = await startTestServer({ engines });
    await speak(here, 'stand-in:voice_1234');
    expect(listSpokenVoices()).toEqual(['marin', { id: 'voice_1234' }]);
  });

  test("Kokoro's stay for everybody: its own, custom ones that it lists, and mixtures of these", async () => {
    kokoro.setUp({ voices: ['af_bella', 'af_sky', 'bm_george', 'aunt'] });
    const settings = { SPEECH_PROVIDER: 'openai', OPENAI_SPEECH_BASE_URL: kokoro.baseUrl };
    await using server = await start({ ...settings, ...forOthers });
    for (const voice of ['af_bella', 'aunt', 'af_bella(2)+af_sky(1)', 'af_bella+aunt'])
      expect([voice, await speak(server, `openai:${voice}`)]).toEqual([voice, 200]);
    const { length } = kokoro.spoken;
    for (const voice of ['uncle', 'af_bella+uncle', '../af_bella'])
      expect([voice, await speak(server, `openai:${voice}`)]).toEqual([voice, 410]);
    expect(kokoro.spoken).toHaveLength(length);
  });
});
