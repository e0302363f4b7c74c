import { readFile } from 'node:fs/promises';
import { makeClip } from './make-clip.ts';
import { type ClipSound, makeSoundingClip } from './make-sounding-clip.ts';

/** A valid file of a few kilobytes. */
export interface CorpusFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly structure: 'boxes' | 'ebml' | 'packets';
  readonly hasSound: boolean;
}

const small = { width: 64, height: 48, seconds: 1.2, framesPerSecond: 5, keyIntervalSeconds: 0.6 } as const;
const hum: ClipSound = { seconds: 0.6, sample: seconds => 0.2 * Math.sin(seconds * 2 * Math.PI * 220) };

/** Every container and codec that is accepted, as small as possible, so that mutations hit the structure. */
export async function makeMediaCorpus(): Promise<CorpusFile[]> {
  const silent = { hasSound: false } as const;
  const loud = { hasSound: true } as const;
  return [
    { name: 'mp4', structure: 'boxes', ...silent, bytes: await makeClip(small) },
    {
      name: 'mp4 in pieces',
      structure: 'boxes',
      ...silent,
      bytes: await makeClip({ ...small, fastStart: 'fragmented' }),
    },
    {
      name: 'mp4 turned',
      structure: 'boxes',
      ...silent,
      bytes: await makeClip({ ...small, rotation: 90, fastStart: 'in-memory' }),
    },
    { name: 'mp4 hevc', structure: 'boxes', ...silent, bytes: await makeClip({ ...small, codec: 'hevc' }) },
    {
      name: 'mp4 av1',
      structure: 'boxes',
      ...silent,
      bytes: await makeClip({ ...small, container: 'mp4', codec: 'av1', width: 160, height: 96 }),
    },
    {
      name: 'mp4 with sound',
      structure: 'boxes',
      ...loud,
      bytes: await makeSoundingClip({ ...small, sounds: [hum] }),
    },
    { name: 'mov', structure: 'boxes', ...silent, bytes: await makeClip({ ...small, container: 'mov' }) },
    {
      name: 'webm vp8',
      structure: 'ebml',
      ...silent,
      bytes: await makeClip({ ...small, container: 'webm', codec: 'vp8' }),
    },
    {
      name: 'webm vp9',
      structure: 'ebml',
      ...silent,
      bytes: await makeClip({ ...small, container: 'webm', codec: 'vp9' }),
    },
    {
      name: 'webm with sound',
      structure: 'ebml',
      ...loud,
      bytes: await makeSoundingClip({
        ...small,
        container: 'webm',
        codec: 'vp9',
        sounds: [{ ...hum, codec: 'opus' }],
      }),
    },
    { name: 'mkv', structure: 'ebml', ...silent, bytes: await makeClip({ ...small, container: 'mkv' }) },
    {
      name: 'mkv with sound',
      structure: 'ebml',
      ...loud,
      bytes: await makeSoundingClip({ ...small, container: 'mkv', sounds: [hum] }),
    },
    { name: 'ts', structure: 'packets', ...silent, bytes: await makeClip({ ...small, container: 'ts' }) },
    {
      name: 'ts with sound',
      structure: 'packets',
      ...loud,
      bytes: await makeSoundingClip({ ...small, container: 'ts', sounds: [hum] }),
    },
    { name: 'ten bits', structure: 'boxes', ...silent, bytes: await readClip('ten-bit-hevc.mp4') },
    { name: 'interlaced', structure: 'boxes', ...silent, bytes: await readClip('interlaced.mp4') },
  ];
}

async function readClip(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(`./clips/${name}`, import.meta.url)));
}
