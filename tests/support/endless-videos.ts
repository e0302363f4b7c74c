import { changeBox } from './hostile-videos.ts';
import { makeClip } from './make-clip.ts';

/** Files of a few kilobytes that keep a reader busy for minutes or for ever, made from good ones. */

const tables = 'moov/trak/mdia/minf/stbl';
const fourBillion = 0xffffffff;

/** An MP4 that gives four billion pictures their place in the order. */
export async function makeEndlessOrder(): Promise<Uint8Array<ArrayBuffer>> {
  return changeBox(await makeClip(), `${tables}/ctts`, content => content.setUint32(8, fourBillion));
}

/** An MP4 with a chunk of four billion pictures, which are gone through for each picture that is looked up. */
export async function makeEndlessChunk(): Promise<Uint8Array<ArrayBuffer>> {
  return changeBox(await makeClip(), `${tables}/stsc`, content => content.setUint32(12, fourBillion));
}

/** An MP4 in pieces, of which one lists a quarter of a billion pictures that are all alike. */
export async function makeEndlessFragment(): Promise<Uint8Array<ArrayBuffer>> {
  return changeBox(await makeClip({ fastStart: 'fragmented' }), 'moof/traf/trun', content => {
    content.setUint32(0, 0x000001);
    content.setUint32(4, 0x0fffffff);
  });
}

const clusterId = [0x1f, 0x43, 0xb6, 0x75] as const;

/** A Matroska file with an element of no readable size, which the reader finds again and again at the same place. */
export async function makeEndlessMatroska(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await makeClip({ container: 'mkv' });
  const cluster = file.findIndex((_, at) => clusterId.every((byte, index) => file[at + index] === byte));
  file[cluster + clusterId.length] = 0;
  return file;
}
