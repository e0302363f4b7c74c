import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorMessages } from '#shared/messages/errors.ts';
import { t } from '#shared/messages/message.ts';
import { apply } from '#shared/narration/commands.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { openProject, printProject } from '#shared/narration/open-project.ts';
import { createLine, type Line, type Project } from '#shared/narration/project.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let provider: OpenAiStandIn;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  provider = await startOpenAiStandIn();
  await writeFile(inFolder('dog.mp4'), await makeTitledClip());
  await run('dog.mp4', '--prompt', 'Calmly', '--voice', 'onyx', '--project', 'dog.benshi.json');
});
afterAll(async () => {
  await provider.close();
  await folder[Symbol.asyncDispose]();
});

const inFolder = (name: string) => join(folder.path, name);
const run = (...args: string[]) => runNarrate(folder.path, args, { OPENAI_BASE_URL: provider.baseUrl });
const countCalls = (call: string) => provider.requests.filter(request => request.call === call).length;

async function readProject(name: string): Promise<Project> {
  return openProject(JSON.parse(await readFile(inFolder(name), 'utf8')));
}

test('a narration is written into its project file, which opens and prints back to the same bytes', async () => {
  const text = await readFile(inFolder('dog.benshi.json'), 'utf8');
  const project = openProject(JSON.parse(text));
  expect(printProject(project)).toBe(text);
  expect(project).toMatchObject({ title: 'dog', video: { name: 'dog.mp4' } });
  expect(project.observations).toMatchObject([{ text: expect.stringContaining('A dog stands') }]);
  expect(project.narrations).toMatchObject([
    { prompt: 'Calmly', language: 'English', style: 'continuous', settings: { voice: 'onyx' } },
  ]);
  // Nothing was asked for but the project.
  expect(existsSync(inFolder('narration.mp3'))).toBe(false);
  expect(countCalls('speech')).toBe(0);
});

test('another prompt is written from what was seen, unless the video is to be looked at again', async () => {
  await copyFile(inFolder('dog.benshi.json'), inFolder('again.benshi.json'));
  const looks = countCalls('vision');
  const args = ['dog.mp4', '--prompt', 'Merrily', '--language', 'French', '--project', 'again.benshi.json'];
  await run(...args, '--narration', 'merry');
  expect(countCalls('vision')).toBe(looks);
  const { narrations } = await readProject('again.benshi.json');
  expect(narrations.map(({ name, language }) => [name, language])).toEqual([
    ['', 'English'],
    ['merry', 'French'],
  ]);
  await run(...args, '--look-again');
  expect(countCalls('vision')).toBeGreaterThan(looks);
});

test('a narration is spoken from its project; long lines are shortened and kept, locked ones are not', async () => {
  const project = await readProject('dog.benshi.json');
  const narrationId = 'lines';
  const long = 'The dog runs over the lawn and back again and then once more around the old tree and home.';
  const lines = [
    { id: 'locked', startMs: 0, text: long, isLocked: true, origin: 'edited' },
    { id: 'open', startMs: 3000, text: `${long} ${long}`, isLocked: false, origin: 'written' },
  ] as const;
  const [first] = project.narrations;
  if (!first) throw new Error('There is no narration.');
  const timed = {
    ...first,
    id: narrationId,
    style: 'timed',
    lines,
    createdAt: '2100-01-01T00:00:00Z',
  } as const;
  const added = apply(project, { type: 'addNarration', narration: timed });
  await writeFile(inFolder('timed.benshi.json'), printProject(added));
  provider.always('script', answerWithReply({ content: '[0:00] The dog.\n[0:03] The dog runs home.' }));
  await run('dog.mp4', '--project', 'timed.benshi.json', '--out', 'timed.mp3', '--script', 'timed.txt');
  expect(existsSync(inFolder('timed.mp3'))).toBe(true);
  expect(await readFile(inFolder('timed.txt'), 'utf8')).toBe(`[0:00] ${long}\n[0:03] The dog runs home.\n`);
  const spoken = (await readProject('timed.benshi.json')).narrations.find(({ id }) => id === narrationId);
  expect(spoken?.lines).toEqual([
    lines[0],
    { ...lines[1], text: 'The dog runs home.', before: lines[1].text },
  ]);
});

test('a project of another video is refused, and stays as it is', async () => {
  await writeFile(inFolder('other.mp4'), await makeTitledClip({ seconds: 3 }));
  const before = await readFile(inFolder('dog.benshi.json'));
  const refused = run('other.mp4', '--project', 'dog.benshi.json');
  await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('another video') });
  expect(await readFile(inFolder('dog.benshi.json'))).toEqual(before);
});

test('the same video in another file keeps its project, with a sentence', async () => {
  const free = Buffer.from('\0\0\0\x10freetagged!!', 'latin1');
  await writeFile(inFolder('tagged.mp4'), Buffer.concat([await readFile(inFolder('dog.mp4')), free]));
  await copyFile(inFolder('dog.benshi.json'), inFolder('kept.benshi.json'));
  const stderr = await run('tagged.mp4', '--project', 'kept.benshi.json', '--script', 'kept.txt');
  expect(stderr).toContain('tagged.mp4 shows and sounds the same, so it is taken for the same video.');
  expect(await readFile(inFolder('kept.txt'), 'utf8')).not.toBe('');
});

