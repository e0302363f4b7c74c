import type { Cue } from '#shared/script/cues.ts';

/** Lines after a change, and where the focus goes. */
export interface Edited {
  readonly lines: readonly Cue[];
  /** The line, and how many letters of it stand before the cursor. */
  readonly focus: { readonly index: number; readonly caret: number };
}

/** Times are kept to a hundredth of a second: nobody sets them finer. */
const stepsPerSecond = 100;
/** Two lines are at least so far apart, or they would be one. */
export const leastApartSeconds = 0.1;

/** A time as a line has it. */
export function roundTime(seconds: number): number {
  return Math.round(Math.max(0, seconds) * stepsPerSecond) / stepsPerSecond;
}

/** Gives a line other words. What was pasted with line breaks stays one line. */
export function setText(lines: readonly Cue[], index: number, text: string): readonly Cue[] {
  return lines.map((line, at) => (at === index ? { ...line, text: joinRows(text) } : line));
}

function joinRows(text: string): string {
  if (!/[\n\r]/u.test(text)) return text;
  const rows = text.split(/[\n\r]/u).map(row => row.trim());
  return rows.filter(row => row !== '').join(' ');
}

/** Lets a line begin at another time; it goes to its place among the others. */
export function setTime(lines: readonly Cue[], index: number, seconds: number): Edited {
  const line = lines[index];
  if (!line) return { lines, focus: { index, caret: 0 } };
  const moved = { ...line, startSeconds: roundTime(seconds) };
  const others = lines.filter((_, at) => at !== index);
  const placed = insert(others, moved);
  return { lines: placed, focus: { index: placed.indexOf(moved), caret: 0 } };
}

/**
 * Makes two lines of one at the cursor. The second begins when the first is likely to end.
 * @param needSeconds how long the whole line takes to speak
 * @param roomSeconds until the next line begins
 */
export function splitLine(
  lines: readonly Cue[],
  { index, caret }: Edited['focus'],
  { needSeconds, availableSeconds }: { readonly needSeconds: number; readonly availableSeconds: number },
): Edited | undefined {
  const line = lines[index];
  if (!line || availableSeconds < 2 * leastApartSeconds) return undefined;
  const share = line.text.length === 0 ? 0.5 : caret / line.text.length;
  const later = Math.min(share * needSeconds, availableSeconds - leastApartSeconds);
  const first = { ...line, text: line.text.slice(0, caret).trimEnd() };
  const second = {
    startSeconds: roundTime(line.startSeconds + Math.max(leastApartSeconds, later)),
    text: line.text.slice(caret).trimStart(),
  };
  return { lines: lines.toSpliced(index, 1, first, second), focus: { index: index + 1, caret: 0 } };
}

/** Makes one line of a line and the one before it, which keeps its time. */
export function joinLines(lines: readonly Cue[], index: number): Edited | undefined {
  const [before, line] = [lines[index - 1], lines[index]];
  if (!before || !line) return undefined;
  const text = [before.text, line.text].filter(each => each !== '').join(' ');
  const joined = { ...before, text };
  const caret = line.text === '' ? before.text.length : text.length - line.text.length;
  return { lines: lines.toSpliced(index - 1, 2, joined), focus: { index: index - 1, caret } };
}

/** A new line without words at a time; where one begins there already, that one. */
export function addLine(lines: readonly Cue[], seconds: number): Edited {
  const startSeconds = roundTime(seconds);
  const there = lines.findIndex(line => Math.abs(line.startSeconds - startSeconds) < leastApartSeconds);
  if (there >= 0) return { lines, focus: { index: there, caret: lines[there]?.text.length ?? 0 } };
  const line = { startSeconds, text: '' };
  const added = insert(lines, line);
  return { lines: added, focus: { index: added.indexOf(line), caret: 0 } };
}

/** Takes a line out. */
export function removeLine(lines: readonly Cue[], index: number): Edited {
  const left = lines.toSpliced(index, 1);
  return { lines: left, focus: { index: Math.max(0, Math.min(index, left.length - 1)), caret: 0 } };
}

/** Behind those that begin at the same time. */
function insert(lines: readonly Cue[], line: Cue): readonly Cue[] {
  const later = lines.findIndex(({ startSeconds }) => startSeconds > line.startSeconds);
  return lines.toSpliced(later < 0 ? lines.length : later, 0, line);
}
