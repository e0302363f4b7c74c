import { changeBox } from './hostile-videos.ts';
import { makeClip } from './make-clip.ts';

/** Files of a few kilobytes that take a reader minutes or endless time, made from valid ones. */

const tables = 'moov/trak/mdia/minf/stbl';
const fourBillion = 0xffffffff;

/** An MP4 with composition times for four billion frames. */
export async function makeEndlessOrder(): Promise<Uint8Array<ArrayBuffer>> {
  return changeBox(await makeClip(), `${tables}/ctts`, content => content.setUint32(8, fourBillion));
}

/** An MP4 with a chunk of four billion frames, which is scanned for each frame. */
export async function makeEndlessChunk(): Promise<Uint8Array<ArrayBuffer>> {
  return changeBox(await makeClip(), `${tables}/stsc`, content => content.setUint32(12, fourBillion));
}

/** A fragmented MP4 with a quarter of a billion equal frames. */
export async function makeEndlessFragment(): Promise<Uint8Array<ArrayBuffer>> {
  return changeBox(await makeClip({ fastStart: 'fragmented' }), 'moof/traf/trun', content => {
    content.setUint32(0, 0x000001);
    content.setUint32(4, 0x0fffffff);
  });
}

const clusterId = [0x1f, 0x43, 0xb6, 0x75] as const;

/** A Matroska file with an element without a readable size, found repeatedly at the same place. */
export async function makeEndlessMatroska(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await makeClip({ container: 'mkv' });
  file[findBytes(file, clusterId) + clusterId.length] = 0;
  return file;
}

/** A Matroska file whose cues all point at a row of empty clusters, which are scanned once for each frame and cue. */
export async function makeMisleadingCues(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await makeClip({ container: 'mkv' });
  const contentStart = findBytes(file, [0x18, 0x53, 0x80, 0x67]) + 10;
  const firstCluster = findBytes(file, clusterId);
  const makeCues = (position: number) =>
    makeElement(
      [0x1c, 0x53, 0xbb, 0x6b],
      Array.from({ length: 450 }, (_, cue) => makeCue(cue * 10, position)).flat(),
    );
  const position = file.length + makeCues(0).length - contentStart;
  const clusters = Array.from({ length: 600 }, () => [...clusterId, 0x83, 0xe7, 0x81, 0]).flat();
  const parts = [file.slice(0, firstCluster), makeCues(position), file.slice(firstCluster), clusters];
  const lying = Uint8Array.from(parts.flatMap(part => [...part]));
  // A size of six bytes, as its first one states.
  new DataView(lying.buffer).setUint32(contentStart - 4, lying.length - contentStart);
  return lying;
}

function makeCue(ms: number, position: number): number[] {
  const time = [0xb3, 0x82, ms >> 8, ms & 255];
  const place = [0xf7, 0x81, 1, 0xf1, 0x84, 0, 0, position >> 8, position & 255];
  return makeElement([0xbb], [...time, ...makeElement([0xb7], place)]);
}

/** An element of at most 16 kB. */
function makeElement(id: readonly number[], content: readonly number[]): number[] {
  return [...id, 0x40 | (content.length >> 8), content.length & 255, ...content];
}

function findBytes(file: Uint8Array, bytes: readonly number[]): number {
  return file.findIndex((_, at) => bytes.every((byte, index) => file[at + index] === byte));
}
