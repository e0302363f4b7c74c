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
 * Reads rows `NUMBER: TEXT` as they are written, in linear time. A row without a number goes on the one before, unless an empty row is
 * between them: then it is a remark.
 */
export class RowReader {
  /** The last one may go on. */
  readonly rows: Row[] = [];
  /** Rows that certainly begin: the line after them is not complete. */
  #certain = 0;
  #open = '';
  #goesOn = false;

  /** @returns whether there is more to see than before */
  add(piece: string): boolean {
    const end = piece.lastIndexOf('\n') + 1;
    if (end > 0) this.#readLines(splitLines(this.#open + piece.slice(0, end)).slice(0, -1));
    this.#open = end > 0 ? piece.slice(end) : this.#open + piece;
    const next = end > 0 && readRow(this.#open);
    if (next) this.rows.push(next);
    return end > 0;
  }

  end(): void {
    this.#readLines(splitLines(this.#open));
    this.#open = '';
  }

  #readLines(lines: readonly string[]): void {
    const { rows } = this;
    rows.length = this.#certain;
    for (const line of lines) {
      const row = readRow(line);
      const last = rows.at(-1);
      const more = line.trim();
      if (row) rows.push(row);
      else if (last && this.#goesOn && more !== '')
        // Not trimmed: that would copy all of it with each line.
        rows[rows.length - 1] = { ...last, text: last.text === '' ? more : `${last.text} ${more}` };
      this.#goesOn = row !== undefined || (this.#goesOn && (more !== '' || rows.at(-1)?.text === ''));
    }
    this.#certain = rows.length;
  }
}

function readRow(line: string): Row | undefined {
  const found = start.exec(line);
  if (!found) return undefined;
  const [, marked = '', digits = '', others] = found;
  const number = Number([...digits].map(readDigit).join(''));
  const text = line.slice(marked.length).replace(marks, '').trim();
  return { number, text, isJoined: others !== undefined };
}
