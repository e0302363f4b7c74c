import { CodedError } from '../../errors.ts';
import { fill, type Message } from '../../messages/message.ts';
import { ownScriptMessages } from '../../messages/own-script.ts';
import { splitLines } from '../../script/split-lines.ts';
import { toPlainSigns } from '../../script/time-format.ts';
import { isName } from '../names.ts';
import { isTimedScript, readMarkedLine } from '../timed-text.ts';
import { readTable } from './read-table.ts';
import { cleanRow, type SubtitleCue } from './subtitle-cue.ts';

// Transcripts have no standard: what counts is where times stand, and that they rise.

const before = /^[\s\u200e\u200f\u061c\ufeff#>*_~|([{［【<«•+–—-]*/u;
const after = /^[\s\u200e\u200f)\]}］】>»*_~|/:：=,;→–—-]*/u;
const clock =
  /^(\p{Nd}{1,3})[:：](\p{Nd}{2})(?:[:：](\p{Nd}{2}))?(?:[:;](\p{Nd}{2,3})|[.,٫](\p{Nd}{1,9}))?(?![:：]?\p{Nd})/u;
const clockWithFrames = /:\d\d:\d\d[:;](\d\d)(?!\d)/gu;
/** MPL2: tenths of a second. */
const tenths = /^\[(\d{1,7})\]\[(\d{0,7})\]/u;
/** Of a day, not of a video. */
const timeOfDay = /^(?:[ap]\.?m|uhr|o['’]clock)(?!\p{L})/iu;
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

interface TimedRows extends TimedRow {
  readonly row: number;
  readonly isWrong: boolean;
  readonly rows: string[];
}

/**
 * Reads transcripts and subtitles by their structure: times that begin rows, end rows with a name, or stand alone, and rise over most
 * rows; tables with a header.
 * @returns undefined for a text in which times are a part of what is said, and for timed scripts
 * @throws CodedError `bad_request` naming the rows whose times go back or have more than 59 seconds, or those above the first time
 */
export function readTimesByStructure(text: string): SubtitleCue[] | undefined {
  // Nothing says the rate but the largest number of a frame; two digits above 59 are hundredths.
  const frames = Array.from(text.matchAll(clockWithFrames), ([, frame]) => Number(frame));
  const largest = frames.reduce((most, each) => Math.max(most, each), 0);
  const rate = [25, 30, 50, 60].find(each => largest < each) ?? 100;
  const lines = splitLines(text).map(line => line.trim());
  if (isTimedScript(text)) {
    const isWrong = (line: string) => /^[[［【]/u.test(line) && !readMarkedLine(line);
    const rows = lines.flatMap((line, at) =>
      isWrong(line) && readRow(line, rate)?.start.isOver ? [at + 1] : [],
    );
    refuseRows(ownScriptMessages.wrongTimes, rows);
    return undefined;
  }
  const table = readTable(text, cell => {
    const found = readClock(cell, rate);
    return found?.rest === '' && !found.isOver ? found.seconds : undefined;
  });
  if (table) return table;
  const timed: TimedRows[] = [];
  const untimed: number[] = [];
  let latest = 0;
  for (const [at, line] of lines.entries()) {
    const found = readRow(line, rate);
    const seconds = found?.start.seconds ?? 0;
    if (found)
      timed.push({
        ...found,
        row: at + 1,
        isWrong: seconds < latest || found.start.isOver,
        rows: [found.text],
      });
    else if (timed.length > 0) timed.at(-1)?.rows.push(line);
    else if (line !== '') untimed.push(at + 1);
    latest = Math.max(latest, seconds);
  }
  if (!isTranscript(timed, lines, latest)) return undefined;
  refuseRows(ownScriptMessages.rowsAboveTimes, untimed);
  refuseRows(
    ownScriptMessages.wrongTimes,
    timed.flatMap(({ row, isWrong }) => (isWrong ? [row] : [])),
  );
  return nameSpeakers(timed);
}

/** Whether times begin most rows, or are clear and begin many, and what is between them can be spoken in that time. */
function isTranscript(timed: readonly TimedRows[], lines: readonly string[], latest: number): boolean {
  const [first] = timed;
  const count = (isMeant: (row: TimedRows) => boolean) => timed.filter(isMeant).length;
  if (!first || timed.length < 2 || count(({ text }) => timeOfDay.test(text)) > 0) return false;
  if (count(({ rows }) => rows.some(Boolean)) * 2 < timed.length) return false;
  const said = lines.filter(Boolean).length;
  const paragraphs = lines.filter((line, at) => line && !lines[at - 1]).length;
  const isClear = count(row => row.isClear) * 2 > timed.length;
  const isLate = first.start.seconds >= lateSeconds && count(({ start }) => start.isExact) === 0;
  const characters = timed.slice(0, -1).reduce((sum, { rows }) => sum + rows.join(' ').length, 0);
  const perSecond = characters / (latest - first.start.seconds);
  return (
    timed.length >= (isClear ? said / 10 : Math.min(said, paragraphs) / 2) &&
    count(({ isWrong }) => isWrong) <= timed.length / (isLate ? 4 : 2) &&
    perSecond <= spokenRate.most &&
    !(isLate && perSecond < spokenRate.least)
  );
}

/** With the first row of a cue as its speaker, where it is a name in each. */
function nameSpeakers(timed: readonly TimedRows[]): SubtitleCue[] {
  const cues = timed.map(({ start, endSeconds, speaker, rows }) => {
    const cleaned = rows.flatMap(row => row.replace(/\*\*|__/gu, '').split('|')).map(cleanRow);
    return { startSeconds: start.seconds, endSeconds, speaker, rows: cleaned.filter(Boolean) };
  });
  const readFirst = ({ rows: [first = ''] }: SubtitleCue) => first.replace(/:$/u, '');
  const isNamed = cues.every(cue => !cue.speaker && cue.rows.length > 1 && isName(readFirst(cue)));
  return isNamed ? cues.map(cue => ({ ...cue, speaker: readFirst(cue), rows: cue.rows.slice(1) })) : cues;
}

function readRow(line: string, rate: number): TimedRow | undefined {
  const [all, from = '', to = ''] = tenths.exec(line) ?? [];
  if (all !== undefined) {
    const start = { seconds: Number(from) / 10, isExact: true, isOver: false, rest: '' };
    const text = line.slice(all.length).replaceAll(/(^|\|)\//gu, '$1');
    return { start, endSeconds: Math.max(Number(from), Number(to)) / 10, text, isClear: true };
  }
  const opening = before.exec(line)?.[0] ?? '';
  const start = readClock(line.slice(opening.length), rate);
  if (!start) return readNamed(line, rate);
  const rest = start.rest.replace(after, '');
  const end = readClock(rest.replace(/^[([{［【<]/u, ''), rate);
  const isEnd = end !== undefined && end.seconds >= start.seconds;
  const text = isEnd ? end.rest.replace(after, '') : rest;
  const isClear = text === '' || isEnd || start.isExact || /[([{［【<*]/u.test(opening);
  return { start, endSeconds: isEnd ? end.seconds : start.seconds, text, isClear };
}

/** `Anna Weber  0:12`, `Speaker 1 (00:12):` */
function readNamed(line: string, rate: number): TimedRow | undefined {
  const words = line.length > 100 ? [] : line.replace(/[)\]*_:]+$/u, '').split(/[\s([|@,]+/u);
  const start = readClock(words.at(-1) ?? '', rate);
  const speaker = words
    .slice(0, -1)
    .join(' ')
    .replace(before, '')
    .replace(/[\s*_:–—-]+$/u, '');
  if (start?.rest !== '' || !isName(speaker)) return undefined;
  return { start, endSeconds: start.seconds, speaker, text: '', isClear: true };
}

function readClock(text: string, rate: number): Clock | undefined {
  const found = clock.exec(text);
  if (!found) return undefined;
  const [all = '', ...parts] = found.map(part => toPlainSigns(part ?? ''));
  const [first, second, third = '', frames = '', fraction] = parts;
  const [hours, minutes, seconds] = [third && first, third ? second : first, third || second].map(Number) as [
    number,
    number,
    number,
  ];
  const part = frames ? Number(frames) / (frames.length > 2 ? 1000 : rate) : Number(`0.${fraction || 0}`);
  return {
    seconds: hours * 3600 + minutes * 60 + seconds + Math.round(part * 1000) / 1000,
    isExact: `${third}${frames}${fraction}` !== '',
    isOver: seconds > 59 || (third !== '' && minutes > 59),
    rest: text.slice(all.length),
  };
}

/** @throws CodedError `bad_request`, if there are any */
function refuseRows(message: Message<'rows'>, wrong: readonly number[]): void {
  const rows = [...wrong.slice(0, 5), ...(wrong.length > 5 ? ['…'] : [])].join(', ');
  if (rows) throw new CodedError('bad_request', { message: fill(message, { rows }) });
}
