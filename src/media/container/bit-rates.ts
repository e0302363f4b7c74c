import { number32, readNumber32 } from './iso-boxes.ts';

/** What a track holds in all. */
export interface TrackAmount {
  readonly bytes: number;
  /** In the track's own scale, of which a second has `timescale`. */
  readonly duration: number;
  readonly timescale: number;
}

/**
 * How a track is coded (`stsd` of ISO/IEC 14496-12), with the bit rates of the whole in place of a part's: the largest of any
 * second, and the mean.
 * @param parts what each part says; all but the rates is alike
 */
export function withBitRates(
  parts: readonly Uint8Array[],
  { bytes, duration, timescale }: TrackAmount,
): Uint8Array<ArrayBuffer> {
  const changed = Uint8Array.from(parts[0] ?? []);
  const mean = duration > 0 ? Math.round((8 * bytes * timescale) / duration) : 0;
  for (const find of [findInBitRateBox, findInStreamDescriptor]) {
    const at = find(changed);
    if (at === undefined) continue;
    const most = parts.map(part => readNumber32(part, find(part) ?? at));
    changed.set(number32(Math.max(...most)), at);
    changed.set(number32(mean), at + 4);
  }
  return changed;
}

/** Where the two rates stand in a bit rate box, behind the size of a buffer. */
function findInBitRateBox(bytes: Uint8Array): number | undefined {
  const at = findLetters(bytes, 'btrt');
  return at && at + 4;
}

/** Where they stand in what MPEG-4 says of a sound (ISO/IEC 14496-1, 7.2.6.5 and 7.2.6.6). */
function findInStreamDescriptor(bytes: Uint8Array): number | undefined {
  const box = findLetters(bytes, 'esds');
  if (!box) return undefined;
  const versionBytes = 4;
  const streamNumberAndFlags = 3;
  const kindsAndBuffer = 5;
  const inStream = skipHead(bytes, box + versionBytes) + streamNumberAndFlags;
  return skipHead(bytes, inStream) + kindsAndBuffer;
}

/** Skips the kind of a descriptor and its length, whose bytes but the last have their highest bit set. */
function skipHead(bytes: Uint8Array, at: number): number {
  let end = at + 1;
  while ((bytes[end] ?? 0) & 0x80) end++;
  return end + 1;
}

/** Where what follows the letters begins; undefined where they are not. */
function findLetters(bytes: Uint8Array, letters: string): number | undefined {
  const wanted = [...letters].map(letter => letter.charCodeAt(0));
  for (let at = 0; at + wanted.length <= bytes.length; at++)
    if (wanted.every((letter, index) => bytes[at + index] === letter)) return at + wanted.length;
  return undefined;
}
