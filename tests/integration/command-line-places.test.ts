// @module-tag long
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMp3Header } from '#shared/mp3-frames.ts';
import { dropTag } from '../support/decode-sound.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { describeTracks } from '../support/read-narrated-video.ts';
import { narrateCommand, narrateSurroundings, runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await mkdir(`${folder.path}/films`);
  await symlink('films', `${folder.path}/alias`);
  await folder.write('films/a.mp4', await makeTitledClip({ seconds: 4 }));
  await folder.write('one.txt', 'One.');
  await folder.write('lines.txt', '[0:00] One.\n[0:02] Two.');
});
afterAll(() => folder[Symbol.asyncDispose]());

const inFolder = (name: string) => `${folder.path}/${name}`;
const run = (...args: string[]) => runNarrate(folder.path, args);
const speakOne = ['--speak', 'one.txt', '--language', 'English'];
const isMp3 = (bytes: Buffer) => readMp3Header(dropTag(bytes)) !== undefined;

/** Starts the command. @param stdout as in `stdio` */
function start(args: readonly string[], stdout: 'pipe' | 'ignore' = 'ignore', settings = {}) {
  return spawn(process.execPath, [narrateCommand, ...args], {
    ...narrateSurroundings(folder.path, settings),
    stdio: ['ignore', stdout, 'pipe'],
  });
}

test.each([
  ['a page of a script without times', ['films/a.mp4', ...speakOne, '--publish', 'page/new'], 'has no times'],
  [
    'a page of no video',
    ['one.txt', '--prompt', 'x', '--publish', 'page/new'],
    'could not be read as a video',
  ],
  [
    'a page in what is a file',
    ['films/a.mp4', '--prompt', 'x', '--publish', 'one.txt/page'],
    'cannot be written',
  ],
  [
    'a page over the video',
    ['films/a.mp4', '--prompt', 'x', '--publish', 'page', '--out', 'films/a.mp4'],
    'is an input',
  ],
  [
    'two files in one place',
    ['films/a.mp4', '--prompt', 'x', '--publish', 'page', '--script', 'page/index.html'],
    'does not exist|named twice',
  ],
  ['a folder of no videos', ['page-none', '--prompt', 'x', '--out-folder', 'page/all'], 'no folder|There is'],
])('no folder is made for %s', async (_, args, sentence) => {
  await expect(run(...args)).rejects.toMatchObject({
    stderr: expect.stringMatching(new RegExp(sentence, 'u')),
  });
  expect(await readdir(folder.path)).not.toContain('page');
});

test.each([
  [
    'the video in a linked folder',
    ['films/a.mp4', '--prompt', 'x', '--out', 'alias/a.mp4'],
    'alias/a.mp4 (the same',
  ],
  ['its own script', [...speakOne, '--script', './one.txt'], 'one.txt is an input file'],
  ['a folder', [...speakOne, '--out', 'films'], 'is a folder'],
  ['a folder, from a script that is none', ['--speak', 'films', '--out', 'x.mp3'], 'is a folder'],
  [
    'its folder of videos',
    ['films', '--prompt', 'x', '--out-folder', 'alias'],
    'must not be the folder of the videos',
  ],
  [
    'a video by a link in the other folder',
    ['films', '--prompt', 'x', '--out-folder', 'told'],
    'is an input file',
  ],
])('nothing is spoken when the output is %s', async (_, args, sentence) => {
  await mkdir(inFolder('told'), { recursive: true });
  await symlink('../films/a.mp4', inFolder('told/a.mp3')).catch(() => {});
  const provider = await startOpenAiStandIn();
  const before = await readFile(inFolder('films/a.mp4'));
  await expect(runNarrate(folder.path, args, { OPENAI_BASE_URL: provider.baseUrl })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(sentence),
  });
  expect(provider.requests).toEqual([]);
  expect(await readFile(inFolder('films/a.mp4'))).toEqual(before);
  await provider.close();
});

