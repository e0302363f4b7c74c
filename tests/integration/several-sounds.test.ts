// @module-tag long
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planNarratedVideo } from '#media/mix/plan-narrated-video.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { type AudioTrackChoice, chooseSounds } from '#media/sound/choose-sounds.ts';
import { decodeVideoSound } from '#media/sound/decode-video-sound.ts';
import { collectSound } from '#media/sound/line-sound.ts';
import { chooseSpokenSound, findVideoSpeech } from '#media/speech/find-speech.ts';
import { t } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { type ClipSound, makeSoundingClip, type SoundingClipOptions } from '../support/make-sounding-clip.ts';
import { makeTalk } from '../support/make-talk.ts';
import { decodeTrack, measureTone } from '../support/read-narrated-video.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { findSharedCase, hasSharedCases } from '../support/shared-cases.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const never = new AbortController().signal;
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await folder.write('lines.txt', '[0:04] Look.');
});
afterAll(() => folder[Symbol.asyncDispose]());

const seconds = 6;
const tone = (hz: number): ClipSound => ({
  seconds,
  sample: at => 0.1 * Math.sin(2 * Math.PI * hz * at),
});
const silence: ClipSound = { seconds, sample: () => 0 };
const low = { ...tone(220), name: 'Microphone' };
const high = { ...tone(880), languageCode: 'fra' };

async function makeFile(name: string, options: Partial<SoundingClipOptions>): Promise<string> {
  const bytes = await makeSoundingClip({ seconds, sounds: [], ...options });
  await folder.write(name, bytes);
  return `${folder.path}/${name}`;
}

async function plan(path: string, audioTrack?: AudioTrackChoice) {
  const video = await openVideoFile(path, { maxSeconds: 60 });
  try {
    return await planNarratedVideo(video, { audioTrack });
  } finally {
    video.close();
  }
}

const kinds = { container: 'mkv', codec: 'vp8' } as const;
const opus = (sound: ClipSound) => ({ ...sound, codec: 'opus' as const });

test.each([
  ['the first where all are heard', { sounds: [low, high] }, ['1 (Microphone)']],
  ['the second where the first is silent', { sounds: [silence, low, high] }, ['2 (Microphone)']],
  ['the last where all others are silent', { sounds: [silence, silence, high] }, ['3 (French)']],
  ['the first where all are silent', { sounds: [silence, silence] }, ['1']],
  [
    'the default track of a Matroska file',
    {
      ...kinds,
      sounds: [
        { ...opus(low), isDefault: false },
        { ...opus(high), isDefault: true },
      ],
    },
    ['2 (French)'],
  ],
  ['none where there is none', { sounds: [] }, []],
] as const)('of several sound tracks is used %s', async (_which, options, used) => {
  const path = await makeFile('several', { ...options, sounds: [...options.sounds] });
  expect((await plan(path)).used.map(({ name }) => name)).toEqual(used);
});

test.each([
  ['a commentary that is the default', { name: 'Commentary', isDefault: true }],
  ['a description of another maker', { name: 'English (Audio Description)' }],
])('the film is used rather than %s, and people talk in the film only', async (_, aside) => {
  const sounds = [opus({ ...low, ...aside }), opus({ ...high, name: 'Film', isDefault: false })];
  const path = await makeFile('aside', { ...kinds, sounds });
  const video = await openVideoFile(path, { maxSeconds: 60 });
  const { used, spoken } = await chooseSounds(video);
  expect([used, spoken].map(tracks => tracks.map(({ number }) => number))).toEqual([[2], [2]]);
  video.close();
});

test('people who talk in the third of three sounds without names are heard, and written down', async () => {
  const talk = await makeTalk();
  const decoded = await decodeMono(talk.bytes);
  const length = talk.durationSeconds;
  const said: ClipSound = {
    seconds: length,
    sampleRateHz: decoded.sampleRateHz,
    channelCount: 1,
    sample: at => decoded.samples[Math.round(at * decoded.sampleRateHz)] ?? 0,
  };
  const path = await makeFile('three.mkv', {
    ...kinds,
    seconds: length,
    sounds: [{ ...tone(220), seconds: length }, { ...silence, seconds: length }, said].map(opus),
  });
  const video = await openVideoFile(path, { maxSeconds: 600 });
  const speech = await findVideoSpeech(video, never);
  const overlap = talk.speech.filter(({ startSeconds, endSeconds }) =>
    speech.some(span => span.startSeconds < endSeconds && span.endSeconds > startSeconds),
  );
  expect(overlap).toHaveLength(talk.speech.length);
  expect((await chooseSpokenSound(video, never))?.number).toBe(3);
  // A person who chooses one hears that one alone.
  expect(await findVideoSpeech(video, never, { sounds: await chooseSounds(video, 2) })).toEqual([]);
  video.close();
});

async function decodeMono(bytes: Uint8Array) {
  await folder.write('talk.mp4', bytes);
  const video = await openVideoFile(`${folder.path}/talk.mp4`, { maxSeconds: 600 });
  const sound = await collectSound(decodeVideoSound(video, never));
  video.close();
  return sound;
}

test('an undecodable first track does not hide a good second one', async () => {
  const path = await makeFile('unknown.mp4', { sounds: [high, low] });
  const bytes = await readFile(path);
  const hideNext = async () => {
    bytes.write('apac', bytes.indexOf('mp4a', bytes.indexOf('moov')));
    bytes.write('free', bytes.indexOf('esds', bytes.indexOf('moov')));
    await writeFile(path, bytes);
  };
  await hideNext();
  const { used, tracks, original, choices } = await plan(path);
  expect(used.map(({ number }) => number)).toEqual([2]);
  expect(tracks.map(({ isReadable }) => isReadable)).toEqual([false, true]);
  expect({ original, choices }).toEqual({ original: 'readable', choices: ['mixed', 'voice'] });
  await expect(plan(path, 1)).rejects.toMatchObject({
    code: 'bad_request',
    message: t(videoMessages.unreadableAudioTrack, { number: 1 }),
  });
  await hideNext();
  expect((await plan(path)).original).toBe('unreadable');
});

test('the command line reports the track used, can choose another, and mixes them all', async () => {
  await makeFile('three.mp4', { sounds: [silence, low, high] });
  const narrate = async (...track: string[]) => {
    const reported = await runNarrate(folder.path, [
      ...['three.mp4', '--speak', 'lines.txt', '--language', 'English'],
      ...['--out', 'three.mp3', '--video', 'made.mp4', ...track],
    ]);
    const heard = await decodeTrack(`${folder.path}/made.mp4`);
    return { reported, loud: [220, 880].map(hz => measureTone(heard, hz, 1, 3) > -30) };
  };
  const usual = await narrate();
  expect(usual.reported).toContain('The video has 3 audio tracks; using 2 (Microphone).');
  expect(usual.loud).toEqual([true, false]);
  expect((await narrate('--audio-track', '3')).loud).toEqual([false, true]);
  expect((await narrate('--audio-track', 'all')).loud).toEqual([true, true]);
  await expect(narrate('--audio-track', '4')).rejects.toThrow(
    t(videoMessages.noSuchAudioTrack, { number: 4, count: 3 }),
  );
});

test.skipIf(!hasSharedCases).each([
  ['obs3.mp4', '2 (Mic)'],
  ['apacfirst2.mov', '2'],
])('of %s the track %s is used', async (name, used) => {
  expect((await plan(findSharedCase(name))).used.map(track => track.name)).toEqual([used]);
});
