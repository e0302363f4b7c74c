import { joinArrays } from '#shared/join-arrays.ts';

/** A file that goes into an archive. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const version = 20;
/** Says that names are UTF-8. */
const utf8Names = 0x0800;
const localMark = 0x04034b50;
const entryMark = 0x02014b50;
const endMark = 0x06054b50;

/**
 * Writes a zip whose files are stored as they are: sound gets no smaller by packing. For up to 65,535 files and 4 GiB.
 * @returns the pieces of the archive, in order; each file is asked for when its turn comes
 */
export async function* writeZip(
  files: AsyncIterable<ArchivedFile>,
  madeAt: Date,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const entries: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for await (const { name, bytes } of files) {
    const facts = describeFile(bytes, madeAt);
    const encodedName = new TextEncoder().encode(name);
    const nameLengths = writeNumbers([encodedName.length, 2], [0, 2]);
    const head = joinArrays(Uint8Array, [
      writeNumbers([localMark, 4], [version, 2]),
      facts,
      nameLengths,
      encodedName,
    ]);
    entries.push(
      writeNumbers([entryMark, 4], [version, 2], [version, 2]),
      facts,
      nameLengths,
      // No comment, the first disk, nothing special of the file, and where it begins.
      writeNumbers([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]),
      encodedName,
    );
    at += head.length + bytes.length;
    yield head as Uint8Array<ArrayBuffer>;
    yield bytes;
  }
  const list = joinArrays(Uint8Array, entries) as Uint8Array<ArrayBuffer>;
  const count = entries.length / partsOfEntry;
  yield list;
  yield writeNumbers([endMark, 4], [0, 4], [count, 2], [count, 2], [list.length, 4], [at, 4], [0, 2]);
}

const partsOfEntry = 5;

/** What stands of a file in both of its heads: how it is stored, when it was made, its sum and its sizes. */
function describeFile(bytes: Uint8Array, madeAt: Date): Uint8Array<ArrayBuffer> {
  const time = (madeAt.getHours() << 11) | (madeAt.getMinutes() << 5) | (madeAt.getSeconds() >> 1);
  const years = Math.max(0, madeAt.getFullYear() - 1980);
  const date = (years << 9) | ((madeAt.getMonth() + 1) << 5) | madeAt.getDate();
  return writeNumbers(
    [utf8Names, 2],
    [0, 2],
    [time, 2],
    [date, 2],
    [computeSum(bytes), 4],
    [bytes.length, 4],
    [bytes.length, 4],
  );
}

/** Little-endian numbers, each with how many bytes it takes. */
function writeNumbers(
  ...numbers: readonly (readonly [value: number, bytes: 2 | 4])[]
): Uint8Array<ArrayBuffer> {
  const length = numbers.reduce((sum, [, bytes]) => sum + bytes, 0);
  const view = new DataView(new ArrayBuffer(length));
  let at = 0;
  for (const [value, bytes] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** CRC-32, by which whoever opens the archive sees that a file is whole. */
function computeSum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sums[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

const sums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});
