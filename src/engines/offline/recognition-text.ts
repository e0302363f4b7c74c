import { readPrint } from '#shared/script/list-print.ts';
import {
  type DescribedLine,
  type DescribedThing,
  maxLineCharacters,
  maxLines,
  several,
  thingWords,
} from './frame-description.ts';
import { type ThingName, thingNames } from './thing-names.ts';

/** How what was recognised stands in an analysis, and how it is read back; see `analysis-text.ts`. */

const separator = '; ';
const severalWord = 'several';

/** `bottle × 3 52 % (seen); dog 86 % (nearing, far)` */
export function writeThings(things: readonly DescribedThing[]): string {
  return things
    .map(({ name, confidencePercent, count, motion, distance }) => {
      const times = count === 1 ? '' : ` × ${count === several ? severalWord : count}`;
      return `${name}${times} ${confidencePercent} % (${motion}${distance ? `, ${distance}` : ''})`;
    })
    .join(separator);
}

/** Reads what {@link writeThings} wrote; what is anything else is left out, and so is a kind's second mention. */
export function readThings(text: string): DescribedThing[] {
  const things = new Map<ThingName, DescribedThing>();
  for (const part of text.split(separator)) {
    const thing = readThing(part);
    if (thing && !things.has(thing.name)) things.set(thing.name, thing);
  }
  return [...things.values()];
}

function readThing(text: string): DescribedThing | undefined {
  const match = /^([a-z ]+?)(?: × ([2-6]|several))? (\d{1,3}) % \(([a-z, ]+)\)$/u.exec(text);
  const name = thingNames.find(each => each === match?.[1]);
  const words = match?.[4]?.split(', ') ?? [];
  const motion = thingWords.motion.find(word => words.includes(word));
  if (!name || !motion) return undefined;
  const distance = thingWords.distance.find(word => words.includes(word));
  const confidencePercent = Math.min(100, Number(match?.[3]));
  const count = match?.[2] === severalWord ? several : Number(match?.[2] ?? 1);
  return { name, confidencePercent, count, motion, distance };
}

/** Reads names of things with commas between them; what is none is left out. */
export function readNames(text: string): ThingName[] {
  const words = text.split(', ');
  return thingNames.filter(name => words.includes(name));
}

/** `"Welcome" 95 %; "Chapter 1" 90 %`, each a string of JSON, in which the marks of an analysis stand as escapes. */
export function writeLines(lines: readonly DescribedLine[]): string {
  return lines.map(({ text, confidencePercent }) => `${quote(text)} ${confidencePercent} %`).join(separator);
}

function quote(text: string): string {
  return JSON.stringify(text).replaceAll('|', '\\u007c').replaceAll(';', '\\u003b');
}

/** Reads what {@link writeLines} wrote, within its bounds; what is anything else is left out. */
export function readLines(text: string): DescribedLine[] {
  return readPrint(text)
    .filter(line => line.text.length <= maxLineCharacters)
    .slice(0, maxLines);
}
