import { withBitRates } from './bit-rates.ts';
import { type Box, makeBox, number32, readNumber32, readNumber64, readSigned32 } from './iso-boxes.ts';
import { NumberTable, RunTable } from './number-table.ts';

/** What a part of a file says of the pieces of one track: the boxes of its `stbl` (ISO/IEC 14496-12, 8.5 to 8.7). */
export interface SampleTablePart {
  readonly boxes: ReadonlyMap<string, Box>;
  /** When the first piece is heard or seen, in the whole file and the track's own scale. */
  readonly first: number;
  /** Where in the file the part begins. */
  readonly position: number;
}

interface TimedPart extends SampleTablePart {
  /** From the first piece to the end of the last, in the track's own scale. */
  readonly duration: number;
}

/** Bytes of version and flags, and of the number of rows, before the rows of a table. */
const rowsAt = 8;
const largest32 = 2 ** 32;

/**
 * The tables of a track's parts as those of the whole.
 * @param parts in order, none without pieces; where the pieces are not all of one size
 * @param timescale how many units a second has
 * @returns the boxes of the joined `stbl`, and how long all takes from the first piece to the end of the last
 */
export function joinSampleTables(parts: readonly TimedPart[], timescale: number) {
  const begin = decodeStart(parts[0]);
  const duration = Math.max(...parts.map(part => decodeStart(part) - begin + part.duration));
  const sizes = joinSizes(parts);
  const composition = joinCompositionOffsets(parts);
  const offsets = composition
    ? [makeTable('ctts', composition.offsets.finish(), { version: 1 }), composition.makeRange(duration)]
    : [];
  const keys = joinKeys(parts);
  const boxes = [
    makeBox('stsd', withBitRates(parts.map(contentOf('stsd')), { bytes: sizes.total, duration, timescale })),
    makeTable('stts', joinTimes(parts).finish()),
    ...offsets,
    makeTable('stsc', joinChunkLengths(parts)),
    makeBox('stsz', number32(0), number32(0), number32(sizes.table.count), sizes.table.bytes),
    joinChunkPlaces(parts),
    ...(keys ? [makeTable('stss', keys, { perRow: 1 })] : []),
  ];
  return { boxes, duration };
}

function contentOf(kind: string) {
  return ({ boxes }: SampleTablePart): Uint8Array => {
    const box = boxes.get(kind);
    if (!box) throw new Error(`A track has no ${kind}.`);
    return box.content;
  };
}

/** @param perRow how many numbers a row has; tables of runs have two */
function makeTable(kind: string, table: NumberTable, { version = 0, perRow = kind === 'stsc' ? 3 : 2 } = {}) {
  const head = Uint8Array.of(version, 0, 0, 0);
  return makeBox(kind, head, number32(table.count / perRow), table.bytes);
}

/** The rows of a table, as many numbers in each as it has. */
function* readRows(content: Uint8Array, perRow: number): Generator<readonly number[]> {
  const count = readNumber32(content, rowsAt - 4);
  for (let row = 0; row < count; row++) {
    const at = rowsAt + row * perRow * 4;
    yield Array.from({ length: perRow }, (_, index) => readNumber32(content, at + index * 4));
  }
}

/** When the first piece is decoded: it may be seen later, where pictures are coded in another order. */
function decodeStart(part: SampleTablePart | undefined): number {
  if (!part) throw new Error('A track has no parts.');
  const offsets = part.boxes.get('ctts')?.content;
  return part.first - (offsets ? readSigned32(offsets, rowsAt + 4) : 0);
}

/** How long each piece lasts; the last of a part until the first of the next, so that nothing drifts. */
function joinTimes(parts: readonly SampleTablePart[]): RunTable {
  const times = new RunTable();
  let at = decodeStart(parts[0]);
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    const rows = [...readRows(contentOf('stts')(part), 2)] as [number, number][];
    const last = rows.at(-1);
    if (!last) continue;
    last[0]--;
    for (const [count, delta] of rows) {
      times.push(count, delta);
      at += count * delta;
    }
    const delta = next ? Math.max(0, decodeStart(next) - at) : last[1];
    times.push(1, delta);
    at += delta;
  }
  return times;
}

