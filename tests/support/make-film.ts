import sharp from 'sharp';
import { type ClipOptions, makeClip } from './make-clip.ts';
import { drawPrinted, toRgb } from './printed-pictures.ts';
import { findTypefaces } from './typefaces.ts';

/** A shot, and what happens in it: nothing, a small thing that moves, a slow pan; or a card with print. */
export interface Shot {
  readonly seconds: number;
  readonly kind: 'still' | 'moving' | 'panning' | 'card';
}

/** A pan goes on for so much of the picture's width. */
const panShare = 1 / 2;

/** A film of shots that look different, each of its own grey and pattern, with a cut between them. */
export async function makeFilm(
  shots: readonly Shot[],
  { width = 320, height = 180, ...options }: ClipOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const [first] = await findTypefaces();
  if (!first) throw new Error('There is no typeface to print a card with.');
  const grounds = await Promise.all(
    shots.map(async ({ kind }, number) => {
      if (kind !== 'card') return await drawPattern(number, Math.round(width * (1 + panShare)), height);
      const size = Math.round(height / 7);
      const card = await drawPrinted({
        kind: 'card',
        width,
        height,
        ground: `<rect width="100%" height="100%" fill="${number % 2 ? '#f0f0e8' : '#c8d8e8'}"/>`,
        lines: [{ text: `Chapter number ${number}`, x: size, y: height / 2, size }],
        typeface: first,
      });
      return toRgb(card);
    }),
  );
  const starts = listStarts(shots);
  const seconds = shots.reduce((sum, shot) => sum + shot.seconds, 0);
  const picture = (time: number) => {
    const at = Math.max(
      0,
      starts.findLastIndex(start => start <= time + 1e-6),
    );
    const [shot, ground] = [shots[at] as Shot, grounds[at] as Ground];
    const passed = (time - (starts[at] ?? 0)) / shot.seconds;
    const shift = shot.kind === 'panning' ? Math.floor(passed * width * panShare) : 0;
    const thing = shot.kind === 'moving' ? Math.floor(((time * 0.25) % 1) * width * 0.8) : undefined;
    return paintShot(ground, { width, height, shift, thing });
  };
  return makeClip({ seconds, width, height, bitsPerSecond: 1_000_000, ...options, picture });
}

/** When each shot begins, in seconds. */
export function listStarts(shots: readonly Shot[]): number[] {
  return shots.map((_, at) => shots.slice(0, at).reduce((sum, { seconds }) => sum + seconds, 0));
}

type Ground = Awaited<ReturnType<typeof toRgb>>;

/** Soft spots, none of which looks like a letter; neighbours in the film differ in brightness. */
async function drawPattern(number: number, width: number, height: number): Promise<Ground> {
  const base = number % 2 ? 150 : 40;
  const spots = Uint8Array.from({ length: 8 * 5 * 3 }, (_, at) => base + ((at * 37 + number * 71) % 60));
  const pixels = await sharp(spots, { raw: { width: 8, height: 5, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return { width, height, pixels: new Uint8Array(pixels) };
}

interface Painting {
  readonly width: number;
  readonly height: number;
  readonly shift: number;
  /** The left edge of the thing that moves. */
  readonly thing: number | undefined;
}

function paintShot(ground: Ground, { width, height, shift, thing }: Painting): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  const side = Math.round(height / 6);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [from, to] = [(y * ground.width + x + shift) * 3, (y * width + x) * 4];
      const isThing =
        thing !== undefined && x >= thing && x < thing + side && y > height / 2 && y < height / 2 + side;
      for (let channel = 0; channel < 3; channel++)
        rgba[to + channel] = isThing ? 250 : (ground.pixels[from + channel] ?? 0);
    }
  return rgba;
}
