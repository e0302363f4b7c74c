// @module-tag long
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usualMix } from '#media/mix/mix-settings.ts';
import type { LanguageTrack } from '#media/mix/narrate-video.ts';
import { writeVideoFile } from '#media/node/write-video-file.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { makeSoundingClip, type SoundingClipOptions } from '../support/make-sounding-clip.ts';
import {
  decodeTrack,
  describeTracks,
  listComplaints,
  measureTone,
  probeTracks,
  readSubtitleTrack,
} from '../support/read-narrated-video.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const seconds = 6;
const originalHz = 220;
/** Of four scripts; each voice is a tone of its own. */
const spoken = [
  { name: 'French', hz: 500, text: 'Le renard lève les yeux.' },
  { name: 'Russian', hz: 700, text: 'Лиса поднимает взгляд.' },
  { name: 'Japanese', hz: 900, text: 'キツネが見上げる。' },
  { name: 'Arabic', hz: 1100, text: 'ينظر الثعلب إلى أعلى.' },
  { name: 'English', hz: 1300, text: 'The fox looks up.' },
  { name: 'Polish', hz: 1500, text: 'Lis patrzy w górę.' },
] as const;

function makeTrack({ name, hz, text }: { name: LanguageName; hz: number; text: string }): LanguageTrack {
  async function* readVoice(): AsyncGenerator<PlainSound> {
    const sampleRateHz = 24_000;
    for (let second = 0; second < seconds; second++)
      yield {
        sampleRateHz,
        samples: Float32Array.from({ length: sampleRateHz }, (_, at) =>
          second === 2 || second === 3 ? 0.3 * Math.sin((2 * Math.PI * hz * at) / sampleRateHz) : 0,
        ),
      };
  }
  const subtitles = [{ text, startSeconds: 2, endSeconds: 4 }];
  return { readVoice, mix: usualMix, language: getLanguage(name), subtitles, isDescription: false };
}

/** @returns the file of all languages */
async function write(ending: string, clip: Partial<SoundingClipOptions>, keepsOriginal = false) {
  const videoPath = `${folder.path}/original.${ending}`;
  const path = `${folder.path}/all.${ending}`;
  const sample = (at: number) => 0.1 * Math.sin(2 * Math.PI * originalHz * at);
  const codec = clip.container === undefined ? {} : { codec: 'opus' as const };
  const sound = { seconds, sample, languageCode: 'eng', ...codec };
  await writeFile(videoPath, await makeSoundingClip({ seconds, sounds: [sound], ...clip }));
  await narrate(videoPath, path, keepsOriginal);
  return path;
}

async function narrate(videoPath: string, path: string, keepsOriginal: boolean) {
  const [first, ...others] = spoken.map(makeTrack) as [LanguageTrack, ...LanguageTrack[]];
  const narration = { ...first, others, keepsOriginal, sound: 'mixed', pauses: [] } as const;
  const signal = new AbortController().signal;
  await writeVideoFile(videoPath, narration, path, {
    limits: { maxSeconds: 60 },
    signal,
    noteProgress: () => {},
  });
}

test.each([
  ['MP4', 'mp4', {}],
  ['Matroska', 'mkv', { container: 'mkv', codec: 'vp8' }],
  ['WebM', 'webm', { container: 'webm', codec: 'vp8' }],
] as const)(
  'a %s file has a sound and subtitles in each of six languages, of which players choose',
  async (_name, ending, clip) => {
    const path = await write(ending, clip, true);
    const tracks = await probeTracks(path);
    if (!tracks) return;
    const codes = ['fra', 'rus', 'jpn', 'ara', 'eng', 'pol'];
    const names = ['Français', 'Русский', '日本語', 'العربية', 'English', 'Polski'];
    const sounds = tracks.filter(({ codec_type }) => codec_type === 'audio');
    expect(sounds.map(({ tags }) => tags.language)).toEqual([...codes, 'eng']);
    expect(sounds.map(({ tags }) => tags.title ?? tags.handler_name)).toEqual([...names, 'Original']);
    expect(sounds.map(({ disposition }) => disposition.default)).toEqual([1, 0, 0, 0, 0, 0, 0]);
    const subtitles = tracks.filter(({ codec_type }) => codec_type === 'subtitle');
    expect(subtitles.map(({ tags }) => tags.language)).toEqual(codes);
    expect(subtitles.map(({ disposition }) => disposition.default)).toEqual([0, 0, 0, 0, 0, 0]);
    // FFmpeg 5 reads no WebVTT in Matroska.
    const readsSubtitles = ending === 'mp4';
    if (readsSubtitles) expect(await listComplaints(path)).toBe('');
    for (const [index, { hz, text }] of spoken.entries()) {
      if (readsSubtitles)
        expect(await readSubtitleTrack(path, index)).toContain(`00:02.000 --> 00:04.000\n${text}`);
      const heard = await decodeTrack(path, index);
      const loud = [hz, originalHz, ...spoken.filter(other => other.hz !== hz).map(other => other.hz)].map(
        each => measureTone(heard, each, 2.1, 3.9) > -50,
      );
      expect(loud).toEqual([true, true, false, false, false, false, false]);
      expect(heard.length / 48_000).toBeCloseTo(seconds, 1);
    }
    const original = await decodeTrack(path, spoken.length);
    expect(measureTone(original, originalHz, 2.1, 3.9)).toBeGreaterThan(-24);
  },
);

const tags = spoken.map(({ name }) => getLanguage(name).code);

test('an MP4 has the BCP 47 tags of its languages', async () => {
  const file = await readFile(await write('mp4', {}));
  const count = (tag: string) => file.toString('latin1').split(`elng\0\0\0\0${tag}\0`).length - 1;
  // Of sound and subtitles.
  expect(tags.map(count)).toEqual(tags.map(() => 2));
});

test('Matroska has the BCP 47 tags of its languages, and can be narrated again', async () => {
  const path = await write('mkv', { container: 'mkv', codec: 'vp8' });
  const { tracks } = await describeTracks(path);
  expect(tracks.flatMap(({ type, language }) => (type === 'audio' ? language : []))).toEqual(tags);
  const again = `${folder.path}/again.mkv`;
  await narrate(path, again, true);
  const sounds = (await describeTracks(again)).tracks.filter(({ type }) => type === 'audio');
  expect(sounds.map(({ language }) => language)).toEqual([...tags, ...tags]);
});
