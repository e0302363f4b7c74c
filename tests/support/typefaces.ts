import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A typeface as SVG names it. */
export interface Typeface {
  readonly family: string;
  readonly weight: 'normal' | 'bold';
  readonly style: 'normal' | 'italic';
}

/** From packages, so that every machine has them: the page's own, and one like Arial. */
const packaged = [
  { family: 'Goudy Bookletter 1911', path: '@fontsource/goudy-bookletter-1911/files/goudy-bookletter-1911' },
  { family: 'Arimo', path: '@fontsource/arimo/files/arimo' },
];
/**
 * Candidates, the most different ones first: packaged ones, Debian's, and those of macOS and Windows. A bold or italic
 * counts where its drawing clearly differs.
 */
const wanted: readonly Typeface[] = [
  ...packaged.map(({ family }) => regular(family)),
  ...['Liberation Sans', 'Liberation Serif', 'Liberation Mono', 'Liberation Sans Narrow'].map(regular),
  ...['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono', 'Noto Sans', 'Noto Serif', 'Noto Sans Mono'].map(
    regular,
  ),
  ...['Helvetica Neue', 'Georgia', 'Verdana', 'Times New Roman', 'Arial Narrow', 'Menlo', 'Trebuchet MS'].map(
    regular,
  ),
  { family: 'Liberation Serif', weight: 'normal', style: 'italic' },
  { family: 'Liberation Sans', weight: 'bold', style: 'normal' },
  { family: 'DejaVu Sans', weight: 'bold', style: 'normal' },
  { family: 'Liberation Sans Narrow', weight: 'bold', style: 'normal' },
  { family: 'Noto Serif', weight: 'bold', style: 'italic' },
  { family: 'Georgia', weight: 'normal', style: 'italic' },
];

function regular(family: string): Typeface {
  return { family, weight: 'normal', style: 'normal' };
}

/** The installed typefaces of the wanted ones; packaged ones come first. */
export async function findTypefaces(): Promise<Typeface[]> {
  for (const typeface of packaged) await loadTypeface(typeface);
  const drawings = new Map([['', await draw(regular('There Is No Such Typeface'))]]);
  const found: Typeface[] = [];
  for (const typeface of wanted) {
    const drawn = await draw(regular(typeface.family));
    // A missing typeface is replaced by the default or a similar one.
    const isOther = [...drawings].some(
      ([family, other]) => family !== typeface.family && other.equals(drawn),
    );
    if (isOther) continue;
    drawings.set(typeface.family, drawn);
    found.push(typeface);
  }
  return found;
}

/** Such as `Liberation Serif italic`. */
export function nameTypeface({ family, weight, style }: Typeface): string {
  return [family, weight, style].filter(part => part !== 'normal').join(' ');
}

async function draw({ family }: Typeface): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><text x="4" y="44" font-size="40" font-family="'${family}'">Rag 12 Qy</text></svg>`;
  return await sharp(Buffer.from(svg)).raw().toBuffer();
}

/** Registers a package's typeface for text drawing in this process. */
async function loadTypeface({ family, path }: (typeof packaged)[number]): Promise<void> {
  const file = createRequire(import.meta.url).resolve(`${path}-latin-400-normal.woff`);
  const folder = fileURLToPath(new URL('../../.cache/typefaces/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const fontfile = join(folder, `${family}.ttf`);
  writeFileSync(`${fontfile}.${process.pid}`, unwrapWoff(readFileSync(file)));
  renameSync(`${fontfile}.${process.pid}`, fontfile);
  await sharp({ text: { text: 'Rag', font: family, fontfile } })
    .raw()
    .toBuffer();
}

/** Unpacks WOFF 1.0 to its SFNT: the same tables, most of them compressed (W3C, "WOFF File Format 1.0", 2012). */
function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const bodies: Buffer[] = [];
  let offset = head.length;
  for (let table = 0; table < count; table++) {
    const entry = 44 + 20 * table;
    const [from, packed, length] = [4, 8, 12].map(at => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(from, from + packed);
    const body = packed < length ? inflateSync(stored) : stored;
    const padded = Buffer.concat([body, Buffer.alloc(-length & 3)]);
    const at = 12 + 16 * table;
    woff.copy(head, at, entry, entry + 4);
    woff.copy(head, at + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(length, at + 12);
    offset += padded.length;
    bodies.push(padded);
  }
  return Buffer.concat([head, ...bodies]);
}
