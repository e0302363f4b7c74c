import { readTime } from './time-format.ts';

/**
 * Two readings of one line share most pairs of letters; two lines of one form ("Chapter 1", "Chapter 2") differ in a figure,
 * and "Opening hours" shares 0.64 with "Closing hours". Ours.
 */
const minShared = 0.68;
/** A part of a line shorter than this may be another line: a page's number, or a word of a menu. */
const minPartCharacters = 5;

/** Whether two readings are of one line: misread here and there, or cut off in one of them. */
export function isSameLine(one: string, other: string): boolean {
  return isSameReading(toReading(one), toReading(other));
}

/** A line as it is compared with many others. */
interface Reading {
  readonly letters: string;
  readonly digits: string;
  /** Its pairs of neighbouring characters, as numbers in order. */
  readonly pairs: Uint32Array;
}

function toReading(text: string): Reading {
  // Marks and capitals are what a reader gets wrong first.
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const pairs = Uint32Array.from(
    { length: Math.max(0, letters.length - 1) },
    (_, at) => letters.charCodeAt(at) * 2 ** 16 + letters.charCodeAt(at + 1),
  );
  return { letters, digits: letters.replace(/\P{N}/gu, ''), pairs: pairs.sort() };
}

function isSameReading(one: Reading, other: Reading): boolean {
  const [first, second] = [one.letters, other.letters];
  if (first === second) return true;
  const [shorter, longer] = first.length < second.length ? [first, second] : [second, first];
  if (shorter.length >= minPartCharacters && longer.includes(shorter)) return true;
  return one.digits === other.digits && computeLikeness(one.pairs, other.pairs) >= minShared;
}

/**
 * Share of the pairs of neighbouring characters that both have, 0 to 1 (Sørensen and Dice's coefficient, as in Kondrak,
 * Marcu and Knight, "Cognates can improve statistical translation models", 2003).
 */
function computeLikeness(first: Uint32Array, second: Uint32Array): number {
  const pairs = Math.max(1, first.length + second.length);
  if ((2 * Math.min(first.length, second.length)) / pairs < minShared) return 0;
  let [at, other, shared] = [0, 0, 0];
  while (at < first.length && other < second.length) {
    const difference = (first[at] as number) - (second[other] as number);
    if (difference === 0) shared++;
    if (difference <= 0) at++;
    if (difference >= 0) other++;
  }
  return (2 * shared) / pairs;
}

/** What was read less surely may not stand there. */
const minConfidencePercent = 90;
/** A figure or an initial is no text; a Chinese, Japanese or Korean letter is a word. */
const minLetters = 3;
/** More are no list for people; each is compared with those before it. A long line is another one by its beginning. */
const [maxPrints, maxCompared] = [500, 200];
/** Words of a line in which print is sought: the longest line has fewer. */
const maxWords = 500;
/** How far the time of a note may lie from its picture, which is a rounded one. */
export const sameMomentMs = 600;

export interface Print {
  /** Of the picture in which it stands first. */
  readonly startMs: number;
  readonly text: string;
}

/** What was seen: an observation of the document. */
export type Notes = { readonly momentsMs: readonly number[]; readonly text: string };

/** Text that can be read in the pictures with at least 90 % confidence, or that an AI's notes quote as such; each once, in order. */
export function listPrint(observations: readonly Notes[]): readonly Print[] {
  const found = observations.flatMap(notes => {
    let startMs: number | undefined;
    return notes.text.split('\n').flatMap(row => {
      startMs = findMoment(row, notes.momentsMs)?.ms ?? startMs;
      const at = startMs;
      return at === undefined ? [] : listQuoted(row).map(text => ({ startMs: at, text }));
    });
  });
  const listed: Print[] = [];
  const readings: Reading[] = [];
  const seen = new Set<string>();
  for (const print of found.toSorted((one, other) => one.startMs - other.startMs)) {
    const reading = toReading(print.text.slice(0, maxCompared));
    if (seen.has(reading.letters) || countLetters(print.text) < minLetters) continue;
    seen.add(reading.letters);
    if (seen.size > maxPrints) break;
    if (readings.some(each => isSameReading(each, reading))) continue;
    listed.push(print);
    readings.push(reading);
  }
  return listed;
}

