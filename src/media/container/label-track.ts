import { encodeText, findBox, joinBytes, listBoxes, makeBox, number32, readLanguage } from './iso-boxes.ts';
import { findLanguageTag } from './track-language.ts';

/** Where the name of a handler begins (ISO/IEC 14496-12, 8.4.3). */
const handlerNameAt = 24;

/**
 * Completes a track of an MP4 that mediabunny wrote: its name becomes that of its handler, which players that use FFmpeg show, and its
 * language gets its BCP 47 tag. An audio description gets its role.
 * @param track content of `trak`
 */
export function labelTrack(track: Uint8Array, isDescription: boolean): Uint8Array {
  const name = findBox(track, 'udta', 'name');
  const boxes = listBoxes(track).map(({ kind, content }) => {
    if (kind === 'udta' && isDescription) return makeBox(kind, content, role);
    return makeBox(kind, kind === 'mdia' ? labelMedia(content, name) : content);
  });
  return joinBytes(boxes);
}

/** What the track is (8.10.4), of the scheme that FFmpeg reads (ISO/IEC 23009-1, 5.8.5.5). */
const role = makeBox('kind', number32(0), encodeText('urn:mpeg:dash:role:2011\0description\0'));

function labelMedia(media: Uint8Array, name: Uint8Array | undefined): Uint8Array {
  const boxes = listBoxes(media).flatMap(({ kind, content }) => {
    if (kind === 'hdlr' && name)
      return [makeBox(kind, content.subarray(0, handlerNameAt), name, Uint8Array.of(0))];
    const box = makeBox(kind, content);
    return kind === 'mdhd' ? [box, ...makeLanguageBoxes(readLanguage(content))] : [box];
  });
  return joinBytes(boxes);
}

/** The extended language of a track (8.4.6); none if it is unknown. @param language ISO 639-2/T */
export function makeLanguageBoxes(language: string): Uint8Array[] {
  const tag = findLanguageTag(language);
  return tag === undefined ? [] : [makeBox('elng', number32(0), encodeText(`${tag}\0`))];
}
