import { makeClip } from './make-clip.ts';

/** Invalid videos, made from valid ones by changing bytes, with one fault each. */

/** The content's position of an MP4 box. */
interface Box {
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

/** A copy of an MP4 with the content of one box, given by its path (`moov/trak/mdia/mdhd`), changed. */
export function changeBox(
  file: Uint8Array,
  path: string,
  change: (content: DataView) => void,
): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(file);
  const { contentStart, end } = requireBox(copy, path);
  change(new DataView(copy.buffer, contentStart, end - contentStart));
  return copy;
}

/** A copy of an MP4 without one of its boxes. */
export function dropBox(file: Uint8Array, path: string): Uint8Array<ArrayBuffer> {
  return changeBox(file, path, content => {
    // Renamed to a box that readers skip, so that all offsets stay right.
    new Uint8Array(content.buffer, content.byteOffset - 4, 4).set(new TextEncoder().encode('free'));
  });
}

function claimSize(file: Uint8Array, path: string, bytes: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(file);
  new DataView(copy.buffer).setUint32(requireBox(copy, path).start, bytes);
  return copy;
}

/** A valid clip with a false index: one fault a file, by name. */
export async function makeHostileVideos(): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const clip = await makeClip();
  const mdia = 'moov/trak/mdia';
  const stbl = `${mdia}/minf/stbl`;
  const setDuration = (units: number) =>
    changeBox(clip, `${mdia}/mdhd`, content => writeMdhdDuration(content, units));
  const timescale = readMdhdTimescale(clip);
  return {
    'four hours and one second': setDuration(14_401 * timescale),
    '68 years': changeBox(clip, `${mdia}/mdhd`, content => {
      writeMdhdTimescale(content, 1);
      writeMdhdDuration(content, 0x7fffffff);
    }),
    'no index': dropBox(clip, 'moov'),
    'an index of no size': claimSize(clip, 'moov', 8),
    'a billion pictures by claim': changeBox(clip, `${stbl}/stts`, content =>
      content.setUint32(8, 0x0fffffff),
    ),
    'a billion picture sizes by claim': changeBox(clip, `${stbl}/stsz`, content =>
      content.setUint32(8, 0x0fffffff),
    ),
    'no chunk of pictures': changeBox(clip, `${stbl}/stco`, content => content.setUint32(4, 0)),
    'pictures far behind the end': changeBox(clip, `${stbl}/stco`, content =>
      content.setUint32(8, 0x7fffffff),
    ),
    '15,872 pixels wide in the index': setStoredSize(clip, 15_872, 15_872),
    'no width': setStoredSize(clip, 0, 96),
    '900 tracks': repeatTrack(clip, 900),
    '20,000 nested boxes': nestBoxes(20_000),
    'cut in the index': clip.slice(0, requireBox(clip, 'moov').start + 60),
    'cut before the first picture': clip.slice(0, requireBox(clip, 'mdat').contentStart + 10),
  };
}

function setStoredSize(file: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  return changeBox(file, 'moov/trak/mdia/minf/stbl/stsd', content => {
    // stsd: version, count, then the sample entry: 8 bytes of header and 24 before the size.
    content.setUint16(8 + 8 + 24, width);
    content.setUint16(8 + 8 + 26, height);
  });
}

function readMdhdTimescale(file: Uint8Array): number {
  const { contentStart } = requireBox(file, 'moov/trak/mdia/mdhd');
  const view = new DataView(file.buffer, file.byteOffset + contentStart);
  return view.getUint32(view.getUint8(0) === 1 ? 20 : 12);
}

function writeMdhdTimescale(content: DataView, timescale: number): void {
  content.setUint32(content.getUint8(0) === 1 ? 20 : 12, timescale);
}

function writeMdhdDuration(content: DataView, units: number): void {
  if (content.getUint8(0) === 1) content.setBigUint64(24, BigInt(units));
  else content.setUint32(16, units);
}

function repeatTrack(file: Uint8Array, times: number): Uint8Array<ArrayBuffer> {
  const moov = requireBox(file, 'moov');
  const track = requireBox(file, 'moov/trak');
  const trackBytes = file.slice(track.start, track.end);
  const parts = [
    file.slice(0, moov.end),
    ...Array<Uint8Array>(times - 1).fill(trackBytes),
    file.slice(moov.end),
  ];
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  new DataView(joined.buffer).setUint32(moov.start, moov.end - moov.start + (times - 1) * trackBytes.length);
  return joined;
}

function nestBoxes(depth: number): Uint8Array<ArrayBuffer> {
  const head = Uint8Array.from([0, 0, 0, 16, ...new TextEncoder().encode('ftypisom'), 0, 0, 0, 0]);
  const file = new Uint8Array(head.length + depth * 8);
  file.set(head);
  const view = new DataView(file.buffer);
  for (let level = 0; level < depth; level++) {
    const start = head.length + level * 8;
    view.setUint32(start, file.length - start);
    file.set(new TextEncoder().encode(level === 0 ? 'moov' : 'trak'), start + 4);
  }
  return file;
}

function requireBox(file: Uint8Array, path: string): Box {
  let inside: Box = { start: 0, contentStart: 0, end: file.length };
  for (const name of path.split('/')) {
    const found = [...listBoxes(file, inside)].find(box => nameOf(file, box) === name);
    if (!found) throw new Error(`The clip has no box ${path}.`);
    inside = found;
  }
  return inside;
}

function* listBoxes(file: Uint8Array, { contentStart, end }: Box): Generator<Box> {
  const view = new DataView(file.buffer, file.byteOffset);
  for (let start = contentStart; start + 8 <= end; ) {
    const short = view.getUint32(start);
    const size = short === 1 ? Number(view.getBigUint64(start + 8)) : short;
    yield { start, contentStart: start + (short === 1 ? 16 : 8), end: start + size };
    start += Math.max(size, 8);
  }
}

function nameOf(file: Uint8Array, box: Box): string {
  return new TextDecoder().decode(file.subarray(box.start + 4, box.start + 8));
}