/** How much later than decoded each piece is seen; undefined where all are seen at once. */
function joinCompositionOffsets(parts: readonly SampleTablePart[]) {
  if (!parts.some(({ boxes }) => boxes.has('ctts'))) return undefined;
  const offsets = new RunTable();
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const part of parts) {
    const content = part.boxes.get('ctts')?.content;
    if (!content) offsets.push(countPieces(part), 0);
    const rows = content ? readNumber32(content, rowsAt - 4) : 0;
    for (let row = 0; content && row < rows; row++) {
      const offset = readSigned32(content, rowsAt + row * 8 + 4);
      offsets.push(readNumber32(content, rowsAt + row * 8), offset);
      least = Math.min(least, offset);
      greatest = Math.max(greatest, offset);
    }
  }
  /** QuickTime needs it where offsets are below 0. */
  const makeRange = (duration: number) =>
    makeBox('cslg', ...[0, Math.max(-least, 0), least, greatest, 0, duration].map(number32));
  return { offsets, makeRange };
}

function countPieces(part: SampleTablePart): number {
  return readNumber32(contentOf('stsz')(part), 8);
}

function joinSizes(parts: readonly SampleTablePart[]) {
  const table = new NumberTable();
  let total = 0;
  for (const part of parts) {
    const content = contentOf('stsz')(part);
    for (let piece = 0, count = countPieces(part); piece < count; piece++) {
      const size = readNumber32(content, 12 + piece * 4);
      table.push(size);
      total += size;
    }
  }
  return { table, total };
}

/** How many pieces lie one behind the other: told wherever that changes. */
function joinChunkLengths(parts: readonly SampleTablePart[]): NumberTable {
  const table = new NumberTable();
  let chunksBefore = 0;
  let lastLength = 0;
  for (const part of parts) {
    for (const [firstChunk = 0, length = 0, description = 0] of readRows(contentOf('stsc')(part), 3)) {
      if (length !== lastLength) table.push(chunksBefore + firstChunk, length, description);
      lastLength = length;
    }
    chunksBefore += readChunkPlaces(part).length;
  }
  return table;
}

function readChunkPlaces({ boxes, position }: SampleTablePart): number[] {
  const short = boxes.get('stco')?.content;
  if (short) return [...readRows(short, 1)].map(([place = 0]) => position + place);
  const long = boxes.get('co64')?.content;
  if (!long) throw new Error('A track has no places.');
  const count = readNumber32(long, rowsAt - 4);
  return Array.from({ length: count }, (_, chunk) => position + readNumber64(long, rowsAt + chunk * 8));
}

function joinChunkPlaces(parts: readonly SampleTablePart[]): Uint8Array {
  const places = parts.flatMap(readChunkPlaces);
  const isLong = (places.at(-1) ?? 0) >= largest32;
  const table = new NumberTable();
  for (const place of places)
    if (isLong) table.push(Math.floor(place / largest32), place % largest32);
    else table.push(place);
  return isLong ? makeTable('co64', table) : makeTable('stco', table, { perRow: 1 });
}

/** The numbers of the key pictures, counted from 1; undefined where every piece is one. */
function joinKeys(parts: readonly SampleTablePart[]): NumberTable | undefined {
  if (!parts.some(({ boxes }) => boxes.has('stss'))) return undefined;
  const keys = new NumberTable();
  let before = 0;
  for (const part of parts) {
    const content = part.boxes.get('stss')?.content;
    const count = countPieces(part);
    if (content) for (const [key = 0] of readRows(content, 1)) keys.push(before + key);
    else for (let piece = 1; piece <= count; piece++) keys.push(before + piece);
    before += count;
  }
  return keys;
}
