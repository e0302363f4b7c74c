import type { SpokenCue } from '../../script/cues.ts';
import { splitLines } from '../../script/split-lines.ts';
import { cleanRow, listSpeakers, type SubtitleCue } from './subtitle-cue.ts';

/** Hours optional, comma or dot, and fractions of any length: some programs write `00:00:01,239.9999`. */
const clock = /^(-)?(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d+)(?:\.(\d+))?)?/u;
/** The arrow, also as changed by word processors. */
const arrow = /^\s*(?:-{1,3}>|[–—−]{1,2}>|[→⟶])\s*/u;
/** In SBV, and in the brackets of transcripts. In other lines it may be part of a sentence. */
const comma = /^,/u;
const dash = /^\s*[–—-]\s*/u;
/** Cue settings after the times: `align:start`, `X1:40`. */
const setting = /^[\w-]+:\S/u;

/** Reads SRT, WebVTT, SBV, and Whisper's `[00:01.000 --> 00:02.000] text`, without numbers, settings, notes and styles. */
export function readTimedLines(text: string): SubtitleCue[] {
  const isVtt = /^\s*WEBVTT/u.test(text);
  const lines = splitLines(text);
  const timings = lines.map(readTiming);
  const numbered = isNumberedAbove(lines, timings.findIndex(Boolean));
  const cues: { startSeconds: number; endSeconds: number; rows: string[] }[] = [];
  let rows: string[] | undefined;
  const speakers = new Map<string[], Set<string>>();
  const note = (to: string[], line: string) => {
    to.push(cleanRow(line));
    const names = speakers.get(to) ?? new Set();
    speakers.set(to, names);
    for (const name of listSpeakers(line)) names.add(name);
  };
  for (const [at, line] of lines.entries()) {
    const timing = timings[at];
    if (timing) {
      const { text: said, ...times } = timing;
      rows = [];
      note(rows, said);
      cues.push({ ...times, rows });
      // A blank line ends a cue of WebVTT, and notes and styles may follow; SRT files may have blank lines anywhere.
    } else if (isBlank(line)) {
      if (isVtt && (line === '' || rows?.some(row => row !== ''))) rows = undefined;
    } else if (rows && !(numbered && isNumber(line) && timings[findNext(lines, at)])) note(rows, line);
  }
  return cues.map(cue => {
    const [speaker, ...others] = speakers.get(cue.rows) ?? [];
    return others.length > 0 ? cue : { ...cue, speaker };
  });
}

/** Whether cues are numbered, by the line above the first one's times. */
function isNumberedAbove(lines: readonly string[], first: number): boolean {
  return isNumber(lines.slice(0, Math.max(0, first)).findLast(line => !isBlank(line)) ?? '');
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

/** The two times of a line, and the text behind them. */
function readTiming(line: string): SpokenCue | undefined {
  const [opening = '', bracket] = /^\s*(\[?)\s*/u.exec(line) ?? [];
  const start = readClock(line.slice(opening.length));
  if (!start) return undefined;
  const between = arrow.exec(start.rest) ?? (bracket ? dash : comma).exec(start.rest);
  const end = between && readClock(start.rest.slice(between[0].length));
  const behind = end && (bracket ? /^\s*\]/u : /^(?!\S)/u).exec(end.rest);
  if (!end || !behind) return undefined;
  const rest = end.rest.slice(behind[0].length).trim();
  const text = !bracket && setting.test(rest) ? '' : rest;
  return { startSeconds: start.seconds, endSeconds: end.seconds, text };
}

function readClock(text: string): { readonly seconds: number; readonly rest: string } | undefined {
  const found = clock.exec(text);
  if (!found) return undefined;
  const [all, minus, hours = '0', minutes = '', seconds = '', fraction = '0', more = ''] = found;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const milliseconds = whole * 1000 + Math.round(Number(`0.${fraction}${more}`) * 1000);
  return { seconds: (minus ? -milliseconds : milliseconds) / 1000, rest: text.slice(all.length) };
}
