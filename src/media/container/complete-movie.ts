import type { ShownCue } from '#shared/script/write-subtitles.ts';
import {
  boxHeadBytes,
  encodeText,
  epochSeconds,
  findBox,
  joinBytes,
  listBoxes,
  makeBox,
  number16,
  number32,
  number64,
  readHandler,
  readLanguage,
  readNumber32,
  readScale,
} from './iso-boxes.ts';
import { findLanguageTag, readTrackNumber } from './tracks.ts';

interface TimedTextTrack {
  readonly kind: 'subtitles' | 'chapters';
  /** In order of time; chapters follow each other without gaps. */
  readonly cues: readonly ShownCue[];
  /** ISO 639-2/T. */
  readonly language: string;
}

export interface MovieAdditions {
  readonly tracks: readonly TimedTextTrack[];
  /** The numbers of the tracks that are audio descriptions; these have names. */
  readonly descriptions: ReadonlySet<number>;
  /** Whole boxes for the index, instead of its `udta`. */
  readonly boxes: readonly Uint8Array[];
  /** Whole boxes for the end of the file. */
  readonly after: readonly Uint8Array[];
  readonly createdAt: Date | undefined;
}

const timescale = 1000;

type PlacedTexts = ReturnType<typeof placeTexts>;

/**
 * Completes an MP4 with its index at the end: with boxes, and with texts as timed text of 3GPP TS 26.245, which most players read; few
 * read mediabunny's WebVTT in MP4.
 * @param moov the file's index (ISO/IEC 14496-12)
 * @param position of the index
 * @returns its replacement: a longer index followed by the texts and boxes after them
 */
export function completeMovie(
  moov: Uint8Array,
  position: number,
  additions: MovieAdditions,
): Uint8Array<ArrayBuffer> {
  const placed = additions.tracks.filter(({ cues }) => cues.length > 0).map(placeTexts);
  const compose = (textsAt: number) => composeMovie(moov, placed, additions, textsAt);
  const movie = compose(position + compose(0).length + boxHeadBytes);
  const texts = placed.flatMap(each => each.texts);
  const data = texts.length > 0 ? [movie, makeBox('mdat', ...texts)] : [movie];
  return joinBytes([...data, ...additions.after]);
}

