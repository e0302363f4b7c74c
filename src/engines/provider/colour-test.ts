import type { Frame } from '#shared/frame.ts';
import type { NoteUsage, VisionEngine } from '../ports.ts';
import { makeOneColourJpeg, type PictureSize, type TestColour, testColours } from './one-colour-jpeg.ts';

/** As large as the frames of most videos are sent to a local server, so that a picture costs what theirs do. */
export const testPictureSize: PictureSize = { width: 1024, height: 576 };

/**
 * The colours in order. Neighbours differ, no colour comes in its turn, and the first are not those that a model would
 * guess (red, green, blue): what was dropped or swapped makes another row.
 */
const row: readonly TestColour[] = [
  'blue',
  'yellow',
  'red',
  'green',
  'yellow',
  'blue',
  'green',
  'red',
  'blue',
  'red',
];

export interface ColourAnswer {
  /** Whether all pictures were seen, in order. */
  readonly isRight: boolean;
  /** What the model wrote. */
  readonly said: string;
}

export interface ColourTestOptions {
  readonly noteUsage?: NoteUsage | undefined;
  /** Of each picture; {@link testPictureSize} when left out. */
  readonly size?: PictureSize | undefined;
}

const wish =
  'This is a test: each picture is filled with a single colour. For each picture, in order, write one line with nothing ' +
  `but its number and the plain name of its colour, which is one of ${testColours.toSorted().join(', ')}, such as ` +
  '"Picture 1: white". Write nothing else.';

/** The frames of the test: the first so many of the row, a second apart. */
export function makeColourFrames(count: number, size: PictureSize = testPictureSize): Frame[] {
  return row.slice(0, count).map((colour, at) => ({ seconds: at, jpeg: makeOneColourJpeg(colour, size) }));
}

/**
 * Asks an engine which colours so many pictures have, in order. Costs what looking at so many pictures costs there.
 * @param count 1 to 10
 * @throws CodedError as the engine does
 */
export async function tryColours(
  engine: Pick<VisionEngine, 'analyze'>,
  count: number,
  signal: AbortSignal,
  { noteUsage, size }: ColourTestOptions = {},
): Promise<ColourAnswer> {
  const frames = makeColourFrames(count, size);
  const said = await engine.analyze({ wish, frames, durationSeconds: count, noteUsage, signal });
  return { isRight: namesColours(said, row.slice(0, count)), said };
}

/** Other words for the colours, and for those that no picture has. */
const colourWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    navy: 'blue',
    azure: 'blue',
    gold: 'yellow',
    golden: 'yellow',
    scarlet: 'red',
    crimson: 'red',
    lime: 'green',
    ...Object.fromEntries(testColours.map(colour => [colour, colour])),
    ...Object.fromEntries(
      [
        'orange',
        'purple',
        'violet',
        'pink',
        'magenta',
        'cyan',
        'brown',
        'black',
        'white',
        'grey',
        'gray',
      ].map(other => [other, other]),
    ),
  }),
);

interface NamedPicture {
  readonly number: number;
  readonly colours: readonly string[];
}

/**
 * Whether a text names these colours in order: behind the number of each picture, or, where no pictures are numbered, one
 * after the other and nothing else, as often as it likes.
 */
function namesColours(text: string, expected: readonly string[]): boolean {
  const { before, pictures } = readColours(text);
  if (pictures.length === 0) return isRepeated(before, expected);
  // What is said of a picture first is its colour; then it may be compared with another.
  const named = pictures.filter(({ colours }) => colours.length > 0);
  const rightPlaces = named.every(
    ({ number, colours }, at) => number === (at % expected.length) + 1 && colours[0] === expected[number - 1],
  );
  return rightPlaces && named.length > 0 && named.length % expected.length === 0;
}

function isRepeated(said: readonly string[], expected: readonly string[]): boolean {
  return (
    said.length > 0 &&
    said.length % expected.length === 0 &&
    said.every((colour, at) => colour === expected[at % expected.length])
  );
}

/** The colours that a text names, in order: those before the first picture's number, and those behind each. */
function readColours(text: string): { before: string[]; pictures: NamedPicture[] } {
  const before: string[] = [];
  const pictures: { number: number; colours: string[] }[] = [];
  let last = '';
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+|\d+/gu)) {
    const colour = colourWords.get(word);
    if (last === 'picture' && /^\d/u.test(word)) pictures.push({ number: Number(word), colours: [] });
    else if (colour !== undefined) (pictures.at(-1)?.colours ?? before).push(colour);
    last = word;
  }
  return { before, pictures };
}
