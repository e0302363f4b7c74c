import type { Chapter, KeptParts } from './kept-parts.ts';
import {
  type Element,
  findNode,
  elementIds as ids,
  listElements,
  listNodes,
  type Node,
  readContent,
  readElement,
  toNumber,
  toText,
} from './matroska-elements.ts';
import type { FileBytes } from './video-file.ts';

/** Fonts and covers are far smaller. */
const maxPartBytes = 2 ** 26;
/** Times of chapters are in nanoseconds. */
export const chapterTicksPerSecond = 1e9;
const { tags, chapters, attachments } = ids;
const parts: readonly number[] = [tags, chapters, attachments];
/** Dates are in nanoseconds since then. */
const epochMs = Date.UTC(2001, 0, 1);

/** Reads tags, chapters and attachments of a Matroska or WebM file as they are; nothing of other files. */
export async function readMatroskaParts(file: FileBytes): Promise<KeptParts> {
  const found = new Map<number, Element>();
  const places: number[] = [];
  let segmentStart = 0;
  let title: string | undefined;
  let createdAt: Date | undefined;
  for await (const element of listElements(file)) {
    const { id, start } = element;
    if (id === ids.segment) segmentStart = start;
    if (parts.includes(id)) found.set(start, element);
    if (id === ids.title) title = toText(await readContent(file, element));
    if (id === ids.date) createdAt = readDate(await readContent(file, element));
    // The index of parts that come after the pictures.
    if (id === ids.seek) places.push(...readPlaces(listNodes(await readContent(file, element))));
  }
  for (const place of places) {
    const element = await readElement(file, segmentStart + place, file.size);
    if (element && parts.includes(element.id)) found.set(element.start, element);
  }
  const nodes: Node[] = [];
  for (const { id, start, end } of found.values())
    if (end - start <= maxPartBytes) nodes.push({ id, content: await file.read(start, end) });
  const list = (id: number) =>
    nodes.filter(node => node.id === id).flatMap(({ content }) => listNodes(content));
  const matroska = { tags: list(tags), chapters: list(chapters), attachments: list(attachments) };
  return { title, createdAt, chapters: listChapters(matroska.chapters), matroska };
}

function readPlaces(seek: readonly Node[]): number[] {
  const isOfPart = parts.includes(toNumber(findNode(seek, ids.seekId)));
  return isOfPart ? [toNumber(findNode(seek, ids.seekPosition))] : [];
}

function readDate(ticks: Uint8Array): Date {
  return new Date(epochMs + Number(BigInt.asIntN(64, toBigInt(ticks)) / 1_000_000n));
}

function toBigInt(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

/** Of the first edition, without those inside others. */
function listChapters(editions: readonly Node[]): Chapter[] {
  return listNodes(findNode(editions, ids.edition))
    .filter(({ id }) => id === ids.chapter)
    .map(({ content }) => {
      const fields = listNodes(content);
      const startSeconds = toNumber(findNode(fields, ids.chapterStart)) / chapterTicksPerSecond;
      const display = listNodes(findNode(fields, ids.chapterDisplay));
      return { startSeconds, title: toText(findNode(display, ids.chapterTitle)) };
    });
}
