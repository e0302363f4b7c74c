import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openProject, printProject } from '#shared/narration/open-project.ts';
import { createLine, createNarration } from '#shared/narration/project.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { labelledVoices } from '../support/elevenlabs-bodies.ts';
import { testKey } from '../support/elevenlabs-calls.ts';
import { startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { makeSceneFilm } from '../support/made-scenes.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { callTool, connectToFolder, mcpCommand } from '../support/mcp-client.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { describeTracks } from '../support/read-narrated-video.ts';
import { narrateSurroundings } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let provider: OpenAiStandIn;
let client: Client;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  provider = await startOpenAiStandIn();
  await mkdir(inFolder('videos'));
  await mkdir(inFolder('all'));
  const clip = await makeTitledClip({ seconds: 10 });
  for (const name of ['dog.mp4', 'other.mp4', 'secret.mp4'])
    await folder.write(name === 'secret.mp4' ? name : `videos/${name}`, clip);
  await folder.write('videos/text.mp4', 'This is no video.');
  await symlink('../secret.mp4', inFolder('videos/link.mp4'));
  await symlink('..', inFolder('videos/up'));
  await symlink('.rc', inFolder('videos/rc.mp3'));
  client = await connect();
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await client.close();
  await provider.close();
  await folder[Symbol.asyncDispose]();
});

const inFolder = (name: string) => `${folder.path}/${name}`;
const settings = () => ({ OPENAI_BASE_URL: provider.baseUrl });
const connect = (mode?: 'legacy') => connectToFolder(inFolder('videos'), settings(), mode);
const call = (name: string, asked: Record<string, unknown>) => callTool(client, name, asked);
const countLooks = () => provider.requests.filter(request => request.call === 'vision').length;
const listOther = async () => (await readdir(inFolder('videos'))).filter(name => /other|part/u.test(name));

test('a video on disk becomes a narrated video in French, with progress', async () => {
  provider.setTexts({ script: '[0:00] A dog waits.\n[0:04] It runs.' });
  const looked = await call('look_at_video', { video: 'dog.mp4' });
  expect(looked).toMatchObject({ isError: false, fields: { pictures: expect.any(Number) } });
  expect(looked.text).toContain('A dog stands on a lawn');
  expect(looked.progress).toContain('looking at the frames …');
  const looks = countLooks();
  const [first] = provider.requests.filter(request => request.call === 'vision');
  expect(JSON.stringify(first?.body)).toContain('<title>\\ndog\\n</title>');

  const { fields: written } = await call('write_narration', { video: 'dog.mp4', prompt: 'Calmly' });
  expect(countLooks()).toBe(looks);
  const { project, narration } = written;
  const page = await call('read_narration', { project, narration_id: narration.id });
  expect(page.text).toContain('It runs.');

  provider.next('script', answerWithReply({ content: '1: Un chien attend.\n2: Il court.' }));
  const asked = { project, narration_id: narration.id, language: 'French' };
  const translated = await call('translate_narration', asked);
  expect(translated.fields.narration).toMatchObject({ language: 'French', lines: 2 });

  const narration_id = translated.fields.narration.id;
  const made = await call('make_video', { video: 'dog.mp4', narration_id, subtitles: true });
  const path = inFolder('videos/dog.fr.mp4');
  expect(made).toMatchObject({ isError: false, fields: { files: [path] } });
  expect(made.content).toContainEqual(
    expect.objectContaining({ type: 'resource_link', mimeType: 'video/mp4' }),
  );
  expect(made.progress).toContain('speaking …');
  expect(JSON.stringify(await describeTracks(path))).toMatch(/"(?:fr|fra|fre)"/u);
  const spoken = provider.requests.filter(request => request.call === 'speech').map(({ body }) => body.input);
  expect(spoken.toSorted()).toEqual(['Il court.', 'Un chien attend.']);

  const again = await call('make_video', { video: 'dog.mp4', narration_id });
  expect(again).toMatchObject({
    isError: true,
    text: expect.stringContaining('exists already. Set overwrite'),
  });
  const listed = await call('list_projects', {});
  expect(listed.fields.projects).toMatchObject([
    { path: project, narrations: [{ id: narration.id }, { id: narration_id }] },
  ]);
});

