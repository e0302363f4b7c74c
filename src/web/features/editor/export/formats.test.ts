import { describe, expect, test } from 'vitest';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import {
  createLine,
  createNarration,
  createProject,
  type NarrationStyle,
} from '#shared/narration/project.ts';
import type { VoicePlan } from '../model/plan-voice.ts';
import {
  type ExportSource,
  estimateBytes,
  estimateVideoBytes,
  type FormatId,
  findStem,
  formats,
  getFormat,
  listKinds,
  makeTextFile,
  nameFile,
} from './formats.ts';

const line = createLine({ text: 'A lake & a hill.', startMs: 2000 });
const mp3 = new Blob(['sound']);
const facts = { durationSeconds: 20, width: 16, height: 9, hasSound: true };

function makeSource(
  style: NarrationStyle,
  isSpoken: boolean,
  pauses: VoicePlan['pauses'] = [],
): ExportSource {
  const narration = createNarration({
    style,
    language: 'English',
    settings: { voice: 'nova' },
    lines: [line],
  });
  const cue = { id: line.id, text: line.text, startSeconds: 2.5, endSeconds: 4 };
  const plan = { lines: [], pauses, leftOut: [], durationSeconds: 20 };
  const isDescription = style.startsWith('description');
  const voice: VoicePlan = {
    track: { kind: 'lines', lines: [{ ...cue, mp3, seconds: 1.5, speed: 1 }] },
    isWhole: true,
    cues: [cue],
    pauses,
    soundSeconds: 20,
    durationSeconds: 20,
    described: isDescription ? { kind: 'standard', gaps: [], durationSeconds: 20, plan } : undefined,
  };
  const file = new File(['video'], 'my lake.mp4');
  return {
    project: createProject(),
    checks: [],
    narration,
    language: 'English',
    voice: isSpoken ? voice : undefined,
    video: { file, facts },
    provenance: undefined,
    music: undefined,
    storeBytes: undefined,
  };
}

const findKind = (source: ExportSource, id: string) => listKinds(source).find(kind => kind.id === id);

describe('the files of an audio description', () => {
  const described = makeSource('description-standard', true);

  test('have the short names that platforms know', () => {
    const names = (['mixMp3', 'mixWav', 'descriptions', 'dapt', 'daptSound'] as const).map(id =>
      nameFile(id, described),
    );
    expect(names).toEqual([
      'my-lake.en.ad.mp3',
      'my-lake.en.ad.wav',
      'my-lake.en.ad.vtt',
      'my-lake.en.ad.dapt.xml',
      'my-lake.en.ad.dapt.zip',
    ]);
    expect(nameFile('video', described, 'mp4')).toBe('my-lake.en.ad.mp4');
    expect(nameFile('mp3', described)).toBe('my-lake-English-nova.mp3');
  });

  test('are DAPT, with the times of the sound once it is spoken, and those of the lines before', async () => {
    const read = async (source: ExportSource) =>
      readSubtitles((await makeTextFile('dapt', source)?.text()) ?? '');
    expect(await read(described)).toEqual([{ startSeconds: 2.5, endSeconds: 4, text: line.text }]);
    const [unspoken] = await read(makeSource('description-standard', false));
    expect(unspoken).toMatchObject({ startSeconds: 2, text: line.text });
    expect(findKind(makeSource('description-standard', false), 'script')?.formats).toContain('dapt');
  });

  test('belong to the original or to the described video, which pauses, and are named so', async () => {
    const paused = makeSource('description-extended', true, [{ atSeconds: 1, seconds: 2 }]);
    const read = async (id: FormatId) => readSubtitles((await makeTextFile(id, paused)?.text()) ?? '');
    expect(await read('descriptions')).toMatchObject([{ startSeconds: 1, text: line.text }]);
    expect(await read('dapt')).toMatchObject([{ startSeconds: 1 }]);
    for (const id of ['srt', 'vtt'] as const)
      expect(await read(id)).toMatchObject([{ startSeconds: 2.5, endSeconds: 4 }]);
    const names = (['descriptions', 'srt', 'vtt', 'wav', 'mp3', 'editors', 'report'] as const).map(id =>
      nameFile(id, paused),
    );
    expect(names).toEqual([
      'my-lake.en.ad.original.vtt',
      'my-lake-English-described-video-subtitles.srt',
      'my-lake-English-described-video-subtitles.vtt',
      'my-lake-English-described-video-sound.wav',
      'my-lake-English-nova-described-video.mp3',
      'my-lake-English-described-video-editors.zip',
      'my-lake-English-report.txt',
    ]);
    expect(nameFile('video', paused, 'mp4')).toBe('my-lake.en.ad.mp4');
  });

  test('are a full mix only where the video does not pause', () => {
    expect(findKind(described, 'mix')).toMatchObject({ formats: ['mixMp3', 'mixWav'], obstacle: undefined });
    const extended = makeSource('description-extended', true, [{ atSeconds: 5, seconds: 2 }]);
    expect(findKind(extended, 'mix')?.obstacle).toMatch(/pauses for this description/u);
    expect(getFormat('mixMp3').plan?.(described.voice as VoicePlan, described)).toMatchObject({
      kind: 'mp3',
      mixedWith: described.video?.file,
      mix: { duckDb: 12 },
    });
  });
});

