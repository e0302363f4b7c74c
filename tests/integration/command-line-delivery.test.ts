// @module-tag long
import { readFile } from 'node:fs/promises';
import { ALL_FORMATS, BufferSource, FilePathSource, Input } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectWav } from '#media/sound/write-wav.ts';
import { t } from '#shared/messages/message.ts';
import { soundFileMessages } from '#shared/messages/sound-file.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { decodeTrack, describeTracks, measureTone } from '../support/read-narrated-video.ts';
import { readZip } from '../support/read-zip.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const seconds = 8;
const hz = 220;

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  const sample = (at: number) => 0.1 * Math.sin(2 * Math.PI * hz * at);
  await folder.write('clip.mp4', await makeSoundingClip({ seconds, sounds: [{ seconds, sample }] }));
  await folder.write('lines.txt', '[0:01] Look.\n[0:04] It runs.');
  // The first takes longer than its second, even at half as fast again.
  const said = ['This sentence is far too long to be said within a single second.', 'And this one follows.'];
  const times = ['00:00:01,000 --> 00:00:02,000', '00:00:02,000 --> 00:00:04,000'];
  await folder.write('said.srt', said.map((text, at) => `${at + 1}\n${times[at]}\n${text}\n`).join('\n'));
});
afterAll(() => folder[Symbol.asyncDispose]());

const inFolder = (name: string) => `${folder.path}/${name}`;
const run = (...args: string[]) => runNarrate(folder.path, ['clip.mp4', ...args, '--language', 'English']);

async function* only<Piece>(piece: Piece) {
  yield piece;
}

/** The rate, channels and length of a sound file. */
async function describeSound(path: string) {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error(`${path} has no sound.`);
  const [rateHz, channels] = [await track.getSampleRate(), await track.getNumberOfChannels()];
  return { rateHz, channels, seconds: await track.computeDuration() };
}

test('a full mix is as long as the video to the sample, has two channels, and the programme is low under the voice', async () => {
  for (const name of ['mix.wav', 'mix.mp3'])
    await run('--speak', 'lines.txt', '--mix', name, '--out', 'voice.mp3');
  const wav = await describeSound(inFolder('mix.wav'));
  expect(wav).toMatchObject({ channels: 2, seconds });
  const mp3 = await describeSound(inFolder('mix.mp3'));
  expect(mp3).toMatchObject({ channels: 2, rateHz: wav.rateHz });
  expect(mp3.seconds).toBeGreaterThanOrEqual(seconds);
  expect(mp3.seconds).toBeLessThan(seconds + 0.1);
  for (const name of ['mix.wav', 'mix.mp3']) {
    const heard = await decodeTrack(inFolder(name));
    const [before, under] = [measureTone(heard, hz, 0.2, 0.7), measureTone(heard, hz, 1.1, 1.3)];
    expect(before - under).toBeGreaterThan(8);
  }
});

test('music is heard in the recording, the mix and the video, and is lowered under the voice', async () => {
  const musicHz = 700;
  const samples = Float32Array.from(
    { length: 5 * 44_100 },
    (_, at) => 0.2 * Math.sin((2 * Math.PI * musicHz * at) / 44_100),
  );
  await folder.write('music.wav', Buffer.concat(await collectWav(only({ sampleRateHz: 44_100, samples }))));
  const written = ['--out', 'music.mp3', '--wav', 'with.wav', '--mix', 'with-mix.wav', '--video', 'with.mp4'];
  const music = [
    '--music',
    'music.wav',
    '--music-level',
    '-6',
    '--music-from',
    '0:00.5',
    '--music-to',
    '0:07',
  ];
  await run('--speak', 'lines.txt', ...written, ...music);
  for (const name of ['music.mp3', 'with.wav', 'with-mix.wav', 'with.mp4']) {
    const heard = await decodeTrack(inFolder(name));
    const level = (from: number) => measureTone(heard, musicHz, from, from + 0.2);
    expect(level(3.5) - level(1.2)).toBeGreaterThan(6);
    expect(level(3.5) - level(7.3)).toBeGreaterThan(30);
  }
  expect((await describeSound(inFolder('with.wav'))).channels).toBe(2);
});

