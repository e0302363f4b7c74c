import type { SpokenCue } from './cues.ts';
import { dropStandingRows } from './drop-standing-rows.ts';
import { readAss } from './read-ass.ts';
import { readLrc } from './read-lrc.ts';
import { readTimedLines } from './read-timed-lines.ts';
import { readTtml } from './read-ttml.ts';
import { joinRows, type SubtitleCue } from './subtitle-cue.ts';

/**
 * Reads subtitles as they are met: SRT, WebVTT, SBV, ASS and SSA, TTML and DFXP, LRC, and transcripts whose lines have two times. The format
 * is told by what stands in the text. Rows of a cue become one text. Cues come back in the order of their times, none before 0; those
 * that begin together are one.
 * @returns no cue where the text is none of these; the end of a cue is its start where it has none
 */
export function readSubtitles(text: string): SpokenCue[] {
  const cues = readCues(text)
    .map(cue => ({ ...cue, rows: cue.rows.filter(row => row !== '') }))
    .filter(({ rows }) => rows.length > 0)
    .map(clipToZero)
    .sort((one, other) => one.startSeconds - other.startSeconds);
  return joinSimultaneous(
    dropStandingRows(cues)
      .filter(({ rows }) => rows.length > 0)
      .map(({ rows, ...times }) => ({ ...times, text: joinRows(rows) })),
  );
}

function readCues(text: string): readonly SubtitleCue[] {
  if (/^Dialogue:/imu.test(text)) return readAss(text);
  if (/<(?:[\w-]+:)?tt[\s>]/u.test(text)) return readTtml(text);
  return readLrc(text) ?? readTimedLines(text);
}

function clipToZero({ startSeconds, endSeconds, ...cue }: SubtitleCue): SubtitleCue {
  const start = Math.max(0, startSeconds);
  return { ...cue, startSeconds: start, endSeconds: Math.max(start, endSeconds) };
}

function joinSimultaneous(cues: readonly SpokenCue[]): SpokenCue[] {
  const joined: SpokenCue[] = [];
  for (const cue of cues) {
    const before = joined.at(-1);
    if (before?.startSeconds !== cue.startSeconds) joined.push(cue);
    else
      joined[joined.length - 1] = {
        startSeconds: cue.startSeconds,
        endSeconds: Math.max(before.endSeconds, cue.endSeconds),
        text: `${before.text} ${cue.text}`,
      };
  }
  return joined;
}
