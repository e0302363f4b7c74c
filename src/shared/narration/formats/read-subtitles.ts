import { refuse } from '../../errors.ts';
import { ownScriptMessages } from '../../messages/own-script.ts';
import type { SpokenCue } from '../../script/cues.ts';
import { splitLines } from '../../script/split-sentences.ts';
import { minApartMs } from '../line-commands.ts';
import { readMarkedLine } from '../timed-text.ts';
import { readTimesByStructure } from './read-times-by-structure.ts';
import { readTtml } from './read-ttml.ts';
import {
  cleanMarkedRows,
  cleanRow,
  joinRows,
  listSpeakers,
  type SaidCue,
  type SubtitleCue,
} from './subtitle-cue.ts';

/** Hours optional; comma, dot or colon, and fractions of any length: some programs write `00:00:01,239.9999`. */
const clock = /^(-)?(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d+)(?:\.(\d+))?|:(\d{3}))?/u;
/** The arrow, also as changed by word processors. */
const arrow = /^\s*(?:-{1,3}>|[–—−]{1,2}>|[→⟶])\s*/u;
/** In SBV, and in the brackets of transcripts. In other lines it may be part of a sentence. */
const comma = /^,/u;
const dash = /^\s*[–—-]\s*/u;
/** Cue settings after the times: `align:start`, `X1:40`. */
const setting = /^[\w-]+:\S/u;

interface TimedLine extends SpokenCue {
  /** Its text is spoken even if there is more below. */
  readonly isBracketed: boolean;
}

/** Reads SRT, WebVTT, SBV, and Whisper's `[00:01.000 --> 00:02.000] text`, without numbers, settings, notes and styles. */
function readTimedLines(text: string): SubtitleCue[] {
  const isVtt = /^\s*WEBVTT/u.test(text);
  const lines = splitLines(text);
  const timings = lines.map(readTiming);
  // By the line above the first times.
  const above = lines.slice(0, Math.max(0, timings.findIndex(Boolean)));
  const numbered = isNumber(above.findLast(line => !isBlank(line)) ?? '');
  const isMistimed = (line = '') => (isVtt ? line.includes('-->') : /^\s*-?\d+:\S*\s*-->/u.test(line));
  const cues: { timing: TimedLine; below: string[] }[] = [];
  let below: string[] | undefined;
  for (const [at, line] of lines.entries()) {
    const timing = timings[at];
    if (timing) {
      below = [];
      cues.push({ timing, below });
    } else if (isMistimed(line)) {
      // WebVTT loses such a cue; in SRT its words belong to the one before.
      if (isVtt) below = undefined;
    } else if (isBlank(line)) {
      // A blank line ends a cue of WebVTT, and notes and styles may follow; SRT files may have blank lines anywhere.
      if (isVtt && (line === '' || below?.some(row => !isBlank(row)))) below = undefined;
    } else {
      const next = findNext(lines, at);
      const isCueNumber = numbered && isNumber(line) && (timings[next] || isMistimed(lines[next]));
      if (!isCueNumber) below?.push(line);
    }
  }
  return cues.map(({ timing: { text: said, isBracketed, ...times }, below: words }) => {
    // What is behind the times of SRT is shown by no player. It is spoken if it is all there is, as some transcripts have it.
    const isSaid = isBracketed || (!isVtt && words.length === 0 && !setting.test(said));
    const rows = isSaid ? [said, ...words] : words;
    const [speaker, ...others] = new Set(listSpeakers(rows.join('\n')));
    return { ...times, rows: cleanMarkedRows(rows), speaker: others.length > 0 ? undefined : speaker };
  });
}

function findNext(lines: readonly string[], at: number): number {
  let next = at + 1;
  while (next < lines.length && isBlank(lines[next] ?? '')) next++;
  return next;
}

