import { refuse } from '../../errors.ts';
import type { Message } from '../../messages/message.ts';
import { ownScriptMessages } from '../../messages/own-script.ts';
import { splitLines } from '../../script/split-sentences.ts';
import { printTime, toPlainSigns } from '../../script/time-format.ts';
import { isName } from '../names.ts';
import { isTimedScript, readMarkedLine } from '../timed-text.ts';
import { cleanRow, type SubtitleCue } from './subtitle-cue.ts';

// Transcripts have no standard: what counts is where times stand, and that they rise.

const before = /^[\s\u200e\u200f\u061c\ufeff#>*_~|([{［【<«•+–—-]*/u;
const after = /^[\s\u200e\u200f)\]}］】>»*_~|/:：=,;→–—-]*/u;
const clock = /^(?:(\p{Nd}{1,3})[:：])?(\p{Nd}{1,3})[:：](\p{Nd}{2})(?:[.,٫](\p{Nd}{1,9}))?(?![:：]?\p{Nd})/u;
/** Frames, or milliseconds behind a colon. */
const clockWithFrames = /(\d:\d\d:\d\d)[:;](\d{2,3})(?!\d)/gu;
/** MPL2. */
const tenths = /^\[(\d{1,7})\]\[(\d{0,7})\]/u;
/** Of a day, not of a video. */
const timeOfDay = /^(?:[ap]\.?m|uhr|o['’]clock)(?!\p{L})/iu;
const timeTitle = /^\W*(?:start|begin|in\b|from|time|tc|onset|sec|end|stop|out\b|to\b)/iu;
/** Characters a second: 10 to 20 in speech, many more in verses whose numbers look like times, hardly any in a schedule. */
const spokenRate = { least: 4, most: 60 } as const;
/** Transcripts begin before; schedules, scores and verses may begin anywhere. */
const lateSeconds = 300;

interface Clock {
  readonly seconds: number;
  /** More than minutes and whole seconds. */
  readonly isExact: boolean;
  /** More than 59 seconds or minutes. */
  readonly isOver: boolean;
  readonly rest: string;
}

interface TimedRow {
  readonly start: Clock;
  readonly endSeconds: number;
  readonly speaker?: string | undefined;
  readonly text: string;
  /** A time alone, in brackets, with hours or an end: hardly anything else than a time. */
  readonly isClear: boolean;
}

/** A time with the rows below it. */
type Timed = TimedRow & { readonly row: number; readonly isWrong: boolean; readonly rows: string[] };

/**
 * Reads transcripts and subtitles by their structure: times that begin rows, end rows with a name, or stand alone, and rise over most
 * rows; tables with a header; MPL2.
 * @returns undefined for a text in which times are a part of what is said, and for timed scripts
 * @throws CodedError `bad_request` naming the rows whose times go back or have more than 59 seconds, or those above the first time
 */
export function readTimesByStructure(text: string): SubtitleCue[] | undefined {
  const isScript = isTimedScript(text);
  const lines = isScript ? splitLines(text) : toRows(text);
  if (isScript) {
    const isWrong = (line: string) =>
      /^\s*[[［【]/u.test(line) && !readMarkedLine(line) && readRow(line)?.start.isOver;
    const wrong = lines.flatMap((line, at) => (isWrong(line) ? [at + 1] : []));
    refuseRows(ownScriptMessages.wrongTimes, wrong);
    return undefined;
  }
  const timed: Timed[] = [];
  const untimed: number[] = [];
  let latest = 0;
  for (const [at, line] of lines.entries()) {
    const found = readRow(line);
    const seconds = found?.start.seconds ?? 0;
    const isWrong = seconds < latest || found?.start.isOver === true;
    if (found) timed.push({ ...found, row: at + 1, isWrong, rows: [found.text] });
    else if (timed.length > 0) timed.at(-1)?.rows.push(line);
    else if (line !== '') untimed.push(at + 1);
    latest = Math.max(latest, seconds);
  }
  if (!isTranscript(timed, lines, latest)) return undefined;
  refuseRows(ownScriptMessages.rowsAboveTimes, untimed);
  const wrong = timed.filter(({ isWrong }) => isWrong).map(({ row }) => row);
  refuseRows(ownScriptMessages.wrongTimes, wrong);
  return nameSpeakers(timed);
}

/** Whether times begin most rows, or are clear and begin many, and what is between them can be spoken in that time. */
function isTranscript(timed: readonly Timed[], lines: readonly string[], latest: number): boolean {
  const [first] = timed;
  const count = (isMeant: (row: Timed) => boolean) => timed.filter(isMeant).length;
  if (!first || timed.length < 2 || count(({ text }) => timeOfDay.test(text)) > 0) return false;
  const said = lines.filter(Boolean).length;
  const paragraphs = lines.filter((line, at) => line && !lines[at - 1]).length;
  const isClear = count(row => row.isClear) * 2 > timed.length;
  const isLate = first.start.seconds >= lateSeconds && count(({ start }) => start.isExact) === 0;
  const characters = timed.slice(0, -1).reduce((sum, { rows }) => sum + rows.join(' ').length, 0);
  const perSecond = characters / (latest - first.start.seconds);
  return (
    count(({ rows }) => rows.some(Boolean)) * 2 >= timed.length &&
    timed.length >= (isClear ? said / 10 : Math.min(said, paragraphs) / 2) &&
    count(({ isWrong }) => isWrong) <= timed.length / (isLate ? 4 : 2) &&
    perSecond <= spokenRate.most &&
    !(isLate && perSecond < spokenRate.least)
  );
}

/** With the first row of a cue as its speaker, where it is a name in each. */
function nameSpeakers(timed: readonly Timed[]): SubtitleCue[] {
  const cues = timed.map(({ start, endSeconds, speaker, rows }) => {
    const cleaned = rows.flatMap(row => row.replace(/\*\*|__/gu, '').split(/\|\/?/u)).map(cleanRow);
    return { startSeconds: start.seconds, endSeconds, speaker, rows: cleaned.filter(Boolean) };
  });
  const readFirst = ({ rows: [first = ''] }: SubtitleCue) => first.replace(/:$/u, '');
  const isNamed = cues.every(cue => !cue.speaker && cue.rows.length > 1 && isName(readFirst(cue)));
  return isNamed ? cues.map(cue => ({ ...cue, speaker: readFirst(cue), rows: cue.rows.slice(1) })) : cues;
}

function readRow(line: string): TimedRow | undefined {
  const opening = before.exec(line)?.[0] ?? '';
  const start = readClock(line.slice(opening.length));
  if (!start) return readNamed(line);
  const rest = start.rest.replace(after, '');
  const found = readClock(rest.replace(/^[([{［【<]/u, ''));
  const end = found && found.seconds >= start.seconds ? found : undefined;
  const text = end?.rest.replace(after, '') ?? rest;
  const isClear = text === '' || end !== undefined || start.isExact || /[([{［【<*]/u.test(opening);
  return { start, endSeconds: end?.seconds ?? start.seconds, text, isClear };
}

/** `Anna Weber  0:12`, `Speaker 1 (00:12):` */
function readNamed(line: string): TimedRow | undefined {
  const words = line.length > 100 ? [] : line.split(/[\s()[\]|@,*_–—]+/u).filter(word => /[^:-]/u.test(word));
  const start = readClock((words.pop() ?? '').replace(/:$/u, ''));
  const speaker = words.join(' ').replace(/:$/u, '');
  if (start?.rest !== '' || !isName(speaker)) return undefined;
  return { start, endSeconds: start.seconds, speaker, text: '', isClear: true };
}

function readClock(text: string): Clock | undefined {
  const found = clock.exec(text);
  if (!found) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = found
    .slice(1, 4)
    .map(part => Number(toPlainSigns(part ?? '')));
  const fraction = Math.round(Number(`0.${toPlainSigns(found[4] ?? '0')}`) * 1000) / 1000;
  return {
    seconds: hours * 3600 + minutes * 60 + seconds + fraction,
    isExact: (found[1] ?? found[4]) !== undefined,
    isOver: seconds > 59 || (found[1] !== undefined && minutes > 59),
    rest: text.slice(found[0].length),
  };
}

/** The rows of a text, of a table a row for each record, all with usual clocks. */
function toRows(text: string): string[] {
  // Nothing says their rate but the largest number of a frame; two digits above 59 are hundredths.
  let largest = 0;
  for (const [, , part = ''] of text.matchAll(clockWithFrames))
    if (part.length === 2) largest = Math.max(largest, Number(part));
  const rate = [25, 30, 50, 60].find(each => largest < each) ?? 100;
  const usual = text.replace(clockWithFrames, (_, whole: string, part: string) =>
    part.length === 2 ? `${whole}${(Number(part) / rate).toFixed(3).slice(1)}` : `${whole}.${part}`,
  );
  const readTenths = (_: string, from: string, to: string) =>
    `${printTime(Number(from) / 10)} ${printTime(Number(to) / 10)} `;
  return (readTable(usual) ?? splitLines(usual)).map(line => line.trim().replace(tenths, readTenths));
}

/** A table with a header: of each record its times, and what is said by whom; whole numbers between tabs often are milliseconds. */
function readTable(text: string): string[] | undefined {
  const [head = ''] = splitLines(text.slice(0, 1000));
  const separator = ['\t', ';', ','].find(each => head.includes(each));
  const [titles = [], ...records] = separator ? readRecords(text.trim(), separator) : [];
  const isEven = records.length > 1 && records.every(record => record.length === titles.length);
  if (!isEven || titles.some(title => readRow(title))) return undefined;
  const isNumber = separator === '\t' ? /^\d{1,6}[.,]\d{1,9}$/u : /^\d{1,6}(?:[.,]\d{1,9})?$/u;
  const rows = records.map(record => {
    const times = record.map((cell, at) => {
      if (!timeTitle.test(titles[at] ?? '') || !isNumber.test(cell))
        return readClock(cell)?.rest === '' ? cell : '';
      return printTime(Number(cell.replace(',', '.')));
    });
    const [first = '', ...others] = record.filter((cell, at) => times[at] === '' && /\p{L}/u.test(cell));
    const said =
      others.length > 0 && isName(first) ? `${first}: ${others.join(' ')}` : [first, ...others].join(' ');
    return [...times.filter(Boolean).slice(0, 2), said].join(' ').replace(/\s+/gu, ' ');
  });
  return ['', ...rows];
}

/** The cells of each record; quotes enclose separators and line ends. */
function readRecords(text: string, separator: string): string[][] {
  const marked = text.replaceAll(separator, '\u241f');
  const cell = /(?:"((?:[^"]|"")*)"|([^"\u241f\r\n][^\u241f\r\n]*)?)(\u241f|\r?\n|\r|$)/uy;
  const records: string[][] = [[]];
  for (let found = cell.exec(marked); found; found = cell.exec(marked)) {
    const [, quoted, plain = '', end = ''] = found;
    records.at(-1)?.push((quoted?.replaceAll('""', '"').replaceAll('\u241f', separator) ?? plain).trim());
    if (end === '') return records.filter(record => record.some(Boolean));
    if (end !== '\u241f') records.push([]);
  }
  return [];
}

/** @throws CodedError `bad_request`, if there are any */
function refuseRows(message: Message<'rows'>, wrong: readonly number[]): void {
  const rows = [...wrong.slice(0, 5), ...(wrong.length > 5 ? ['…'] : [])].join(', ');
  if (rows) throw refuse('bad_request', message, { rows });
}
