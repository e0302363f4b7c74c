import { splitLines } from '../../script/split-lines.ts';
import { leastApartMs } from '../edit-lines.ts';
import { readMarkedLine } from '../timed-text.ts';
import { readAss } from './read-ass.ts';
import { readTimedLines } from './read-timed-lines.ts';
import { readTimesByStructure } from './read-times-by-structure.ts';
import { readTtml } from './read-ttml.ts';
import { cleanRow, joinRows, type SaidCue, type SubtitleCue } from './subtitle-cue.ts';

/** A cue that begins this shortly after the previous one replaces it on the screen. */
const mostGapSeconds = 0.05;
const leastRolling = 2;

/**
 * Reads subtitles: SRT, WebVTT, SBV, ASS and SSA, TTML and DFXP, LRC, and transcripts by the structure of their times. Detects the format by
 * content. Rows of a cue are joined. Cues are in time order, none before 0; those that begin together are joined.
 * @returns no cue for other text; without an end, a cue ends at its start
 * @throws CodedError `bad_request` naming the rows of a transcript whose times are missing or wrong
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
    dropRepeatedRows(cues)
      .filter(({ rows }) => rows.length > 0)
      .map(({ rows, ...times }) => ({ ...times, text: joinRows(rows) })),
  );
}

function readCues(text: string): readonly SubtitleCue[] {
  if (/^Dialogue:/imu.test(text)) return readAss(text);
  if (/<(?:[\w-]+:)?tt[\s>]/u.test(text)) return readTtml(text);
  return readLrc(text) ?? readTimedLines(text);
}

/** Metadata of a song, above its lines. */
const songTag = /^\s*\[(?:ti|ar|al|au|by|re|ve|length|offset):/iu;

/** Reads LRC lyrics, `[00:12.00][01:15.00]text`; undefined without a song's metadata, as it may be a timed script. */
function readLrc(text: string): SubtitleCue[] | undefined {
  const lines = splitLines(text);
  return lines.some(line => songTag.test(line)) ? lines.flatMap(readLyric) : undefined;
}

function readLyric(line: string): SubtitleCue[] {
  const times: number[] = [];
  let said = line;
  for (let marked = readMarkedLine(said); marked; marked = readMarkedLine(said)) {
    times.push(marked.startSeconds);
    said = marked.text;
  }
  const rows = [cleanRow(said)];
  return times.map(time => ({ startSeconds: time, endSeconds: time, rows }));
}

function clipToZero({ startSeconds, endSeconds, ...cue }: SubtitleCue): SubtitleCue {
  const start = Math.max(0, startSeconds);
  return { ...cue, startSeconds: start, endSeconds: Math.max(start, endSeconds) };
}

function joinSimultaneous(cues: readonly SaidCue[]): SaidCue[] {
  const joined: SaidCue[] = [];
  for (const cue of cues) {
    const before = joined.at(-1);
    const isJoined = before && cue.startSeconds <= before.startSeconds;
    if (!isJoined) joined.push(cue);
    // Two who speak at once are two lines, which do not begin together.
    else if (before.speaker !== cue.speaker)
      joined.push({ ...cue, startSeconds: before.startSeconds + leastApartMs / 1000 });
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
  if (rolling < Math.max(leastRolling, (cues.length - 1) / 2)) return cues;
  return cues.map((cue, index) => ({ ...cue, rows: cue.rows.slice(repeated[index]) }));
}

/** How many of a cue's first rows are the last rows of the previous one. */
function countRepeated(before: SubtitleCue | undefined, { startSeconds, rows }: SubtitleCue): number {
  if (!before || startSeconds > before.endSeconds + mostGapSeconds) return 0;
  const shown = before.rows;
  for (let count = Math.min(shown.length, rows.length); count > 0; count--)
    if (shown.slice(-count).every((row, index) => row === rows[index])) return count;
  return 0;
}
