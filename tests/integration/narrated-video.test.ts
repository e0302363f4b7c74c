// @module-tag long
import { utimesSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSubtitleTrack } from '#media/container/read-subtitle-track.ts';
import { usualMix } from '#media/mix/mix-settings.ts';
import { narrateVideo, type VideoNarration } from '#media/mix/narrate-video.ts';
import { planNarratedVideo } from '#media/mix/plan-narrated-video.ts';
import { openVideoFile, withFileBytes } from '#media/node/open-video-file.ts';
import { writeVideoFile } from '#media/node/write-video-file.ts';
import { createResampler } from '#media/sound/resample.ts';
import { CodedError } from '#shared/errors.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage } from '#shared/languages.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { sumPauses } from '#shared/script/cues.ts';
import { findInSound } from '../support/find-in-sound.ts';
import { lineSeconds, makeVoice, makeVoiceLine, voiceHz } from '../support/made-voice.ts';
import { type ClipSound, makeSoundingClip, type SoundingClipOptions } from '../support/make-sounding-clip.ts';
import {
  decodedRateHz,
  decodeTrack,
  describeTracks,
  listComplaints,
  measureLoudness,
  measureTone,
  readSubtitleTrack as readByFfmpeg,
  readByLibrary,
  readPictures,
  readSoundPackets,
} from '../support/read-narrated-video.ts';
import { realVideos } from '../support/real-videos.ts';
import { testRows } from '../support/test-rows.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benshi-test-narrated-'));
});
afterAll(() => rm(folder, { recursive: true }));

const limits = { maxSeconds: 4 * 3600 };
const never = new AbortController().signal;

async function narrate(
  videoPath: string,
  starts: readonly number[],
  changes: Partial<VideoNarration> = {},
  ending = 'mp4',
) {
  const video = await openVideoFile(videoPath, limits);
  const { durationSeconds } = video;
  video.close();
  const pauses = changes.pauses ?? [];
  const narration: VideoNarration = {
    readVoice: makeVoice(starts, durationSeconds + sumPauses(pauses)),
    sound: 'mixed',
    mix: usualMix,
    language: getLanguage('Japanese'),
    pauses,
    subtitles: [],
    isDescription: false,
    ...changes,
  };
  const path = join(folder, `${crypto.randomUUID()}.${ending}`);
  const progress: number[] = [];
  const written = await writeVideoFile(videoPath, narration, path, {
    limits,
    signal: never,
    noteProgress: ({ writtenSeconds, totalSeconds }) => progress.push(writtenSeconds / totalSeconds),
  });
  return { path, written, progress };
}

/** The subtitles as the product reads them back. */
function readOwn(path: string) {
  return withFileBytes(path, file =>
    readSubtitleTrack(file, { startSeconds: 0, durationSeconds: 60 }, never),
  );
}

async function hasSound(path: string): Promise<boolean> {
  return (await describeTracks(path)).tracks.some(({ type }) => type === 'audio');
}

