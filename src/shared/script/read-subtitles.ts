import type { SpokenCue } from './cues.ts';

/** `00:01:02,345 --> 00:01:04,000`, hours left out or not, a comma or a dot, and behind it positions that are not read. */
const timing =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(?:\s|$)/;
/** Tags of both formats, WebVTT's times within a cue, and the positions that some players read in SRT: `{\an8}`. */
const tags = /<\/?(?:[biu]|font|c|v|lang|ruby|rt|s)(?:[\s.][^<>\n]*)?>|<[\d:.]+>|\{\\[^{}\n]*\}/giu;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
};
/** Scripts that put no space between words: neither between two rows. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。，！？「」]/u;

/**
 * Reads SRT or WebVTT as they are met: with a byte order mark, any ends of lines, numbers or none, styles, positions and notes,
 * which are left out. Rows of a cue become one text. Cues come back in the order of their times; those that begin together
 * are one.
 * @returns no cue where the text is neither
 */
export function readSubtitles(text: string): SpokenCue[] {
  const isVtt = /^\ufeff?WEBVTT/.test(text);
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\n\r]/);
  const cues: { startSeconds: number; endSeconds: number; rows: string[] }[] = [];
  let isInCue = false;
  for (const [at, line] of lines.entries()) {
    const times = timing.exec(line);
    if (times) {
      cues.push({ startSeconds: toSeconds(times, 1), endSeconds: toSeconds(times, 5), rows: [] });
      isInCue = true;
      // A blank line ends a cue of WebVTT, and notes and styles follow; SRT is met with blank lines everywhere.
    } else if (isBlank(line)) isInCue &&= !isVtt;
    else if (isInCue && !isNumber(lines, at)) cues.at(-1)?.rows.push(line);
  }
  const read = cues.map(({ rows, ...times }) => ({ ...times, text: joinRows(rows, isVtt) }));
  return joinSimultaneous(read.filter(({ text: spoken }) => spoken !== ''));
}

/** The number of a cue stands above its times. */
function isNumber(lines: readonly string[], at: number): boolean {
  if (!/^\s*\d+\s*$/.test(lines[at] ?? '')) return false;
  let next = at + 1;
  while (next < lines.length && isBlank(lines[next])) next++;
  return timing.test(lines[next] ?? '');
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function toSeconds(times: RegExpExecArray, from: number): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = ''] = times.slice(from, from + 4);
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (whole * 1000 + Number(fraction.padEnd(3, '0'))) / 1000;
}

function joinRows(rows: readonly string[], isVtt: boolean): string {
  const plain = rows.map(row => row.replace(tags, '').trim()).filter(row => row !== '');
  const joined = plain.reduce((text, row) => `${text}${needsSpace(text, row) ? ' ' : ''}${row}`, '');
  return isVtt
    ? joined.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, entity => entities[entity] ?? entity)
    : joined;
}

function needsSpace(text: string, row: string): boolean {
  return text !== '' && !(unspaced.test(text.slice(-1)) && unspaced.test(row.slice(0, 1)));
}

function joinSimultaneous(cues: readonly SpokenCue[]): SpokenCue[] {
  const joined: SpokenCue[] = [];
  for (const cue of cues.toSorted((one, other) => one.startSeconds - other.startSeconds)) {
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
