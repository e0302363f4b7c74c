/** A part of a file with a length: a box of an MP4, or an element of a Matroska file. */
export interface MediaElement {
  /** Before its length (Matroska) or after it (MP4). */
  readonly name: Uint8Array;
  /** Size of its length field. */
  readonly lengthBytes: number;
  content: Uint8Array | MediaElement[];
  /** Written in place of its real length. */
  claimedLength?: number;
}

/** How a format writes its elements. */
export interface ElementFormat {
  parse(file: Uint8Array): MediaElement[];
  write(elements: readonly MediaElement[]): Uint8Array<ArrayBuffer>;
}

const boxesWithBoxes = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'edts',
  'mvex',
  'moof',
  'traf',
  'dinf',
  'udta',
  'mfra',
]);

/** MP4 and MOV. */
export const boxes: ElementFormat = {
  parse: parseBoxes,
  write: elements =>
    join(
      elements.flatMap(({ name, content, claimedLength }) => {
        const bytes = toBytes(content, boxes);
        const head = new Uint8Array(8);
        new DataView(head.buffer).setUint32(0, claimedLength ?? bytes.length + 8);
        head.set(name, 4);
        return [head, bytes];
      }),
    ),
};

function parseBoxes(file: Uint8Array): MediaElement[] {
  const elements: MediaElement[] = [];
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  for (let at = 0; at + 8 <= file.length; ) {
    const length = view.getUint32(at);
    // To the end of the file, or a length of eight bytes, which the clips have only at their end.
    const end = length < 8 ? file.length : Math.min(file.length, at + length);
    const name = file.slice(at + 4, at + 8);
    const bytes = file.slice(at + 8, end);
    const content = boxesWithBoxes.has(decode(name)) ? parseBoxes(bytes) : bytes;
    elements.push({ name, lengthBytes: 4, content });
    at = end;
  }
  return elements;
}

/** Segment, SeekHead, Seek, Info, Tracks, TrackEntry, Video, Audio, Cluster, BlockGroup, Cues, CuePoint, CueTrackPositions, Tags. */
const elementsWithElements = new Set(
  [
    '18538067',
    '114d9b74',
    '4dbb',
    '1549a966',
    '1654ae6b',
    'ae',
    'e0',
    'e1',
    '1f43b675',
    'a0',
    '1c53bb6b',
    'bb',
    'b7',
    '1254c367',
  ].map(hex => decode(Uint8Array.from(Buffer.from(hex, 'hex')))),
);

/** WebM and Matroska. */
export const ebml: ElementFormat = {
  parse: parseEbml,
  write: elements =>
    join(
      elements.flatMap(({ name, lengthBytes, content, claimedLength }) => {
        const bytes = toBytes(content, ebml);
        return [name, writeLength(claimedLength ?? bytes.length, lengthBytes), bytes];
      }),
    ),
};

function parseEbml(file: Uint8Array): MediaElement[] {
  const elements: MediaElement[] = [];
  for (let at = 0; at < file.length; ) {
    const nameBytes = countBytes(file[at]);
    const lengthBytes = countBytes(file[at + nameBytes]);
    const contentStart = at + nameBytes + lengthBytes;
    const length = readLength(file.subarray(at + nameBytes, contentStart));
    const end = Math.min(file.length, contentStart + length);
    const name = file.slice(at, at + nameBytes);
    const bytes = file.slice(contentStart, end);
    const content = elementsWithElements.has(decode(name)) ? parseEbml(bytes) : bytes;
    elements.push({ name, lengthBytes, content });
    at = Math.max(end, contentStart);
  }
  return elements;
}

/** The leading zeros of a number give its length in bytes. */
function countBytes(first = 0): number {
  return Math.min(8, Math.clz32(first) - 23);
}

function readLength(bytes: Uint8Array): number {
  const [first = 0, ...rest] = bytes;
  const value = rest.reduce((sum, byte) => sum * 256 + byte, first & (0xff >> bytes.length));
  const unknown = 2 ** (7 * bytes.length) - 1;
  return value === unknown ? Number.POSITIVE_INFINITY : value;
}

function writeLength(length: number, byteCount: number): Uint8Array {
  const most = 2 ** (7 * byteCount) - 1;
  let left = Math.min(length, most);
  const bytes = new Uint8Array(byteCount);
  for (let at = byteCount - 1; at >= 0; at--) {
    bytes[at] = left % 256;
    left = Math.floor(left / 256);
  }
  bytes[0] = (bytes[0] ?? 0) | (0x80 >> (byteCount - 1));
  return bytes;
}

function toBytes(content: MediaElement['content'], format: ElementFormat): Uint8Array {
  return content instanceof Uint8Array ? content : format.write(content);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

function decode(name: Uint8Array): string {
  return Buffer.from(name).toString('latin1');
}
