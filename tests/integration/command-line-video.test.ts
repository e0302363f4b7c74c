// @module-tag long
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { describeTracks, listComplaints, readPictures } from '../support/read-narrated-video.ts';
import { realVideos } from '../support/real-videos.ts';
import { narrateCommand, narrateSurroundings, runNarrate } from '../support/run-narrate.ts';
import { findSharedCase, hasSharedCases } from '../support/shared-cases.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { testRows } from '../support/test-rows.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  const sample = (seconds: number) => 0.1 * Math.sin(2 * Math.PI * 220 * seconds);
  const sounds = [{ seconds: 6, sample }];
  await folder.write('clip.mp4', await makeSoundingClip({ seconds: 6, sounds }));
  await folder.write('silent.mp4', await makeSoundingClip({ seconds: 6, sounds: [] }));
  await folder.write('lines.txt', '[0:01] Look.\n[0:03] It runs.');
});
afterAll(() => folder[Symbol.asyncDispose]());

const inFolder = (name: string) => `${folder.path}/${name}`;
const run = (...args: string[]) => runNarrate(folder.path, args);
const speakLines = ['--speak', 'lines.txt', '--language', 'English'];

testRows(
  realVideos.filter(({ durationSeconds }) => durationSeconds >= 5),
  ({ name }) => name === 'fractal.webm',
)('$name is written with narration and subtitles, and unchanged coded pictures', async ({ path, name }) => {
  const ending = name.endsWith('.webm') ? 'webm' : 'mp4';
  const reported = await run(path, ...speakLines, '--out', `${name}.mp3`, '--video', `${name}.${ending}`);
  expect(reported).toContain('100 %');
  const made = inFolder(`${name}.${ending}`);
  const bytes = async (from: string) =>
    (await readPictures(from)).map(picture => picture.bytes.toString('hex'));
  expect(await bytes(made)).toEqual(await bytes(path));
  expect((await describeTracks(made)).tracks.filter(({ type }) => type === 'audio')).toHaveLength(1);
  expect((await listComplaints(made)) ?? '').toBe('');
});

test('an untimed script starts with the video', { tags: 'long' }, async () => {
  await folder.write('plain.txt', 'A colour. Another one.');
  await run(
    'clip.mp4',
    '--speak',
    'plain.txt',
    '--out',
    'plain.mp3',
    '--video',
    'plain.mp4',
    '--track',
    'second',
  );
  const { tracks } = await describeTracks(inFolder('plain.mp4'));
  expect(tracks.map(({ type }) => type)).toEqual(['video', 'audio', 'audio']);
});

test('a video is narrated and written in one run, with subtitles as a track and as a file', {
  tags: 'long',
}, async () => {
  const files = ['--out', 'all.mp3', '--video', 'all.mp4', '--subtitles'];
  await folder.write('titles.mp4', await makeTitledClip());
  await run('titles.mp4', '--prompt', 'Calmly.', '--timed', ...files);
  // Our reader skips subtitles: their track type is named in the file.
  expect((await readFile(inFolder('all.mp4'))).includes('tx3g')).toBe(true);
  expect(readSubtitles(await readFile(inFolder('all.vtt'), 'utf8')).length).toBeGreaterThan(0);
});

test.skipIf(!hasSharedCases)(
  'a video keeps title and cover; the loss of its captions is reported',
  async () => {
    const files = ['--out', 'own.mp3', '--video', 'own.mp4'];
    const reported = await run(findSharedCase('chsubcover.mp4'), ...speakLines, ...files);
    expect(reported.split(t(videoOutputMessages.omitted, { parts: 'captions' }))).toHaveLength(3);
    using input = new Input({ source: new FilePathSource(inFolder('own.mp4')), formats: ALL_FORMATS });
    const { title, images } = await input.getMetadataTags();
    expect([title, images?.map(({ mimeType }) => mimeType)]).toEqual(['Harbour', ['image/jpeg']]);
  },
);

test.skipIf(!hasSharedCases)(
  'the sound ends with the picture, and begins with the original sound',
  async () => {
    for (const [name, seconds] of [
      ['master.mp4', 12],
      ['vlate18.mp4', 13.8],
    ] as const) {
      await run(findSharedCase(name), ...speakLines, '--out', 'whole.mp3', '--video', 'whole.mp4');
      using input = new Input({ source: new FilePathSource(inFolder('whole.mp4')), formats: ALL_FORMATS });
      for (const track of await input.getTracks())
        expect(Math.abs((await track.computeDuration()) - seconds)).toBeLessThan(0.025);
    }
  },
);

test('a video without sound gets the voice alone', async () => {
  await run('silent.mp4', ...speakLines, '--out', 'silent.mp3', '--video', 'spoken.mp4');
  const { tracks } = await describeTracks(inFolder('spoken.mp4'));
  expect(tracks).toMatchObject([{ type: 'video' }, { type: 'audio', channels: 1 }]);
});

describe('mistakes are reported before any paid call', () => {
  testRows(
    [
      [
        'another ending',
        ['clip.mp4'],
        ['--video', 'x.webm'],
        'this video becomes an MP4 file. Name it x.mp4',
      ],
      ['no ending', ['clip.mp4'], ['--video', 'x'], 'Name it x.mp4'],
      ['no folder', ['clip.mp4'], ['--video', 'nowhere/x.mp4'], 'nowhere does not exist'],
      ['itself by another name', ['clip.mp4'], ['--video', 'link.mp4'], 'is an input file'],
      ['no video', ['lines.txt'], ['--video', 'x.mp4'], 'could not be read as a video'],
      ['a video that is not there', ['gone.mp4'], ['--video', 'x.mp4'], 'There is no file'],
      [
        'no sound to mix with',
        ['silent.mp4'],
        ['--video', 'x.mp4', '--track', 'mixed'],
        'Choose --track voice.',
      ],
      [
        'an original that would have to stand still',
        ['clip.mp4'],
        ['--video', 'x.mp4', '--track', 'second', '--describe', 'extended'],
        'Choose --track mixed or --track voice.',
      ],
    ],
    ([what]) => what === 'another ending',
  )('%s', async (_, video, args, sentence) => {
    const provider = await startOpenAiStandIn();
    await symlink(inFolder('clip.mp4'), inFolder('link.mp4')).catch(() => {});
    const settings = { OPENAI_BASE_URL: provider.baseUrl };
    const refused = runNarrate(folder.path, [...video, '--prompt', 'x', '--out', 'x.mp3', ...args], settings);
    await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining(sentence) });
    expect(provider.requests).toEqual([]);
    expect((await readdir(folder.path)).filter(name => name.startsWith('x.'))).toEqual([]);
    await provider.close();
  });
});

test('Ctrl+C while the video is written leaves no file', { tags: 'long' }, async () => {
  // Plain samples: made at once, and coded for seconds.
  const seconds = 400;
  const sample = (at: number) => 0.1 * Math.sin(2 * Math.PI * 220 * at);
  const picture = {
    seconds,
    framesPerSecond: 0.1,
    container: 'mov' as const,
    sounds: [{ seconds, sample, codec: 'pcm-s16' as const }],
  };
  await folder.write('long.mov', await makeSoundingClip(picture));
  const args = ['long.mov', ...speakLines, '--out', 'long.mp3', '--video', 'stopped.mp4'];
  const child = spawn(process.execPath, [narrateCommand, ...args], narrateSurroundings(folder.path));
  for await (const chunk of child.stderr) if (String(chunk).includes('video: 2')) child.kill('SIGINT');
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(130);
  expect((await readdir(folder.path)).filter(name => name.includes('stopped'))).toEqual([]);
});
