import { type Box, findBox, listBoxes, makeBox, number32, readNumber32 } from './iso-boxes.ts';
import { joinSampleTables, type SampleTablePart } from './join-sample-tables.ts';

/** A part of an MP4 that was written as a file of its own. */
export interface MoviePart {
  /** What is in its list of contents (`moov` of ISO/IEC 14496-12). */
  readonly moov: Uint8Array;
  /** Where the part begins in the whole file: its list counts from there. */
  readonly position: number;
  /** When the first coded piece of each track is heard or seen, in seconds of the whole, by the track's number. */
  readonly firstSeconds: ReadonlyMap<number, number>;
}

/**
 * One list of contents for a file whose parts were written one after the other: it says what a single list would have said.
 * Everything is kept as it is in the file, a few bytes for each coded piece.
 * @param parts in order, with the same tracks; a track may have no pieces in some. Times and lengths of 32 bits: less than 20 hours
 * @returns the whole box
 */
export function joinMovies(parts: readonly MoviePart[]): Uint8Array<ArrayBuffer> {
  const byNumber = new Map<number, TrackPart[]>();
  for (const part of parts)
    for (const { kind, content } of listBoxes(part.moov)) {
      if (kind !== 'trak') continue;
      const track = readTrack(content, part);
      if (!track) continue;
      byNumber.set(track.number, [...(byNumber.get(track.number) ?? []), track]);
    }
  const [first] = parts;
  const header = first && findBox(first.moov, 'mvhd');
  if (!header) throw new Error('The file has no head.');
  const movieScale = readNumber32(header, timescaleAt);
  const tracks = [...byNumber.values()]
    .toSorted((one, other) => (one[0]?.number ?? 0) - (other[0]?.number ?? 0))
    .map(each => joinTrack(each, movieScale));
  const durations = tracks.map(({ movieDuration }) => movieDuration);
  const head = withNumbers(header, [
    [mediaDurationAt, Math.max(...durations)],
    [header.length - 4, Math.max(...byNumber.keys()) + 1],
  ]);
  const rest = listBoxes(first.moov).filter(({ kind }) => kind !== 'mvhd' && kind !== 'trak');
  return makeBox(
    'moov',
    makeBox('mvhd', head),
    ...tracks.map(({ bytes }) => bytes),
    ...rest.map(({ kind, content }) => makeBox(kind, content)),
  );
}

/** Places in boxes of version 0, behind four bytes of version and flags and two times. */
const timescaleAt = 12;
const mediaDurationAt = 16;
const trackNumberAt = 12;
const trackDurationAt = 20;

interface TrackPart {
  readonly number: number;
  readonly timescale: number;
  /** From the first to the end of the last, in the track's own scale. */
  readonly duration: number;
  readonly trak: Uint8Array;
  readonly table: SampleTablePart;
}

/** @returns undefined where it has no pieces in this part */
function readTrack(trak: Uint8Array, part: MoviePart): TrackPart | undefined {
  const head = findBox(trak, 'tkhd');
  const media = findBox(trak, 'mdia', 'mdhd');
  const table = findBox(trak, 'mdia', 'minf', 'stbl');
  if (!head || !media || !table) throw new Error('A track has no head.');
  const number = readNumber32(head, trackNumberAt);
  const timescale = readNumber32(media, timescaleAt);
  const firstSeconds = part.firstSeconds.get(number);
  if (firstSeconds === undefined) return undefined;
  const first = Math.round(firstSeconds * timescale);
  return {
    number,
    timescale,
    duration: readNumber32(media, mediaDurationAt),
    trak,
    table: { boxes: new Map(listBoxes(table).map(box => [box.kind, box])), first, position: part.position },
  };
}

function joinTrack(parts: readonly TrackPart[], movieScale: number) {
  const [first] = parts;
  if (!first) throw new Error('A track has no parts.');
  const { timescale, trak } = first;
  const joined = joinSampleTables(
    parts.map(({ table, duration }) => ({ ...table, duration })),
    timescale,
  );
  const toMovie = (duration: number) => Math.round((duration / timescale) * movieScale);
  const longer = toMovie(joined.duration) - toMovie(first.duration);
  const head = findBox(trak, 'tkhd');
  const movieDuration = (head ? readNumber32(head, trackDurationAt) : 0) + longer;
  const bytes = makeBox(
    'trak',
    ...mapBoxes(trak, {
      tkhd: content => [withNumbers(content, [[trackDurationAt, movieDuration]])],
      edts: content => mapBoxes(content, { elst: list => [lengthenLastEdit(list, longer)] }),
      mdia: content =>
        mapBoxes(content, {
          mdhd: media => [withNumbers(media, [[mediaDurationAt, joined.duration]])],
          minf: info => mapBoxes(info, { stbl: () => joined.boxes }),
        }),
    }),
  );
  return { bytes, movieDuration };
}

/** The last edit shows the sound or the picture up to its end. */
function lengthenLastEdit(list: Uint8Array, longer: number): Uint8Array {
  const editBytes = 12;
  const lastAt = list.length - editBytes;
  return withNumbers(list, [[lastAt, readNumber32(list, lastAt) + longer]]);
}

/** The same boxes, some of them with other content, which is given in pieces. */
function mapBoxes(
  bytes: Uint8Array,
  changes: Readonly<Record<string, (content: Uint8Array) => readonly Uint8Array[]>>,
): Uint8Array[] {
  const change = ({ kind, content }: Box) => makeBox(kind, ...(changes[kind]?.(content) ?? [content]));
  return listBoxes(bytes).map(change);
}

function withNumbers(
  bytes: Uint8Array,
  numbers: readonly (readonly [at: number, value: number])[],
): Uint8Array<ArrayBuffer> {
  const changed = Uint8Array.from(bytes);
  for (const [at, value] of numbers) changed.set(number32(value), at);
  return changed;
}
