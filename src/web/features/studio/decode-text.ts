/** Signs that stand in no text, but in almost every other file. */
const noText = /(?![\s\u0085])\p{Cc}/u;

const marks: readonly { readonly encoding: string; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/**
 * Reads text as it is met: in what its byte order mark says; without one in UTF-8, and where it is not that, as older systems
 * write Western European languages.
 * @returns undefined for what is no text
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const mark = marks.find(each => each.bytes.every((byte, index) => bytes[index] === byte));
  const text = mark
    ? decode(bytes, mark.encoding)
    : (decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252'));
  return text === undefined || noText.test(text) ? undefined : text;
}

/** Without the mark; undefined for what the encoding does not know. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
