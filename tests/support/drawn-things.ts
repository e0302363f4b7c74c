import sharp from 'sharp';
import { type DrawnThing, drawnShades, drawnShapes } from './drawn-shapes.ts';

export const drawnBackgrounds = ['plain', 'dark', 'room', 'street'] as const;
export type DrawnBackground = (typeof drawnBackgrounds)[number];

export interface DrawnPlace {
  readonly background: DrawnBackground;
  /** As a share of the picture's height, 0 to 1. */
  readonly height: number;
  /** The object's centre as a share of the picture's width, 0 to 1. */
  readonly centre: number;
}

/** In pixels. */
export const drawnSize = { width: 960, height: 540 } as const;

/** An object of a scene. */
export type DrawnObject = Omit<DrawnPlace, 'background'> & { readonly name: DrawnThing };

/** A JPEG of a drawn scene with one object that the offline engine recognises. */
export function drawThing(name: DrawnThing, { background, ...place }: DrawnPlace): Promise<Buffer> {
  return drawScene(background, [{ name, ...place }]);
}

/** A JPEG of a drawn scene with several objects. */
export async function drawScene(
  background: DrawnBackground,
  objects: readonly DrawnObject[],
): Promise<Buffer> {
  return await sharp(Buffer.from(writeScene(background, objects)))
    .removeAlpha()
    .jpeg({ quality: 88 })
    .toBuffer();
}

function writeScene(background: DrawnBackground, objects: readonly DrawnObject[]): string {
  const drawn = objects.map(object => writeObject(background, object)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${drawnSize.width}" height="${drawnSize.height}">
    <defs>${drawnShades}</defs>${writeBackground(background)}${drawn}</svg>`;
}

function writeObject(background: DrawnBackground, { name, height, centre }: DrawnObject): string {
  const { svg, widthByHeight } = drawnShapes[name];
  const high = drawnSize.height * height;
  const wide = high * widthByHeight;
  const left = drawnSize.width * centre - wide / 2;
  // In a room it stands on the table.
  const standing = Math.max(drawnSize.height * 0.86, high + 6);
  const top = background === 'room' ? standing - high : (drawnSize.height - high) / 2;
  return `<svg x="${left}" y="${top}" width="${wide}" height="${high}" viewBox="0 0 100 100" preserveAspectRatio="none"
    overflow="visible">${svg}</svg>`;
}

function writeBackground(background: DrawnBackground): string {
  if (background === 'plain') return fillRows('#f2f2f2', 0, 1);
  if (background === 'dark') return fillRows('#34557d', 0, 1);
  if (background === 'street')
    return fillRows('url(#sky)', 0, 0.6) + fillRows('#5b8a4a', 0.6, 0.75) + fillRows('#56585c', 0.75, 1);
  return fillRows('url(#wall)', 0, 0.68) + fillRows('url(#table)', 0.68, 1) + writeGrain();
}

function fillRows(fill: string, from: number, to: number): string {
  const { width, height } = drawnSize;
  return `<rect y="${height * from}" width="${width}" height="${height * (to - from)}" fill="${fill}"/>`;
}

/** The grain of a wooden table. */
function writeGrain(): string {
  const { width, height } = drawnSize;
  const line = (at: number) =>
    `<path d="M0 ${height * 0.7 + at * 13} q${width / 2} ${(at % 3) * 6 - 6} ${width} 0" stroke="#4a2c14" stroke-opacity=".35" fill="none"/>`;
  return Array.from({ length: 12 }, (_, at) => line(at)).join('');
}