async function makeClipFile(options: SoundingClipOptions): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.${options.container ?? 'mp4'}`);
  await writeFile(path, await makeSoundingClip(options));
  return path;
}

async function readSoundEnd(path: string): Promise<number> {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const [track] = await input.getAudioTracks();
  return (await track?.computeDuration()) ?? 0;
}

/** A steady tone, much softer and lower than the voice. */
const toneHz = 220;
const tone = (seconds: number) => 0.1 * Math.sin(2 * Math.PI * toneHz * seconds);
const sounding = (changes: Partial<ClipSound> = {}): ClipSound => ({ seconds: 8, sample: tone, ...changes });

const line = (() => {
  const resampler = createResampler(voiceHz, decodedRateHz);
  return joinArrays(Float32Array, [resampler.add(makeVoiceLine()), resampler.finish()]);
})();

function findLine(sound: Float32Array, aroundSeconds: number) {
  return findInSound(sound, line, { aroundSeconds, reachSeconds: 0.1, sampleRateHz: decodedRateHz });
}

function expectLineAt(sound: Float32Array, seconds: number): void {
  const found = findLine(sound, seconds);
  expect(found.likeness).toBeGreaterThan(0.7);
  expect(Math.abs(found.seconds - seconds)).toBeLessThan(0.02);
}

/** Expects the original's coded frames, byte by byte, at the same intervals. */
async function expectSamePictures(originalPath: string, path: string): Promise<void> {
  const before = await readPictures(originalPath);
  const after = await readPictures(path);
  expect(after.length).toBe(before.length);
  const shift = (after[0]?.seconds ?? 0) - (before[0]?.seconds ?? 0);
  for (const [index, { bytes, seconds }] of before.entries()) {
    if (!after[index]?.bytes.equals(bytes)) throw new Error(`Picture ${index} has other bytes.`);
    expect(Math.abs((after[index]?.seconds ?? 0) - seconds - shift)).toBeLessThan(0.0011);
  }
}

describe('a narrated video', () => {
  testRows(realVideos, ({ path }) => path.includes('tests/media'))(
    'of $name has unchanged coded pictures, and the voice at its times',
    async ({ path, durationSeconds }) => {
      const starts = [0.3, durationSeconds - lineSeconds - 0.1];
      const sound = (await hasSound(path)) ? 'mixed' : 'voice';
      const made = await narrate(
        path,
        durationSeconds > 2.5 ? starts : starts.slice(0, 1),
        { sound },
        'made',
      );
      await expectSamePictures(path, made.path);
      const heard = await decodeTrack(made.path);
      expectLineAt(heard, 0.3);
      if (durationSeconds > 2.5) expectLineAt(heard, durationSeconds - lineSeconds - 0.1);
      expect((await listComplaints(made.path)) ?? '').toBe('');
      expect(made.progress.at(-1)).toBeGreaterThan(0.9);
      expect(Math.max(...made.progress)).toBeLessThanOrEqual(1);
    },
  );

  test('keeps container, codec, title, language and rotation', async () => {
    const phone = await makeClipFile({
      rotation: 90,
      sounds: [sounding({ languageCode: 'fra' })],
      seconds: 8,
      title: 'A <walk>',
    });
    const { path } = await narrate(phone, [1]);
    expect(await describeTracks(path)).toEqual({
      format: 'MP4',
      title: 'A <walk>',
      tracks: [
        { type: 'video', codec: 'avc', language: 'und', channels: undefined, rotation: 90 },
        { type: 'audio', codec: 'aac', language: 'jpn', channels: 2, rotation: undefined },
      ],
    });
  });

  testRows(
    [
      ['mov', 'avc', 'aac', 'mp4', 'aac'],
      ['webm', 'vp9', 'opus', 'webm', 'opus'],
      ['webm', 'vp8', 'vorbis', 'webm', 'opus'],
      ['mkv', 'avc', 'flac', 'mp4', 'aac'],
      ['mkv', 'vp8', 'opus', 'mkv', 'aac'],
      ['ts', 'avc', 'aac', 'mp4', 'aac'],
    ],
    ([container]) => container === 'mov',
  )('of %s (%s, %s) is written as %s with %s', async (container, codec, soundCodec, becomes, sound) => {
    const clip = await makeClipFile({
      container,
      codec,
      seconds: 8,
      sounds: [sounding({ codec: soundCodec })],
    });
    const video = await openVideoFile(clip, limits);
    const plan = await planNarratedVideo(video);
    video.close();
    expect(plan.container).toBe(becomes);
    const { path } = await narrate(clip, [1, 5], {}, becomes);
    const { tracks } = await describeTracks(path);
    expect(tracks.map(track => track.codec)).toEqual([codec, sound]);
    const heard = await decodeTrack(path);
    expectLineAt(heard, 1);
    expectLineAt(heard, 5);
    expect(await listComplaints(path).then(text => text ?? '')).toBe('');
  });

  const stillness = [{ atSeconds: 3, seconds: 2.21 }];
  testRows(
    [
      ['an MP4', {}, {}, []],
      ['an MP4 in which the picture stands still', { sampleRateHz: 32_000 }, {}, stillness],
      ['a WebM', { codec: 'opus' }, { container: 'webm', codec: 'vp9' }, []],
      ['a Matroska file', { codec: 'mp3' }, { container: 'mkv', codec: 'vp8' }, stillness],
      ['an MP4 whose sound ends early', { seconds: 5 }, {}, []],
      ['an MP4 whose sound goes on', { seconds: 9.5 }, {}, stillness],
    ] as const,
    (_, index) => index !== 3 && index !== 4,
  )('of %s ends with the sound at the end of the video', async (_what, sound, clip, pauses) => {
    const original = await makeClipFile({ seconds: 8, ...clip, sounds: [sounding(sound)] });
    const { path, written } = await narrate(original, [1], { pauses }, 'made');
    const soundEnd = (await readSoundEnd(original)) + sumPauses(pauses);
    const end = soundEnd - written.durationSeconds > 0.1 ? soundEnd : written.durationSeconds;
    expect(Math.abs((await readSoundEnd(path)) - end)).toBeLessThan(0.025);
  });

  const subtitles = [
    { startSeconds: 1, endSeconds: 2.5, text: 'A fox & a hare look up.' },
    { startSeconds: 4, endSeconds: 6, text: '雪が降る。' },
  ];

  test('has its subtitles in an MP4, off by default', async () => {
    const clip = await makeClipFile({ seconds: 8, sounds: [sounding()] });
    const { path } = await narrate(clip, [1, 4], { subtitles });
    expect((await listComplaints(path)) ?? '').toBe('');
    const shown = await readByFfmpeg(path);
    if (shown !== undefined) expect(readSubtitles(shown)).toEqual(subtitles);
    expect(await readOwn(path)).toMatchObject({ language: 'Japanese', cues: subtitles });
    expectLineAt(await decodeTrack(path), 4);
    await expectSamePictures(clip, path);
  });

  test.each([
    ['mkv', 'vp8', 'aac'],
    ['webm', 'vp9', 'opus'],
  ] as const)(
    'has its subtitles in %s as players read them',
    { tags: 'long' },
    async (container, codec, soundCodec) => {
      const clip = await makeClipFile({
        container,
        codec,
        seconds: 8,
        sounds: [sounding({ codec: soundCodec })],
      });
      const { path } = await narrate(clip, [1, 4], { subtitles }, container);
      const bytes = await readFile(path);
      const format = container === 'webm' ? 'D_WEBVTT/SUBTITLES' : 'S_TEXT/UTF8';
      for (const part of [format, '雪が降る。']) expect(bytes.includes(part)).toBe(true);
      const { tracks, texts } = await readByLibrary(path);
      expect(tracks.at(-1)).toMatchObject({ codec: container === 'webm' ? 'webvtt' : 'subrip' });
      // WebM has WebVTT, with its entities; Matroska plain text.
      expect(texts).toEqual([`A fox ${container === 'webm' ? '&amp;' : '&'} a\nhare look up.`, '雪が降る。']);
      expect(await readOwn(path)).toMatchObject({ language: 'Japanese', cues: subtitles });
      expectLineAt(await decodeTrack(path), 4);
      await expectSamePictures(clip, path);
    },
  );

  test.each(['mp4', 'mkv'] as const)(
    'is marked as an audio description in %s, and nothing else is',
    async ending => {
      const marked = { isDescription: true, keepsOriginal: true, subtitles };
      const other = { ...marked, isDescription: false, language: getLanguage('French') };
      const container = ending === 'mp4' ? {} : ({ container: ending, codec: 'vp8' } as const);
      const clip = await makeClipFile({ ...container, seconds: 8, sounds: [sounding()] });
      const others = [{ ...other, mix: usualMix, readVoice: makeVoice([1], 8) }];
      const { path } = await narrate(clip, [1, 4], { ...marked, others }, ending);
      const { tracks } = await readByLibrary(path);
      const sounds = tracks.filter(({ type }) => type === 'audio').map(each => each.isDescription);
      expect(sounds).toEqual([true, false, false]);
      expect(tracks.filter(({ type }) => type !== 'audio').some(each => each.isDescription)).toBe(false);
    },
  );

  test('ducks the original by the set depth only while the voice speaks', async () => {
    const clip = await makeClipFile({ seconds: 12, sounds: [sounding({ seconds: 12 })] });
    const depth = async (duckDb: number) => {
      const { path } = await narrate(clip, [3, 4.5, 6], { mix: { ...usualMix, duckDb } });
      const heard = await decodeTrack(path);
      const before = measureTone(heard, toneHz, 1, 2.7);
      // Also between two lines: the pause is short.
      return [before - measureTone(heard, toneHz, 3.9, 4.4), before - measureTone(heard, toneHz, 7.3, 10)];
    };
    const [soft, after] = (await depth(12)) as [number, number];
    expect(soft).toBeCloseTo(12, 0);
    expect(Math.abs(after)).toBeLessThan(0.3);
    expect((await depth(20))[0]).toBeCloseTo(20, 0);
    expect((await depth(0))[0]).toBeCloseTo(0, 0);
  });

  testRows(
    [
      ['alone', 'voice', -16],
      ['alone', 'voice', -23],
      ['over a silent original', 'mixed', -16],
    ],
    (_, index) => index === 0,
  )('has its voice %s (%s) at %i LUFS, with no peak above -1 dBTP', async (_where, sound, loudnessLufs) => {
    const clip = await makeClipFile({ seconds: 12, sounds: [sounding({ seconds: 12, sample: () => 0 })] });
    const starts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const { path } = await narrate(clip, starts, { sound, mix: { ...usualMix, loudnessLufs } });
    const measured = await measureLoudness(path);
    if (!measured) return;
    expect(measured.lufs).toBeGreaterThan(loudnessLufs - 0.5);
    expect(measured.lufs).toBeLessThan(loudnessLufs + 0.5);
    expect(measured.peakDb).toBeLessThanOrEqual(-1);
  });

  test('does not clip with a full-scale original', async () => {
    // A beating chord, clipped at full scale as loud music is.
    const music = (seconds: number) => {
      const chord = [110, 220, 277, 330].reduce((sum, hz) => sum + Math.sin(2 * Math.PI * hz * seconds), 0);
      return Math.max(-1, Math.min(1, chord * (1 + Math.exp(-8 * (seconds % 0.5)))));
    };
    const clip = await makeClipFile({ seconds: 6, sounds: [sounding({ seconds: 6, sample: music })] });
    const { path } = await narrate(clip, [1, 3], { mix: { ...usualMix, duckDb: 0 } });
    const measured = await measureLoudness(path);
    if (measured) expect(measured.peakDb).toBeLessThanOrEqual(-1);
  });

  test('can have the narration as a second track beside the original', async () => {
    const clip = await makeClipFile({
      container: 'mkv',
      seconds: 8,
      sounds: [sounding({ codec: 'ac3', channelCount: 6, languageCode: 'deu' })],
    });
    const { path } = await narrate(clip, [2], { sound: 'second' });
    const before = await readSoundPackets(clip);
    const after = await readSoundPackets(path);
    expect(after.map(({ bytes }) => bytes)).toEqual(before.map(({ bytes }) => bytes));
    const { tracks } = await describeTracks(path);
    expect(tracks.slice(1)).toEqual([
      { type: 'audio', codec: 'ac3', language: 'deu', channels: 6, rotation: undefined },
      { type: 'audio', codec: 'aac', language: 'jpn', channels: 1, rotation: undefined },
    ]);
    expectLineAt(await decodeTrack(path, 1), 2);
  });
});

describe('sound of every kind', () => {
  testRows(
    [
      ['mono at 44.1 kHz', { channelCount: 1, sampleRateHz: 44_100 }],
      ['at 96 kHz', { sampleRateHz: 96_000 }],
      ['5.1', { channelCount: 6 }],
      ['at 22.05 kHz', { sampleRateHz: 22_050 }],
    ],
    ([what]) => what === '5.1',
  )('%s stays synced with the picture', async (_name, changes) => {
    // A click at each whole second, from 1 to 7.
    const sample = (seconds: number) => (Math.abs((seconds % 1) - 0) < 0.002 && seconds > 0.5 ? 0.5 : 0);
    const clip = await makeClipFile({ seconds: 8, sounds: [sounding({ ...changes, sample })] });
    const { path } = await narrate(clip, [2.4]);
    const heard = await decodeTrack(path);
    const original = await decodeTrack(clip);
    for (const second of [1, 4, 7]) expectSameTime(heard, original, second, 0);
    expectLineAt(heard, 2.4);
  });

  test('that starts late and ends early stays in place', async () => {
    const clip = await makeClipFile({ seconds: 8, sounds: [sounding({ startSeconds: 2, seconds: 3 })] });
    const heard = await decodeTrack((await narrate(clip, [6])).path);
    expect(measureTone(heard, toneHz, 0.5, 1.9)).toBeLessThan(-60);
    expect(measureTone(heard, toneHz, 2.1, 4.9)).toBeGreaterThan(-22);
    expect(measureTone(heard, toneHz, 5.2, 5.9)).toBeLessThan(-60);
    expectLineAt(heard, 6);
  });

  test('of a file whose times begin below 0, or late, stays synced', async () => {
    for (const shiftSeconds of [-0.5, 1.4]) {
      const sample = (seconds: number) => (Math.abs(seconds - 3) < 0.002 ? 0.5 : 0);
      const clip = await makeClipFile({ seconds: 8, shiftSeconds, sounds: [sounding({ sample })] });
      const { path } = await narrate(clip, [5]);
      const heard = await decodeTrack(path);
      // Players skip what is before 0; a later beginning is the beginning.
      expectSameTime(heard, await decodeTrack(clip), 3 + Math.min(0, shiftSeconds), 0);
      expectLineAt(heard, 5);
    }
  });

  test('that begins before the first picture is kept, and the video begins with it', async () => {
    const early = sounding({ startSeconds: -1.5 });
    const clip = await makeClipFile({ seconds: 8, shiftSeconds: 1.5, sounds: [early] });
    const { path, written } = await narrate(clip, [4]);
    expect(written.durationSeconds).toBeCloseTo(9.5, 2);
    expect((await readPictures(path))[0]?.seconds).toBeCloseTo(1.5, 2);
    const heard = await decodeTrack(path);
    expect(measureTone(heard, toneHz, 0.1, 1.4)).toBeGreaterThan(-22);
    expectLineAt(heard, 4);
  });

  test('that is missing makes the voice the only one', async () => {
    const clip = await makeClipFile({ seconds: 4, sounds: [] });
    const video = await openVideoFile(clip, limits);
    const plan = await planNarratedVideo(video);
    video.close();
    expect(plan).toMatchObject({ original: 'none', choices: ['voice'] });
    await expect(narrate(clip, [1])).rejects.toMatchObject({ code: 'bad_request' });
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([]);
    const { path } = await narrate(clip, [1], { sound: 'voice' });
    expectLineAt(await decodeTrack(path), 1);
  });
});

describe('a pause', () => {
  test('lengthens the video, with the original before and after it synced', async () => {
    const sample = (seconds: number) => (seconds % 1 < 0.004 && seconds > 0.5 ? 0.5 : 0);
    const clip = await makeClipFile({ seconds: 8, sounds: [sounding({ sample })] });
    const pauses = [
      { atSeconds: 2.5, seconds: 1.75 },
      { atSeconds: 5.25, seconds: 3 },
    ];
    const { path, written } = await narrate(clip, [2.5, 7.05], { pauses, isDescription: true });
    expect(written.durationSeconds).toBeCloseTo(12.75, 2);
    const before = await readPictures(clip);
    const after = await readPictures(path);
    expect(after.map(({ bytes }) => bytes)).toEqual(before.map(({ bytes }) => bytes));
    for (const [index, { seconds }] of before.entries()) {
      const shift = (seconds >= 2.5 ? 1.75 : 0) + (seconds >= 5.25 ? 3 : 0);
      expect(Math.abs((after[index]?.seconds ?? 0) - seconds - shift)).toBeLessThan(0.001);
    }
    const heard = await decodeTrack(path);
    const original = await decodeTrack(clip);
    expectSameTime(heard, original, 1, 0);
    expectSameTime(heard, original, 2, 0);
    expectSameTime(heard, original, 4, 1.75);
    expectSameTime(heard, original, 7, 4.75);
    expectLineAt(heard, 2.5);
    expectLineAt(heard, 7.05);
    expect((await listComplaints(path)) ?? '').toBe('');
  });
});

describe('failures', () => {
  const narration: VideoNarration = {
    readVoice: makeVoice([1, 6], 8),
    sound: 'mixed',
    mix: usualMix,
    language: getLanguage('English'),
    pauses: [],
    subtitles: [],
    isDescription: false,
  };
  const leftOver = async (name: string) =>
    (await readdir(folder)).filter(each => each.startsWith(name) || each.endsWith('.part'));

  test('a cancelled video leaves nothing', async () => {
    const clip = await makeClipFile({ seconds: 8, sounds: [sounding()] });
    const stop = new AbortController();
    const path = join(folder, 'cancelled.mp4');
    const options = { limits, signal: stop.signal, noteProgress: () => stop.abort() };
    await expect(writeVideoFile(clip, narration, path, options)).rejects.toMatchObject({
      code: 'client_closed',
    });
    expect(await leftOver('cancelled')).toEqual([]);
  });

  test('a full disk is reported in a sentence', async () => {
    const clip = await makeClipFile({ seconds: 8, sounds: [sounding()] });
    await using full = await open('/dev/full', 'w');
    const file = {
      write: async (data: Uint8Array) => void (await full.write(data)),
      keep: async () => {},
      discard: async () => {},
    };
    const video = await openVideoFile(clip, limits);
    const plan = await planNarratedVideo(video, { sound: narration.sound });
    const options = { signal: never, noteProgress: () => {} };
    await expect(narrateVideo(video, plan, narration, file, options)).rejects.toMatchObject({
      code: 'storage_full',
    });
    video.close();
  });

  test('a video that changes while it is read is refused', async () => {
    const clip = await makeClipFile({ seconds: 8, sounds: [sounding()] });
    const path = join(folder, 'changed.mp4');
    const later = new Date(Date.now() + 60_000);
    const noteProgress = () => utimesSync(clip, later, later);
    const writing = writeVideoFile(clip, narration, path, { limits, signal: never, noteProgress });
    await expect(writing).rejects.toMatchObject({
      code: 'invalid_video',
      message: expect.stringContaining('changed'),
    });
    expect(await leftOver('changed')).toEqual([]);
  });

  testRows(
    [
      [8, 3.5],
      [40, 35],
    ],
    ([seconds]) => seconds === 8,
  )(
    'sound of %i s that is damaged from 3 s to %f s is heard before and after',
    async (seconds, untilSeconds) => {
      const clip = await makeClipFile({ seconds, sounds: [sounding({ seconds, codec: 'mp3' })] });
      const bytes = await readFile(clip);
      let at = 0;
      for (const packet of await readSoundPackets(clip)) {
        at = bytes.indexOf(packet.bytes, at);
        const end = at + packet.bytes.length;
        if (packet.seconds > 3 && packet.seconds < untilSeconds) bytes.fill(0xa5, at, end);
        at = end;
      }
      await writeFile(clip, bytes);
      const { path } = await narrate(clip, [1, seconds - 1]);
      const heard = await decodeTrack(path);
      expect(measureTone(heard, toneHz, 2.2, 2.9)).toBeGreaterThan(-23);
      expect(measureTone(heard, toneHz, seconds - 2.6, seconds - 1.4)).toBeGreaterThan(-23);
      expectLineAt(heard, seconds - 1);
    },
  );

  test('a truncated video is refused with a sentence, or made to where it ends', async () => {
    const clip = await makeClipFile({ seconds: 8, container: 'mkv', sounds: [sounding()] });
    const bytes = await readFile(clip);
    await writeFile(clip, bytes.subarray(0, Math.round(bytes.length * 0.6)));
    const path = join(folder, 'broken.mp4');
    const options = { limits, signal: never, noteProgress: () => {} };
    const outcome = await writeVideoFile(clip, narration, path, options).catch((error: unknown) => error);
    if (outcome instanceof CodedError) {
      expect(outcome.code).toBe('invalid_video');
      expect(await leftOver('broken')).toEqual([]);
    } else expectLineAt(await decodeTrack(path), 1);
  });
});

/** Expects the loudest sample near a second of the original at this delay. */
function expectSameTime(heard: Float32Array, original: Float32Array, second: number, later: number): void {
  const before = findLoudest(original, second - 0.2, second + 0.2);
  const after = findLoudest(heard, second + later - 0.2, second + later + 0.2);
  expect(Math.abs(after - before - later)).toBeLessThan(0.02);
}

/** The second of the loudest sample between two. */
function findLoudest(sound: Float32Array, fromSeconds: number, toSeconds: number): number {
  let loudest = Math.round(fromSeconds * decodedRateHz);
  for (let at = loudest; at < toSeconds * decodedRateHz; at++)
    if (Math.abs(sound[at] ?? 0) > Math.abs(sound[loudest] ?? 0)) loudest = at;
  return loudest / decodedRateHz;
}