test.each([
  ['/etc/passwd', 'is not in a folder that was allowed'],
  ['../secret.mp4', 'is not in a folder that was allowed'],
  ['link.mp4', 'is not in a folder that was allowed'],
  ['up/secret.mp4', 'is not in a folder that was allowed'],
  ['nul\0.mp4', 'is not in a folder that was allowed'],
  ['missing.mp4', 'There is no file'],
  ['text.mp4', 'could not be read as a video'],
  [7, 'expected string'],
  ['x'.repeat(1_000_000), 'is not in a folder that was allowed'],
])('video %# is refused in a sentence', async (video, sentence) => {
  const { isError, text } = await call('look_at_video', { video });
  expect({ isError, text: text.slice(0, 300) + text.slice(-300) }).toEqual({
    isError: true,
    text: expect.stringContaining(sentence),
  });
  expect(provider.requests).toEqual([]);
});

test('no file outside, and none that this server did not make, is written', async () => {
  const asked = { video: 'dog.mp4', overwrite: true };
  const outside = await call('speak_narration', { ...asked, out: '../dog.mp3' });
  expect(outside.text).toContain('is not in a folder that was allowed');
  const other = await call('make_video', { ...asked, out: 'other.mp4' });
  expect(other.text).toContain('exists already. Name another file');
});

test.each([
  '.bashrc',
  '.hidden.mp3',
  '.mp3',
  '.config/dog.mp3',
  'dog.sh',
  'dog.mp4',
  'dog.mp3.',
  'dog.mp3 ',
  'dog.mp3/x',
  'dog',
  'dog.benshi.json',
  'rc.mp3',
  'file:///etc/dog.mp3',
  'file://example.org/dog.mp3',
  'file:///%00.mp3',
])('speak_narration writes no %s', async out => {
  const { isError, text } = await call('speak_narration', { video: 'dog.mp4', out, overwrite: true });
  expect(isError).toBe(true);
  expect(text).toMatch(/is hidden or not of the right kind|is not in a folder that was allowed/u);
  expect(provider.requests).toEqual([]);
});

test.each(['.bashrc', 'dog.mp3', 'dog.avi', 'dog.mp4.sh'])('make_video writes no %s', async out => {
  const { isError, text } = await call('make_video', { video: 'dog.mp4', out });
  expect({ isError, text }).toEqual({
    isError: true,
    text: expect.stringContaining('not of the right kind'),
  });
});

test('a project is written beside its video only as a visible project file', async () => {
  const clip = await readFile(inFolder('videos/other.mp4'));
  await folder.write('videos/.shadow.mp4', clip);
  await folder.write('videos/led.mp4', clip);
  await symlink('.profile', inFolder('videos/led.benshi.json'));
  for (const video of ['.shadow.mp4', 'led.mp4']) {
    const { isError, text } = await call('look_at_video', { video });
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining('is hidden or not') });
  }
  expect(provider.requests).toEqual([]);
});

test('null is what is left out, and a file is also named by its address', async () => {
  const video = pathToFileURL(inFolder('videos/a dog & 50%.mp4')).href;
  await folder.write('videos/a dog & 50%.mp4', await readFile(inFolder('videos/other.mp4')));
  const written = await call('write_narration', {
    video,
    prompt: 'Calmly',
    name: null,
    voice: null,
    timed: null,
  });
  expect(written).toMatchObject({ isError: false });
  const project = pathToFileURL(written.fields.project).href.replace('file://', 'FILE://localhost');
  const page = await call('read_narration', { project, narration_id: null, page: null });
  expect(page).toMatchObject({ isError: false, fields: { page: 1 } });
  const out = pathToFileURL(inFolder('videos/spoken dog.mp3')).href;
  const spoken = await call('speak_narration', { video, out, overwrite: null, subtitles: null });
  expect(spoken).toMatchObject({ isError: false, fields: { files: [inFolder('videos/spoken dog.mp3')] } });
  expect(await call('read_narration', { project: null })).toMatchObject({ isError: true });
});