test('a symbolic link stays, and its target is replaced', async () => {
  await folder.write('films/old.mp3', 'old');
  await symlink('films/old.mp3', inFolder('old-link.mp3'));
  await symlink('films/new.srt', inFolder('new-link.srt'));
  await run(...speakOne, '--out', 'old-link.mp3', '--srt', 'new-link.srt');
  expect(await readlink(inFolder('old-link.mp3'))).toBe('films/old.mp3');
  expect(isMp3(await readFile(inFolder('films/old.mp3')))).toBe(true);
  expect(await readlink(inFolder('new-link.srt'))).toBe('films/new.srt');
  expect(await readFile(inFolder('films/new.srt'), 'utf8')).toContain('One.');
});

test('a file name of the longest allowed length works', async () => {
  const name = `${'é'.repeat(124)}.mp3`;
  expect(Buffer.byteLength(name)).toBe(252);
  await run(...speakOne, '--out', name);
  expect(isMp3(await readFile(inFolder(name)))).toBe(true);
});

test('a full device is reported in a sentence, and stays a device', async () => {
  await expect(run(...speakOne, '--out', '/dev/full')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('/dev/full could not be written completely: no space left.'),
  });
  expect((await lstat('/dev/full')).isCharacterDevice()).toBe(true);
});

test('a named pipe waits for its reader, gets the sound and stays a pipe', async () => {
  execFileSync('mkfifo', [inFolder('pipe')]);
  const writing = run(...speakOne, '--out', 'pipe');
  const { stdout } = await promisify(execFile)('cat', [inFolder('pipe')], { encoding: 'buffer' });
  await writing;
  expect(isMp3(stdout)).toBe(true);
  expect((await lstat(inFolder('pipe'))).isFIFO()).toBe(true);
});

test.each([
  ['a pipe', `"$0" "$@" | cat`],
  [
    'a file that has something already',
    `{ printf first; "$0" "$@"; printf last; } > redirected; cat redirected`,
  ],
])('the sound goes to stdout, which is %s', async (what, script) => {
  const args = ['-c', script, process.execPath, narrateCommand, ...speakOne, '--out', '/dev/stdout'];
  const { stdout } = await promisify(execFile)('sh', args, {
    ...narrateSurroundings(folder.path),
    encoding: 'buffer',
  });
  const isPipe = what === 'a pipe';
  expect(isMp3(isPipe ? stdout : stdout.subarray(5))).toBe(true);
  if (!isPipe) expect(stdout.subarray(-4).toString()).toBe('last');
});

test('a script goes to stdout once, and a video whole', async () => {
  const provider = await startOpenAiStandIn();
  const settings = { OPENAI_BASE_URL: provider.baseUrl };
  const script = start(['films/a.mp4', '--prompt', 'x', '--script', '/dev/stdout'], 'pipe', settings);
  const reported = await text(script.stdout as Readable);
  expect(reported.trim()).not.toBe('');
  expect(provider.requests.map(({ call }) => call)).not.toContain('speech');
  await provider.close();
  const args = ['films/a.mp4', '--speak', 'lines.txt', '--script', 'again.txt', '--video', '/dev/stdout'];
  const video = start(args, 'pipe');
  await folder.write('from-stdout.mp4', await buffer(video.stdout as Readable));
  expect((await describeTracks(inFolder('from-stdout.mp4'))).tracks).toHaveLength(2);
  // No mp3 was requested.
  expect(await readdir(folder.path)).not.toContain('narration.mp3');
});

test.each([
  ['SIGINT', 130, 'an mp3', ['--out', 'stopped.mp3']],
  ['SIGTERM', 143, 'a WAV', ['--wav', 'stopped.wav']],
  ['SIGTERM', 143, 'a pipe that nobody reads', ['--srt', 'unread']],
] as const)('%s ends with %i while hours of silence become %s', async (signal, code, _, args) => {
  await folder.write('hours.txt', '[0:00] One.\n[3:50:00] Two.');
  execFileSync('sh', ['-c', '[ -p unread ] || mkfifo unread'], { cwd: folder.path });
  const before = await readdir(folder.path);
  const child = start(['--speak', 'hours.txt', ...args]);
  const exit = once(child, 'exit');
  await new Promise<void>(resolve =>
    child.stderr?.on('data', chunk => String(chunk).includes('speaking') && resolve()),
  );
  // The lines are spoken at once; coding takes seconds.
  await new Promise(resolve => setTimeout(resolve, 500));
  child.kill(signal);
  expect((await exit)[0]).toBe(code);
  expect(await readdir(folder.path)).toEqual([...new Set([...before, 'cache'])].sort());
});
