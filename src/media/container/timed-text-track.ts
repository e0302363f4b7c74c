import type { ShownCue } from '#shared/script/write-subtitles.ts';
import {
  boxHeadBytes,
  findBox,
  joinBytes,
  makeBox,
  number16,
  number32,
  number64,
  readNumber32,
} from './iso-boxes.ts';
import type { FilePiece } from './video-file.ts';

export interface TimedTextRequest {
  /** In order of time. */
  readonly cues: readonly ShownCue[];
  /** ISO 639-2/T. */
  readonly language: string;
}

/** Times are in milliseconds. */
const timescale = 1000;

/**
 * Adds subtitles to an MP4 with its index at the end, as timed text of 3GPP TS 26.245, which most players read; few read
 * mediabunny's WebVTT in MP4.
 * @param moov the file's index (ISO/IEC 14496-12) and its position
 * @returns its replacement: a longer index followed by the texts
 */
export function addTimedText(moov: FilePiece, request: TimedTextRequest): FilePiece[] {
  const { texts, durations } = placeTexts(request.cues);
  if (texts.length === 0) return [];
  const compose = (textsAt: number) => composeMovie(moov.data, request.language, texts, durations, textsAt);
  const textsAt = moov.position + compose(0).length + boxHeadBytes;
  const movie = compose(textsAt);
  return [{ data: joinBytes([movie, makeBox('mdat', ...texts)]), position: moov.position }];
}

/** Texts with durations, and an empty one for each gap. */
function placeTexts(cues: readonly ShownCue[]) {
  const texts: Uint8Array[] = [];
  const durations: number[] = [];
  let at = 0;
  const add = (text: string, until: number) => {
    if (until <= at) return;
    const bytes = new TextEncoder().encode(text);
    texts.push(joinBytes([number16(bytes.length), bytes]));
    durations.push(until - at);
    at = until;
  };
  for (const [index, { rows, startSeconds, endSeconds }] of cues.entries()) {
    const next = cues[index + 1]?.startSeconds ?? Number.POSITIVE_INFINITY;
    add('', Math.round(startSeconds * timescale));
    add(rows.join('\n'), Math.round(Math.min(endSeconds, next) * timescale));
  }
  // Otherwise players show the last text until the end.
  if (texts.length > 0) add('', at + 1);
  return { texts, durations };
}

function composeMovie(
  moov: Uint8Array,
  language: string,
  texts: readonly Uint8Array[],
  durations: readonly number[],
  textsAt: number,
): Uint8Array<ArrayBuffer> {
  const content = moov.slice(boxHeadBytes);
  const header = findBox(content, 'mvhd');
  if (!header) throw new Error('The file has no head.');
  // The header ends with the next free track number.
  const nextTrackAt = header.length - 4;
  const track = readNumber32(header, nextTrackAt);
  header.set(number32(track + 1), nextTrackAt);
  // Version 1 has 64-bit times before its timescale.
  const movieScale = readNumber32(header, header[0] === 1 ? 20 : 12);
  const shownMs = durations.reduce((sum, duration) => sum + duration, 0);
  const head = composeTrackHead(track, Math.round((shownMs / timescale) * movieScale));
  const media = composeMedia(language, texts, durations, textsAt, shownMs);
  return makeBox('moov', content, makeBox('trak', head, media));
}

/** In the file, but not shown unless selected. */
const inMovie = 2;
/** Only one track of the group is shown at a time. */
const subtitleGroup = 3;

function composeTrackHead(track: number, duration: number): Uint8Array {
  return makeBox(
    'tkhd',
    number32(inMovie),
    number32(0),
    number32(0),
    number32(track),
    number32(0),
    number32(duration),
    number64(0),
    number16(0),
    number16(subtitleGroup),
    number32(0),
    ...[0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(number32),
    number64(0),
  );
}

function composeMedia(
  language: string,
  texts: readonly Uint8Array[],
  durations: readonly number[],
  textsAt: number,
  shownMs: number,
): Uint8Array {
  const letters = [...language].map(letter => letter.charCodeAt(0) - 0x60);
  const packed = letters.reduce((sum, letter) => (sum << 5) | letter, 0);
  const times = [number32(0), number32(0), number32(0), number32(timescale), number32(shownMs)];
  const name = new TextEncoder().encode('Subtitles\0');
  const kind = new TextEncoder().encode('sbtl');
  const here = makeBox('url ', number32(1));
  const reference = makeBox('dinf', makeBox('dref', number32(0), number32(1), here));
  const table = makeBox(
    'stbl',
    makeBox('stsd', number32(0), number32(1), composeTextEntry()),
    makeBox(
      'stts',
      number32(0),
      number32(durations.length),
      ...durations.flatMap(each => [number32(1), number32(each)]),
    ),
    makeBox('stsc', number32(0), number32(1), number32(1), number32(texts.length), number32(1)),
    makeBox(
      'stsz',
      number32(0),
      number32(0),
      number32(texts.length),
      ...texts.map(({ length }) => number32(length)),
    ),
    makeBox('co64', number32(0), number32(1), number64(textsAt)),
  );
  return makeBox(
    'mdia',
    makeBox('mdhd', ...times, number16(packed), number16(0)),
    makeBox('hdlr', number32(0), number32(0), kind, number64(0), number32(0), name),
    makeBox('minf', makeBox('nmhd', number32(0)), reference, table),
  );
}

/** White text, bottom centre, as players expect. */
function composeTextEntry(): Uint8Array {
  const white = Uint8Array.of(255, 255, 255, 255);
  const style = joinBytes([number16(0), number16(0), number16(1), Uint8Array.of(0, 18), white]);
  const font = new TextEncoder().encode('Sans-Serif');
  const fonts = makeBox('ftab', number16(1), number16(1), Uint8Array.of(font.length), font);
  const centredBelow = Uint8Array.of(1, 255);
  const clear = Uint8Array.of(0, 0, 0, 0);
  return makeBox(
    'tx3g',
    number32(0),
    number16(0),
    number16(1),
    number32(0),
    centredBelow,
    clear,
    number64(0),
    style,
    fonts,
  );
}
