import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requirePlaces, requireReadable } from './places.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benshi-test-places-'));
  await mkdir(join(folder, 'films'));
  await writeFile(join(folder, 'films/a.mp4'), 'a');
  await writeFile(join(folder, 'old.mp3'), 'o');
  await symlink('films', join(folder, 'alias'));
  await symlink('films/a.mp4', join(folder, 'link.mp4'));
  await symlink('films/new.mp4', join(folder, 'new-link.mp4'));
  await symlink('round.mp4', join(folder, 'round.mp4'));
  await link(join(folder, 'films/a.mp4'), join(folder, 'hard.mp4'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
});
afterAll(() => rm(folder, { recursive: true }));

const inFolder = (name: string) => join(folder, name);
const writeTo = (...written: string[]) => requirePlaces([inFolder('films/a.mp4')], written.map(inFolder));

describe('a command is refused if it writes', () => {
  test.each([
    ['over the video', ['films/a.mp4'], /a\.mp4 is an input/],
    ['over the video in a linked folder', ['alias/a.mp4'], /alias\/a\.mp4 \(the same file as .*films\/a/],
    ['over the video by a link', ['link.mp4'], /is an input file/],
    ['over the video by a hard link', ['hard.mp4'], /is an input file/],
    ['one new file twice', ['o.srt', 'o.srt'], /o\.srt is named twice/],
    ['one new file twice by a linked folder', ['films/o.srt', 'alias/o.srt'], /is named twice/],
    ['one new file twice by a broken link', ['films/new.mp4', 'new-link.mp4'], /is named twice/],
    ['one old file twice', ['old.mp3', 'films/../old.mp3'], /is named twice/],
    ['to one pipe twice', ['pipe', 'pipe'], /is named twice/],
    ['to a folder', ['films'], /films is a folder. Name a file in it/],
    ['to a missing folder', ['none/o.mp3'], /none does not exist/],
    ['into a file', ['old.mp3/o.mp3'], /not a folder/],
    ['by a link that points to itself', ['round.mp4'], /points to itself/],
    ['under too long a name', ['n'.repeat(256)], /its name is too long/],
  ])('%s', async (_, written, sentence) => {
    await expect(writeTo(...written)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(sentence),
    });
  });
});

test.skipIf(process.getuid?.() === 0)('a file without read or write permission is reported', async () => {
  await writeFile(inFolder('closed.txt'), 'c', { mode: 0o000 });
  await expect(requireReadable(inFolder('closed.txt'))).rejects.toThrow('permission denied');
  await expect(writeTo('closed.txt')).rejects.toThrow('permission denied');
});

test.each([[['o.mp3', 'old.mp3', 'alias/b.mp4']], [['new-link.mp4', 'pipe']], [['n'.repeat(255)]]])(
  'a command may write to %j',
  async written => {
    await expect(writeTo(...written)).resolves.toBeUndefined();
  },
);

test('several outputs may go to /dev/null', async () => {
  await expect(requirePlaces([], ['/dev/null', '/dev/null'])).resolves.toBeUndefined();
});
