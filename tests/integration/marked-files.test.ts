import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markMp3, readManifests, writeId3 } from '#media/marks/write-marks.ts';
import { zipEditorsFiles } from '#media/mix/editors-files.ts';
import { usualMix } from '#media/mix/mix-settings.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { writeVideoFile } from '#media/node/write-video-file.ts';
import { collectSound } from '#media/sound/line-sound.ts';
import { collectWav, streamWav } from '#media/sound/write-wav.ts';
import { getLanguage } from '#shared/languages.ts';
import { digitalSourceTypes, type Marks } from '#shared/marks/provenance.ts';
import { sumPauses } from '#shared/script/cues.ts';
import { addManifests } from '#shared/speech.ts';
import { makeVoice } from '../support/made-voice.ts';
import { makeToneMp3 } from '../support/make-mp3.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import {
  readByExiftool,
  readByFfprobe,
  readByLibraries,
  runFfmpeg,
  writeByExiftool,
} from '../support/read-tags.ts';
import { readZip } from '../support/read-zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benshi-test-marks-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sentence = 'Narration: synthetic voice, Zoë by OpenAI (tts-1). Text: written by a person.';
const voiceMarks: Marks = {
  software: 'Benshi 0.1.0',
  sentence,
  digitalSourceType: digitalSourceTypes.voice,
  madeAt: '2026-11-28T12:30:00Z',
};
const videoMarks = { ...voiceMarks, digitalSourceType: digitalSourceTypes.mixed };

const readVoice = makeVoice([0.2], 2);

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function joinAll(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(pieces));
}