test('replace_video moves the lines of a project to a new cut, which is then spoken', async () => {
  const [first, second, third] = [1, 2, 3].map(name => ({ name, seconds: 10 }));
  if (!(first && second && third)) throw new Error('There are three scenes.');
  await folder.write('videos/film.mp4', await makeSceneFilm([first, second, third]));
  await folder.write('videos/cut.mp4', await makeSceneFilm([first, third]));
  await folder.write('videos/new.mp4', await makeSceneFilm([{ name: 9, seconds: 12 }]));
  const project = inFolder('videos/film.benshi.json');
  const lines = ['One.', 'Two.', 'Three.'].map((text, at) =>
    createLine({ text, startMs: 2000 + 10_000 * at }),
  );
  await call('look_at_video', { video: 'film.mp4' });
  const narration = createNarration({ language: 'English', style: 'timed', lines, settings: {} });
  const looked = openProject(JSON.parse(await readFile(project, 'utf8')));
  await folder.write('videos/film.benshi.json', printProject({ ...looked, narrations: [narration] }));

  const other = await call('replace_video', { project, video: 'new.mp4' });
  expect(other).toMatchObject({
    isError: true,
    text: expect.stringContaining('looks like a different video'),
  });
  const outside = await call('replace_video', { project, video: '../secret.mp4' });
  expect(outside.text).toContain('is not in a folder that was allowed');
  provider.reset();
  const replaced = await call('replace_video', { project, video: 'cut.mp4' });
  expect(replaced).toMatchObject({
    isError: false,
    text: expect.stringContaining('1 line moved, 1 gone'),
    fields: {
      project,
      moved: 1,
      gone: 1,
      to_check: 0,
      new_seconds: 0,
      rows: ['gone      0:12  Two.', 'moved     0:22 → 0:12  Three.'],
    },
  });
  expect(replaced.fields.alike).toBeGreaterThan(0.5);
  expect(replaced.progress.join('\n')).toContain('looking at and listening to cut.mp4');
  expect(provider.requests).toEqual([]);
  const page = await call('read_narration', { project });
  expect(page.text).toContain('Three.');
  expect(page.text).not.toContain('Two.');
  const spoken = await call('speak_narration', { video: 'cut.mp4', project });
  expect(spoken).toMatchObject({ isError: false, fields: { files: [inFolder('videos/cut.en.mp3')] } });
});

/** A server to which lines are written as they are. */
function startRaw() {
  const surroundings = narrateSurroundings(folder.path, settings());
  const server = spawn(process.execPath, [mcpCommand, inFolder('videos')], {
    ...surroundings,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  return {
    write: (line: string) => void server.stdin.write(`${line}\n`),
    read: async () => JSON.parse((await lines.next()).value ?? ''),
    async end() {
      server.stdin.end();
      return await once(server, 'exit');
    },
  };
}

test('every line is answered, whatever it is, and the next one is, too', async () => {
  const server = startRaw();
  const clientInfo = { name: 'raw', version: '1' };
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  server.write(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: hello }));
  expect(await server.read()).toMatchObject({ id: 0, result: {} });
  server.write('');
  const answers: [string, object][] = [
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}', { id: 1, result: { tools: {} } }],
    [
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_languages","arguments":null,"_meta":null}}',
      { id: 2, result: {} },
    ],
    ['{"jsonrpc":"2.0","id":"three","method":"ping","params":7}', { id: 'three', error: { code: -32600 } }],
    ['{"jsonrpc":"2.0","id":4}', { id: 4, error: { code: -32600 } }],
    ['[{"jsonrpc":"2.0","id":5,"method":"ping"}]', { id: null, error: { code: -32600 } }],
    ['{"jsonrpc":', { id: null, error: { code: -32700 } }],
    ['null', { id: null, error: { code: -32600 } }],
    [
      `{"method":"ping","params":{"id":9,"x":"${'é'.repeat(11 * 2 ** 20)}"},"jsonrpc":"2.0","id":6}`,
      { id: 6, error: { code: -32600, message: expect.stringContaining('too long') } },
    ],
    ['{"jsonrpc":"2.0","id":7,"method":"ping"}\r', { id: 7, result: {} }],
  ];
  for (const [line, answer] of answers) {
    server.write(line);
    expect(await server.read()).toMatchObject(answer);
  }
  expect(await server.end()).toEqual([0, null]);
});

test('cancelling stops the call of the provider and leaves no file', async () => {
  const before = await listOther();
  provider.always('vision', brokenAnswers.noHeaders);
  const leaving = new AbortController();
  const asked = { video: 'other.mp4', prompt: 'Calmly' };
  const answered = callTool(client, 'write_narration', asked, { signal: leaving.signal });
  const request = await provider.waitForRequest('vision');
  leaving.abort();
  await expect(answered).rejects.toThrow();
  expect(await request.closed).toMatchObject({ early: true });
  expect(await listOther()).toEqual(before);
});

