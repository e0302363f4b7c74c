import sharp from 'sharp';
import { scenery } from './print-corpus.ts';
import { addNoise, makeRandom } from './printed-pictures.ts';

const [width, height] = [1280, 720];

/** Drawn pictures without text, by subject; as PNG, so that nothing softens them. */
export async function drawTextless(): Promise<ReadonlyMap<string, Buffer>> {
  const drawings: Record<string, string> = {
    'all black': '<rect width="100%" height="100%"/>',
    'leaves and hills': scenery(1),
    'dense leaves': scenery(2, 6000),
    'upright stripes': repeat(64, at => `<rect x="${at * 20}" width="9" height="720" fill="#222"/>`),
    'level stripes': repeat(36, at => `<rect y="${at * 20}" width="1280" height="9" fill="#222"/>`),
    fence: repeat(60, at => `<rect x="${at * 21}" y="300" width="6" height="40" fill="#fff"/>`),
    tiles: repeat(
      700,
      at =>
        `<rect x="${(at % 35) * 37}" y="${Math.floor(at / 35) * 37}" width="32" height="32" fill="#b7c4cf"/>`,
    ),
    bricks: repeat(900, brick),
    windows: repeat(
      240,
      at =>
        `<rect x="${40 + (at % 24) * 50}" y="${30 + Math.floor(at / 24) * 66}" width="26" height="40" fill="#1d2b3a"/>`,
    ),
    dots: repeat(
      1200,
      at => `<circle cx="${15 + (at % 40) * 32}" cy="${12 + Math.floor(at / 40) * 24}" r="7" fill="#333"/>`,
    ),
    pebbles: pebbles(),
  };
  const drawn = Object.entries(drawings).map(async ([name, shapes]) => [name, await draw(shapes)] as const);
  return new Map([
    ...(await Promise.all(drawn)),
    ['noise', await drawNoise(width, height)],
    ['3 × 3', await drawNoise(3, 3)],
  ]);
}

function repeat(count: number, shape: (at: number) => string): string {
  return `<rect width="100%" height="100%" fill="#d9d3c7"/>${Array.from({ length: count }, (_, at) => shape(at)).join('')}`;
}

function brick(at: number): string {
  const [column, row] = [at % 25, Math.floor(at / 25)];
  return `<rect x="${column * 54 - (row % 2) * 27}" y="${row * 20}" width="50" height="16" fill="hsl(12 45% ${34 + ((at * 7) % 13)}%)"/>`;
}

function pebbles(): string {
  const random = makeRandom(3);
  return repeat(2500, () => {
    const radius = 4 + random() * 14;
    return `<ellipse cx="${(random() * width).toFixed()}" cy="${(random() * height).toFixed()}" rx="${radius.toFixed(1)}" ry="${(radius * 0.7).toFixed(1)}" fill="hsl(30 8% ${(20 + random() * 60).toFixed()}%)"/>`;
  });
}

async function draw(shapes: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  return await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

async function drawNoise(columns: number, rows: number): Promise<Buffer> {
  const pixels = new Uint8Array(columns * rows * 3).fill(128);
  addNoise(pixels, 127, columns);
  return await sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } })
    .png()
    .toBuffer();
}
