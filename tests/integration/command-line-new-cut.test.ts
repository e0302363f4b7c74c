import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openProject, printProject } from '#shared/narration/open-project.ts';
import { createLine, type Project } from '#shared/narration/project.ts';
import { makeSceneFilm, type Scene } from '../support/made-scenes.ts';
import { makeOlderFile } from '../support/make-older-file.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { narrateCommand, narrateSurroundings, runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const texts = [
  ['One.', 1],
  ['Two.', 9],
  ['Three.', 15],
  ['Four.', 23],
] as const;
const lengths: Record<number, number> = { 1: 8, 2: 6, 3: 8, 4: 8, 5: 10, 6: 15, 7: 15 };
const toScenes = (...names: number[]): Scene[] => names.map(name => ({ name, seconds: lengths[name] ?? 0 }));
const film = toScenes(1, 2, 3, 4);

let folder: TemporaryFolder;
let provider: OpenAiStandIn;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  provider = await startOpenAiStandIn();
  await write('film.mp4', film);
  await write('cut.mp4', toScenes(1, 5, 3, 4));
  await write('other.mp4', toScenes(6, 7));
  provider.setTexts({ script: '[0:01] One.' });
  firstRun = await run('film.mp4', '--prompt', 'Calmly', '--timed', '--project', 'film.benshi.json');
  const project = await readProject('film.benshi.json');
  const lines = texts.map(([text, seconds]) => createLine({ text, startMs: seconds * 1000 }));
  const narrations = project.narrations.map(each => ({ ...each, style: 'timed' as const, lines }));
  await writeFile(inFolder('film.benshi.json'), printProject({ ...project, narrations }));
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await provider.close();
  await folder[Symbol.asyncDispose]();
});

let firstRun = '';
const inFolder = (name: string) => join(folder.path, name);
const write = async (name: string, scenes: readonly Scene[], options?: Parameters<typeof makeSceneFilm>[1]) =>
  writeFile(inFolder(name), await makeSceneFilm(scenes, options));
const run = (...args: string[]) => runNarrate(folder.path, args, { OPENAI_BASE_URL: provider.baseUrl });
const readFileOf = (name: string) => readFile(inFolder(name), 'utf8');
const readProject = async (name: string) => openProject(JSON.parse(await readFileOf(name)));

/** A copy of the project of film.mp4, changed. */
async function copyProject(name: string, change: (project: Project) => Project = each => each) {
  await mkdir(inFolder(name), { recursive: true });
  const path = `${name}/film.benshi.json`;
  await writeFile(inFolder(path), printProject(change(await readProject('film.benshi.json'))));
  return path;
}

const withoutFingerprint = (project: Project): Project => {
  const { contentFingerprint: _, ...video } = project.video ?? {};
  return { ...project, video: video as Project['video'] };
};

async function listLines(project: string) {
  const [narration] = (await readProject(project)).narrations;
  return narration?.lines.map(({ text, startMs }) => [text, Math.round((startMs ?? 0) / 500) / 2]);
}

test('a project gets the fingerprint of its video, an older one when its video is named', async () => {
  expect(firstRun).toContain('noting what the video looks and sounds like');
  const known = (await readProject('film.benshi.json')).video?.contentFingerprint;
  expect(known?.length).toBeGreaterThan(100);
  const older = await copyProject('older', withoutFingerprint);
  await run('film.mp4', '--project', older, '--script', 'older.txt');
  expect((await readProject(older)).video?.contentFingerprint).toBe(known);
  const again = await run('film.mp4', '--project', older, '--script', 'older.txt');
  expect(again).not.toContain('noting what');
});

test('a new cut moves the lines in the project file and lists what became of them, without a provider', async () => {
  const project = await copyProject('cut');
  const told = await run('cut.mp4', '--project', project, '--replace-video');
  expect(provider.requests).toEqual([]);
  expect(told).toMatch(/^gone {6}0:09 {2}Two\.$/mu);
  expect(told).toMatch(/^moved {5}0:15–0:23 → 0:19–0:27 {2}2 lines$/mu);
  expect(told).toContain('2 lines moved, 1 gone, 10 s new');
  expect(await listLines(project)).toEqual([
    ['One.', 1],
    ['Three.', 19],
    ['Four.', 27],
  ]);
  const { video, narrations } = await readProject(project);
  expect(video).toMatchObject({
    name: 'cut.mp4',
    durationMs: 34_000,
    contentFingerprint: expect.any(String),
  });
  expect(narrations[0]?.cutLines).toMatchObject([{ text: 'Two.', startMs: 9000 }]);
  expect(narrations[0]?.unwritten).toHaveLength(1);

  await run('cut.mp4', '--project', project, '--script', 'cut.txt');
  expect(await readFileOf('cut.txt')).toContain('Three.');
  const again = await run('cut.mp4', '--project', project, '--replace-video');
  expect(again).toContain('No line moves.');
});

