import type { FileBytes } from './video-file.ts';

/** Elements of Matroska and WebM (RFC 9559). */
export const elementIds = {
  head: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  info: 0x1549a966,
  title: 0x7ba9,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  chapters: 0x1043a770,
  timestampScale: 0x2ad7b1,
  trackNumber: 0xd7,
  name: 0x536e,
  language: 0x22b59c,
  languageTag: 0x22b59d,
  codec: 0x86,
  isDefault: 0x88,
  isForced: 0x55aa,
  isDescription: 0x55ad,
  encodings: 0x6d80,
  encoding: 0x6240,
  compression: 0x5034,
  compressionMethod: 0x4254,
  encryption: 0x5035,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
} as const;

const { segment, seekHead, info, tracks, track } = elementIds;
const outer: readonly number[] = [segment, seekHead, info, tracks, track];
const { cluster, encodings, encoding, compression, blockGroup } = elementIds;
const outerOfAll: readonly number[] = [...outer, encodings, encoding, compression, cluster, blockGroup];
/** Far more than a file has before its first pictures; the read elements are smaller. */
const most = { elements: 5000, readBytes: 4096 } as const;
/** Four hours of pictures and sound have a third of it. */
const mostOfAll = 10_000_000;
/** Bytes read at a time, where elements follow each other. */
const aheadBytes = 2 ** 20;

export interface Element {
  readonly id: number;
  /** Offset of the content in the file. */
  readonly start: number;
  readonly end: number;
}

/** The elements before the first pictures, parents first; none for other files. */
export function listElements(file: FileBytes): AsyncGenerator<Element> {
  return walk(file, outer, most.elements);
}

/** All elements of a file, also those of its pictures and sounds. Reads it once from start to end. */
export function listAllElements(file: FileBytes): AsyncGenerator<Element> {
  return walk(file, outerOfAll, mostOfAll);
}

/** Reads more than is asked for, and keeps it for the next read. */
export function readAhead(file: FileBytes): FileBytes {
  let from = 0;
  let held: Uint8Array = new Uint8Array();
  return {
    size: file.size,
    async read(start, end) {
      if (start < from || end > from + held.length) {
        held = await file.read(start, Math.min(file.size, Math.max(end, start + aheadBytes)));
        from = start;
      }
      return held.subarray(start - from, end - from);
    },
  };
}

async function* walk(
  file: FileBytes,
  entered: readonly number[],
  mostElements: number,
): AsyncGenerator<Element> {
  if ((await readElement(file, 0, file.size))?.id !== elementIds.head) return;
  const open = [{ start: 0, end: file.size }];
  let count = 0;
  for (let level = open.at(-1); level && count < mostElements; level = open.at(-1), count++) {
    const element = await readElement(file, level.start, level.end);
    if (element?.id === cluster && !entered.includes(cluster)) return;
    if (!element) {
      open.pop();
      continue;
    }
    level.start = element.end;
    if (entered.includes(element.id)) open.push({ start: element.start, end: element.end });
    yield element;
  }
}

/** The title of a Matroska or WebM file outside its tags; undefined if there is none. */
export async function readMatroskaTitle(file: FileBytes): Promise<string | undefined> {
  for await (const element of listElements(file))
    if (element.id === elementIds.title) return toText(await readContent(file, element));
  return undefined;
}

/** The first few thousand bytes of an element's content. */
export function readContent(file: FileBytes, { start, end }: Element): Promise<Uint8Array> {
  return file.read(start, Math.min(end, start + most.readBytes));
}

/** @returns undefined where no element starts */
async function readElement(file: FileBytes, at: number, until: number): Promise<Element | undefined> {
  if (at + 2 > until) return undefined;
  const head = await file.read(at, Math.min(at + 12, until));
  const idBytes = Math.clz32(head[0] ?? 0) - 23;
  const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
  if (idBytes > 4 || sizeBytes > 8 || idBytes + sizeBytes > head.length) return undefined;
  const start = at + idBytes + sizeBytes;
  const [first = 0, ...rest] = head.subarray(idBytes, start - at);
  const all = 2 ** (8 - sizeBytes) - 1;
  // All ones: unknown length, as in a recording.
  const isOpen = (first & all) === all && rest.every(byte => byte === 255);
  const size = toNumber([first & all, ...rest]);
  return {
    id: toNumber(head.subarray(0, idBytes)),
    start,
    end: isOpen ? until : Math.min(until, start + size),
  };
}

/** Texts may be padded with zeros. */
export function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).split('\0', 1)[0] ?? '';
}

export function toNumber(bytes: Iterable<number>): number {
  let number = 0;
  for (const byte of bytes) number = number * 256 + byte;
  return number;
}
