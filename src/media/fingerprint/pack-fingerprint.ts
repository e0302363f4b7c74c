import { type Fingerprint, soundRate } from './fingerprint.ts';

const version = 1;
/** Version, length of the video, whether there is sound; the checksum is behind all else. */
const headBytes = 6;
const checksumBytes = 4;

/** As a document keeps it, with a picture a second: about 19 bytes a second, in base64. */
export function packFingerprint(fingerprint: Fingerprint): string {
  const { durationMs, pictureRate, pictures, details, cuts, sound, loudness } = fingerprint;
  const { seconds, soundBytes, totalBytes } = plan(durationMs, sound.length > 0);
  const bytes = new Uint8Array(totalBytes);
  const view = new DataView(bytes.buffer);
  bytes[0] = version;
  view.setUint32(1, durationMs);
  bytes[5] = soundBytes > 0 ? 1 : 0;
  let at = headBytes;
  for (let second = 0; second < seconds; second++, at += 8) {
    const picture = second * pictureRate;
    view.setUint32(at, pictures[2 * picture] ?? 0);
    view.setUint32(at + 4, pictures[2 * picture + 1] ?? 0);
  }
  for (let second = 0; second < seconds; second++) bytes[at++] = details[second * pictureRate] ?? 0;
  for (const [values, length] of [
    [cuts, seconds],
    [sound, soundBytes],
    [loudness, soundBytes && seconds],
  ] as const) {
    bytes.set(values.subarray(0, length), at);
    at += length;
  }
  view.setUint32(at, sum(bytes.subarray(0, at)));
  return toBase64(bytes);
}

/** @returns undefined for a damaged one, or one of a newer version */
export function unpackFingerprint(packed: string): Fingerprint | undefined {
  const bytes = fromBase64(packed);
  if (!bytes || bytes.length < headBytes + checksumBytes || bytes[0] !== version) return undefined;
  const view = new DataView(bytes.buffer);
  const durationMs = view.getUint32(1);
  const { seconds, soundBytes, totalBytes } = plan(durationMs, bytes[5] === 1);
  const sumAt = bytes.length - checksumBytes;
  if (bytes.length !== totalBytes || view.getUint32(sumAt) !== sum(bytes.subarray(0, sumAt)))
    return undefined;
  let at = headBytes;
  const pictures = Uint32Array.from({ length: 2 * seconds }, (_, word) => view.getUint32(at + 4 * word));
  at += 8 * seconds;
  const take = (length: number) => {
    at += length;
    return bytes.slice(at - length, at);
  };
  const [details, cuts, sound] = [take(seconds), take(seconds), take(soundBytes)];
  return {
    durationMs,
    pictureRate: 1,
    pictures,
    details,
    cuts,
    sound,
    loudness: take(soundBytes && seconds),
  };
}

function plan(durationMs: number, hasSound: boolean) {
  const seconds = Math.ceil(durationMs / 1000);
  const soundBytes = hasSound ? Math.ceil((durationMs / 1000) * soundRate) : 0;
  const totalBytes = headBytes + 10 * seconds + soundBytes + (hasSound ? seconds : 0) + checksumBytes;
  return { seconds, soundBytes, totalBytes };
}

/** FNV-1a in 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/): recognises each change of a single byte. */
function sum(bytes: Uint8Array): number {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}

/** For `String.fromCharCode`, which takes arguments. */
const partBytes = 0x6000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += partBytes)
    text += String.fromCharCode(...bytes.subarray(from, from + partBytes));
  return btoa(text);
}

/** Undefined for what {@link toBase64} does not write. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
