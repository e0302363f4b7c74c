import { cleanRow, type SubtitleCue } from './subtitle-cue.ts';
import { readMarkedLine, splitLines } from './time-mark.ts';

/** What is known of a song, above its lines. */
const tag = /^\s*\[(?:ti|ar|al|au|by|re|ve|length|offset):/iu;

/**
 * Reads lyrics, of which each line has the times at which it is sung: `[00:12.00][01:15.00]text`.
 * @returns undefined for a text without the tags of a song, which is a timed script, or none
 */
export function readLrc(text: string): SubtitleCue[] | undefined {
  const lines = splitLines(text);
  return lines.some(line => tag.test(line)) ? lines.flatMap(readLine) : undefined;
}

function readLine(line: string): SubtitleCue[] {
  const times: number[] = [];
  let said = line;
  for (let marked = readMarkedLine(said); marked; marked = readMarkedLine(said)) {
    times.push(marked.startSeconds);
    said = marked.text;
  }
  return times.map(time => ({ startSeconds: time, endSeconds: time, rows: [cleanRow(said)] }));
}
