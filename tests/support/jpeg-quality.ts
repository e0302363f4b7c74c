/** The luminance table of ITU-T T.81, annex K, in zigzag order: quality 50. */
// biome-ignore format: eight rows of eight
const annexK = [
  16, 11, 12, 14, 12, 10, 16, 14,
  13, 14, 18, 17, 16, 19, 24, 40,
  26, 24, 22, 22, 24, 49, 35, 37,
  29, 40, 58, 51, 61, 60, 57, 51,
  56, 55, 64, 72, 92, 78, 64, 68,
  87, 69, 55, 56, 80, 109, 81, 87,
  95, 98, 103, 104, 103, 62, 77, 113,
  121, 112, 100, 120, 92, 101, 103, 99,
];

const startOfScan = 0xda;
const quantizationTables = 0xdb;

/**
 * The quality, 0.01 to 1, of a JPEG, from its tables as libjpeg and compatible encoders compute them.
 * @throws when it has tables of another kind
 */
export function readJpegQuality(jpeg: Uint8Array): number {
  const table = findLuminanceTable(jpeg);
  for (let percent = 1; percent <= 100; percent++)
    if (scaleTable(percent).every((step, index) => step === table[index])) return percent / 100;
  throw new Error('The tables of this JPEG belong to no quality.');
}

function findLuminanceTable(jpeg: Uint8Array): Uint8Array {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  for (let at = 2; view.getUint8(at + 1) !== startOfScan; at += 2 + view.getUint16(at + 2))
    if (view.getUint8(at + 1) === quantizationTables && view.getUint8(at + 4) === 0)
      return jpeg.subarray(at + 5, at + 5 + annexK.length);
  throw new Error('This JPEG has no table of 8 bits for its luminance.');
}

function scaleTable(percent: number): number[] {
  const scale = percent < 50 ? Math.floor(5000 / percent) : 200 - 2 * percent;
  return annexK.map(step => Math.min(255, Math.max(1, Math.floor((step * scale + 50) / 100))));
}
