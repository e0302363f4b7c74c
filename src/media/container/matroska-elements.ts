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
} as const;

const { segment, seekHead, info, tracks, track } = elementIds;
const outer: readonly number[] = [segment, seekHead, info, tracks, track];
/** Far more than a file has before its first pictures; the read elements are smaller. */
const most = { elements: 5000, readBytes: 4096 } as const;

export interface Element {
  readonly id: number;
  /** Offset of the content in the file. */
  readonly start: number;
  readonly end: number;
}

/** The elements before the first pictures, parents first; none for other files. */
export async function* listElements(file: FileBytes): AsyncGenerator<Element> {
  if ((await readElement(file, 0, file.size))?.id !== elementIds.head) return;
  const open = [{ start: 0, end: file.size }];
  let count = 0;
  for (let level = open.at(-1); level && count < most.elements; level = open.at(-1), count++) {
    const element = await readElement(file, level.start, level.end);
    if (element?.id === elementIds.cluster) return;
    if (!element) {
      open.pop();
      continue;
    }
    level.start = element.end;
    if (outer.includes(element.id)) open.push({ start: element.start, end: element.end });
    yield element;
  }
}

/** The title of a Matroska or WebM file outside its tags; undefined if there is none. */
export async function readMatroskaTitle(file: FileBytes): Promise<string | undefined> {
  // Texts may be padded with zeros.
  for await (const element of listElements(file))
    if (element.id === elementIds.title)
      return new TextDecoder().decode(await readContent(file, element)).split('\0')[0];
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

function toNumber(bytes: Iterable<number>): number {
  let number = 0;
  for (const byte of bytes) number = number * 256 + byte;
  return number;
}