/** A line that reads print begins this long before it is shown, or after. */
const [readBeforeMs, readAfterMs] = [5000, 10_000];

/** Whether a line begins near enough to print to read it; both in milliseconds. */
export function isNearPrint(lineMs: number, printMs: number): boolean {
  return lineMs >= printMs - readBeforeMs && lineMs <= printMs + readAfterMs;
}

/** Whether lines read a text aloud, quoted or not, as far as readings of one text are alike. */
export function isRead(text: string, lines: readonly { readonly text: string }[]): boolean {
  const sought = toWords(text);
  const { length } = sought;
  const wanted = toReading(text);
  return lines.some(line => {
    const words = toWords(line.text).slice(0, maxWords);
    const isAt = (_: string, at: number) =>
      isSameReading(toReading(words.slice(at, at + length).join('')), wanted);
    if (words.slice(0, Math.max(1, words.length - length + 1)).some(isAt)) return true;
    // Where words are not set apart.
    return /\p{Lo}/u.test(text) && toWords(line.text).join('').includes(sought.join(''));
  });
}

function toWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function countLetters(text: string): number {
  return (text.match(/\p{L}/gu) ?? []).length + (text.match(/\p{Lo}/gu) ?? []).length;
}

const separator = '; ';

/** Reads what the offline engine writes of print: `"Welcome" 95 %; "Chapter 1" 90 %`, each a string of JSON. Leaves out anything else. */
export function readPrint(written: string) {
  return written.split(separator).flatMap(part => {
    const match = /^(".*") (\d{1,3}) %$/u.exec(part);
    const text = match?.[1] && readString(match[1]);
    return text ? [{ text, confidencePercent: Math.min(100, Number(match[2])) }] : [];
  });
}

/** Without what could not have been read in a picture: new lines, and marks that turn or hide text. */
function readString(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value.replace(/[\p{C}\s]+/gu, ' ').trim() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The moment of the picture with which a row of notes begins: `0:04.2 | …` of the offline engine; `**Picture 2 of 10 (4.2 s)**` of
 * models.
 * @returns also how and where it is written
 */
export function findMoment(row: string, momentsMs: readonly number[]) {
  const head = row.replace(/^[^\p{L}\d]+/u, '').replace(/^picture \d+(?: of \d+)?[^\p{L}\d]+/iu, '');
  const [start = '', written = ''] = /^(?:at )?(?:seconds? )?(\d+(?:[:.]\d+)*)/iu.exec(head) ?? [];
  const ms = (readTime(written) ?? Number(written || Number.NaN)) * 1000;
  const far = (moment: number) => Math.abs(moment - ms);
  const [nearest] = momentsMs.toSorted((one, other) => far(one) - far(other));
  if (nearest === undefined || !(far(nearest) <= sameMomentMs)) return undefined;
  return { ms: nearest, written, at: row.length - head.length + start.length - written.length };
}

const aboutPrint =
  /\b(?:text|titles?|subtitles?|captions?|signs?|reads|reading|labels?|labelled|logos?|writing|written|letter(?:s|ing)|words?|headlines?|headings?|slides?|screens?|banners?|posters?|messages?|credits?|print(?:ed)?)\b/iu;
/** How far before a quotation its kind is said, and behind it. */
const [charactersBefore, charactersBehind] = [60, 30];

function listQuoted(row: string): string[] {
  const printed = row.split(' | ').find(part => part.startsWith('text: '));
  if (printed !== undefined)
    return readPrint(printed.slice('text: '.length))
      .filter(({ confidencePercent }) => confidencePercent >= minConfidencePercent)
      .map(({ text }) => text);
  return [
    ...row.matchAll(/“([^“”\n]+)”|"([^"\n]+)"|«([^«»\n]+)»|「([^「」\n]+)」|„([^„“”\n]+)[“”]/gu),
  ].flatMap(match => {
    const end = match.index + match[0].length;
    const around = `${row.slice(Math.max(0, match.index - charactersBefore), match.index)} ${row.slice(end, end + charactersBehind)}`;
    const text = match.slice(1).find(group => group !== undefined);
    return text && aboutPrint.test(around) ? [text.trim()] : [];
  });
}
