/** Control characters except white space, unassigned code points, and replacement characters: rare in text, common in other files. */
const unexpected = /(?![\s\u0085])\p{Cc}|\p{Cn}|\ufffd/gu;
/** Those, and characters that no text may have. */
const controls = /(?![\s\u0085])\p{Cc}|\p{Noncharacter_Code_Point}/gu;
/** Colours of a terminal, and its other orders. */
const terminal = /[^\P{Cc}\s]\[[\d;?]*[A-Za-z]/gu;
/** The accepted share of what is unexpected. Other files are hardly ever valid UTF-8. */
const most = { valid: 0.05, guessed: 0.01 } as const;

const marks: readonly { readonly encoding: string; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Enough to detect an encoding statistically. */
const sampleBytes = 100_000;
/** Chardet's confidence, of 100, for a barely possible encoding. */
const leastConfidence = 10;

/**
 * Decodes a text file of unknown encoding: by byte order mark, as UTF-16 by its zero bytes, as UTF-8, else by
 * letter statistics (Windows-125x, ISO 8859, KOI8-R, Shift-JIS, EUC, GB 18030, Big5).
 * @returns undefined if it is no text
 */
export async function decodeText(bytes: Uint8Array): Promise<string | undefined> {
  const known = findMark(bytes) ?? findUtf16(bytes);
  const valid = known ? undefined : decode(bytes, 'utf-8', true);
  const text = known
    ? new TextDecoder(known).decode(bytes)
    : (valid ?? decode(bytes, await guessEncoding(bytes)) ?? new TextDecoder('windows-1252').decode(bytes));
  const plain = text.replace(terminal, '');
  const count = plain.length - plain.replace(unexpected, '').length;
  const isText = count <= 1 + plain.length * (valid === undefined ? most.guessed : most.valid);
  return !isText ? undefined : plain.replace(controls, '').replace(/[\v\f]/gu, ' ');
}

function findMark(bytes: Uint8Array): string | undefined {
  return marks.find(each => each.bytes.every((byte, index) => bytes[index] === byte))?.encoding;
}

/** In UTF-16 every other byte of line ends, digits and Latin letters is zero. */
function findUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const zeros: [even: number, odd: number] = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1]++;
  const [even, odd] = zeros;
  if (Math.max(even, odd) < Math.max(2, sample.length / 10)) return undefined;
  if (odd > 2 * even) return 'utf-16le';
  return even > 2 * odd ? 'utf-16be' : undefined;
}

/** @returns undefined for other bytes, if that is fatal, and for an encoding that the host cannot decode, as chardet detects some */
function decode(bytes: Uint8Array, encoding: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function guessEncoding(bytes: Uint8Array): Promise<string> {
  // Most files are UTF-8 and need no statistics.
  const { analyse } = await import('chardet');
  const [best] = analyse(bytes.subarray(0, sampleBytes));
  return best && best.confidence > leastConfidence ? best.name : 'windows-1252';
}