test('a client that hangs up stops the call of the provider', { tags: 'long' }, async () => {
  provider.always('vision', brokenAnswers.noHeaders);
  const leaving = await connect('legacy');
  const answered = callTool(leaving, 'look_at_video', { video: 'other.mp4' });
  const request = await provider.waitForRequest('vision');
  await Promise.all([expect(answered).rejects.toThrow(), leaving.close()]);
  expect(await request.closed).toMatchObject({ early: true });
});

test('two calls at once for one video both add their narration', { tags: 'long' }, async () => {
  const write = (prompt: string) => call('write_narration', { video: 'other.mp4', prompt, timed: false });
  const [one, two] = await Promise.all([write('Calmly'), write('Merrily')]);
  expect([one.isError, two.isError]).toEqual([false, false]);
  const { narrations } = JSON.parse(await readFile(inFolder('videos/other.benshi.json'), 'utf8'));
  expect(narrations.map((each: { prompt: string }) => each.prompt).sort()).toEqual(['Calmly', 'Merrily']);
});

test.each([
  ['2025-06-18', '2025-06-18'],
  ['2025-11-25', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
])(
  'a client of protocol %s is answered in %s, and nothing else is on stdout',
  { tags: 'long' },
  async (asked, answered) => {
    const surroundings = narrateSurroundings(folder.path, settings());
    const server = spawn(process.execPath, [mcpCommand, inFolder('videos')], {
      ...surroundings,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
    const send = async (message: object) => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    };
    const read = async () => JSON.parse((await lines.next()).value ?? '');
    const clientInfo = { name: 'old', version: '1' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: asked, capabilities: {}, clientInfo } });
    expect(await read()).toMatchObject({ id: 1, result: { protocolVersion: answered } });
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'list_languages', arguments: {} } });
    expect(await read()).toMatchObject({
      id: 2,
      result: { structuredContent: { languages: expect.any(Array) } },
    });
    server.stdin.end();
    expect(await once(server, 'exit')).toEqual([0, null]);
  },
);

test('every tool answers as its schema says, with a provider that tells everything', {
  tags: 'long',
}, async () => {
  const voices = await startElevenLabsStandIn();
  voices.setAccount({ voices: labelledVoices });
  await folder.write('all/cat.mp4', await makeTitledClip({ seconds: 10 }));
  const environment = { ...settings(), ELEVENLABS_API_KEY: testKey, ELEVENLABS_BASE_URL: voices.baseUrl };
  const strict = await connectToFolder(inFolder('all'), environment);
  expect(strict.getServerCapabilities()).toMatchObject({ tools: { listChanged: false } });
  provider.setTexts({ script: '[0:00] A cat waits.\n[0:04] It runs.' });
  const { tools } = await strict.listTools();
  const project = inFolder('all/cat.benshi.json');
  const asked = { video: 'cat.mp4', project, prompt: 'Calmly', subtitles: 'true' };
  const answers: Record<string, unknown> = {};
  for (const name of ['look_at_video', 'write_narration', ...tools.map(tool => tool.name)]) {
    if (name === 'translate_narration')
      provider.next('script', answerWithReply({ content: '1: Un chat.\n2: Il court.' }));
    const { properties = {} } = tools.find(tool => tool.name === name)?.inputSchema ?? {};
    const language = name === 'translate_narration' && { language: 'French' };
    const sent = Object.entries(asked).filter(([field]) => field in properties);
    const { isError, text, fields } = await callTool(strict, name, {
      ...Object.fromEntries(sent),
      ...language,
    });
    expect.soft({ name, isError, text }).toMatchObject({ isError: false });
    answers[name] = fields;
  }
  expect(answers.list_voices).toMatchObject({
    own_voices: expect.arrayContaining([expect.objectContaining({ sex: 'female', age: 'young' })]),
  });
  const files = [inFolder('all/cat.en.mp3'), inFolder('all/cat.en.srt')];
  expect(answers.speak_narration).toMatchObject({ files });
  await strict.close();
  await voices.close();
});

test('it is known of each tool whether it only reads', async () => {
  const { tools } = await client.listTools();
  const readers = tools.filter(tool => tool.annotations?.readOnlyHint).map(({ name }) => name);
  expect(readers).toEqual(['list_voices', 'list_languages', 'list_projects', 'read_narration']);
  expect(tools).toHaveLength(11);
});

test('the server does not start without a folder', { tags: 'long' }, async () => {
  const server = spawn(process.execPath, [mcpCommand], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [text] = (await server.stderr.toArray()) as Buffer[];
  expect(String(text)).toContain('Name the folders whose files may be used');
});
