import type { MetadataTags } from 'mediabunny';
import {
  type Box,
  encodeText,
  extensionIds,
  findBox,
  joinBytes,
  listBoxes,
  makeBox,
  number32,
  number64,
  readHandler,
  readNumber32,
} from '../container/iso-boxes.ts';
import type { Chapter } from '../container/kept-parts.ts';
import { listedPerSecond } from '../container/movie-parts.ts';
import { listFreeTags, sourceTypeName, type VideoTags } from './video-tags.ts';
import { writeXmp } from './xmp.ts';

/** Versions and flags of a full box. */
const noFlags = number32(0);
/** Type of an item: UTF-8. */
const textType = number32(1);
const maxListedChapters = 255;
const maxListedBytes = 255;

/**
 * The tags of an MP4 that mediabunny writes. Those of an MP4 or MOV are not among them: their boxes are kept as they are.
 */
export function toMovieTags({ read, kept }: VideoTags): MetadataTags {
  if (kept.movie) return {};
  const { raw: _raw, images, ...tags } = read;
  const covers = images?.filter(({ mimeType }) => /^image\/(?:jpeg|png|bmp)$/.test(mimeType)) ?? [];
  return { ...tags, images: covers.map(image => ({ ...image, kind: 'coverFront' as const })) };
}

/**
 * Composes the boxes `meta` and `udta` of an MP4: those of its original, with marks and chapters.
 * @param moov index that mediabunny wrote, with the tags of other originals
 */
export function composeMovieTags(moov: Uint8Array, tags: VideoTags): Uint8Array[] {
  const { kept, chapters } = tags;
  const { metas, userData } = kept.movie ?? {
    metas: [],
    userData: listBoxes(findBox(moov, 'moov', 'udta') ?? new Uint8Array()),
  };
  const isMeta = ({ kind, content }: Box, handler: string) =>
    kind === 'meta' && getHandler(content) === handler;
  const others = userData.filter(
    box => !isMeta(box, 'mdir') && !isMeta(box, 'mdta') && (box.kind !== 'chpl' || chapters.length === 0),
  );
  const list = userData.find(box => isMeta(box, 'mdir'))?.content;
  // Keys stand beside the user data, so that their items come before the list's in readers that take the last.
  const keyed = [...metas, ...userData.filter(box => isMeta(box, 'mdta')).map(({ content }) => content)];
  const user = [
    ...others.map(({ kind, content }) => makeBox(kind, content)),
    ...(chapters.length > 0 ? [composeChapters(chapters)] : []),
    ...composeList(list, tags),
  ];
  return [...addKeys(keyed, tags), ...(user.length > 0 ? [makeBox('udta', ...user)] : [])];
}

/** An XMP packet for the end of the file: the original's, with marks. */
export function composeMovieXmp({ kept: { xmp }, marks }: VideoTags): Uint8Array[] {
  const packet = marks ? writeXmp(marks, xmp) : xmp && encodeText(xmp);
  return packet ? [makeBox('uuid', extensionIds.xmp, packet)] : [];
}

/** The boxes in a `meta`, which has version and flags in MP4, and none in QuickTime. */
function listInMeta(meta: Uint8Array): Box[] {
  const isPlain = String.fromCharCode(...meta.subarray(4, 8)) === 'hdlr';
  return listBoxes(isPlain ? meta : meta.subarray(noFlags.length));
}

function getHandler(meta: Uint8Array): string {
  return readHandler(listInMeta(meta).find(({ kind }) => kind === 'hdlr')?.content);
}

/** Nero's list of chapters, which most players read. */
function composeChapters(chapters: readonly Chapter[]): Uint8Array {
  const listed = chapters.slice(0, maxListedChapters).map(({ startSeconds, title }) => {
    const text = cutText(title);
    const start = number64(Math.round(startSeconds * listedPerSecond));
    return joinBytes([start, Uint8Array.of(text.length), text]);
  });
  return makeBox('chpl', Uint8Array.of(1, 0, 0, 0), number32(0), Uint8Array.of(listed.length), ...listed);
}

/** Whole letters of a title, as many as fit. */
function cutText(title: string): Uint8Array {
  const bytes = encodeText(title);
  let end = Math.min(bytes.length, maxListedBytes);
  // The later bytes of a letter begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/** The list of iTunes, with the comment and the program's name. */
function composeList(meta: Uint8Array | undefined, { marks, comment, software }: VideoTags): Uint8Array[] {
  if (!meta && !marks) return [];
  const boxes = meta ? listInMeta(meta) : [{ kind: 'hdlr', content: composeHandler('mdir') }];
  const own = marks ? { '©cmt': comment, '©too': software } : {};
  const items = listBoxes(boxes.find(({ kind }) => kind === 'ilst')?.content ?? new Uint8Array());
  const list = makeBox(
    'ilst',
    ...items.filter(({ kind }) => !(kind in own)).map(({ kind, content }) => makeBox(kind, content)),
    ...Object.entries(own).flatMap(([kind, text]) => (text ? [makeBox(kind, composeText(text))] : [])),
  );
  const others = boxes.filter(({ kind }) => kind !== 'ilst');
  return [makeBox('meta', noFlags, ...others.map(({ kind, content }) => makeBox(kind, content)), list)];
}

/** Free keys: those of the original, and the source type. They are in QuickTime's form, the only one that all readers know here. */
function addKeys(metas: readonly Uint8Array[], { kept, read, sourceType }: VideoTags): Uint8Array[] {
  const entries = kept.movie ? [] : listFreeTags(read);
  if (sourceType && !(sourceTypeName in (read.raw ?? {}))) entries.push([sourceTypeName, sourceType]);
  const keyed = metas.find(meta => getHandler(meta) === 'mdta');
  const others = metas.filter(meta => meta !== keyed || entries.length === 0);
  const written = others.map(meta => makeBox('meta', meta));
  if (entries.length === 0) return written;
  const boxes = keyed ? listInMeta(keyed) : emptyKeys;
  return [...written, makeBox('meta', ...extendKeys(boxes, entries))];
}

const emptyKeys: readonly Box[] = [
  { kind: 'hdlr', content: composeHandler('mdta') },
  { kind: 'keys', content: number64(0) },
  { kind: 'ilst', content: new Uint8Array() },
];

/** Adds keys and their items, whose kinds are the keys' numbers from 1 on. */
function extendKeys(boxes: readonly Box[], entries: readonly (readonly [string, string])[]): Uint8Array[] {
  const keys = boxes.find(({ kind }) => kind === 'keys')?.content ?? number64(0);
  const count = readNumber32(keys, 4);
  return boxes.map(({ kind, content }) => {
    if (kind === 'keys') {
      const added = entries.map(([key]) => makeBox('mdta', encodeText(key)));
      return makeBox(kind, noFlags, number32(count + entries.length), content.subarray(8), ...added);
    }
    if (kind !== 'ilst') return makeBox(kind, content);
    const added = entries.map(([, value], index) =>
      makeBox(String.fromCharCode(...number32(count + index + 1)), composeText(value)),
    );
    return makeBox(kind, content, ...added);
  });
}

function composeText(text: string): Uint8Array {
  return makeBox('data', textType, number32(0), encodeText(text));
}

function composeHandler(handler: 'mdir' | 'mdta'): Uint8Array {
  // Readers expect this maker for the list of iTunes.
  const maker = handler === 'mdir' ? 'appl' : '\0\0\0\0';
  const letters = encodeText(handler + maker);
  return joinBytes([number64(0), letters, number64(0), Uint8Array.of(0)]);
}
