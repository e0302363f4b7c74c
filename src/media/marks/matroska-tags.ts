import type { MetadataTags } from 'mediabunny';
import { encodeText, joinBytes, number32, number64 } from '../container/iso-boxes.ts';
import {
  findNode,
  elementIds as ids,
  listNodes,
  makeElement,
  type Node,
  toNumber,
  toText,
} from '../container/matroska-elements.ts';
import { chapterTicksPerSecond } from '../container/matroska-parts.ts';
import { listFreeTags, type VideoTags } from './video-tags.ts';

/**
 * Composes the tags, chapters and attachments of a Matroska or WebM file: those of its original, with marks. Tags of the original's
 * tracks, such as statistics, are not kept.
 */
export function composeMatroskaParts(tags: VideoTags): Uint8Array {
  const parts = [
    [ids.tags, composeTags(tags)],
    [ids.chapters, composeChapters(tags)],
    [ids.attachments, composeAttachments(tags)],
  ] as const;
  return joinBytes(parts.flatMap(([id, inner]) => (inner.length > 0 ? [makeElement(id, ...inner)] : [])));
}

function composeTags({ read, kept, marks, comment, software, sourceType }: VideoTags): Uint8Array[] {
  const own = new Map<string, string | undefined>([
    ['TITLE', kept.title && read.title],
    ['CREATION_TIME', kept.createdAt?.toISOString()],
    ...(marks
      ? ([
          ['COMMENT', comment],
          ['ENCODER', software],
          ['DIGITALSOURCETYPE', sourceType],
          ['DATE_ENCODED', marks.madeAt.replace('T', ' ').replace('Z', '')],
        ] as const)
      : []),
  ]);
  const originals =
    kept.matroska?.tags ?? listTags(read).map(each => ({ id: ids.tag, content: composeTag([each]) }));
  const named = [...own].flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return [
    ...originals.flatMap(tag => keepTag(tag, new Set(named.map(([name]) => name)))),
    ...(named.length > 0 ? [makeElement(ids.tag, composeTag(named))] : []),
  ];
}

/** Names of mediabunny's tags. */
function listTags(read: MetadataTags): (readonly [string, string])[] {
  const { title, description, artist, album, albumArtist, genre, lyrics, comment, date } = read;
  const texts = {
    TITLE: title,
    DESCRIPTION: description,
    ARTIST: artist,
    ALBUM: album,
    ALBUM_ARTIST: albumArtist,
    GENRE: genre,
    LYRICS: lyrics,
    COMMENT: comment,
    DATE: date?.toISOString().slice(0, 10),
  };
  return [
    ...Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text] as const] : [])),
    ...listFreeTags(read),
  ];
}

function composeTag(texts: readonly (readonly [string, string])[]): Uint8Array<ArrayBuffer> {
  const simple = texts.map(([name, text]) =>
    makeElement(
      ids.simpleTag,
      makeElement(ids.tagName, encodeText(name)),
      makeElement(ids.tagText, encodeText(text)),
    ),
  );
  return joinBytes([makeElement(ids.targets), ...simple]);
}

const partUids: readonly number[] = [ids.tagTrackUid, ids.tagEditionUid, ids.tagChapterUid, ids.tagFileUid];

/** @param replaced names of texts of the whole file that are written anew */
function keepTag({ content }: Node, replaced: ReadonlySet<string>): Uint8Array[] {
  const fields = listNodes(content);
  const targets = listNodes(findNode(fields, ids.targets));
  if (targets.some(({ id }) => id === ids.tagTrackUid)) return [];
  const isOfPart = targets.some(({ id }) => partUids.includes(id));
  const isReplaced = ({ id, content: inner }: Node) =>
    id === ids.simpleTag && replaced.has(toText(findNode(listNodes(inner), ids.tagName)).toUpperCase());
  const kept = fields.filter(field => isOfPart || !isReplaced(field));
  return [makeElement(ids.tag, ...kept.map(({ id, content: inner }) => makeElement(id, inner)))];
}

const chapterParents: readonly number[] = [ids.edition, ids.chapter];
const chapterTimes: readonly number[] = [ids.chapterStart, ids.chapterEnd];

/** Those of the original at their new times, or an edition of others. */
function composeChapters({ kept, chapters, toNewSeconds }: VideoTags): Uint8Array[] {
  const shift = ({ id, content }: Node): Uint8Array => {
    if (chapterParents.includes(id)) return makeElement(id, ...listNodes(content).map(shift));
    if (!chapterTimes.includes(id)) return makeElement(id, content);
    return makeElement(id, toTicks(toNewSeconds(toNumber(content) / chapterTicksPerSecond)));
  };
  if (kept.matroska) return kept.matroska.chapters.map(shift);
  if (chapters.length === 0) return [];
  const made = chapters.map(({ startSeconds, title }, index) =>
    makeElement(
      ids.chapter,
      makeElement(ids.chapterUid, number32(index + 1)),
      makeElement(ids.chapterStart, toTicks(startSeconds)),
      makeElement(
        ids.chapterDisplay,
        makeElement(ids.chapterTitle, encodeText(title)),
        makeElement(ids.chapterLanguage, encodeText('und')),
      ),
    ),
  );
  return [makeElement(ids.edition, ...made)];
}

function toTicks(seconds: number): Uint8Array {
  return number64(Math.round(seconds * chapterTicksPerSecond));
}

function composeAttachments({ kept, read }: VideoTags): Uint8Array[] {
  if (kept.matroska) return kept.matroska.attachments.map(({ id, content }) => makeElement(id, content));
  return (read.images ?? []).map(({ data, mimeType }, index) =>
    makeElement(
      ids.attachment,
      makeElement(ids.fileName, encodeText(`cover.${mimeType.replace(/^.*\//, '')}`)),
      makeElement(ids.fileType, encodeText(mimeType)),
      makeElement(ids.fileData, data),
      makeElement(ids.fileUid, number32(index + 1)),
    ),
  );
}