test('lines of a project are spoken in their own voices, with their pauses; recorded ones say so', async () => {
  const document = await readProject('dog.benshi.json');
  const [narration] = document.narrations;
  if (!narration) throw new TypeError('There is no narration.');
  const line = (text: string, own: Partial<Line> = {}) => createLine({ text, ...own });
  const lines = [
    line('I narrate Benshi.'),
    line('I am Anna.', { castId: 'anna', pauseBeforeMs: 1500 }),
    line('I am old.', { voice: 'echo-of-nobody', recordingId: 'take' }),
    line('I am someone.', { voice: 'fable' }),
    line('Who told us it was late?', { voice: 'onyx' }),
    line('The WHO and the US have IT.', { voice: 'onyx' }),
  ];
  const inCapitals = { IT: 'eye tee', US: 'you ess', WHO: 'double-u aitch oh' };
  const own: Project = {
    ...document,
    cast: [{ id: 'anna', name: 'Anna', look: '', voice: 'shimmer' }],
    glossary: [
      { term: 'Benshi', byLanguage: {}, isNeverTranslated: true, pronunciation: { English: 'ben-shee' } },
      ...Object.entries(inCapitals).map(([term, English]) => ({
        term,
        byLanguage: {},
        isNeverTranslated: false,
        pronunciation: { English },
      })),
    ],
    narrations: [{ ...narration, lines }],
  };
  await writeFile(inFolder('own.benshi.json'), printProject(own));
  provider.reset();
  const args = [
    'dog.mp4',
    '--project',
    'own.benshi.json',
    '--srt',
    'own.srt',
    '--script',
    'own.txt',
    '--no-cache',
  ];
  const stderr = await run(...args, '--voice', 'nova');
  const spoken = provider.requests.filter(({ call }) => call === 'speech').map(({ body }) => body);
  expect(spoken.map(({ voice, input }) => [voice, input]).toSorted()).toEqual([
    ['fable', 'I am old.'],
    ['fable', 'I am someone.'],
    ['nova', 'I narrate ben-shee.'],
    ['onyx', 'The double-u aitch oh and the you ess have eye tee.'],
    ['onyx', 'Who told us it was late?'],
    ['shimmer', 'I am Anna.'],
  ]);
  expect(stderr).toContain('Lines recorded in the page: 1.');
  const srt = readSubtitles(await readFile(inFolder('own.srt'), 'utf8'));
  expect(srt.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
  expect(await readFile(inFolder('own.txt'), 'utf8')).toContain('\nAnna: I am Anna.\n');
  expect((srt[1]?.startSeconds ?? 0) - (srt[0]?.endSeconds ?? 0)).toBeCloseTo(1.9, 1);
});

test('the names of roles in a script, and of speakers in subtitles, are not spoken', async () => {
  await writeFile(inFolder('play.txt'), 'Anna: Who is there?\nTom: Me.\nAnna: Come in.\nTip: Knock.');
  await writeFile(inFolder('said.vtt'), 'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Anna>Come in.</v>\n');
  provider.reset();
  for (const file of ['play.txt', 'said.vtt']) await run('--speak', file, '--out', 'play.mp3', '--no-cache');
  const spoken = provider.requests.filter(({ call }) => call === 'speech').map(({ body }) => body.input);
  expect(spoken.join('\n')).toContain('Tip: Knock.');
  expect(spoken.join('\n')).not.toContain('Anna');
});

test('a transcript is spoken without its times and names, sounds of subtitles are told and left out, roles have voices', async () => {
  await writeFile(
    inFolder('otter.txt'),
    'Anna  0:01\nThe meeting begins.\n\nTom  0:03\nPlease bring chairs.\n',
  );
  const cues = ['[door creaks]', 'ANNA: (whispers) Who is there?', 'TOM: Only me.'];
  await writeFile(
    inFolder('sdh.srt'),
    cues.map((text, at) => `${at}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`).join('\n'),
  );
  provider.reset();
  const told = await run('--speak', 'otter.txt', '--out', 'otter.mp3', '--no-cache', '--voice', 'fable');
  expect(told).toContain('New roles: Anna (nova), Tom (onyx).');
  const sdh = await run(
    'dog.mp4',
    '--spoken-subtitles',
    'sdh.srt',
    '--mix',
    'sdh.mp3',
    '--no-cache',
    '--voice',
    'fable',
  );
  expect(sdh).toContain('2 sounds are not spoken: [door creaks], (whispers).');
  const spoken = provider.requests.filter(({ call }) => call === 'speech').map(({ body }) => body);
  expect(spoken.map(({ voice, input }) => [voice, input]).toSorted()).toEqual([
    ['nova', 'The meeting begins.'],
    ['nova', 'Who is there?'],
    ['onyx', 'Only me.'],
    ['onyx', 'Please bring chairs.'],
  ]);
  await run('dog.mp4', '--transcript', 'otter.txt', '--transcript-out', 'said.srt');
  const said = readSubtitles(await readFile(inFolder('said.srt'), 'utf8'));
  expect(said.map(({ startSeconds }) => startSeconds)).toEqual([1, 3]);
  await writeFile(inFolder('over.txt'), '[0:05] Five.\n[0:75] Seventy-five.');
  await expect(run('--speak', 'over.txt', '--out', 'over.mp3')).rejects.toMatchObject({
    stderr: expect.stringContaining('more than 59 seconds or minutes: 2.'),
  });
});

test('a voice of a provider that is not set up is refused before anything is spoken', async () => {
  provider.reset();
  const gone = [
    '--project',
    'dog.benshi.json',
    '--voice',
    'elevenlabs:21m00Tcm4TlvDq8ikWAM',
    '--out',
    'gone.mp3',
  ];
  await expect(run('dog.mp4', ...gone)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(t(errorMessages.voice_gone)),
  });
  expect(provider.requests).toEqual([]);
});
