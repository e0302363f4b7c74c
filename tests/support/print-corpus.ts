import { makeRandom, type PrintedLine, type PrintedPicture } from './printed-pictures.ts';
import type { Typeface } from './typefaces.ts';

const titles = [
  ['Annual Report 2026', 'Figures and outlook'],
  ['How Bees Find Home', 'A lecture in three parts'],
  ['Quarterly Review', 'Sales, costs and plans'],
  ['Welcome to Lisbon', 'Five days by the river'],
  ['The Night Train', 'Written by Maria Keller'],
  ['Baking for Beginners', 'Bread, rolls and cakes'],
  ['Chapter 7: The Bridge', 'Why it did not fall'],
  ['Mountain Weather', 'Signs that you can trust'],
  ['Open Source in 2026', 'What changed this year'],
  ['GARDEN OF STONES', 'A film about patience'],
] as const;
const headings = ['Our Goals', 'Next Steps', 'What We Learned', 'Budget 2027', 'Agenda', 'Key Results'];
const bullets = [
  'Reach 5,000 readers by June',
  'Hire two more engineers',
  'Reduce waste by 30 percent',
  'Keep the old bridge open',
  'Answer every letter within a week',
  'Ship the first version in March',
  'Ask customers what they need',
  'Plant a tree for each order',
  'Revenue grew to 4.2 million',
  'Three questions are still open',
];
const streets = [
  'Station Road',
  'Main Street',
  'Airport',
  'City Centre',
  'Market Square',
  'Exit 24',
  'Harbour',
  'NO PARKING',
];
const menus = ['File', 'Edit', 'View', 'Insert', 'Format', 'Window', 'Help'];
const buttons = [
  'Save changes',
  'Cancel',
  'Export video',
  'New project',
  'Upload file',
  'Settings',
  'Sign in',
];
const subtitles = [
  'I never thought we would see it again.',
  'Where did you leave the keys?',
  'They came back in the morning.',
  'Nobody lives here any more.',
  'Listen, the wind has turned.',
];
const prose =
  'The committee met on Tuesday and read the letter twice before anyone spoke. Some of the members wanted to wait until the spring while others held that the work must begin at once';

type Draw = (typeface: Typeface, at: number) => PrintedPicture;
const hd = { width: 1280, height: 720 } as const;

