import { escapeVtt, printCue, type ShownCue } from '#shared/script/write-subtitles.ts';
import { encodeText, joinBytes } from './iso-boxes.ts';
import {
  fillRoom,
  findNode,
  elementIds as ids,
  listNodes,
  makeElement,
  type Node,
  toText,
} from './matroska-elements.ts';
import { findLanguageTag } from './track-language.ts';
import type { FilePiece, VideoContainer } from './video-file.ts';

/** mediabunny writes no BCP 47 tags: padding of a name, which is replaced by one. */
export const languageRoom = '\0'.repeat(40);

/**
 * Composes the languages of the tracks as BCP 47 tags (RFC 9559, 5.1.4.1.20), for those whose name ends with {@link languageRoom}.
 * @param header of the segment
 */
export function composeLanguages(header: Uint8Array, position: number): FilePiece[] {
  return listTracks(header).flatMap(track => {
    const name = findNode(track, ids.name);
    const tag = findLanguageTag(toText(findNode(track, ids.language)));
    if (!tag || !new TextDecoder().decode(name).endsWith(languageRoom)) return [];
    const headBytes = name.length < 127 ? 3 : 4;
    const at = name.byteOffset - header.byteOffset - headBytes;
    const named = makeElement(ids.name, encodeText(toText(name)));
    const labels = joinBytes([named, makeElement(ids.languageTag, encodeText(tag))]);
    return [{ data: fillRoom(labels, headBytes + name.length), position: position + at }];
  });
}

/**
 * mediabunny writes subtitles as `S_TEXT/WEBVTT`, which FFmpeg does not read, and which WebM has not. WebM gets its own WebVTT, Matroska
 * plain text, which every player reads: their codecs are replaced in room that is left for them.
 */
const codecs = { webm: 'D_WEBVTT/SUBTITLES', mkv: 'S_TEXT/UTF8' } as const;
const replacedCodec = 'S_TEXT/WEBVTT';
/** In the header, which becomes the codec's data. */
const codecRoom = '.'.repeat(40);
/** In place of two line ends: a block of WebM begins with the name and the settings of its cue, each in a row, here empty. */
const blockMark = '\u0001\u0001';
/** A block's track number, time and flags. */
const blockHeadBytes = 4;

/** WebVTT for mediabunny, which becomes the blocks of {@link codecs}. */
export function composeSubtitles(cues: readonly ShownCue[], container: VideoContainer): string {
  const clean = container === 'webm' ? escapeVtt : (row: string) => row.replaceAll('-->', '→');
  const mark = container === 'webm' ? blockMark : '';
  const printed = cues.map(({ rows: [first = '', ...rows], ...times }) =>
    printCue({ ...times, rows: [mark + first, ...rows] }, '.', clean),
  );
  return [`WEBVTT ${codecRoom}\n`, ...printed].join('\n');
}

/** @param header of the segment */
export function composeCodecs(header: Uint8Array, position: number, container: VideoContainer): FilePiece[] {
  if (container === 'mp4') return [];
  return listTracks(header).flatMap(track => {
    const codec = findNode(track, ids.codec);
    const data = findNode(track, ids.codecPrivate);
    if (toText(codec) !== replacedCodec || data.length < codecRoom.length) return [];
    // The data follows; the id and the size of the codec are a byte each.
    const at = codec.byteOffset - 2;
    const room = data.byteOffset + data.length - at;
    const written = makeElement(ids.codec, encodeText(codecs[container]));
    return [{ data: fillRoom(written, room), position: position + at - header.byteOffset }];
  });
}

/** @param numbers of the tracks with subtitles, of a WebM */
export function composeBlockHeads(
  cluster: Uint8Array,
  position: number,
  numbers: ReadonlySet<number>,
): FilePiece[] {
  if (numbers.size === 0) return [];
  return listNodes(findNode(listNodes(cluster), ids.cluster)).flatMap(({ id, content }) => {
    const block = id === ids.blockGroup ? findNode(listNodes(content), ids.block) : new Uint8Array();
    if (!numbers.has((block[0] ?? 0) & 0x7f)) return [];
    const at = block.byteOffset - cluster.byteOffset + blockHeadBytes;
    return [{ data: encodeText('\n\n'), position: position + at }];
  });
}

function listTracks(header: Uint8Array): Node[][] {
  const tracks = findNode(listNodes(findNode(listNodes(header), ids.segment)), ids.tracks);
  return listNodes(tracks).map(({ content }) => listNodes(content));
}
