import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLocalTranscription } from '#engines/local/transcription/create-local-transcription.ts';
import type { TranscriptionEngine } from '#engines/ports.ts';
import { openProject } from '#shared/narration/open-project.ts';
import type { Project } from '#shared/narration/project.ts';
import { toSaid } from '#shared/transcript/to-transcript.ts';
import { keepTranscript } from '../../src/cli/narrate/keep-transcript.ts';
import { openDocument } from '../../src/cli/narrate/open-document.ts';
import { openParts } from '../../src/cli/narrate/open-parts.ts';
import { readOptions } from '../../src/cli/narrate/read-options.ts';
import { readConfig } from '../../src/server/config/config.ts';
import { Role } from '../../src/server/engine-roles/role.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { installTinyWhisper } from '../support/local-voice.ts';
import { makeTalk } from '../support/make-talk.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { catchError } from '../support/provider-faults.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const srt = `1
00:00:01,000 --> 00:00:02,500
ANNA: My dog is called Waldo.

2
00:00:03,000 --> 00:00:04,000
[barking]
`;
let folder: TemporaryFolder;
let provider: OpenAiStandIn;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  provider = await startOpenAiStandIn();
  await folder.write('dog.mp4', await makeTitledClip());
  await folder.write('said.srt', srt);
  await folder.write('talk.mp4', (await makeTalk()).bytes);
});
afterAll(async () => {
  await provider.close();
  await folder[Symbol.asyncDispose]();
});

const run = (...args: string[]) => runNarrate(folder.path, args, { OPENAI_BASE_URL: provider.baseUrl });
const read = (name: string) => readFile(`${folder.path}/${name}`, 'utf8');
const readProject = async (name: string): Promise<Project> => openProject(JSON.parse(await read(name)));
const listPrompts = (asked: 'vision' | 'script' = 'script') =>
  provider.requests.filter(({ call }) => call === asked).map(({ body }) => JSON.stringify(body));

test('a transcript from a file is kept in the project, told to whoever looks and writes, and written again', async () => {
  const args = ['dog.mp4', '--prompt', 'Calmly', '--transcript', 'said.srt', '--project', 'dog.benshi.json'];
  await run(...args, '--transcript-out', 'said.md');
  expect(toSaid(await readProject('dog.benshi.json'))).toEqual([
    { startSeconds: 1, endSeconds: 2.5, text: 'My dog is called Waldo.', speaker: expect.any(String) },
    { startSeconds: 3, endSeconds: 4, text: 'barking', isSound: true },
  ]);
  expect(listPrompts().at(-1)).toContain('My dog is called Waldo.');
  expect(listPrompts('vision').at(-1)).toContain('My dog is called Waldo.');
  expect(await read('said.md')).toContain('My dog is called Waldo.');

  // The project knows it from now on.
  await run(
    'dog.mp4',
    '--prompt',
    'Merrily',
    '--project',
    'dog.benshi.json',
    '--transcript-out',
    'again.vtt',
  );
  expect(listPrompts().at(-1)).toContain('My dog is called Waldo.');
  expect(await read('again.vtt')).toMatch(/^WEBVTT[\s\S]*00:01\.000 --> [\s\S]*Waldo[\s\S]*\[barking\]/u);
});

test('a description is written with what is said, as a descriptive transcript', async () => {
  await folder.write('seen.txt', '[0:00] A hall.');
  const args = ['talk.mp4', '--describe', 'extended', '--speak', 'seen.txt', '--language', 'English'];
  await run(...args, '--transcript', 'said.srt', '--transcript-out', 'both.txt');
  expect(await read('both.txt')).toMatch(/A hall\.[\s\S]*My dog is called Waldo\./u);
});

test('the subtitle track of a video says what is said, unless it is not to be read', async () => {
  await folder.write('lines.srt', srt);
  await run('dog.mp4', '--speak', 'lines.srt', '--video', 'captioned.mp4', '--subtitles');
  await run('captioned.mp4', '--prompt', 'Calmly', '--project', 'captioned.benshi.json');
  const project = await readProject('captioned.benshi.json');
  expect(project.transcript?.source.kind).toBe('subtitles');
  expect(toSaid(project).map(({ text }) => text)).toContain('My dog is called Waldo.');
  expect(listPrompts().at(-1)).toContain('My dog is called Waldo.');

  await run('captioned.mp4', '--prompt', 'Calmly', '--no-hear', '--project', 'unheard.benshi.json');
  expect((await readProject('unheard.benshi.json')).transcript).toBeUndefined();
  expect(listPrompts().at(-1)).not.toContain('Waldo');
});

