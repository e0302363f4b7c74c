import { describe, expect, test } from 'vitest';
import { readZip } from '../../../tests/support/read-zip.ts';
import type { PlainSound } from '../sound/channels.ts';
import { cutLines, type EditorsLine, printTimecode, zipEditorsFiles } from './editors-files.ts';

const sampleRateHz = 24_000;

function makeTone(seconds: number): PlainSound {
  const samples = Float32Array.from({ length: Math.round(seconds * sampleRateHz) }, (_, index) =>
    Math.cos(index / 9),
  );
  return { sampleRateHz, samples };
}

const lines: readonly EditorsLine[] = [
  { startSeconds: 0.5, text: '“The fox / looks up: *why*?”', sound: makeTone(1.01) },
  { startSeconds: 1.52, text: 'キツネが空を見上げている。', sound: makeTone(2) },
  { startSeconds: 3725.04, text: '…', sound: makeTone(0.2) },
];

/** Each starts in the frame in which the previous one ends. */
const close: readonly EditorsLine[] = [0.5, 1.512, 2.53].map(startSeconds => ({
  startSeconds,
  text: 'Go.',
  sound: makeTone(1.01),
}));

async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, undefined> {
  yield* items;
}

async function makeFiles(made: Iterable<EditorsLine>, durationSeconds: number, frameRate?: number) {
  return readZip(Buffer.concat(await collect(zipEditorsFiles(each(made), durationSeconds, frameRate))));
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** The 16-bit samples of a WAV file, from -1 to 1. */
function readSamples(wav: Buffer): Float32Array {
  return Float32Array.from(
    { length: (wav.length - 44) / 2 },
    (_, index) => wav.readInt16LE(44 + 2 * index) / 32_768,
  );
}

describe('the files for editors', () => {
  test('are a sound for each line, named by time and words, and two lists', async () => {
    const files = await makeFiles(lines, 3730);
    expect([...files.keys()]).toEqual([
      '0001_00-00-00.500_The-fox-looks-up-why.wav',
      '0002_00-00-01.520_キツネが空を見上げている.wav',
      '0003_01-02-05.040.wav',
      'narration.otio',
      'narration.edl',
    ]);
  });

  test('have names that are valid on every system, however long and odd the words are', async () => {
    const texts = [
      'a/b\\c:d*e?f"g<h>i|j\u0000k\nl',
      'ไก่จิกเด็กตายบนปากโอ่ง'.repeat(9),
      'Donaudampfschiff'.repeat(9),
      '👩‍👩‍👧 ../..',
    ];
    const odd = texts.map((text, index) => ({ startSeconds: index, text, sound: makeTone(0.5) }));
    const names = [...(await makeFiles(odd, 9)).keys()].slice(0, texts.length);
    for (const name of names) {
      expect(name).toMatch(/^\d{4}_\d\d-\d\d-\d\d\.\d{3}(?:_[\p{L}\p{M}\p{N}-]+)?\.wav$/u);
      expect(Buffer.byteLength(name)).toBeLessThan(255);
    }
  });

  test('have whole frames each, with the line exactly at its time', async () => {
    const files = [...(await makeFiles(lines, 3730)).values()];
    // Frame 12 starts at 0.48 s; the line 20 ms later.
    const first = readSamples(files[0] as Buffer);
    expect(first.length % (sampleRateHz / 25)).toBe(0);
    expect(first.findIndex(sample => sample > 0.9)).toBe(0.02 * sampleRateHz);
    expect(first.findLastIndex(sample => Math.abs(sample) > 0.1)).toBeGreaterThan(1.02 * sampleRateHz);
  });
});

test('without a video the CMX list has an event for each line at 25 frames a second', async () => {
  const edl = (await makeFiles(lines, 3730)).get('narration.edl')?.toString();
  expect(edl).toBe(`TITLE: Narration
FCM: NON-DROP FRAME

001  L0001    A     C        00:00:00:00 00:00:01:01 00:00:00:12 00:00:01:13
* FROM CLIP NAME: 0001_00-00-00.500_The-fox-looks-up-why.wav

002  L0002    A     C        00:00:00:00 00:00:02:00 00:00:01:13 00:00:03:13
* FROM CLIP NAME: 0002_00-00-01.520_キツネが空を見上げている.wav

003  L0003    A     C        00:00:00:00 00:00:00:05 01:02:05:01 01:02:05:06
* FROM CLIP NAME: 0003_01-02-05.040.wav
`);
});

test('both lists have the video’s frame rate, with drop frame at 29.97', async () => {
  const files = await makeFiles([{ startSeconds: 60.1, text: 'Go.', sound: makeTone(1) }], 62, 30_000 / 1001);
  const edl = files.get('narration.edl')?.toString();
  expect(edl).toContain('FCM: DROP FRAME\n');
  expect(edl).toContain('00:00:00;00 00:00:01;01 00:01:00;03 00:01:01;04');
  expect(
    files
      .get('narration.otio')
      ?.toString()
      .match(/"rate": [\d.]+/g),
  ).toEqual(Array.from({ length: 9 }, () => `"rate": ${30_000 / 1001}`));
});

test('the CMX list has a second channel for a line that starts in the frame in which another ends', async () => {
  const edl = (await makeFiles(close, 5)).get('narration.edl')?.toString() ?? '';
  expect(edl.match(/^\d{3} {2}L\d{4} +A2? /gm)?.map(line => line.split(/ +/).slice(0, 3))).toEqual([
    ['001', 'L0001', 'A'],
    ['002', 'L0002', 'A2'],
    ['003', 'L0003', 'A'],
  ]);
});

describe('the OpenTimelineIO list', () => {
  interface Item {
    readonly OTIO_SCHEMA: string;
    readonly kind?: string;
    readonly children?: readonly Item[];
    readonly source_range?: { readonly duration: { readonly value: number; readonly rate: number } };
    readonly media_references?: {
      readonly DEFAULT_MEDIA: { readonly target_url: string; readonly available_range: unknown };
    };
  }

  async function readTracks(made: Iterable<EditorsLine>, durationSeconds: number) {
    const files = await makeFiles(made, durationSeconds);
    const timeline = JSON.parse(String(files.get('narration.otio')));
    expect(timeline).toMatchObject({ OTIO_SCHEMA: 'Timeline.1', tracks: { OTIO_SCHEMA: 'Stack.1' } });
    return { files, tracks: timeline.tracks.children as readonly Item[] };
  }

  /** Start of each clip of a track, summed up. */
  function listStarts(track: Item | undefined): number[] {
    let at = 0;
    const starts: number[] = [];
    for (const { OTIO_SCHEMA: schema, source_range: range } of track?.children ?? []) {
      if (schema === 'Clip.2') starts.push(at);
      at += (range?.duration.value ?? Number.NaN) / (range?.duration.rate ?? Number.NaN);
    }
    return [...starts, at];
  }

  test('has each line at its time, with gaps between, in a track as long as the video', async () => {
    const { tracks } = await readTracks(lines, 3730);
    expect(tracks.map(({ OTIO_SCHEMA, kind }) => [OTIO_SCHEMA, kind])).toEqual([['Track.1', 'Audio']]);
    expect(listStarts(tracks[0])).toEqual([0.48, 1.52, 3725.04, 3730]);
  });

  test('names each line’s file in the archive, and its duration', async () => {
    const { files, tracks } = await readTracks(lines, 3730);
    const clips = tracks[0]?.children?.filter(({ OTIO_SCHEMA }) => OTIO_SCHEMA === 'Clip.2') ?? [];
    expect(clips).toHaveLength(lines.length);
    for (const { media_references: media, source_range: range } of clips) {
      expect(media?.DEFAULT_MEDIA.available_range).toEqual(range);
      const wav = files.get(decodeURIComponent(media?.DEFAULT_MEDIA.target_url ?? ''));
      expect(readSamples(wav as Buffer).length / sampleRateHz).toBeCloseTo((range?.duration.value ?? 0) / 25);
    }
  });

  test('has a second track for a line that starts in the frame in which another ends', async () => {
    const { tracks } = await readTracks(close, 5);
    expect(tracks.map(track => listStarts(track))).toEqual([
      [0.48, 2.52, 5],
      [1.48, 5],
    ]);
  });
});

test('a narration of one sound is cut into its lines, in pieces of any size', async () => {
  const whole = Float32Array.from({ length: 10 * sampleRateHz }, (_, index) => index);
  const pieces = Array.from({ length: 40 }, (_, index) => ({
    sampleRateHz,
    samples: whole.slice((index * sampleRateHz) / 4, ((index + 1) * sampleRateHz) / 4),
  }));
  const cues = [
    { startSeconds: 0.2, endSeconds: 1, text: 'One.' },
    { startSeconds: 1.1, endSeconds: 1.2, text: 'Two.' },
    { startSeconds: 8, endSeconds: 10.01, text: 'Three.' },
  ];
  const cut = await collect(cutLines(each(pieces), cues));
  const ends = cut.map(({ sound: { samples } }) =>
    [samples[0], samples.at(-1)].map(at => ((at ?? 0) + 0.5) / sampleRateHz),
  );
  expect(cut.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.']);
  expect(ends.flat().map(seconds => Math.round(seconds * 1000) / 1000)).toEqual([0.2, 1.1, 1.1, 1.35, 8, 10]);
});

const ntsc = (nominal: number) => (nominal * 1000) / 1001;

// Frames and timecodes of SMPTE ST 12-1.
test.each([
  { frame: 71, rate: ntsc(24), expected: '00:00:02:23' },
  { frame: 24 * 3600, rate: ntsc(24), expected: '01:00:00:00' },
  { frame: 24 * 60 + 5, rate: 24, expected: '00:01:00:05' },
  { frame: 25 * 60, rate: 25, expected: '00:01:00:00' },
  { frame: 1800, rate: 30, expected: '00:01:00:00' },
  { frame: 59, rate: 50, expected: '00:00:01:09' },
  { frame: 61, rate: 60, expected: '00:00:01:01' },
  { frame: 1799, rate: ntsc(30), expected: '00:00:59;29' },
  { frame: 1800, rate: ntsc(30), expected: '00:01:00;02' },
  { frame: 17_981, rate: ntsc(30), expected: '00:09:59;29' },
  { frame: 17_982, rate: ntsc(30), expected: '00:10:00;00' },
  { frame: 107_892, rate: ntsc(30), expected: '01:00:00;00' },
  { frame: 3599, rate: ntsc(60), expected: '00:00:59;59' },
  { frame: 3600, rate: ntsc(60), expected: '00:01:00;04' },
  { frame: 215_784, rate: ntsc(60), expected: '01:00:00;00' },
])('frame $frame is $expected at $rate frames a second', ({ frame, rate, expected }) => {
  expect(printTimecode(frame, rate)).toBe(expected);
});