/** Pictures of known print: one of each kind for each typeface, with changing words and sizes. */
export function composePrint(typefaces: readonly Typeface[]): PrintedPicture[] {
  return typefaces.flatMap((typeface, at) =>
    [
      drawTitle,
      drawSmallTitle,
      drawSlide,
      drawDarkSlide,
      drawSign,
      drawScreen,
      drawSubtitle,
      drawSmallPrint,
    ].map(draw => draw(typeface, at)),
  );
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

export const drawTitle: Draw = (typeface, at) => {
  const [title, under] = pick(titles, at);
  const size = 56 + 6 * (at % 6);
  return {
    ...hd,
    kind: 'title',
    typeface,
    ground: fill(pick(['#ffffff', '#f4f0e6', '#e8f0fa'], at)),
    lines: [
      { text: title, x: 90, y: 320, size },
      { text: under, x: 92, y: 420, size: size * 0.55, colour: '#444444' },
    ],
  };
};

/** As drawn for a video of 360 lines. */
const drawSmallTitle: Draw = (typeface, at) => {
  const [title, under] = pick(titles, at + 5);
  return {
    width: 640,
    height: 360,
    kind: 'title in 360p',
    typeface,
    ground: fill(pick(['#101820', '#203a20', '#3a1030'], at)),
    lines: [
      { text: title, x: 40, y: 160, size: 40, colour: '#ffffff' },
      { text: under, x: 40, y: 210, size: 22, colour: '#d8d8d8' },
    ],
  };
};

const drawSlide: Draw = (typeface, at) => slide(typeface, at, 'slide', '#ffffff', '#111111');
const drawDarkSlide: Draw = (typeface, at) => slide(typeface, at + 3, 'dark slide', '#14213d', '#f5f5f5');

function slide(typeface: Typeface, at: number, kind: string, ground: string, colour: string): PrintedPicture {
  const size = 26 + 2 * (at % 5);
  const points = [0, 1, 2, 3].map(
    (point): PrintedLine => ({
      text: pick(bullets, at * 3 + point),
      x: 150,
      y: 300 + point * 75,
      size,
      colour,
    }),
  );
  const dots = points.map(
    ({ y }) => `<circle cx="115" cy="${y - size * 0.3}" r="${size / 6}" fill="${colour}"/>`,
  );
  return {
    ...hd,
    kind,
    typeface,
    ground: fill(ground) + dots.join(''),
    lines: [{ text: pick(headings, at), x: 90, y: 160, size: 60, colour }, ...points],
  };
}

const drawSign: Draw = (typeface, at) => {
  const [plate, colour] = pick(
    [
      ['#0b5aa8', '#ffffff'],
      ['#1b7a3d', '#ffffff'],
      ['#f5c400', '#111111'],
    ] as const,
    at,
  );
  return {
    ...hd,
    kind: 'street sign',
    typeface,
    ground: `${scenery(at)}<rect x="330" y="180" width="620" height="270" rx="18" fill="${plate}" stroke="${colour}" stroke-width="8"/>`,
    lines: [0, 1].map(line => ({
      text: pick(streets, at * 2 + line),
      x: 390,
      y: 285 + 105 * line,
      size: 66,
      colour,
    })),
  };
};

const drawScreen: Draw = (typeface, at) => {
  const size = 15 + (at % 4);
  const left = [0, 1, 2, 3, 4].map(
    (line): PrintedLine => ({
      text: pick(bullets, at + line * 3),
      x: 60,
      y: 150 + line * 40,
      size: size + 2,
    }),
  );
  const right = [0, 1, 2].map(
    (line): PrintedLine => ({
      text: pick(buttons, at + line),
      x: 940,
      y: 227 + 70 * line,
      size: size + 1,
      colour: '#ffffff',
    }),
  );
  const plates = right.map(
    ({ y }) => `<rect x="900" y="${y - 29}" width="240" height="46" rx="8" fill="#2563eb"/>`,
  );
  return {
    ...hd,
    kind: 'screen',
    typeface,
    ground: `${fill('#fafafa')}<rect width="1280" height="44" fill="#e2e2e2"/>${plates.join('')}`,
    lines: [
      ...menus.map(
        (text, place): PrintedLine => ({ text, x: 40 + place * 110, y: 28, size, colour: '#333333' }),
      ),
      ...left,
      ...right,
    ],
  };
};

const drawSubtitle: Draw = (typeface, at) => ({
  ...hd,
  kind: 'subtitle',
  typeface,
  ground: scenery(at + 20),
  lines: [
    {
      text: pick(subtitles, at),
      x: 250,
      y: 650,
      size: 36 + 2 * (at % 3),
      colour: '#ffffff',
      outline: '#000000',
    },
  ],
});

/** Sixty lines of about ninety letters. */
export const drawSmallPrint: Draw = (typeface, at) => {
  const words = prose.split(' ');
  return {
    width: 1280,
    height: 960,
    kind: 'small print',
    typeface,
    ground: fill('#ffffff'),
    lines: Array.from({ length: 60 }, (_, line) => ({
      text: Array.from({ length: 14 }, (_, word) => pick(words, at + line * 5 + word)).join(' '),
      x: 60,
      y: 40 + line * 15,
      size: 12,
    })),
  };
};

function fill(colour: string): string {
  return `<rect width="100%" height="100%" fill="${colour}"/>`;
}

/** Like an outdoor photograph: a sky, hills and leaves of many greens. */
export function scenery(seed: number, leaves = 900): string {
  const random = makeRandom(seed);
  const blobs = Array.from({ length: leaves }, () => {
    const [x, y] = [random() * hd.width, 250 + random() * 470];
    const colour = `hsl(${70 + random() * 60} ${25 + random() * 40}% ${14 + random() * 28}%)`;
    return `<ellipse cx="${x.toFixed()}" cy="${y.toFixed()}" rx="${(3 + random() * 22).toFixed()}" ry="${(2 + random() * 9).toFixed()}" transform="rotate(${(random() * 180).toFixed()} ${x.toFixed()} ${y.toFixed()})" fill="${colour}"/>`;
  });
  return `<defs><linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#6fa3d8"/><stop offset="1" stop-color="#dfe8ee"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#sky)"/><path d="M0 300 Q320 210 640 290 T1280 260 V720 H0 Z" fill="#3d5a35"/>${blobs.join('')}`;
}