function isNumber(line: string): boolean {
  return /^\s*\ufeff?\d+\s*$/u.test(line);
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** Some programs forget the space before the settings. */
const behindTimes = /^(?:\s|$|[A-Za-z][\w-]*:)/u;

/** The two times of a line, and the text behind them. */
function readTiming(line: string): TimedLine | undefined {
  const [opening = '', bracket] = /^\s*(\[?)\s*/u.exec(line) ?? [];
  const start = readClock(line.slice(opening.length));
  if (!start) return undefined;
  const pointed = arrow.exec(start.rest);
  const between = pointed ?? (bracket ? dash : comma).exec(start.rest);
  const end = between && readClock(start.rest.slice(between[0].length));
  if (!end) return undefined;
  const behind = (bracket ? /^\s*\]/u : pointed ? behindTimes : /^(?:\s|$)/u).exec(end.rest);
  if (!behind) return undefined;
  const said = end.rest.slice(bracket ? behind[0].length : 0).trim();
  return { startSeconds: start.seconds, endSeconds: end.seconds, text: said, isBracketed: bracket !== '' };
}

/** Reads a time at the start of a text. */
function readClock(text: string): { readonly seconds: number; readonly rest: string } | undefined {
  const found = clock.exec(text);
  if (!found) return undefined;
  const [all, minus, hours = '0', minutes = '', seconds = '', fraction = '', more = '', last = ''] = found;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const milliseconds = whole * 1000 + Math.round(Number(`0.${fraction}${more}${last}`) * 1000);
  return { seconds: (minus ? -milliseconds : milliseconds) / 1000, rest: text.slice(all.length) };
}

/** For files without a format line. */
const usualFields = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';
/** Starts a drawing with a scale, and ends it with 0; not `\pos`. */
const drawing = /\\p\s*(\d+)/gu;

/** Reads the dialogue of ASS and SSA, without styles, overrides, comments and drawings. */
export function readAss(text: string): SubtitleCue[] {
  let fields = listFields(usualFields);
  const cues: SubtitleCue[] = [];
  for (const line of splitLines(text)) {
    const [, kind = '', content = ''] = /^\s*(Format|Dialogue):(.*)$/iu.exec(line) ?? [];
    if (kind.toLowerCase() === 'format') {
      // Styles have a format, too.
      const listed = listFields(content);
      if (listed.includes('text')) fields = listed;
    } else if (kind !== '') {
      const values = content.split(',');
      const read = (field: string) => readClock((values[fields.indexOf(field)] ?? '').trim())?.seconds;
      const [startSeconds, endSeconds] = [read('start'), read('end')];
      // The text is the last field, and may contain commas.
      const said = removeOverrides(values.slice(fields.indexOf('text')).join(',')).replaceAll('\\h', ' ');
      // Editors call it either.
      const speaker =
        values[fields.findIndex(field => ['name', 'actor'].includes(field))]?.trim() || undefined;
      if (startSeconds !== undefined && endSeconds !== undefined)
        cues.push({ startSeconds, endSeconds, rows: said.split(/\\n/iu).map(cleanRow), speaker });
    }
  }
  return cues;
}

function listFields(format: string): string[] {
  return format.split(',').map(field => field.trim().toLowerCase());
}

/** As libass shows a text: braces that are escaped or never closed are text. */
function removeOverrides(text: string): string {
  const shown: string[] = [];
  let isDrawn = false;
  let from = 0;
  const show = (to: number) => isDrawn || shown.push(text.slice(from, to));
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', from)) {
    const isEscaped = text[at - 1] === '\\';
    const end = isEscaped ? at : text.indexOf('}', at);
    if (end < 0) break;
    show(isEscaped ? at - 1 : at);
    if (isEscaped) shown.push('{');
    for (const [, scale] of text.slice(at, end).matchAll(drawing)) isDrawn = Number(scale) > 0;
    from = end + 1;
  }
  show(text.length);
  return shown.join('').replaceAll('\\}', '}');
}

/** A cue that begins this shortly after the previous one replaces it on the screen. */
const maxGapSeconds = 0.05;
const minRolling = 2;
/** Nobody reads a cue this short: it is a frame of a moving text. */
const shortestSeconds = 0.2;

/**
 * Reads subtitles: SRT, WebVTT, SBV, ASS and SSA, TTML and DFXP, LRC, MicroDVD, tables of Whisper and Audacity, and transcripts by the
 * structure of their times. Detects the format by content. Rows of a cue are joined. Cues are in time order, none before 0; those that
 * begin together are joined.
 * @returns no cue for other text; without an end, a cue ends at its start
 * @throws CodedError `bad_request` naming the rows of a transcript whose times are missing or wrong; for MicroDVD without a frame rate
 */
export function readSubtitles(text: string): SaidCue[] {
  const read = readCues(text);
  const isOther = read.length === 0 && !/^\s*WEBVTT/u.test(text);
  return joinSubtitles((isOther && readTimesByStructure(text)) || read);
}

