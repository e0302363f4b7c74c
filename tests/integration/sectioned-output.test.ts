import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyPictures, copySound } from '#media/container/copy-packets.ts';
import { type Box, listBoxes } from '#media/container/iso-boxes.ts';
import type { VideoFile } from '#media/container/video-file.ts';
import { VideoOutput } from '#media/container/video-output.ts';
import { type TrackWriter, writeInStep } from '#media/container/write-in-step.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { type ClipSound, makeSoundingClip, type SoundingClipOptions } from '../support/make-sounding-clip.ts';
import { listComplaints } from '../support/read-narrated-video.ts';
import { testRows } from '../support/test-rows.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benshi-test-sections-'));
});
afterAll(() => rm(folder, { recursive: true }));

const atOnce = Number.POSITIVE_INFINITY;
const sound: ClipSound = { seconds: 9, sample: seconds => 0.3 * Math.sin(2 * Math.PI * 440 * seconds) };

describe('a video that is written in sections is what it is when it is written at once', () => {
  testRows<[string, SoundingClipOptions]>(
    [
      ['with pictures that are coded in another order than seen, and two sounds', { sounds: [sound, sound] }],
      ['in H.265', { codec: 'hevc', sounds: [sound] }],
      ['in VP9 with Opus', { codec: 'vp9', sounds: [{ ...sound, codec: 'opus' }] }],
      ['in AV1, turned', { codec: 'av1', rotation: 90, sounds: [sound] }],
      ['without a sound', { sounds: [] }],
      ['whose sound begins in a later section', { sounds: [{ ...sound, startSeconds: 5.013, seconds: 3 }] }],
      ['whose sound ends in an earlier section', { sounds: [{ ...sound, seconds: 3 }] }],
      [
        'whose pictures come as they come',
        {
          timestamps: [0, 0.1, 0.13, 0.9, 1.1, 2.7, 2.71, 3, 3.6, 4.4, 4.5, 6.2, 6.3, 7, 7.75, 8.8],
          sounds: [sound],
        },
      ],
      ['whose samples lie there uncoded', { sounds: [{ ...sound, codec: 'pcm-s16' }] }],
    ],
    (_, index) => index === 0,
  )('%s', async (_what, options) => {
    const clip = await makeClipFile(options);
    const inSections = await write(clip, 2);
    const whole = await write(clip, atOnce);
    expect(await readPackets(inSections)).toEqual(await readPackets(whole));
    expect(listContents(inSections)).toEqual(listContents(whole));
    expect(await complainOf(inSections)).toBe(await complainOf(whole));
  });

  test('and does have sections, whose heads lie between the pieces', async () => {
    const clip = await makeClipFile({ sounds: [sound] });
    const countHeads = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('mdat').length - 1;
    expect(countHeads(await write(clip, atOnce))).toBe(1);
    expect(countHeads(await write(clip, 2))).toBe(5);
  });

  test('though a section ends only before a key picture, however late that comes', async () => {
    const clip = await makeClipFile({ keyIntervalSeconds: 9, sounds: [sound] });
    expect(listContents(await write(clip, 2))).toEqual(listContents(await write(clip, atOnce)));
  });
});

async function makeClipFile(options: SoundingClipOptions): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.mp4`);
  await writeFile(path, await makeSoundingClip({ seconds: 9, keyIntervalSeconds: 1, ...options }));
  return path;
}

/** What FFmpeg's programs find, without the places in memory that they tell. */
async function complainOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.mp4`);
  await writeFile(path, bytes);
  return ((await listComplaints(path)) ?? '').replaceAll(/0x[\da-f]+/g, '');
}

/** Copies a clip, piece by piece. */
async function write(path: string, sectionSeconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const video = await openVideoFile(path, { maxSeconds: 60 });
  const { file, read } = createMemoryFile();
  const output = new VideoOutput(file, { container: 'mp4', sectionSeconds });
  const writers: TrackWriter[] = [await copyPictures(video, [], output.addVideoTrack(video.codec, {}))];
  for (const track of await video.track.input.getAudioTracks()) {
    const codec = await track.getCodec();
    if (codec) writers.push(await copySound(track, video.startSeconds, output.addAudioTrack(codec, {})));
  }
  await output.start({ title: 'A clip' });
  await writeInStep(writers, { signal: new AbortController().signal, noteSeconds: () => {} });
  await output.finish();
  video.close();
  return read();
}

function createMemoryFile() {
  let bytes = Buffer.alloc(0);
  const file: VideoFile = {
    async write(data, position) {
      const missing = position + data.length - bytes.length;
      if (missing > 0) bytes = Buffer.concat([bytes, Buffer.alloc(missing)]);
      bytes.set(data, position);
    },
    keep: async () => {},
    discard: async () => {},
  };
  return { file, read: () => new Uint8Array(bytes) };
}

/** All pieces of all tracks as a player finds them, and what it is told of the tracks. */
async function readPackets(bytes: Uint8Array<ArrayBuffer>) {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const tracks = [];
  for (const track of await input.getTracks()) {
    const packets = [];
    if (track.isVideoTrack() || track.isAudioTrack())
      for await (const { timestamp, duration, type, data } of new EncodedPacketSink(track).packets())
        packets.push({ timestamp, duration, type, data: Buffer.from(data).toString('base64') });
    tracks.push({ type: track.type, durationSeconds: await track.computeDuration(), packets });
  }
  return tracks;
}

/** Boxes that hold boxes. */
const folders = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf', 'udta'];
/** When the file was written, and where its pieces lie. */
const dated = ['mvhd', 'tkhd', 'mdhd'];
const placed = ['stco', 'co64', 'stsc'];

/** What a file's list of contents says, line by line. */
function listContents(bytes: Uint8Array): string[] {
  const moovAt = Buffer.from(bytes).lastIndexOf('moov') - 4;
  const list = (content: Uint8Array, path: string): string[] =>
    listBoxes(content).flatMap((box: Box) => {
      const here = `${path}/${box.kind}`;
      if (folders.includes(box.kind)) return list(box.content, here);
      return placed.includes(box.kind) ? here.replace('co64', 'stco') : `${here} ${toHex(box)}`;
    });
  return list(bytes.subarray(moovAt), '');
}

function toHex({ kind, content }: Box): string {
  const bytes = Buffer.from(content);
  if (dated.includes(kind)) bytes.fill(0, 4, 12);
  const rates = bytes.indexOf('btrt') + 8;
  const mostInASecond = bytes.subarray(rates, rates + 4).toString('hex');
  // A section counts its seconds from its own beginning.
  return kind === 'stsd' ? bytes.toString('hex').replaceAll(mostInASecond, '') : bytes.toString('hex');
}
