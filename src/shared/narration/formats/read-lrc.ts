import { splitLines } from '../../script/split-sentences.ts';
import { readMarkedLine } from '../timed-text.ts';
import { cleanRow, type SubtitleCue } from './subtitle-cue.ts';

/** Metadata of a song, above its lines. */
const tag = /^\s*\[(?:ti|ar|al|au|by|re|ve|length|offset):/iu;

/**
 * Reads LRC lyrics, in which each line has one or more times: `[00:12.00][01:15.00]text`.
 * @returns undefined for a text without a song's metadata, which may be a timed script
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
