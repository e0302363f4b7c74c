import { isSameLine } from '#shared/script/list-print.ts';
import { type FrameNotes, maxLineCharacters, maxLines } from './analysis.ts';
import type { Box, ReadLine } from './recognition/recognised.ts';

/**
 * What is a heading, which is told, and what body text, to which nobody listens. Ours, seen on slides, pages and screens:
 * headings are short, at least half as high as the highest line, and higher than most lines where there are several.
 */
const heading = { characters: 60, shareOfHighest: 0.5, timesMedian: 1.25, fewLines: 3 } as const;
/**
 * Lines of one title stand below one another in letters of one size. Ours: as shares of a line's height, how much heights
 * may differ, and how much room lies between; titles are set with less than a line of it.
 */
const title = { heightDifference: 0.3, gap: 0.9, characters: 80 } as const;

interface Quotation {
  readonly text: string;
  readonly confidence: number;
  readonly box: Box;
  /** Of one of them, as a share of the picture's. */
  readonly lineHeight: number;
}

/** A line of print through the pictures of a video, however it was read in each. */
interface LineTrack {
  /** The picture in which it stands first. */
  readonly first: number;
  readonly readings: [Quotation, ...Quotation[]];
}

/**
 * Chooses what is quoted of the print in the pictures of a video: each line once, in the picture in which it comes, as it
 * was read most surely; in a picture the largest lines first, and from top to bottom what is of one size.
 * @param pictures what was read in each, in time order
 * @returns as many
 */
export function chooseLines(
  pictures: readonly (readonly ReadLine[])[],
): Pick<FrameNotes, 'lines' | 'isPrintStaying'>[] {
  const printed = pictures.map(lines =>
    lines.map(toQuotation).filter(({ text }) => text !== '' && text.length <= maxLineCharacters),
  );
  const tracks = trackLines(printed);
  return printed.map((lines, at) => {
    const minHeight = findHeadingHeight(lines.map(({ lineHeight }) => lineHeight));
    const fresh = tracks.filter(({ first }) => first === at).map(chooseReading);
    const headings = fresh.filter(
      ({ text, lineHeight }) => lineHeight >= minHeight && text.length <= heading.characters,
    );
    const chosen = joinTitles(headings)
      .sort((one, other) => rankSize(other) - rankSize(one) || one.box.top - other.box.top)
      .slice(0, maxLines);
    return {
      lines: chosen.map(each => ({ text: each.text, confidencePercent: Math.round(each.confidence * 100) })),
      isPrintStaying: chosen.length === 0 && lines.length > 0,
    };
  });
}

/** Lines whose heights differ by less than a fifth or so are of one size. */
function rankSize({ lineHeight }: Quotation): number {
  return Math.round(Math.log(lineHeight) / Math.log(1.2));
}

/** From which height on a line of a picture is a heading; of lines of one height all are. */
function findHeadingHeight(lineHeights: readonly number[]): number {
  const sorted = lineHeights.toSorted((one, other) => one - other);
  const highest = sorted.at(-1) ?? 0;
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const ofPage = sorted.length > heading.fewLines ? heading.timesMedian * median : 0;
  return Math.max(heading.shareOfHighest * highest, ofPage <= highest ? ofPage : 0);
}

/** As it is written, without what is no print: new lines, and marks that turn or hide text. */
function toQuotation({ text, confidence, box }: ReadLine): Quotation {
  const clean = text.normalize('NFC').replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ');
  return { text: clean.trim(), confidence, box, lineHeight: box.bottom - box.top };
}

function trackLines(pictures: readonly (readonly Quotation[])[]): LineTrack[] {
  const tracks: LineTrack[] = [];
  for (const [at, lines] of pictures.entries()) {
    for (const line of lines) {
      const known = tracks.find(({ readings }) => readings.some(({ text }) => isSameLine(text, line.text)));
      if (known) known.readings.push(line);
      else tracks.push({ first: at, readings: [line] });
    }
  }
  return tracks;
}

/**
 * The surest reading, where the line stands in its first picture: a page that is scrolled shows it elsewhere later. Of a line
 * that was cut off or half shown in some pictures a whole one.
 */
function chooseReading({ readings }: LineTrack): Quotation {
  const first = readings[0];
  const isPart = ({ text }: Quotation) =>
    readings.some(other => other.text.length > text.length && other.text.includes(text));
  const whole = readings.filter(reading => !isPart(reading));
  const surest = whole.reduce((best, next) => (next.confidence > best.confidence ? next : best));
  return { ...surest, box: first.box, lineHeight: first.lineHeight };
}

function joinTitles(lines: readonly Quotation[]): Quotation[] {
  const joined: Quotation[] = [];
  for (const line of lines.toSorted((one, other) => one.box.top - other.box.top)) {
    const at = joined.findIndex(above => isNextLine(above, line));
    const above = joined[at];
    if (above) joined[at] = join(above, line);
    else joined.push(line);
  }
  return joined;
}

function isNextLine(above: Quotation, below: Quotation): boolean {
  const height = above.lineHeight;
  const gap = below.box.top - above.box.bottom;
  const overlap = Math.min(above.box.right, below.box.right) - Math.max(above.box.left, below.box.left);
  const isOfOneSize = Math.abs(below.lineHeight / height - 1) < title.heightDifference;
  const isRightBelow = overlap > 0 && gap > -height / 2 && gap < title.gap * height;
  return isOfOneSize && isRightBelow && above.text.length + below.text.length < title.characters;
}

function join(above: Quotation, below: Quotation): Quotation {
  return {
    text: `${above.text} ${below.text}`,
    confidence: Math.min(above.confidence, below.confidence),
    box: {
      left: Math.min(above.box.left, below.box.left),
      top: above.box.top,
      right: Math.max(above.box.right, below.box.right),
      bottom: below.box.bottom,
    },
    lineHeight: Math.min(above.lineHeight, below.lineHeight),
  };
}
