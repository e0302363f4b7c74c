/** Files that browsers do not open, by FFmpeg's format names: AVI, Flash video, Windows Media, MPEG program streams. */
export type OlderFormat = 'avi' | 'flv' | 'asf' | 'mpeg';

/** Files that browsers open if they know the codec, by FFmpeg's format names. */
export type UsualFormat = 'mov' | 'matroska' | 'mpegts';

export type FileFormat = OlderFormat | UsualFormat;

/** Byte by byte; undefined matches any byte. */
type Beginning = readonly (number | undefined)[];

const beginnings: Readonly<Record<OlderFormat, Beginning>> = {
  avi: [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x41, 0x56, 0x49, 0x20],
  flv: [0x46, 0x4c, 0x56, 0x01],
  asf: [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11],
  mpeg: [0x00, 0x00, 0x01, 0xba],
};

const usualBeginnings: Readonly<Record<UsualFormat, Beginning>> = {
  mov: [undefined, undefined, undefined, undefined, 0x66, 0x74, 0x79, 0x70],
  matroska: [0x1a, 0x45, 0xdf, 0xa3],
  mpegts: [0x47],
};

/** Enough to distinguish them. */
export const olderFormatBytes = 12;

/** @param begins the first {@link olderFormatBytes} of a file; its name is ignored */
export function findOlderFormat(begins: Uint8Array): OlderFormat | undefined {
  return findBeginning(begins, beginnings);
}

/** The same for formats of our own readers. */
export function findUsualFormat(begins: Uint8Array): UsualFormat | undefined {
  return findBeginning(begins, usualBeginnings);
}

function findBeginning<Format extends string>(
  begins: Uint8Array,
  formats: Readonly<Record<Format, Beginning>>,
): Format | undefined {
  const isLike = (wanted: Beginning) => wanted.every((byte, at) => byte === undefined || byte === begins[at]);
  return (Object.keys(formats) as Format[]).find(format => isLike(formats[format]));
}
