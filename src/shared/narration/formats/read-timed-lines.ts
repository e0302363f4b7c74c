import type { SpokenCue } from '../../script/cues.ts';
import { splitLines } from '../../script/split-lines.ts';
import { cleanMarkedRows, listSpeakers, type SubtitleCue } from './subtitle-cue.ts';

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
export function readTimedLines(text: string): SubtitleCue[] {
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
export function readClock(text: string): { readonly seconds: number; readonly rest: string } | undefined {
  const found = clock.exec(text);
  if (!found) return undefined;
  const [all, minus, hours = '0', minutes = '', seconds = '', fraction = '', more = '', last = ''] = found;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const milliseconds = whole * 1000 + Math.round(Number(`0.${fraction}${more}${last}`) * 1000);
  return { seconds: (minus ? -milliseconds : milliseconds) / 1000, rest: text.slice(all.length) };
}
