import { readFile } from 'node:fs/promises';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSyntheticNotice } from '#shared/marks/synthetic-notice.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { productName, productVersion } from '#shared/product.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { readByExiftool, readByFfprobe } from '../support/read-tags.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const type = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const sentence = 'Narration: synthetic voice, nova by the offline engine. Text: written by a person.';

let folder: TemporaryFolder;
const inFolder = (name: string) => `${folder.path}/${name}`;
const read = (name: string) => readFile(inFolder(name), 'utf8');

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  const sounds = [{ seconds: 12, sample: (seconds: number) => 0.1 * Math.sin(2 * Math.PI * 220 * seconds) }];
  await folder.write('clip.mp4', await makeSoundingClip({ seconds: 12, sounds }));
  await folder.write('lines.txt', '[0:05] Look.\n[0:08] It runs.');
  const outputs = [
    'out.mp3',
    'wav.wav',
    'srt.srt',
    'vtt.vtt',
    'descriptions.vtt',
    'editors.zip',
    'video.mp4',
  ];
  const files = outputs.flatMap(name => [`--${name.split('.')[0]}`, name]);
  const speaking = ['--speak', 'lines.txt', '--language', 'English', '--voice', 'nova'];
  await runNarrate(folder.path, ['clip.mp4', ...speaking, '--say-synthetic', 'first', ...files]);
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('one run of the command line', () => {
  test.each([
    ['out.mp3', 'trainedAlgorithmicMedia'],
    ['wav.wav', 'trainedAlgorithmicMedia'],
    ['video.mp4', 'compositeWithTrainedAlgorithmicMedia'],
  ])('marks %s', async (name, kind) => {
    const read = await readByFfprobe(inFolder(name));
    const encoder = `${productName} ${productVersion}`;
    if (read) expect(read.tags).toMatchObject({ comment: sentence, encoder });
    const exif = await readByExiftool(inFolder(name));
    if (exif) expect(JSON.stringify(exif)).toContain(`"${type}${kind}"`);
    using input = new Input({ source: new FilePathSource(inFolder(name)), formats: ALL_FORMATS });
    expect(await input.computeDuration()).toBeCloseTo(12, 0);
  });

  test.each(['vtt.vtt', 'descriptions.vtt'])('marks %s by a comment', async name => {
    expect((await read(name)).split('\n\n')[2]).toBe(`NOTE\n${sentence}`);
  });

  test('marks the zip for editors', async () => {
    // Its files are stored, not compressed.
    const zip = await readFile(inFolder('editors.zip'), 'latin1');
    expect(zip).toContain(sentence);
  });

  test('leaves subtitles without comments as they are', async () => {
    expect(await read('srt.srt')).not.toContain('synthetic voice, nova');
  });

  test('says that the voice is synthetic before the first line, in its own time', async () => {
    const [notice, first] = readSubtitles(await read('descriptions.vtt'));
    expect(notice?.text).toBe(getSyntheticNotice('English'));
    expect(notice?.startSeconds).toBe(0);
    expect(notice?.endSeconds).toBeLessThanOrEqual(first?.startSeconds ?? 0);
  });
});

test('a script that the offline engine wrote says so in the project and in what is spoken of it', async () => {
  const files = ['--out', 'written.mp3', '--vtt', 'written.vtt', '--project', 'titled.benshi.json'];
  await folder.write('titled.mp4', await makeTitledClip({ seconds: 12 }));
  await runNarrate(folder.path, ['titled.mp4', '--prompt', 'Calmly.', '--timed', ...files]);
  const [narration] = JSON.parse(await read('titled.benshi.json')).narrations;
  expect(narration.writer).toEqual({ provider: 'the offline engine' });
  const note = (await read('written.vtt')).split('\n\n')[2];
  expect(note).toMatch(/Text: written by the offline engine\.\nhttp:\/\/cv\.iptc\.org\//u);
});
