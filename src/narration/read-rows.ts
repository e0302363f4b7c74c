import { splitLines } from '#shared/script/split-lines.ts';
import { readDigit } from '#shared/script/time-format.ts';

export interface Row {
  /** From 1, as it was asked for. */
  readonly number: number;
  readonly text: string;
  /** It answers several numbers at once: `3-4: …`. */
  readonly isJoined: boolean;
}

/** Digits and colons of any script; models add marks of direction, Markdown, and the maximum that they were told. */
const start =
  /^([\s*\p{Cf}]*(\p{Nd}{1,4})(\s?[-–,&]\s?\p{Nd}{1,4})?(?:\s?\([≤<=]{0,2}\p{Nd}{1,4}\))?[*\p{Cf}]*[:：︓.)])(?:[^\p{Nd}]|$)/u;
const marks = /^[\s*\p{Cf}]+/u;

/**
 * Reads rows `NUMBER: TEXT`. A row without a number goes on the one before, unless an empty row is between them: then it is a remark.
 */
export function readRows(written: string): Row[] {
  const rows: Row[] = [];
  let goesOn = false;
  for (const line of splitLines(written)) {
    const found = start.exec(line);
    const last = rows.at(-1);
    if (found) {
      const [, marked = '', digits = '', others] = found;
      const number = Number([...digits].map(readDigit).join(''));
      const text = line.slice(marked.length).replace(marks, '').trim();
      rows.push({ number, text, isJoined: others !== undefined });
    } else if (last && goesOn && line.trim() !== '')
      rows[rows.length - 1] = { ...last, text: `${last.text} ${line.trim()}`.trim() };
    goesOn = found !== null || (goesOn && (line.trim() !== '' || rows.at(-1)?.text === ''));
  }
  return rows;
}
