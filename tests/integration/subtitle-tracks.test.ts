import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import {
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  TextSubtitleSource,
  type TrackDisposition,
} from 'mediabunny';
import { Demuxer, Muxer } from 'node-av';
import { expect, test } from 'vitest';
import { readSubtitleTrack } from '#media/container/read-subtitle-track.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { CodedError } from '#shared/errors.ts';
import { type ClipContainer, makeClip } from '../support/make-clip.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { findSharedCase, hasSharedCases } from '../support/shared-cases.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

type Bytes = Uint8Array<ArrayBufferLike>;
const never = new AbortController().signal;

function read(bytes: Bytes, { startSeconds = 0, durationSeconds = 8, signal = never } = {}) {
  const readPart = async (start: number, end: number) => bytes.slice(start, end);
  return readSubtitleTrack({ size: bytes.length, read: readPart }, { startSeconds, durationSeconds }, signal);
}

const said = [
  { startSeconds: 1, endSeconds: 2.5, text: 'A fox & a hare look up.' },
  { startSeconds: 4, endSeconds: 6, text: '雪が降る。' },
];
const srt = `1
00:00:01,000 --> 00:00:02,500
<i>A fox</i> & a hare
look up.

2
00:00:04,000 --> 00:00:06,000
雪が降る。
`;
const vtt = `WEBVTT\n\n00:01.000 --> 00:02.500 line:0\n<i>A fox</i> &amp; a hare\nlook up.\n\n00:04.000 --> 00:06.000\n雪が降る。\n`;
const ass = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,20,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\i1}A fox{\\i0} & a hare\\Nlook up.
Dialogue: 0,0:00:04.00,0:00:06.00,Default,,0,0,0,,雪が降る。
`;

/** A clip with a track of subtitles, put together by FFmpeg. */
async function joinByFfmpeg(container: 'mkv' | 'webm', ending: string, subtitles: string): Promise<Bytes> {
  await using folder = await makeTemporaryFolder();
  const clip = await makeClip({ container, codec: container === 'webm' ? 'vp9' : 'avc', seconds: 8 });
  await using pictures = await Demuxer.open(await folder.write(`clip.${container}`, clip));
  await using texts = await Demuxer.open(await folder.write(`texts.${ending}`, subtitles));
  const path = join(folder.path, `both.${container}`);
  await using output = await Muxer.open(path);
  const inputs = [pictures, texts].map(input => {
    const [stream] = input.streams;
    if (!stream) throw new Error('FFmpeg found nothing.');
    return { input, place: output.addStream(stream) };
  });
  for (const { input, place } of inputs)
    for await (const packet of input.packets()) if (packet) await output.writePacket(packet, place);
  await output.close();
  return readFile(path);
}

test.each([
  ['SubRip in Matroska', 'mkv', 'srt', srt],
  ['ASS in Matroska', 'mkv', 'ass', ass],
  ['WebVTT in WebM', 'webm', 'vtt', vtt],
] as const)('subtitles that FFmpeg wrote are read: %s', async (_name, container, ending, text) => {
  expect((await read(await joinByFfmpeg(container, ending, text)))?.cues).toEqual(said);
});

interface MadeTrack {
  readonly text: string;
  readonly languageCode?: string;
  readonly name?: string;
  readonly disposition?: Partial<TrackDisposition>;
}

/** A clip with tracks of WebVTT, put together by mediabunny. */
async function joinByMediabunny(container: ClipContainer, tracks: readonly MadeTrack[]): Promise<Bytes> {
  await using folder = await makeTemporaryFolder();
  const path = await folder.write('clip', await makeClip({ container, seconds: 8 }));
  const video = await openVideoFile(path, { maxSeconds: 60 });
  const target = new BufferTarget();
  const output = new Output({
    format: container === 'mp4' ? new Mp4OutputFormat() : new MkvOutputFormat(),
    target,
  });
  const pictures = new EncodedVideoPacketSource(video.codec);
  output.addVideoTrack(pictures);
  const sources = tracks.map(({ text, ...metadata }) => {
    const source = new TextSubtitleSource('webvtt');
    output.addSubtitleTrack(source, metadata);
    return { source, text };
  });
  await output.start();
  for (const { source, text } of sources) {
    await source.add(text);
    source.close();
  }
  const decoderConfig = (await video.track.getDecoderConfig()) ?? undefined;
  for await (const packet of new EncodedPacketSink(video.track).packets())
    await pictures.add(packet, decoderConfig && { decoderConfig });
  await output.finalize();
  video.close();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

const one = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;

test.each(['mp4', 'mkv'] as const)('WebVTT in %s is read, with its name and language', async container => {
  const track = { text: vtt, languageCode: 'jpn', name: 'As spoken' };
  expect(await read(await joinByMediabunny(container, [track]))).toEqual({
    name: 'As spoken',
    language: 'Japanese',
    cues: said,
  });
});

test('a cue that goes on while another begins is read once', async () => {
  const text = 'WEBVTT\n\n00:01.000 --> 00:05.000\nLong.\n\n00:02.000 --> 00:03.000\nShort.\n';
  expect((await read(await joinByMediabunny('mp4', [{ text }])))?.cues).toEqual([
    { startSeconds: 1, endSeconds: 5, text: 'Long.' },
    { startSeconds: 2, endSeconds: 3, text: 'Short.' },
  ]);
});

test.each(['mp4', 'mkv'] as const)(
  'of several tracks in %s the default one is read, else the first',
  async container => {
    const choose = async (tracks: readonly MadeTrack[]) =>
      (await read(await joinByMediabunny(container, tracks)))?.cues.map(({ text }) => text).join();
    const isNot = { disposition: { default: false } };
    const german = { text: one('Hallo.'), languageCode: 'deu' };
    const english = { text: one('Hello.'), languageCode: 'eng' };
    expect(
      await choose([
        { ...german, ...isNot },
        { ...english, disposition: { default: true } },
      ]),
    ).toBe('Hello.');
    expect(
      await choose([
        { ...german, ...isNot },
        { ...english, ...isNot },
      ]),
    ).toBe('Hallo.');
  },
);

test('tracks of foreign parts only are not read', async () => {
  const forced = { text: one('[in French] Yes.'), disposition: { default: true, forced: true } };
  expect(await read(await joinByMediabunny('mkv', [forced]))).toBeUndefined();
  const both = [forced, { text: one('All.'), disposition: { default: false } }];
  expect((await read(await joinByMediabunny('mkv', both)))?.cues[0]?.text).toBe('All.');
});

test.skipIf(!hasSharedCases).each(['forced-first.mp4', 'signs-by-name.mkv'])(
  '%s: what is said is read, not its signs',
  async name => {
    const cues = (await read(await readFile(findSharedCase(`second/${name}`)), { durationSeconds: 12 }))
      ?.cues;
    expect([cues?.length, cues?.[0]?.text]).toEqual([4, 'Good evening, everybody.']);
  },
);

test('a commentary, and subtitles for the deaf, are no first choice in Matroska', async () => {
  const commentary = { text: one('I shot this.'), disposition: { default: true, commentary: true } };
  const deaf = { text: one('[door] Hello.'), disposition: { default: false, hearingImpaired: true } };
  const plain = { text: one('Hello.'), disposition: { default: false } };
  const choose = async (...tracks: MadeTrack[]) =>
    (await read(await joinByMediabunny('mkv', tracks)))?.cues[0]?.text;
  expect(await choose(commentary, deaf, plain)).toBe('Hello.');
  expect(await choose(commentary, deaf)).toBe('[door] Hello.');
  expect(await choose(commentary)).toBeUndefined();
});

test('times count from the first picture of the video', async () => {
  const bytes = await joinByMediabunny('mkv', [{ text: vtt }]);
  expect((await read(bytes, { startSeconds: 0.5 }))?.cues.map(({ startSeconds }) => startSeconds)).toEqual([
    0.5, 3.5,
  ]);
  expect((await read(bytes, { startSeconds: 3 }))?.cues).toHaveLength(1);
});

/** A Matroska element with a four-byte size. */
function element(id: string, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x1000_0000 + bytes.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, bytes]);
}

/** As mkvmerge writes subtitles by default. @param blocks each in a group, shown for a second */
function makeCompressed(blocks: readonly Uint8Array[]): Buffer {
  const compression = element('6d80', element('6240', element('5034', element('4254', Buffer.from([0])))));
  const track = element(
    'ae',
    element('d7', Buffer.from([2])),
    element('83', Buffer.from([17])),
    element('86', Buffer.from('S_TEXT/UTF8')),
    element('22b59c', Buffer.from('ger')),
    compression,
  );
  const groups = blocks.map((block, at) =>
    element(
      'a0',
      element('a1', Buffer.from([0x82, 0, 100 * at, 0]), block),
      element('9b', Buffer.from([0x03, 0xe8])),
    ),
  );
  const cluster = element('1f43b675', element('e7', Buffer.from([0x07, 0xd0])), ...groups);
  return Buffer.concat([element('1a45dfa3'), element('18538067', element('1654ae6b', track), cluster)]);
}

test('compressed texts are read, and one that would grow without end is cut', async () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000, 'x'));
  const made = makeCompressed([deflateSync('Guten Tag.'), deflateSync('Auf <b>Wiedersehen</b>.')]);
  expect(await read(made)).toEqual({
    name: '',
    language: 'German',
    cues: [
      { startSeconds: 2, endSeconds: 3, text: 'Guten Tag.' },
      { startSeconds: 2.1, endSeconds: 3.1, text: 'Auf Wiedersehen.' },
    ],
  });
  expect(await read(makeCompressed([bomb]))).toBeUndefined();
  expect(await read(makeCompressed([Buffer.from('no zlib')]))).toBeUndefined();
});

test('a video without subtitles has none, and neither has another file', async () => {
  for (const container of ['mp4', 'mkv', 'webm', 'ts'] as const)
    expect(
      await read(await makeClip({ container, codec: container === 'webm' ? 'vp9' : 'avc' })),
    ).toBeUndefined();
  for (const bytes of [new Uint8Array(), Buffer.from(srt)]) expect(await read(bytes)).toBeUndefined();
});

test('cancelling ends the reading', async () => {
  const signal = AbortSignal.abort();
  for (const container of ['mp4', 'mkv'] as const) {
    const bytes = await joinByMediabunny(container, [{ text: vtt }]);
    await expect(read(bytes, { signal })).rejects.toThrow(CodedError);
  }
});

test('damaged subtitles are read in part or not at all, never with an error', async () => {
  const random = createSeededRandom(41);
  for (const container of ['mp4', 'mkv'] as const) {
    const bytes = await joinByMediabunny(container, [{ text: vtt }]);
    for (let round = 0; round < 300; round++) {
      const damaged = bytes.slice(0, random() < 0.2 ? random.below(bytes.length) : bytes.length);
      for (let count = 0; count < 8; count++) {
        // The index lies at the end of an MP4, and at the start of the other.
        const near = random.below(Math.min(damaged.length, 1500));
        damaged[container === 'mp4' ? damaged.length - 1 - near : near] = random.choose([
          0,
          1,
          0x80,
          0xff,
          random.below(256),
        ]);
      }
      const found = await read(damaged);
      expect(found?.cues.length ?? 1).toBeGreaterThan(0);
    }
  }
});
