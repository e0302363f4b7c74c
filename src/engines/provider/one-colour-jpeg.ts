/** Colours that even a small model tells apart and names with one word. */
export const testColours = ['blue', 'yellow', 'red', 'green'] as const;

export type TestColour = (typeof testColours)[number];

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** What differs from colour to colour in a file: the values in two of its tables of codes, and the first of its blocks. */
interface ColourCode {
  readonly brightness: string;
  readonly tint: string;
  readonly firstBlocks: string;
}

/**
 * In hexadecimal, as sharp 0.35.5 writes a picture of one colour (quality 50, 4:2:0, codes fitted to the picture). Blocks
 * that differ in nothing from those before are zero bits, so that a picture of any size is this and zeros.
 */
const codes: Readonly<Record<TestColour, ColourCode>> = {
  blue: { brightness: '0006', tint: '000406', firstBlocks: '8d01bc4a' },
  yellow: { brightness: '0006', tint: '000406', firstBlocks: 'b1018354' },
  red: { brightness: '0005', tint: '000506', firstBlocks: '8a025b78' },
  green: { brightness: '0005', tint: '000506', firstBlocks: '9c02333e' },
};

/** The start, and how coarsely brightness and tint are told. */
const start = `ffd8ffdb004300${'10'.repeat(64)}ffdb004301${'11'.repeat(64)}`;
/** Brightness has twice as many samples in each direction as the two tints. */
const components = '03012200021101031101';
const scanHead = 'ffda000c03010002110311003f00';

/** Side in pixels of the blocks that are coded together, and the zero bits that they take when nothing changes. */
const groupSidePixels = 16;
const groupBits = 12;

/** A JPEG of one colour, some kilobytes small, to ask a model what it sees. Sides in pixels, at most 65,535. */
export function makeOneColourJpeg(
  colour: TestColour,
  { width, height }: PictureSize,
): Uint8Array<ArrayBuffer> {
  const { brightness, tint, firstBlocks } = codes[colour];
  const size = toHex(height, 4) + toHex(width, 4);
  const tables =
    writeTable('00', '0101', brightness) +
    writeTable('10', '01', '00') +
    writeTable('01', '010101', tint) +
    writeTable('11', '01', '00');
  const groups = Math.ceil(width / groupSidePixels) * Math.ceil(height / groupSidePixels);
  const zeroBits = (groups - 1) * groupBits;
  // What is left of the last byte is filled with ones.
  const lastByte = zeroBits % 8 === 0 ? '' : '0f';
  const zeros = '00'.repeat(Math.floor(zeroBits / 8));
  const hex = `${start}ffc0001108${size}${components}${tables}${scanHead}${firstBlocks}${zeros}${lastByte}ffd9`;
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

/**
 * A table of codes.
 * @param counts how many codes there are of one bit, of two and so on
 */
function writeTable(id: string, counts: string, values: string): string {
  const content = id + counts.padEnd(32, '0') + values;
  return `ffc4${toHex(2 + content.length / 2, 4)}${content}`;
}

function toHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