/** As the command line does before anything is written, with a recogniser on this machine or what the settings name. */
async function keep(
  video: string,
  args: readonly string[],
  { engine, settings = {} }: { engine?: TranscriptionEngine; settings?: Record<string, string> } = {},
): Promise<Project> {
  const config = readConfig({ ...childEnvironment, ...settings });
  await using parts = await openParts(config, 1, new AbortController().signal);
  const local = engine && { transcription: new Role([{ id: 'local', engine }]) };
  const options = readOptions([video, '--prompt', 'Calmly', ...args], folder.path);
  if (options?.job !== 'narrate') throw new Error('A video was named.');
  const document = await openDocument(options, parts);
  const prepared = { file: undefined, described: undefined };
  const used = { ...parts, engines: { ...parts.engines, ...local } };
  await keepTranscript(options, document, { prepared, durationSeconds: 10 }, used);
  return document.project;
}

test.each([
  [['--transcript', 'nowhere.srt'], 'There is no file'],
  [['--transcript', 'dog.mp4'], 'dog.mp4 has no text that could be a transcript.'],
  [['--hear'], '--hear: no provider transcribes speech.'],
  [['--transcript-out', 't.srt'], 'it is not known what is said'],
])('%j is refused with a clear sentence', async (args, sentence) => {
  const { code, operatorMessage } = await catchError(keep('dog.mp4', args));
  expect(code).toBe('bad_request');
  expect(operatorMessage).toContain(sentence);
});

test.each([
  [[], ['A hand.', 'Three bottles.']],
  [['--no-hear'], []],
] as const)(
  'a recogniser on this machine transcribes by itself; with %j it hears %j',
  async (args, heard) => {
    const installed = await installTinyWhisper(folder.path);
    const engine = createLocalTranscription({ installed: [installed] });
    onTestFinished(() => engine.close?.());
    const project = await keep('talk.mp4', args, { engine });
    expect([...new Set(toSaid(project).map(({ text }) => text))].sort()).toEqual(heard);
    const source = { kind: 'recogniser', provider: 'the AI on this server', model: 'Tiny tiny' };
    expect(project.transcript?.source).toEqual(heard.length > 0 ? source : undefined);
  },
);

test('a recogniser that fails stops nothing, unless it was asked for', async () => {
  const installed = await installTinyWhisper(folder.path, { memoryMb: 800 });
  const engine = createLocalTranscription({ installed: [installed], readFreeMegabytes: () => 500 });
  onTestFinished(() => engine.close?.());
  expect((await keep('talk.mp4', [], { engine })).transcript).toBeUndefined();
  expect((await catchError(keep('talk.mp4', ['--hear'], { engine }))).operatorMessage).toContain(
    'free memory',
  );
});

test('a transcript without a word is no file', async () => {
  const engine: TranscriptionEngine = {
    provider: { name: 'A provider that hears nothing', isOffline: false },
    model: undefined,
    maxSeconds: 60,
    transcribe: async () => ({ segments: [] }),
  };
  const { operatorMessage } = await catchError(
    keep('talk.mp4', ['--hear', '--transcript-out', 'none.srt'], { engine }),
  );
  expect(operatorMessage).toContain('the file would be empty');
  expect((await keep('talk.mp4', ['--hear'], { engine })).transcript?.segments).toEqual([]);
});

test('subtitles beyond the end of the video are told, and none within it refused', async () => {
  const late = srt.replaceAll('00:00:', '00:09:');
  await folder.write('late.srt', late);
  await folder.write('partly.srt', `${srt}\n${late}`);
  const told = await run('dog.mp4', '--transcript', 'partly.srt', '--transcript-out', 'partly.vtt');
  expect(told).toContain('2 subtitles of partly.srt start after the end of the video');
  expect(await read('partly.vtt')).toContain('Waldo');
  await expect(
    run('dog.mp4', '--transcript', 'late.srt', '--transcript-out', 'late.vtt'),
  ).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('All of late.srt comes after the end of the video'),
  });
});

test('a transcript alone needs no prompt', async () => {
  const before = provider.requests.length;
  await run('dog.mp4', '--transcript', 'said.srt', '--transcript-out', 'alone.srt');
  expect(await read('alone.srt')).toContain('My dog is called Waldo.');
  expect(provider.requests).toHaveLength(before);
});

test('the sound goes to a provider elsewhere only with --hear', async () => {
  const elsewhere = await startElevenLabsStandIn();
  onTestFinished(() => elsewhere.close());
  const settings = { ELEVENLABS_API_KEY: 'made-up', ELEVENLABS_BASE_URL: elsewhere.baseUrl };
  const isSent = () => elsewhere.requests.some(({ call }) => call === 'transcription');
  expect((await keep('talk.mp4', [], { settings })).transcript).toBeUndefined();
  expect(isSent()).toBe(false);
  const project = await keep('talk.mp4', ['--hear'], { settings });
  expect(isSent()).toBe(true);
  expect(project.transcript?.source.kind).toBe('recogniser');
  expect(toSaid(project).map(({ text }) => text)).toContain('laughter');
});