test('music is heard from a WAV file that was written to a stream', async () => {
  const samples = Float32Array.from(
    { length: 44_100 },
    (_, at) => 0.2 * Math.sin((2 * Math.PI * 700 * at) / 44_100),
  );
  const wav = Buffer.concat(await collectWav(only({ sampleRateHz: 44_100, samples })));
  wav.fill(0, 4, 8).fill(0, wav.indexOf('data') + 4, wav.indexOf('data') + 8);
  await folder.write('streamed.wav', wav);
  await run('--speak', 'lines.txt', '--wav', 'streamed-mix.wav', '--music', 'streamed.wav');
  const heard = await decodeTrack(inFolder('streamed-mix.wav'));
  expect(measureTone(heard, 700, 3.5, 3.7) - measureTone(heard, 900, 3.5, 3.7)).toBeGreaterThan(20);
});

test('what is no music is refused before anything is spoken', async () => {
  const speak = ['--speak', 'lines.txt', '--out', 'voice.mp3'];
  await expect(run(...speak, '--music', 'lines.txt')).rejects.toThrow(t(soundFileMessages.unreadable));
  await expect(run(...speak, '--music-level', '-6')).rejects.toThrow('--music-level needs --music.');
});

test('a description is written as DAPT, and with the sound of its lines', async () => {
  await run('--speak', 'lines.txt', '--describe', 'standard', '--dapt', 'd.dapt.xml', '--vtt', 'd.vtt');
  await run('--speak', 'lines.txt', '--describe', 'standard', '--dapt', 'd.zip');
  const dapt = await readFile(inFolder('d.dapt.xml'), 'utf8');
  expect(dapt).toContain('daptm:scriptType="preRecording"');
  expect(dapt).toContain('<ttm:desc>Audio description: synthetic voice');
  expect(readSubtitles(dapt)).toEqual(readSubtitles(await readFile(inFolder('d.vtt'), 'utf8')));
  const files = readZip(await readFile(inFolder('d.zip')));
  expect([...files.keys()]).toEqual(['d.dapt.xml', 'audio/line-1.wav', 'audio/line-2.wav']);
  expect(String(files.get('d.dapt.xml'))).toContain('<audio src="audio/line-2.wav" type="audio/wav"/>');
  using input = new Input({
    source: new BufferSource(new Uint8Array(files.get('audio/line-1.wav') ?? [])),
    formats: ALL_FORMATS,
  });
  const [cue] = readSubtitles(dapt);
  const length = (await (await input.getPrimaryAudioTrack())?.computeDuration()) ?? 0;
  expect(length).toBeCloseTo((cue?.endSeconds ?? 0) - (cue?.startSeconds ?? 0), 2);
});

test('spoken subtitles are a second track over the original, whole and unchanged', async () => {
  const reported = await run(
    '--spoken-subtitles',
    'said.srt',
    '--video',
    'spoken.mp4',
    '--vtt',
    'spoken.vtt',
  );
  expect(reported).toMatch(/1 of 2 subtitles start more than 1 s late/u);
  const { tracks } = await describeTracks(inFolder('spoken.mp4'));
  expect(tracks.map(({ type, channels }) => [type, channels])).toEqual([
    ['video', undefined],
    ['audio', 2],
    ['audio', 2],
  ]);
  using input = new Input({ source: new FilePathSource(inFolder('spoken.mp4')), formats: ALL_FORMATS });
  expect(await (await input.getAudioTracks())[1]?.getName()).toBe('Spoken subtitles (English)');
  // The programme is under the voice, and lower than before it.
  const heard = await decodeTrack(inFolder('spoken.mp4'), 1);
  expect(measureTone(heard, hz, 0.2, 0.7) - measureTone(heard, hz, 1.2, 1.6)).toBeGreaterThan(8);
  expect(measureTone(heard, hz, 7, 7.5)).toBeGreaterThan(-30);
  const spoken = readSubtitles(await readFile(inFolder('spoken.vtt'), 'utf8'));
  expect(spoken.map(({ text }) => text).join(' ')).toBe(
    'This sentence is far too long to be said within a single second. And this one follows.',
  );
});

test('a full mix is refused where the video would pause, before anything is spoken', async () => {
  const describing = run('--speak', 'lines.txt', '--describe', 'extended', '--mix', 'no.mp3');
  await expect(describing).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('an extended description pauses the video'),
  });
});