test('a new cut is spoken at once, and what was spoken before comes from the cache', async () => {
  const project = await copyProject('spoken');
  const outputs = ['--srt', 'spoken.srt', '--out', 'spoken.mp3', '--cache', 'kept'];
  await run('film.mp4', '--project', project, ...outputs);
  provider.reset();
  await run('cut.mp4', '--project', project, '--replace-video', ...outputs);
  expect(provider.requests).toEqual([]);
  expect(await readFileOf('spoken.srt')).toContain('00:00:19,');
});

test('a different film is refused with how much is alike, unless it is wanted anyway', async () => {
  const project = await copyProject('other');
  const before = await readFileOf(project);
  const args = ['other.mp4', '--project', project, '--replace-video'];
  await expect(run(...args)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/looks like a different video \(\d+ % alike\)\. Add --anyway/u),
  });
  expect(await readFileOf(project)).toBe(before);
  const told = await run(...args, '--anyway');
  expect(told).toMatch(/to check/u);
  expect(await listLines(project)).toEqual(texts);
});

test('without a fingerprint the old file beside the project is compared; where it is gone, nothing moves', async () => {
  const project = await copyProject('unknown', withoutFingerprint);
  await copyFile(inFolder('cut.mp4'), inFolder('unknown/cut.mp4'));
  const before = await readFileOf(project);
  const args = ['unknown/cut.mp4', '--project', project, '--replace-video'];
  await expect(run(...args)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('It lasted 0:30; cut.mp4 lasts 0:34.'),
  });
  expect(await readFileOf(project)).toBe(before);
  await copyFile(inFolder('film.mp4'), inFolder('unknown/film.mp4'));
  expect(await run(...args)).toContain('2 lines moved, 1 gone, 10 s new');

  await rm(inFolder('unknown/film.mp4'));
  const anyway = await copyProject('anyway', withoutFingerprint);
  await run('cut.mp4', '--project', anyway, '--replace-video', '--anyway');
  expect((await readProject(anyway)).video).toMatchObject({
    name: 'cut.mp4',
    contentFingerprint: expect.any(String),
  });
});

test('a project without a video has none that could be replaced', async () => {
  const project = await copyProject('script', ({ video: _, ...others }) => others);
  await expect(run('cut.mp4', '--project', project, '--replace-video')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has no video that could be replaced'),
  });
});

test.each([
  ['another-container.mkv', { container: 'mkv' }],
  ['another-size.mp4', { width: 240, height: 134, bitsPerSecond: 100_000 }],
  ['other-codecs.webm', { container: 'webm', codec: 'vp9', soundCodec: 'opus' }],
] as const)('%s is the same video in another file', async (name, options) => {
  await write(name, film, options);
  const project = await copyProject(`of ${name}`);
  const lines = await listLines(project);
  const told = await run(name, '--project', project, '--script', 'same.txt');
  expect(told).toContain(`${name} shows and sounds the same, so it is taken for the same video.`);
  expect(await listLines(project)).toEqual(lines);
  expect((await readProject(project)).video).toMatchObject({ name, contentFingerprint: expect.any(String) });
});

test('an older file is the same video, and the new cut of one is found, too', async () => {
  for (const [name, scenes] of [
    ['film', film],
    ['cut', toScenes(1, 5, 3, 4)],
  ] as const) {
    await write(`${name}.ts`, scenes, { container: 'ts', soundCodec: 'mp3' });
    await makeOlderFile(inFolder(`${name}.ts`), inFolder(`${name}.avi`));
  }
  const project = await copyProject('older-file');
  const told = await run('film.avi', '--project', project, '--script', 'avi.txt');
  expect(told).toContain('film.avi shows and sounds the same');
  expect(await run('cut.avi', '--project', project, '--replace-video')).toContain('2 lines moved, 1 gone');
});

test('a new cut without --replace-video is refused, with the way out', async () => {
  const project = await copyProject('refused');
  const before = await readFileOf(project);
  await expect(run('cut.mp4', '--project', project, '--out', 'cut.mp3')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/another video, film\.mp4 \(\d+ % alike\)\..* --replace-video/u),
  });
  expect(await readFileOf(project)).toBe(before);
});

test('a damaged fingerprint is as none, and is made anew', async () => {
  const project = await copyProject('damaged', each => ({
    ...each,
    video: each.video && { ...each.video, contentFingerprint: 'AAAA' },
  }));
  await run('film.mp4', '--project', project, '--script', 'damaged.txt');
  expect((await readProject(project)).video).toEqual((await readProject('film.benshi.json')).video);
});

test('Ctrl+C while it compares leaves the project as it is', async () => {
  const project = await copyProject('cancelled');
  const before = await readFileOf(project);
  const args = [narrateCommand, 'cut.mp4', '--project', project, '--replace-video'];
  const child = spawn(process.execPath, args, narrateSurroundings(folder.path));
  child.stderr
    .setEncoding('utf8')
    .on('data', told => told.includes('at and listening to cut.mp4') && child.kill('SIGINT'));
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(await readFileOf(project)).toBe(before);
});
