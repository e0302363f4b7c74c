import sharp from 'sharp';

/** Strokes of letters in a field of 60 × 100, so that no typeface is needed. */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 100 L27 0 H33 L60 100 M12 66 H48',
  D: 'M0 0 V100 H20 C72 100 72 0 20 0 Z',
  E: 'M56 0 H0 V100 H56 M0 48 H48',
  H: 'M0 -6 V106 M58 -6 V106 M0 48 H58',
  L: 'M0 -6 V100 H54',
  N: 'M0 106 V-6 M2 0 L58 100 M60 106 V-6',
  T: 'M0 0 H64 M32 0 V106',
};

const letterWidth = 60;
const gap = 30;
/** In pixels. */
export const titleSize = { width: 960, height: 540 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Draws letters in the middle of an even picture.
 * @param words of the letters A, D, E, H, L, N, T and spaces, ten at most
 * @returns RGBA pixels, row by row
 */
export async function drawTitle(
  words: string,
  { ground = '#f4f0e6', ink = '#201810', size = titleSize as Size } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const wide = words.length * (letterWidth + gap) - gap;
  const letters = [...words].map((letter, at) => {
    const x = (titleSize.width - wide) / 2 + at * (letterWidth + gap);
    return `<path transform="translate(${x} 220)" d="${strokes[letter] ?? ''}"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${titleSize.width} ${titleSize.height}">
    <rect x="-50%" y="-50%" width="200%" height="200%" fill="${ground}"/>
    <g fill="none" stroke="${ink}" stroke-width="13">${letters.join('')}</g>
  </svg>`;
  return new Uint8Array(await sharp(Buffer.from(drawing)).ensureAlpha().raw().toBuffer());
}