/** Cues of subtitles as they are spoken: in time order, none before 0, their rows joined, none repeated because captions roll. */
export function joinSubtitles(read: readonly SubtitleCue[]): SaidCue[] {
  const cues = read
    .map(cue => ({ ...cue, rows: cue.rows.filter(row => row !== '') }))
    .filter(({ rows }) => rows.length > 0)
    .map(clipToZero)
    .sort((one, other) => one.startSeconds - other.startSeconds);
  return joinSimultaneous(
    dropRepeatedRows(joinShownTwice(cues))
      .filter(({ rows }) => rows.length > 0)
      .map(({ rows, ...times }) => ({ ...times, text: joinRows(rows) })),
  );
}

/**
 * Broadcast files begin at an hour of the day, mostly the tenth. That is meant where all lies beyond the video, and within it from that hour.
 * @returns the hour, 0 where times count from the beginning, and the cues counted from it
 */
export function dropOffset(cues: readonly SaidCue[], videoSeconds: number) {
  const firstSeconds = cues[0]?.startSeconds ?? 0;
  const offsetHours = Math.floor(firstSeconds / 3600);
  const isMeant = firstSeconds >= videoSeconds && firstSeconds % 3600 < videoSeconds && offsetHours < 24;
  if (!isMeant) return { cues, offsetHours: 0 };
  const drop = (seconds: number) => Math.round((seconds - offsetHours * 3600) * 1000) / 1000;
  const toDropped = ({ startSeconds, endSeconds, ...cue }: SaidCue) => {
    return { ...cue, startSeconds: drop(startSeconds), endSeconds: drop(endSeconds) };
  };
  return { cues: cues.map(toDropped), offsetHours };
}

function readCues(text: string): readonly SubtitleCue[] {
  const styled = readAss(text);
  if (styled.length > 0) return styled;
  if (/^\s*</u.test(text) && /<(?:[^\s<>:]+:)?tt[\s>]/u.test(text)) return readTtml(text);
  return readLrc(text) ?? readNumbered(text) ?? readTimedLines(text);
}

/** Metadata of a song, above its lines. By the offset, in milliseconds, they are shown earlier. */
const songTag = /^\s*\[(?:ti|ar|al|au|by|re|ve|length|offset):(?:\s*([+-]?\d{1,9})\s*\])?/iu;

/** Reads LRC lyrics, `[00:12.00][01:15.00]text`; undefined without a song's metadata, as it may be a timed script. */
function readLrc(text: string): SubtitleCue[] | undefined {
  const lines = splitLines(text);
  const tags = lines.map(line => songTag.exec(line)).filter(tag => tag !== null);
  const offsetMs = Number(tags.find(([tag]) => /offset/iu.test(tag))?.[1] ?? 0);
  if (tags.length === 0) return undefined;
  return lines.flatMap(line => {
    const times: number[] = [];
    let said = line;
    for (let marked = readMarkedLine(said); marked; marked = readMarkedLine(said)) {
      times.push((marked.startSeconds * 1000 - offsetMs) / 1000);
      said = marked.text;
    }
    return times.map(at => ({ startSeconds: at, endSeconds: at, rows: cleanMarkedRows([said]) }));
  });
}

const tableHead = /^\s*start\tend\ttext\s*$/iu;
const tableRow = /^\s*(\d{1,9})\t(\d{1,9})\t(.*)$/u;
const label = /^\s*(\d+\.\d+)\t(\d+\.\d+)\t(.*)$/u;
const frames = /^\s*\{\s*(\d{1,9})\s*\}\s*\{\s*(\d{1,9}\s*)?\}(.*)$/u;

/**
 * Reads Whisper's table, Audacity's labels, and MicroDVD, `{25}{75}row|row`, whose first cue states the frame rate: `{1}{1}25`.
 * @returns undefined for other text
 */
function readNumbered(text: string): SubtitleCue[] | undefined {
  const [head = '', ...below] = splitLines(text).filter(line => line.trim() !== '');
  if (tableHead.test(head)) return readUnits(below, tableRow, 1000);
  if ([head, ...below].every(line => label.test(line))) return readUnits([head, ...below], label, 1);
  const [, start, end, rate = ''] = frames.exec(head) ?? [];
  if (start === undefined) return undefined;
  const perSecond = Number(start) <= 1 && Number(end) <= 1 ? Number(rate.replace(',', '.')) : 0;
  if (perSecond >= 1 && perSecond <= 1000) return readUnits(below, frames, perSecond);
  throw refuse('bad_request', ownScriptMessages.framesOnly, { example: '{1}{1}25' });
}

