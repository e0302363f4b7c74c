import sharp from 'sharp';

/** A segment of a JPEG: its marker and all its bytes, of a scan with its coded data. */
interface Part {
  readonly code: number;
  readonly bytes: Uint8Array;
}

const startOfScan = 0xda;
/** In a scan of one component. */
const scanPrecisionAt = 9;
const isFrame = (code: number) => code === 0xc0 || code === 0xc2;

export async function makePlainJpeg(width: number, height: number, progressive = false): Promise<Uint8Array> {
  const image = sharp({ create: { width, height, channels: 3, background: '#808890' } });
  return new Uint8Array(await image.jpeg({ quality: 50, progressive }).toBuffer());
}

/** A progressive JPEG whose last scan is repeated this often; decoders process all. */
export async function makeManyScans(width: number, height: number, scans: number): Promise<Uint8Array> {
  const parts = splitJpeg(await makePlainJpeg(width, height, true));
  const own = parts.filter(part => part.code === startOfScan).length;
  const last = parts.findLast(part => part.code === startOfScan) as Part;
  const bytes = last.bytes.slice();
  // All bits of the coefficients instead of a refinement: that may repeat, and decoders do not warn.
  bytes[scanPrecisionAt] = 0;
  const again = Array<Part>(scans - own).fill({ ...last, bytes });
  return joinParts([...parts.slice(0, -1), ...again, ...parts.slice(-1)]);
}

/** A copy with a changed frame header. */
export function changeFrame(jpeg: Uint8Array, change: (content: DataView) => void): Uint8Array {
  return changePart(jpeg, isFrame, bytes => change(new DataView(bytes.buffer, bytes.byteOffset + 4)));
}

export function changeFrameMarker(jpeg: Uint8Array, code: number): Uint8Array {
  return changePart(jpeg, isFrame, bytes => {
    bytes[1] = code;
  });
}

/** A copy with a segment inserted before the first scan. */
export function insertPart(jpeg: Uint8Array, bytes: Uint8Array): Uint8Array {
  const parts = splitJpeg(jpeg);
  const at = parts.findIndex(part => part.code === startOfScan);
  return joinParts([...parts.slice(0, at), { code: bytes[1] ?? 0, bytes }, ...parts.slice(at)]);
}

function changePart(
  jpeg: Uint8Array,
  isWanted: (code: number) => boolean,
  change: (bytes: Uint8Array) => void,
): Uint8Array {
  const parts = splitJpeg(jpeg).map(part => ({ ...part, bytes: part.bytes.slice() }));
  change((parts.find(part => isWanted(part.code)) as Part).bytes);
  return joinParts(parts);
}

/** Splits a valid JPEG into segments, including start and end of image. */
function splitJpeg(jpeg: Uint8Array): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < jpeg.length; ) {
    const code = jpeg[at + 1] as number;
    const hasLength = code !== 0xd8 && code !== 0xd9;
    let end = at + 2 + (hasLength ? ((jpeg[at + 2] as number) << 8) | (jpeg[at + 3] as number) : 0);
    if (code === startOfScan) while (jpeg[end] !== 0xff || jpeg[end + 1] === 0) end++;
    parts.push({ code, bytes: jpeg.slice(at, end) });
    at = end;
  }
  return parts;
}

function joinParts(parts: readonly Part[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map(part => part.bytes)));
}
