// @module-tag long
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLanguage } from '#shared/languages.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { openProject, printProject } from '#shared/narration/open-project.ts';
import { createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import {
  decodedRateHz,
  decodeTrack,
  listComplaints,
  measureTone,
  probeTracks,
  readSubtitleTrack,
  unlessMissing,
} from '../support/read-narrated-video.ts';
import { readZip } from '../support/read-zip.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { answerTranslated, spokenLines } from '../support/translating.ts';

const seconds = 180;
const everySeconds = 40;
/** Of four scripts; the first is that of the original. */
const languages = ['English', 'French', 'Japanese', 'Arabic', 'Russian', 'Polish'] as const;
const codes = languages.map(language => getLanguage(language).code);

let folder: TemporaryFolder;
let provider: OpenAiStandIn;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  provider = await startOpenAiStandIn();
  provider.always('script', answerTranslated());
  const sound = { seconds, sample: (at: number) => 0.1 * Math.sin(2 * Math.PI * 220 * at) };
  const clip = await makeSoundingClip({ seconds, framesPerSecond: 1, sounds: [sound] });
  await writeFile(inFolder('talk.mp4'), clip);
  const lines = spokenLines.map(({ English: text }, at) =>
    createLine({ text, startMs: 1000 * everySeconds * at }),
  );
  const narrations = [createNarration({ style: 'timed', language: 'English', lines })];
  await writeFile(inFolder('talk.benshi.json'), printProject({ ...createProject('Talk'), narrations }));
});
afterAll(async () => {
  await provider.close();
  await folder[Symbol.asyncDispose]();
});

const inFolder = (name: string) => `${folder.path}/${name}`;
const run = (...args: string[]) => runNarrate(folder.path, args, { OPENAI_BASE_URL: provider.baseUrl });
const project = ['talk.mp4', '--project', 'talk.benshi.json', '--languages', languages.slice(1).join(',')];

/** Starts of the lines that are heard or read, in whole seconds. */
const starts = spokenLines.map((_, at) => everySeconds * at);

test('a talk of three minutes in six languages of four scripts is one video and one zip, in which all lines are at the same times', async () => {
  const reported = await run(
    ...project,
    ...['--video', 'all.mp4', '--subtitles', '--keep-original', '--all', 'all.zip'],
  );
  expect(reported).toContain('all.mp4, 6 languages');

  const tracks = await probeTracks(inFolder('all.mp4'));
  if (tracks) {
    const ofType = (type: string) => tracks.filter(({ codec_type }) => codec_type === type);
    const tags = ['eng', 'fra', 'jpn', 'ara', 'rus', 'pol'];
    expect(ofType('audio').map(({ tags: { language } }) => language)).toEqual([...tags, 'und']);
    expect(ofType('audio').map(({ disposition }) => disposition.default)).toEqual([1, 0, 0, 0, 0, 0, 0]);
    expect(ofType('subtitle').map(({ tags: { language } }) => language)).toEqual(tags);
    for (const { duration } of ofType('audio')) expect(Number(duration)).toBeCloseTo(seconds, 0);
    expect(await listComplaints(inFolder('all.mp4'))).toBe('');
  }
  const zip = readZip(await readFile(inFolder('all.zip')));
  const endings = ['mp4', 'srt', 'vtt'];
  expect([...zip.keys()]).toEqual([
    'talk.benshi.json',
    ...codes.flatMap(code => endings.map(ending => `${code}/talk.${code}.${ending}`)),
  ]);
  const written = openProject(JSON.parse(String(zip.get('talk.benshi.json'))));
  const ids = written.narrations[0]?.lines.map(({ id }) => id);
  for (const [index, language] of languages.entries()) {
    const { lines } = written.narrations[index] ?? { lines: [] };
    expect(lines.map(({ id, sourceLineId = id }) => sourceLineId)).toEqual(ids);
    expect(lines.map(({ startMs }) => (startMs ?? 0) / 1000)).toEqual(starts);
    const code = codes[index];
    const first = (text: string) => [...text.replaceAll(/\s/gu, '')].slice(0, 6).join('');
    const expectLines = (subtitles: string) => {
      const cues = readSubtitles(subtitles).filter(({ startSeconds }) => starts.includes(startSeconds));
      expect(cues.map(({ text }) => first(text))).toEqual(spokenLines.map(line => first(line[language])));
    };
    expectLines(String(zip.get(`${code}/talk.${code}.srt`)));
    expectLines(String(zip.get(`${code}/talk.${code}.vtt`)));
    const track = await readSubtitleTrack(inFolder('all.mp4'), index);
    if (track !== undefined) expectLines(track);
  }
});

test('each track has the voice over the original sound, and each folder the same video', async () => {
  await mkdir(inFolder('unpacked'));
  const args = ['-m', 'zipfile', '-e', inFolder('all.zip'), inFolder('unpacked')];
  if (!(await promisify(execFile)('python3', args).catch(unlessMissing))) return;
  for (const [index, code] of codes.entries()) {
    const heard = await decodeTrack(inFolder('all.mp4'), index);
    // The original gives way to the voice, and comes back.
    const [during = 0, after = 0] = [0.5, 30].map(from => measureTone(heard, 220, 40 + from, 41 + from));
    expect(after - during).toBeGreaterThan(6);
    const alone = await decodeTrack(inFolder(`unpacked/${code}/talk.${code}.mp4`));
    expect(Math.abs(heard.length - alone.length) / decodedRateHz).toBeLessThan(0.1);
    expect(measureTone(alone, 220, 70.5, 71.5)).toBeCloseTo(after, 0);
  }
});

test('a script without a video has a recording in each folder', async () => {
  await writeFile(inFolder('said.txt'), spokenLines.map(({ English }) => English).join('\n'));
  const languagesOf = ['--language', 'English', '--languages', 'French,Arabic'];
  await run('--speak', 'said.txt', ...languagesOf, '--all', 'said.zip');
  const names = [...readZip(await readFile(inFolder('said.zip'))).keys()];
  expect(names).toEqual([
    'said.benshi.json',
    ...['en', 'fr', 'ar'].flatMap(code =>
      ['mp3', 'srt', 'vtt'].map(ending => `${code}/said.${code}.${ending}`),
    ),
  ]);
});

test('what cannot be made is refused before anything is translated', async () => {
  provider.reset();
  const refused = async (args: readonly string[], reason: string) =>
    await expect(run(...args)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
  const write = ['talk.mp4', '--prompt', 'Calmly', '--languages', 'French'];
  await refused([...write, '--describe', 'extended', '--video', 'no.mp4'], 'one video cannot have several');
  await refused(['talk.mp4', '--prompt', 'Calmly', '--all', 'no.zip'], '--all needs --languages');
  await refused([...project, '--all', 'no.tar'], '.zip');
  expect(provider.requests).toEqual([]);
});