function readUnits(lines: readonly string[], row: RegExp, perSecond: number): SubtitleCue[] {
  const toSeconds = (count: string) => Math.round((Number(count) / perSecond) * 1000) / 1000;
  return lines.flatMap(line => {
    const [, start, end = '', said = ''] = row.exec(line) ?? [];
    if (start === undefined) return [];
    // MicroDVD has slashes before rows in italics.
    const rows = cleanMarkedRows(said.split('|').map(each => each.replace(/^\//u, '')));
    return [{ startSeconds: toSeconds(start), endSeconds: toSeconds(end || start), rows }];
  });
}

function clipToZero({ startSeconds, endSeconds, ...cue }: SubtitleCue): SubtitleCue {
  const start = Math.max(0, startSeconds);
  return { ...cue, startSeconds: start, endSeconds: Math.max(start, endSeconds) };
}

/** Joins cues, in time order, of the same text that are layers of one caption or pictures of a moving one, but not what two say at once. */
function joinShownTwice(cues: readonly SubtitleCue[]): SubtitleCue[] {
  const joined: SubtitleCue[] = [];
  const shown = new Map<string, number>();
  for (const cue of cues) {
    const text = joinRows(cue.rows);
    const at = shown.get(text) ?? joined.length;
    const before = joined[at];
    if (before && isShownWith(before, cue)) {
      const endSeconds = Math.max(before.endSeconds, cue.endSeconds);
      joined[at] = { ...before, endSeconds, speaker: before.speaker ?? cue.speaker };
    } else shown.set(text, joined.push(cue) - 1);
  }
  return joined;
}

function isShownWith(before: SubtitleCue, { startSeconds, endSeconds, speaker }: SubtitleCue): boolean {
  if (before.speaker && speaker && before.speaker !== speaker) return false;
  const shorter = Math.min(before.endSeconds - before.startSeconds, endSeconds - startSeconds);
  const overlap = Math.min(before.endSeconds, endSeconds) - startSeconds;
  if (startSeconds === before.startSeconds || (overlap > 0 && overlap >= shorter / 2)) return true;
  return overlap >= -maxGapSeconds && endSeconds - startSeconds < shortestSeconds;
}

function joinSimultaneous(cues: readonly SaidCue[]): SaidCue[] {
  const joined: SaidCue[] = [];
  for (const cue of cues) {
    const before = joined.at(-1);
    const isJoined = before && cue.startSeconds <= before.startSeconds;
    if (!isJoined) joined.push(cue);
    // Two who speak at once are two lines, which do not begin together.
    else if (before.speaker !== cue.speaker)
      joined.push({ ...cue, startSeconds: before.startSeconds + minApartMs / 1000 });
    else
      joined[joined.length - 1] = {
        ...before,
        endSeconds: Math.max(before.endSeconds, cue.endSeconds),
        text: `${before.text} ${cue.text}`,
      };
  }
  return joined;
}

/**
 * Removes rows of rolling captions, such as YouTube's automatic ones, that were already shown in the previous cue, so that each is spoken
 * once. Other subtitles are unchanged: a repeated “No.” is intended.
 * @param cues in time order
 */
function dropRepeatedRows(cues: readonly SubtitleCue[]): readonly SubtitleCue[] {
  const repeated = cues.map((cue, index) => countRepeated(cues[index - 1], cue));
  const rolling = repeated.filter(count => count > 0).length;
  if (rolling < Math.max(minRolling, (cues.length - 1) / 2)) return cues;
  return cues.map((cue, index) => ({ ...cue, rows: cue.rows.slice(repeated[index]) }));
}

/** How many of a cue's first rows are the last rows of the previous one. */
function countRepeated(before: SubtitleCue | undefined, { startSeconds, rows }: SubtitleCue): number {
  if (!before || startSeconds > before.endSeconds + maxGapSeconds) return 0;
  const shown = before.rows;
  for (let count = Math.min(shown.length, rows.length); count > 0; count--)
    if (shown.slice(-count).every((row, index) => row === rows[index])) return count;
  return 0;
}