test('a narration keeps the long names, and spoken subtitles have their own', () => {
  const source = makeSource('timed', true);
  expect(nameFile('mixMp3', source)).toBe('my-lake-English-mix.mp3');
  expect(nameFile('descriptions', source)).toBe('my-lake-English-descriptions.vtt');
  const settings = { voice: 'nova', isSpokenSubtitles: true };
  const spoken = { ...source, narration: source.narration && { ...source.narration, settings } };
  expect(nameFile('video', spoken, 'mp4')).toBe('my-lake.en.spoken-subtitles.mp4');
});

test('each format is a text, made by the worker, or planned by its own part of the dialog', () => {
  for (const id of Object.keys(formats) as FormatId[]) {
    const { write, plan } = getFormat(id);
    expect([write, plan].filter(each => each !== undefined)).toHaveLength(
      /^(?:video$|languages)/.test(id) ? 0 : 1,
    );
  }
});

describe('sizes that are told before an export', () => {
  // Measured with two short lines: bytes of the video and of its sound a second, its duration, and what was written.
  test.each([
    ['an MP4, mixed', 2_811_553, 15_672, 30.208, 'mixed', 2_466_464],
    ['an MP4, the voice alone', 2_811_553, 15_672, 30.208, 'voice', 2_408_495],
    ['a short MP4, mixed', 834_563, 31_992, 7.8, 'mixed', 891_687],
    ['a short MP4, the voice alone', 834_563, 31_992, 7.8, 'voice', 657_640],
    ['a WebM, mixed', 330_618, 16_742, 7.8, 'mixed', 385_932],
    ['a WebM, the voice alone', 330_618, 16_742, 7.8, 'voice', 263_772],
  ] as const)('are within a fifth: %s', (_, bytes, soundBytesPerSecond, durationSeconds, sound, written) => {
    const source = makeSource('timed', true);
    const file = new File([new Uint8Array(bytes)], 'lake.mp4');
    const facts = { durationSeconds, width: 16, height: 9, hasSound: true, soundBytesPerSecond };
    const voice = source.voice && { ...source.voice, durationSeconds, soundSeconds: durationSeconds };
    const estimated = estimateVideoBytes({ voice, video: { file, facts } }, sound);
    expect(Math.abs(estimated / written - 1)).toBeLessThan(0.2);
  });

  test.each([
    ['mp3', 8040, 242_881],
    ['wav', 8040, 1_331_028],
    ['mixMp3', 8040, 726_094],
    ['mp3', 12_000, 362_400],
  ] as const)('know the format of the voice: %s of %i bytes a second', (id, perSecond, written) => {
    const source = makeSource('timed', true);
    const seconds = 30.18;
    const sound = new Blob([new Uint8Array(Math.round(1.5 * perSecond))]);
    const line = {
      id: 'a',
      text: 'A.',
      startSeconds: 0,
      endSeconds: 1.5,
      seconds: 1.5,
      speed: 1,
      mp3: sound,
    };
    const track = { kind: 'lines', lines: [line] } as const;
    const voice = source.voice && { ...source.voice, track, durationSeconds: seconds, soundSeconds: seconds };
    expect(Math.abs(estimateBytes(id, { ...source, voice }) / written - 1)).toBeLessThan(0.05);
  });
});

function nameOf(id: FormatId, videoName: string | undefined, language?: 'Japanese'): string {
  const source: ExportSource = {
    project: createProject(),
    narration: createNarration({ style: 'timed', language, settings: { voice: 'nova' }, lines: [] }),
    language: 'Japanese',
    voice: undefined,
    video: videoName === undefined ? undefined : { file: new File([], videoName), facts },
    provenance: undefined,
    music: undefined,
    checks: [],
    storeBytes: undefined,
  };
  return nameFile(id, source);
}

test('a download bears the names of video, language and voice', () => {
  expect(nameOf('mp3', 'cars.mp4', 'Japanese')).toBe('cars-Japanese-nova.mp3');
  expect(nameOf('script', 'cars.mp4', 'Japanese')).toBe('cars-Japanese-script.txt');
  expect(nameOf('project', 'cars.mp4')).toBe('cars.benshi.json');
  expect(nameOf('languagesVideos', 'cars.mp4')).toBe('cars-all-languages.zip');
});

test('what is not known is left out', () => {
  expect(nameOf('mp3', undefined, 'Japanese')).toBe('narration-Japanese-nova.mp3');
  expect(nameOf('mp3', 'cars.mp4')).toBe('cars-nova.mp3');
  expect(nameOf('script', undefined)).toBe('narration-script.txt');
});

test.each([
  ['of another script', '東京の夜.webm', '東京の夜'],
  ['with marks of their own', 'हिन्दी.mp4', 'हिन्दी'],
  ['with accents that are written apart', 'cafe\u0301.mp4', 'café'],
  ['with blanks', 'My first film (2).mp4', 'My-first-film-2'],
  ['that would be a path', '../../etc/passwd.mp4', 'etc-passwd'],
  ['that Windows does not take', 'a<b>c:"d/e\\f|g?h*i.mp4', 'a-b-c-d-e-f-g-h-i'],
  ['that Windows takes for a device', 'con.x.mp4', 'con-x'],
  ['that would be hidden', '.secret.mp4', 'secret'],
  ['that turns its own ending', 'cars\u202E3pm.mp4', 'cars3pm'],
  ['of nothing but pictures', '🎬🎬.mp4', 'narration'],
  ['without an ending', 'cars', 'cars'],
])('names %s are safe', (_, videoName, expected) => {
  expect(findStem(videoName)).toBe(expected);
});

test('a long name is cut between letters, not within one', () => {
  expect(findStem(`${'कि'.repeat(300)}.mp4`)).toBe('कि'.repeat(20));
});
