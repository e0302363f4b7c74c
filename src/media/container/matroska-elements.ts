import { joinBytes, number32, number64 } from './iso-boxes.ts';
import type { FileBytes } from './video-file.ts';

/** What a track of subtitles says of itself. */
export const trackFieldIds = {
  trackNumber: 0xd7,
  name: 0x536e,
  language: 0x22b59c,
  languageTag: 0x22b59d,
  codec: 0x86,
  isDefault: 0x88,
  isForced: 0x55aa,
  isForDeaf: 0x55ab,
  isForBlind: 0x55ac,
  isDescription: 0x55ad,
  isCommentary: 0x55af,
  compression: 0x5034,
  compressionMethod: 0x4254,
  encryption: 0x5035,
} as const;

/** Elements of Matroska and WebM (RFC 9559). */
export const elementIds = {
  ...trackFieldIds,
  head: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  title: 0x7ba9,
  date: 0x4461,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  chapters: 0x1043a770,
  edition: 0x45b9,
  chapter: 0xb6,
  chapterUid: 0x73c4,
  chapterStart: 0x91,
  chapterEnd: 0x92,
  chapterDisplay: 0x80,
  chapterTitle: 0x85,
  chapterLanguage: 0x437c,
  attachments: 0x1941a469,
  attachment: 0x61a7,
  fileName: 0x466e,
  fileType: 0x4660,
  fileData: 0x465c,
  fileUid: 0x46ae,
  tags: 0x1254c367,
  tag: 0x7373,
  targets: 0x63c0,
  tagTrackUid: 0x63c5,
  tagEditionUid: 0x63c9,
  tagChapterUid: 0x63c4,
  tagFileUid: 0x63c6,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagText: 0x4487,
  checksum: 0xbf,
  void: 0xec,
  timestampScale: 0x2ad7b1,
  codecPrivate: 0x63a2,
  encodings: 0x6d80,
  encoding: 0x6240,
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
const maxOfAll = 10_000_000;
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
  return walk(file, outerOfAll, maxOfAll);
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

async function* walk(file: FileBytes, entered: readonly number[], maxElements: number) {
  if ((await readElement(file, 0, file.size))?.id !== elementIds.head) return;
  const open = [{ start: 0, end: file.size }];
  let count = 0;
  for (let level = open.at(-1); level && count < maxElements; level = open.at(-1), count++) {
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

/** The first few thousand bytes of an element's content. */
export function readContent(file: FileBytes, { start, end }: Element): Promise<Uint8Array> {
  return file.read(start, Math.min(end, start + most.readBytes));
}

/** @returns undefined where no element starts */
export async function readElement(file: FileBytes, at: number, until: number): Promise<Element | undefined> {
  if (at + 2 > until) return undefined;
  const element = readHead(await file.read(at, Math.min(at + 12, until)));
  if (!element) return undefined;
  const start = at + element.start;
  return { id: element.id, start, end: Math.min(until, start + element.size) };
}

/** @returns undefined where no element starts; a size that is unknown, as in a recording, is infinite */
function readHead(head: Uint8Array) {
  const idBytes = Math.clz32(head[0] ?? 0) - 23;
  const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
  if (idBytes > 4 || sizeBytes > 8 || idBytes + sizeBytes > head.length) return undefined;
  const start = idBytes + sizeBytes;
  const [first = 0, ...rest] = head.subarray(idBytes, start);
  const all = 2 ** (8 - sizeBytes) - 1;
  const isOpen = (first & all) === all && rest.every(byte => byte === 255);
  const size = isOpen ? Number.POSITIVE_INFINITY : toNumber([first & all, ...rest]);
  return { id: toNumber(head.subarray(0, idBytes)), start, size };
}

/** An element in memory. */
export type Node = { readonly id: number; readonly content: Uint8Array };

/** Consecutive elements, but for fillings and checksums, which a change would break. */
export function listNodes(bytes: Uint8Array): Node[] {
  const nodes: Node[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const head = readHead(bytes.subarray(at, at + 12));
    if (!head) break;
    const end = Math.min(bytes.length, at + head.start + head.size);
    if (head.id !== elementIds.checksum && head.id !== elementIds.void)
      nodes.push({ id: head.id, content: bytes.subarray(at + head.start, end) });
    at = end;
  }
  return nodes;
}

/** Content of the first element of an id; empty if there is none. */
export function findNode(nodes: readonly Node[], id: number): Uint8Array {
  return nodes.find(node => node.id === id)?.content ?? new Uint8Array();
}

export function makeElement(id: number, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const number = number32(id);
  const size = number64(content.reduce((sum, { length }) => sum + length, 0));
  // A size of eight bytes.
  size[0] = 1;
  return joinBytes([number.subarray(number.findIndex(byte => byte > 0)), size, ...content]);
}

/** Id and size of an element that says nothing. */
export const fillingHeadBytes = 9;

/** Puts parts where room was left for them. @param roomBytes at least {@link fillingHeadBytes} more than they take */
export function fillRoom(parts: Uint8Array, roomBytes: number): Uint8Array<ArrayBuffer> {
  const filling = new Uint8Array(roomBytes - parts.length - fillingHeadBytes);
  return joinBytes([parts, makeElement(elementIds.void, filling)]);
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
