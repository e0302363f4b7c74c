import { encodeText, joinBytes } from './iso-boxes.ts';
import {
  fillRoom,
  findNode,
  elementIds as ids,
  listNodes,
  makeElement,
  toText,
} from './matroska-elements.ts';
import { findLanguageTag } from './track-language.ts';
import type { FilePiece } from './video-file.ts';

/** mediabunny writes no BCP 47 tags: padding of a name, which is replaced by one. */
export const languageRoom = '\0'.repeat(40);

/**
 * Composes the languages of the tracks as BCP 47 tags (RFC 9559, 5.1.4.1.20), for those whose name ends with {@link languageRoom}.
 * @param header of the segment
 */
export function composeLanguages(header: Uint8Array, position: number): FilePiece[] {
  const tracks = listNodes(findNode(listNodes(findNode(listNodes(header), ids.segment)), ids.tracks));
  return tracks.flatMap(({ content }) => {
    const track = listNodes(content);
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
