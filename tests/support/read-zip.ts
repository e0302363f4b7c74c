import { crc32 } from 'node:zlib';

/**
 * Reads an archive of stored files by its central directory, as unpackers do.
 * @throws Error for an archive that an unpacker would refuse
 */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('The archive has no end.');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`No entry at byte ${at}.`);
    const nameBytes = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const local = zip.readUInt32LE(at + 42);
    if (zip.toString('utf8', local + 30, local + 30 + nameBytes) !== name)
      throw new Error(`“${name}” has another name where it lies.`);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + zip.readUInt32LE(at + 24));
    if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`“${name}” is damaged.`);
    files.set(name, bytes);
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (at !== end) throw new Error('The list of the archive does not end where it says.');
  return files;
}