/** Texts with durations; subtitles with an empty one for each gap. */
function placeTexts(track: TimedTextTrack) {
  const { cues, kind } = track;
  const texts: Uint8Array[] = [];
  const durations: number[] = [];
  const delayMs = kind === 'chapters' ? Math.round((cues[0]?.startSeconds ?? 0) * timescale) : 0;
  let at = delayMs;
  const add = (text: string, until: number) => {
    if (until <= at) return;
    const bytes = encodeText(text);
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
  if (texts.length > 0 && kind === 'subtitles') add('', at + 1);
  return { track, texts, durations, delayMs };
}

function composeMovie(
  moov: Uint8Array,
  placed: readonly PlacedTexts[],
  { boxes, createdAt, descriptions }: MovieAdditions,
  textsAt: number,
): Uint8Array<ArrayBuffer> {
  const content = moov.slice(boxHeadBytes);
  const header = findBox(content, 'mvhd');
  if (!header) throw new Error('The file has no head.');
  if (createdAt) {
    const seconds = Math.round(createdAt.getTime() / 1000) + epochSeconds;
    header.set(header[0] === 1 ? number64(seconds) : number32(seconds), 4);
  }
  // The header ends with the next free track number.
  const nextTrackAt = header.length - 4;
  const firstTrack = readNumber32(header, nextTrackAt);
  header.set(number32(firstTrack + placed.length), nextTrackAt);
  let at = textsAt;
  const tracks = placed.map((each, index) => {
    const track = composeTrack(each, firstTrack + index, readScale(header), at);
    at += each.texts.reduce((sum, { length }) => sum + length, 0);
    return track;
  });
  const chapters = placed.findIndex(({ track }) => track.kind === 'chapters');
  const kept = listBoxes(content)
    .filter(({ kind }) => kind !== 'udta')
    .map(({ kind, content: inner }) => {
      if (kind !== 'trak') return makeBox(kind, inner);
      const hasChapters = chapters >= 0 && readHandler(findBox(inner, 'mdia', 'hdlr')) === 'vide';
      const chapterTrack = makeBox('chap', number32(firstTrack + chapters));
      const labelled = labelTrack(inner, descriptions.has(readTrackNumber(inner)));
      return makeBox('trak', labelled, ...(hasChapters ? [makeBox('tref', chapterTrack)] : []));
    });
  return makeBox('moov', ...kept, ...tracks, ...boxes);
}

/** In the file, but not shown unless selected. */
const inMovie = 2;
/** Only one track of the group is shown at a time. */
const subtitleGroup = 3;

/** @param movieScale the file's times a second */
function composeTrack(placed: PlacedTexts, number: number, movieScale: number, at: number): Uint8Array {
  const { track, delayMs } = placed;
  const shownMs = placed.durations.reduce((sum, duration) => sum + duration, 0);
  const toScale = (ms: number) => Math.round((ms / timescale) * movieScale);
  const isSubtitle = track.kind === 'subtitles';
  const head = makeBox(
    'tkhd',
    numbers32(isSubtitle ? inMovie : 0, 0, 0, number, 0, toScale(shownMs + delayMs)),
    number64(0),
    number16(0),
    number16(isSubtitle ? subtitleGroup : 0),
    number32(0),
    matrix,
    number64(0),
  );
  const once = 0x10000;
  const delay = numbers32(0, 2, toScale(delayMs), 0xffffffff, once, toScale(shownMs), 0, once);
  const edits = delayMs > 0 ? [makeBox('edts', makeBox('elst', delay))] : [];
  return makeBox('trak', head, ...edits, composeMedia(placed, at, shownMs));
}

/** No rotation or scaling. */
const matrix = numbers32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function composeMedia({ track, texts, durations }: PlacedTexts, textsAt: number, shownMs: number) {
  const isSubtitle = track.kind === 'subtitles';
  const letters = [...track.language].map(letter => letter.charCodeAt(0) - 0x60);
  const packed = letters.reduce((sum, letter) => (sum << 5) | letter, 0);
  const times = numbers32(0, 0, 0, timescale, shownMs);
  const name = encodeText(isSubtitle ? 'Subtitles\0' : 'Chapters\0');
  const kind = encodeText(isSubtitle ? 'sbtl' : 'text');
  const here = makeBox('url ', number32(1));
  const reference = makeBox('dinf', makeBox('dref', numbers32(0, 1), here));
  const table = makeBox(
    'stbl',
    makeBox('stsd', numbers32(0, 1), composeTextEntry(isSubtitle ? 'tx3g' : 'text')),
    makeBox('stts', numbers32(0, durations.length, ...durations.flatMap(each => [1, each]))),
    makeBox('stsc', numbers32(0, 1, 1, texts.length, 1)),
    makeBox('stsz', numbers32(0, 0, texts.length, ...texts.map(({ length }) => length))),
    makeBox('co64', numbers32(0, 1), number64(textsAt)),
  );
  return makeBox(
    'mdia',
    makeBox('mdhd', times, number16(packed), number16(0)),
    ...makeLanguageBoxes(track.language),
    makeBox('hdlr', numbers32(0, 0), kind, numbers32(0, 0, 0), name),
    makeBox('minf', isSubtitle ? makeBox('nmhd', number32(0)) : composeTextHead(), reference, table),
  );
}

/** Of QuickTime, as players expect for chapters. */
function composeTextHead(): Uint8Array {
  const copying = number16(0x40);
  const grey = number16(0x8000);
  const head = makeBox('gmin', number32(0), copying, grey, grey, grey, number32(0));
  return makeBox('gmhd', head, makeBox('text', matrix));
}

/** White text, bottom centre, as players expect. */
function composeTextEntry(kind: 'tx3g' | 'text'): Uint8Array {
  const white = Uint8Array.of(255, 255, 255, 255);
  const style = joinBytes([number16(0), number16(0), number16(1), Uint8Array.of(0, 18), white]);
  const font = encodeText('Sans-Serif');
  const fonts = makeBox('ftab', number16(1), number16(1), Uint8Array.of(font.length), font);
  const centredBelow = Uint8Array.of(1, 255);
  const clear = Uint8Array.of(0, 0, 0, 0);
  return makeBox(kind, numbers32(0, 1, 0), centredBelow, clear, number64(0), style, fonts);
}

/** Where the name of a handler begins (ISO/IEC 14496-12, 8.4.3). */
const handlerNameAt = 24;

/**
 * Completes a track of an MP4 that mediabunny wrote: its name becomes that of its handler, which players that use FFmpeg show, and its
 * language gets its BCP 47 tag. An audio description gets its role.
 * @param track content of `trak`
 */
function labelTrack(track: Uint8Array, isDescription: boolean): Uint8Array {
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
function makeLanguageBoxes(language: string): Uint8Array[] {
  const tag = findLanguageTag(language);
  return tag === undefined ? [] : [makeBox('elng', number32(0), encodeText(`${tag}\0`))];
}

function numbers32(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  return joinBytes(values.map(number32));
}
