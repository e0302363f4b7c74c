// @module-tag long
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { narrateCommand, narrateSurroundings, runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await mkdir(`${folder.path}/clips/more`, { recursive: true });
  for (const [name, container] of [
    ['a.mp4', 'mp4'],
    ['a.webm', 'webm'],
    ['b.mkv', 'mkv'],
    ['more/c.mp4', 'mp4'],
  ] as const)
    await folder.write(
      `clips/${name}`,
      await makeTitledClip({ seconds: 4, container, codec: container === 'webm' ? 'vp9' : 'avc' }),
    );
  await folder.write('clips/broken.mp4', 'This is no video.');
  await folder.write('clips/notes.txt', 'Nor is this.');
  await mkdir(`${folder.path}/others`);
  await folder.write('others/d.mp4', 'Nobody comes to look at this.');
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Output and exit code. */
async function narrateClips(...args: string[]): Promise<{ code: number; reported: string }> {
  const all = [
    'clips',
    '--prompt',
    'Calmly.',
    '--timed',
    '--out-folder',
    'told',
    '--write',
    'video,srt',
    ...args,
  ];
  const reported = await runNarrate(folder.path, all).catch(
    (error: { code: number; stderr: string }) => error,
  );
  return typeof reported === 'string'
    ? { code: 0, reported }
    : { code: reported.code, reported: reported.stderr };
}

const readTime = async (name: string) => (await stat(`${folder.path}/told/${name}`)).mtimeMs;

test('the videos of a folder are narrated, finished ones are skipped, and a broken one stops nothing', {
  tags: 'long',
}, async () => {
  const first = await narrateClips();
  expect(first.code).toBe(1);
  expect(first.reported).toMatch(/^failed +broken\.mp4 +This file could not be read as a video\./mu);
  expect(first.reported).toContain('3 done, 0 skipped, 1 failed');
  expect((await readdir(`${folder.path}/told`)).sort()).toEqual(
    [
      ...['a.mp4.stamp.json', 'a.mp4.mp3', 'a.mp4.mp4', 'a.mp4.srt'],
      ...['a.webm.stamp.json', 'a.webm.mp3', 'a.webm.srt', 'a.webm.webm'],
      ...['b.stamp.json', 'b.mp3', 'b.mp4', 'b.srt'],
    ].sort(),
  );

  await rm(`${folder.path}/clips/broken.mp4`);
  const before = await readTime('b.mp3');
  const again = await narrateClips();
  expect(again).toMatchObject({ code: 0, reported: expect.stringContaining('0 done, 3 skipped, 0 failed') });
  expect(await readTime('b.mp3')).toBe(before);

  await rm(`${folder.path}/told/b.srt`);
  await writeFile(`${folder.path}/clips/a.mp4`, await makeTitledClip({ seconds: 5 }));
  const changed = await narrateClips('--jobs', '3');
  expect(changed).toMatchObject({
    code: 0,
    reported: expect.stringContaining('2 done, 1 skipped, 0 failed'),
  });

  expect((await narrateClips('--duck', '3')).reported).toContain('3 done, 0 skipped, 0 failed');
});

test('Ctrl+C stops all of them, and marks none as done', async () => {
  const provider = await startOpenAiStandIn();
  provider.always('speech', () => {});
  const asked = provider.waitForRequest('speech');
  const args = ['clips', '--prompt', 'Calmly.', '--out-folder', 'stopped'];
  const surroundings = narrateSurroundings(folder.path, { OPENAI_BASE_URL: provider.baseUrl });
  const child = spawn(process.execPath, [narrateCommand, ...args], surroundings);
  await asked;
  child.kill('SIGINT');
  expect((await once(child, 'exit'))[0]).toBe(130);
  expect(await readdir(`${folder.path}/stopped`)).toEqual([]);
  await provider.close();
});

test.each([
  [['clips', '--prompt', 'x'], 'Add --out-folder'],
  [['nowhere', '--prompt', 'x', '--out-folder', 'o'], 'There is no folder'],
  [['clips/more/..', '--prompt', 'x', '--out-folder', 'clips'], 'must not be the folder of the videos'],
  [['others', '--prompt', 'x', '--out-folder', 'clips/notes.txt'], 'part of its path is not a folder'],
])('an unusable folder is refused: %j', async (args, sentence) => {
  await expect(runNarrate(folder.path, args)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(sentence),
  });
});