async function keepFile(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

describe('an mp3', () => {
  test('says how it was made, streamed or whole', async () => {
    const path = await keepFile('voice.mp3', await joinAll(markMp3(encodeMp3(readVoice()), voiceMarks)));
    const plain = await keepFile('plain.mp3', await joinAll(encodeMp3(readVoice())));
    const expected = {
      encoder: 'Benshi 0.1.0',
      comment: sentence,
      digitalsourcetype: digitalSourceTypes.voice,
    };
    expect(await readByLibraries(path)).toMatchObject(expected);
    const probed = await readByFfprobe(path);
    if (probed) {
      expect(probed.tags).toMatchObject(expected);
      const complaints = (await readByFfprobe(plain))?.complaints.split(']')[1];
      expect(probed.complaints.split(']')[1]).toBe(complaints);
    }
    const read = await readByExiftool(path);
    if (read)
      expect(read).toMatchObject({
        'ID3v2_4:EncoderSettings': 'Benshi 0.1.0',
        'ID3v2_4:Comment': sentence,
        'ID3v2_4:EncodingTime': '2026:11:28 12:30:00',
        'XMP-iptcExt:DigitalSourceType': digitalSourceTypes.voice,
        'XMP-xmp:CreatorTool': 'Benshi 0.1.0',
      });
  });

  test('sounds as without marks, to the sample', async () => {
    const plain = await joinAll(encodeMp3(readVoice()));
    const marked = await joinAll(markMp3(inPieces(plain, 700), voiceMarks));
    const [before, after] = await Promise.all(
      [plain, marked].map(bytes => collectSound(decodeMp3(inPieces(bytes, 999)))),
    );
    expect(after).toEqual(before);
  });

  test.each([7, 100_000])('keeps the tags of a provider, read %i bytes at a time', async length => {
    const tag = Buffer.from(
      'ID3\x03\0\0\0\0\0\x3cTXXX\0\0\0\x1e\0\0\0AIGC\0{"Label":"1","from":"x"}TSSE\0\0\0\x06\0\0\0Lavf.'.padEnd(
        70,
        '\0',
      ),
      'latin1',
    );
    const sound = await makeToneMp3({ hz: 300, seconds: 1 });
    const given = Buffer.concat([tag, sound]);
    const marked = await joinAll(markMp3(inPieces(given, length), voiceMarks));
    const again = await joinAll(markMp3(inPieces(marked, length), voiceMarks));
    expect(again.equals(marked)).toBe(true);
    expect(marked.subarray(-sound.length).equals(sound)).toBe(true);
    const read = await readByLibraries(await keepFile(`provider-${length}.mp3`, marked));
    expect(read).toMatchObject({ aigc: '{"Label":"1","from":"x"}', encoder: 'Benshi 0.1.0' });
  });

  test("keeps a provider's manifest, but not as one of the whole file", async () => {
    const manifest = Buffer.from('\0\0\0\x0cjumbany\xff', 'latin1');
    const object = Buffer.concat([
      Buffer.from('\0application/c2pa\0c2pa\0c2pa manifest store\0', 'latin1'),
      manifest,
    ]);
    const frame = [Buffer.from('GEOB\0\0\0'), Buffer.of(object.length), Buffer.alloc(2), object];
    const tag = [Buffer.from('ID3\x04\0\0\0\0\0'), Buffer.of(object.length + 10), ...frame];
    const given = Buffer.concat([...tag, await makeToneMp3({ hz: 300, seconds: 1 })]);
    const marked = await joinAll(markMp3(inPieces(given, 700), voiceMarks));
    expect(marked.includes('GEOB')).toBe(false);
    const read = await readByLibraries(await keepFile('manifest.mp3', marked));
    const printed = String.raw`\x00\x00\x00\x0cjumbany\xff`;
    expect(read).toMatchObject({ 'id3v2_priv.c2pa-of-speech': printed, encoder: 'Benshi 0.1.0' });
  });

  test('keeps each manifest once, and no more than a file should hold', () => {
    const manifests: Uint8Array[] = [];
    const make = (byte: number, length = 9) => new Uint8Array(length).fill(byte);
    addManifests(manifests, [make(1), make(2), make(1), make(3, 513 * 1024)]);
    expect(manifests).toEqual([make(1), make(2)]);
    addManifests(
      manifests,
      Array.from({ length: 30 }, (_, index) => make(100 + index)),
    );
    expect(manifests).toHaveLength(20);
    expect(readManifests(writeId3({ ...voiceMarks, manifests }))).toEqual(manifests);
  });

  test('has room for a signature that is added later', () => {
    const bytes = writeId3(voiceMarks, { reservedBytes: 5000 });
    expect(bytes.length).toBe(writeId3(voiceMarks).length + 5000);
    expect(bytes.subarray(-5000).every(byte => byte === 0)).toBe(true);
  });
});

describe('a WAV', () => {
  async function expectMarks(path: string): Promise<void> {
    const expected = { encoder: 'Benshi 0.1.0', comment: sentence, date: '2026-11-28' };
    expect(await readByLibraries(path)).toMatchObject(expected);
    const probed = await readByFfprobe(path);
    if (probed) expect(probed).toMatchObject({ tags: expected, complaints: '' });
    const read = await readByExiftool(path);
    if (!read) return;
    expect(read).toMatchObject({
      'RIFF:Software': 'Benshi 0.1.0',
      'XMP-iptcExt:DigitalSourceType': digitalSourceTypes.voice,
      'XML:BwfxmlNote': sentence,
    });
    expect(read['ExifTool:Warning']).toBeUndefined();
  }

  test('says how it was made, written whole or with its head last', async () => {
    const whole = Buffer.concat(await collectWav(readVoice(), voiceMarks));
    const streamed = Buffer.alloc(whole.length);
    for await (const { data, position } of streamWav(readVoice(), voiceMarks)) streamed.set(data, position);
    expect(streamed.equals(whole)).toBe(true);
    expect(whole.readUInt32LE(4)).toBe(whole.length - 8);
    await expectMarks(await keepFile('voice.wav', whole));
  });

  test('for editors says it, too, and so do their lists', async () => {
    async function* oneLine() {
      yield { startSeconds: 0.5, text: 'Go.', sound: await collectSound(readVoice()) };
    }
    const files = readZip(
      Buffer.concat(await Array.fromAsync(zipEditorsFiles(oneLine(), 9, 25, voiceMarks))),
    );
    const [[name, wav], [, otio], [, edl]] = [...files] as [
      [string, Buffer],
      [string, Buffer],
      [string, Buffer],
    ];
    await expectMarks(await keepFile(name, wav));
    expect(JSON.parse(otio.toString())).toMatchObject({ metadata: { Benshi: voiceMarks } });
    expect(edl.toString()).toContain(`FCM: NON-DROP FRAME\n* COMMENT: ${sentence}\n`);
  });
});

const original = {
  title: 'Das Boot, früh',
  artist: 'Ann Exämple',
  date: '2024-05-01',
  comment: 'Filmed at the harbour',
  genre: 'Documentary',
  copyright: 'CC BY 4.0',
  location: '+48.1374+011.5755/',
  mykey: 'my own value',
  creation_time: '2023-02-03T04:05:06.000000Z',
};
const chapters = [
  ['Opening', 0],
  ['Zwei: Größe', 1.5],
  ['Ende', 3],
] as const;
const lengthSeconds = 4;

/** Writes a video with many tags by FFmpeg. @returns undefined where it is not installed */
async function makeRich(
  name: string,
  args: readonly string[],
  codec: 'avc' | 'vp8',
): Promise<string | undefined> {
  const clip = await makeSoundingClip({
    seconds: lengthSeconds,
    container: codec === 'avc' ? 'mp4' : 'mkv',
    codec,
    sounds: [
      {
        seconds: lengthSeconds,
        codec: codec === 'avc' ? 'aac' : 'opus',
        sample: at => 0.1 * Math.sin(900 * at),
      },
    ],
  });
  const lines = Object.entries(original).map(([key, value]) => `${key}=${value}`);
  const parts = chapters.map(([title, start], index) => {
    const end = chapters[index + 1]?.[1] ?? lengthSeconds;
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start * 1000}\nEND=${end * 1000}\ntitle=${title}`;
  });
  const list = [';FFMETADATA1', ...lines, ...parts].join('\n');
  const [clipPath, listPath] = [
    await keepFile(`base-${name}`, clip),
    await keepFile('tags.txt', Buffer.from(list)),
  ];
  const cover = join(folder, 'cover.jpg');
  const path = join(folder, name);
  const picture = await runFfmpeg('-f', 'lavfi', '-i', 'color=red:s=32x32', '-frames:v', '1', cover);
  await keepFile('font.ttf', Buffer.from('not a real font'));
  const inputs = ['-i', clipPath, '-i', listPath, '-i', cover, '-map', '0'];
  const copying = ['-map_metadata', '1', '-map_chapters', '1', '-c', 'copy'];
  return picture &&
    (await runFfmpeg(...inputs, ...copying, ...args.map(each => each.replace('~', folder)), path))
    ? path
    : undefined;
}

async function narrate(videoPath: string, ending: string, hasPause = false): Promise<string> {
  const pauses = hasPause ? [{ atSeconds: 2, seconds: 1.5 }] : [];
  const narration = {
    readVoice: makeVoice([0.3], lengthSeconds + sumPauses(pauses)),
    sound: 'mixed' as const,
    mix: usualMix,
    language: getLanguage('English'),
    pauses,
    subtitles: [{ text: 'The harbour.', startSeconds: 0.5, endSeconds: 1.5 }],
    isDescription: false,
    marks: videoMarks,
  };
  const path = join(folder, `${crypto.randomUUID()}.${ending}`);
  const options = {
    limits: { maxSeconds: 60 },
    signal: new AbortController().signal,
    noteProgress: () => {},
  };
  await writeVideoFile(videoPath, narration, path, options);
  return path;
}

const cover = ['-map', '2', '-disposition:v:1', 'attached_pic'];
const attach = (name: string, type: string, index: number) => [
  '-attach',
  `~/${name}`,
  `-metadata:s:t:${index}`,
  `mimetype=${type}`,
  `-metadata:s:t:${index}`,
  `filename=${name}`,
];
/** Names of what describes the file itself and not its content. */
const technical = /^(?:major_brand|minor_version|compatible_brands)$/;

describe('nothing of the original is lost, and marks are added:', () => {
  test.each([
    { name: 'list.mp4', codec: 'avc', ending: 'mp4', args: cover },
    { name: 'keys.mp4', codec: 'avc', ending: 'mp4', args: ['-movflags', 'use_metadata_tags'] },
    { name: 'quicktime.mov', codec: 'avc', ending: 'mp4', args: [], hasPause: true },
    {
      name: 'matroska.mkv',
      codec: 'avc',
      ending: 'mp4',
      args: attach('cover.jpg', 'image/jpeg', 0),
      hasPause: true,
    },
    {
      name: 'font.mkv',
      codec: 'vp8',
      ending: 'mkv',
      args: [...attach('cover.jpg', 'image/jpeg', 0), ...attach('font.ttf', 'font/ttf', 1)],
    },
    { name: 'small.webm', codec: 'vp8', ending: 'webm', args: [], hasPause: true },
  ] as const)('$name becomes $ending', async ({ name, codec, ending, args, ...made }) => {
    const before = await makeRich(name, args, codec);
    if (!before) return;
    const hasPause = 'hasPause' in made;
    const after = await narrate(before, ending, hasPause);
    const [was, is] = [await readByFfprobe(before), await readByFfprobe(after)];
    const libraries = await readByLibraries(after);
    for (const [key, value] of Object.entries(was?.tags ?? {})) {
      if (technical.test(key)) continue;
      // Fractions of seconds have other lengths.
      const kept = key === 'creation_time' ? value.slice(0, 19) : value;
      expect(is?.tags[key], key).toContain(kept);
      expect(libraries[key], key).toContain(kept);
    }
    expect(is?.tags).toMatchObject({
      comment: `${original.comment}\n${sentence}`,
      encoder: expect.stringMatching(/^Lavf.*; Benshi 0\.1\.0$/),
      digitalsourcetype: digitalSourceTypes.mixed,
    });
    const shifted = chapters.map(
      ([title, start]) => [title, hasPause && start > 2 ? start + 1.5 : start] as const,
    );
    expect(is?.chapters.map(([title]) => title)).toEqual(shifted.map(([title]) => title));
    for (const [index, [, start]] of shifted.entries())
      expect(Math.abs((is?.chapters[index]?.[1] ?? 9) - start)).toBeLessThan(0.05);
    const [seen, shown] = [await readByExiftool(before), await readByExiftool(after)];
    if (!seen || !shown) return;
    expect(JSON.stringify(shown)).toContain(sentence);
    for (const [group, values] of Object.entries(listValues(seen)))
      for (const value of values) expect(JSON.stringify(shown), group).toContain(value);
    expect(hasCover(shown)).toBe(hasCover(seen));
  });

  test('XMP of the original, whose source type is updated', async () => {
    const before = await makeRich('xmp.mp4', [], 'avc');
    if (!before || !(await readByExiftool(before))) return;
    const captured = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';
    await writeByExiftool(before, '-XMP-dc:Creator=Ann', `-XMP-iptcExt:DigitalSourceType=${captured}`);
    expect(await readByExiftool(await narrate(before, 'mp4'))).toMatchObject({
      'XMP-dc:Creator': 'Ann',
      'XMP-iptcExt:DigitalSourceType': digitalSourceTypes.mixed,
    });
    await writeByExiftool(before, `-XMP-iptcExt:DigitalSourceType=${digitalSourceTypes.voice}`);
    const read = await readByExiftool(await narrate(before, 'mp4'));
    expect(read).toMatchObject({ 'XMP-iptcExt:DigitalSourceType': digitalSourceTypes.voice });
  });

  test('a video that was narrated before is marked once', async () => {
    const sounds = [{ seconds: lengthSeconds, sample: (at: number) => 0.1 * Math.sin(900 * at) }];
    const clip = await makeSoundingClip({ seconds: lengthSeconds, codec: 'avc', sounds });
    const path = await keepFile('plain.mp4', clip);
    const once = await readByLibraries(await narrate(path, 'mp4'));
    const twice = await readByLibraries(await narrate(await narrate(path, 'mp4'), 'mp4'));
    expect(once).toMatchObject({ comment: sentence, encoder: 'Benshi 0.1.0' });
    expect(twice).toMatchObject({ comment: sentence, encoder: 'Benshi 0.1.0' });
  });
});

/** The texts of a file's tags by exiftool, by group and name. */
function listValues(tags: Record<string, unknown>): Record<string, string[]> {
  const isTag = /^(?:ItemList|Keys|UserData|XMP-|Matroska|Chapter\d)/;
  const isOwn = /ChapterTime|ChapterList|Attached|DocType|EBML|Encoder|Software|Comment|Language|UID/;
  return Object.fromEntries(
    Object.entries(tags)
      .filter(([name, value]) => isTag.test(name) && !isOwn.test(name) && typeof value === 'string')
      .map(([name, value]) => [name, [JSON.stringify(value).slice(1, -1)]]),
  );
}

function hasCover(tags: Record<string, unknown>): boolean {
  return 'ItemList:CoverArt' in tags || Object.values(tags).includes('image/jpeg');
}
