import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply } from '#shared/narration/commands.ts';
import { openProject, printProject } from '#shared/narration/open-project.ts';
import type { Project } from '#shared/narration/project.ts';
import { makeClip } from '../support/make-clip.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let provider: OpenAiStandIn;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  provider = await startOpenAiStandIn();
  await writeFile(inFolder('dog.mp4'), await makeClip());
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
  await writeFile(inFolder('other.mp4'), await makeClip({ seconds: 3 }));
  const before = await readFile(inFolder('dog.benshi.json'));
  const refused = run('other.mp4', '--project', 'dog.benshi.json');
  await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('another video') });
  expect(await readFile(inFolder('dog.benshi.json'))).toEqual(before);
});
