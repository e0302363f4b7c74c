// @module-tag long
import { readdir, readFile } from 'node:fs/promises';
import {
  FF_ENCODER_AAC,
  FF_ENCODER_AC3,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MPEG2VIDEO,
  FF_ENCODER_MPEG4,
  FF_ENCODER_WMAV2,
} from 'node-av';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOlderFile } from '../support/make-older-file.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { drawTitles } from '../support/make-titled-clip.ts';
import { describeTracks, listComplaints, readPictures } from '../support/read-narrated-video.ts';
import { recodeOlderFile } from '../support/recode-older-file.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { testRows } from '../support/test-rows.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  const sample = (seconds: number) => 0.1 * Math.sin(2 * Math.PI * 220 * seconds);
  const sounds = [{ codec: 'mp3' as const, seconds: 6, sample }];
  await folder.write(
    'clip.ts',
    await makeSoundingClip({ ...(await drawTitles({ seconds: 6 })), container: 'ts', sounds }),
  );
  await folder.write('lines.txt', '[0:01] Look.\n[0:03] It runs.');
});
afterAll(() => folder[Symbol.asyncDispose]());

const run = (...args: string[]) =>
  runNarrate(folder.path, args, { TMPDIR: folder.path }).finally(async () => {
    const left = (await readdir(folder.path)).filter(name => name.startsWith('benshi-copy-'));
    expect(left).toEqual([]);
  });

describe.each(['avi', 'flv', 'asf'])('an older file: .%s', ending => {
  test('is decoded, narrated, and becomes an MP4 with its pictures', { tags: 'long' }, async () => {
    const path = `${folder.path}/old.${ending}`;
    await makeOlderFile(`${folder.path}/clip.ts`, path);
    const files = ['--out', `${ending}.mp3`, '--video', `${ending}.mp4`, '--publish', ending];
    await run(path, '--prompt', 'Calmly.', '--timed', ...files);
    expect(await readFile(`${folder.path}/${ending}/index.html`, 'utf8')).toContain('<title>old</title>');
    const made = `${folder.path}/${ending}.mp4`;
    expect(await describeTracks(made)).toMatchObject({
      tracks: [
        { type: 'video', codec: 'avc' },
        { type: 'audio', codec: 'aac' },
      ],
    });
    expect((await readPictures(made)).length).toBe((await readPictures(`${folder.path}/clip.ts`)).length);
    // ASF rounds times to milliseconds, so that two frames may be due at once, which FFmpeg reports.
    if (ending !== 'asf') expect((await listComplaints(made)) ?? '').toBe('');
  });
});

describe.each(['avi', 'asf'])('H.264 with Windows Media sound: .%s', ending => {
  const path = () => `${folder.path}/media.${ending}`;
  const args = (out: string) => [path(), '--prompt', 'Calmly.', '--out', `${out}.mp3`];
  beforeAll(() =>
    recodeOlderFile(`${folder.path}/clip.ts`, path(), {
      picture: FF_ENCODER_LIBX264,
      sound: FF_ENCODER_WMAV2,
    }),
  );

  test('becomes a video with the voice alone, since its sound cannot be decoded', {
    tags: 'long',
  }, async () => {
    await run(...args('alone'), '--timed', '--video', 'alone.mp4');
    const { tracks } = await describeTracks(`${folder.path}/alone.mp4`);
    expect(tracks.map(({ codec }) => codec)).toEqual(['avc', 'aac']);
  });

  test('is not mixed, and that is reported before anything is written', async () => {
    const mixed = run(...args('mixed'), '--timed', '--track', 'mixed', '--video', 'mixed.mp4');
    await expect(mixed).rejects.toMatchObject({
      stderr: expect.stringContaining('cannot be decoded, so it cannot be mixed with the voice'),
    });
    expect(await readdir(folder.path)).not.toContain('mixed.mp3');
  });

  test('counts all of its sound as speech in a description', {
    tags: 'long',
  }, async () => {
    await expect(run(...args('described'), '--describe', 'standard')).rejects.toMatchObject({
      stderr: expect.stringContaining('No gap in the speech of this video is long enough'),
    });
  });
});

testRows(
  [
    ['pictures.mp4', { picture: FF_ENCODER_MPEG4, sound: FF_ENCODER_AAC }],
    ['pictures.ts', { picture: FF_ENCODER_MPEG2VIDEO, sound: FF_ENCODER_AC3 }],
  ],
  ([name]) => name === 'pictures.ts',
)('old codecs in a current container are narrated, but not copied into a video: %s', async (name, coders) => {
  const path = `${folder.path}/${name}`;
  await recodeOlderFile(`${folder.path}/clip.ts`, path, coders);
  await run(path, '--speak', 'lines.txt', '--out', `${name}.mp3`);
  expect(await readdir(folder.path)).toContain(`${name}.mp3`);
  for (const copied of [
    ['--video', 'none.mp4'],
    ['--publish', 'none'],
  ])
    await expect(run(path, '--speak', 'lines.txt', '--out', 'none.mp3', ...copied)).rejects.toMatchObject({
      stderr: expect.stringMatching(/does not re-encode video.*H\.264/u),
    });
  expect(await readdir(folder.path)).not.toContain('none.mp3');
});

testRows(
  [
    ['broken.avi', Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI LIST'), Buffer.alloc(5000, 7)])],
    ['broken.flv', Buffer.concat([Buffer.from('FLV\x01\x05\0\0\0\x09'), Buffer.alloc(5000, 0xff)])],
    [
      'broken.wmv',
      Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(5000, 9)]),
    ],
    ['broken.mpg', Buffer.concat([Buffer.from('000001ba', 'hex'), Buffer.alloc(5000, 3)])],
    // A playlist: its demuxer would fetch other files.
    ['list.avi', Buffer.from('#EXTM3U\n#EXTINF:5\nhttp://127.0.0.1:9/secret.ts\n#EXT-X-ENDLIST\n')],
  ],
  ([name]) => name === 'broken.avi',
)('a file that is no video is refused with a sentence, whatever its name: %s', async (name, content) => {
  await folder.write(name, content);
  await expect(run(name, '--prompt', 'x', '--out', 'refused.mp3')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/be read as a video/u),
  });
});
