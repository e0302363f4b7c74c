import { splitLines } from '#shared/script/split-sentences.ts';
import { readDigit } from '#shared/script/time-format.ts';

export interface Row {
  /** From 1, as it was asked for. */
  readonly number: number;
  /** With its echo, if it has one, and a bar before it. */
  readonly text: string;
  /** It answers several numbers at once: `3-4: …`. */
  readonly isJoined: boolean;
}

/** Digits, bars and colons of any script; models add marks of direction, lists and tables, Markdown, and the maximum that they were told. */
const start =
  /^([\s*\p{Cf}|[(#-]*(\p{Nd}{1,4})(\s?[-–,&]\s?\p{Nd}{1,4})?(?:\s?\([≤<=]{0,2}\p{Nd}{1,4}\))?[\s*\p{Cf}]*(?:[|｜]|[:：︓.)\]](?!\p{Nd})))/u;
const marks = /^[\s*\p{Cf}]+/u;
const fence = /^\s*(?:```|~~~)/u;
/** Nothing else begins a line so. */
const jsonStart = /^\s*(?:```\w*\s*)?(?:\{\s*["\n]|\[\s*["{[\n])/u;

/**
 * Reads rows `NUMBER|ECHO|TEXT` or `NUMBER: TEXT` as they are written, also as strings or objects of JSON, in linear time. A row without
 * a number goes on the one before, unless an empty row or a fence is between them: then it is a remark.
 */
export class RowReader {
  /** The last one may go on. */
  readonly rows: Row[] = [];
  /** Rows that certainly begin: the line after them is not complete. */
  #certain = 0;
  #open = '';
  #goesOn = false;
  #json: JsonRows | undefined;

  /** How many of the first rows do not go on. */
  get completeRows(): number {
    return this.#json ? this.rows.length : this.rows.length - 1;
  }

  /** @returns whether there is more to see than before */
  add(piece: string): boolean {
    if (this.#json) return this.rows.push(...this.#json.add(piece)) > 0;
    const end = piece.lastIndexOf('\n') + 1;
    const lines = end > 0 ? splitLines(this.#open + piece.slice(0, end)).slice(0, -1) : [];
    this.#open = end > 0 ? piece.slice(end) : this.#open + piece;
    const at = lines.findIndex(line => jsonStart.test(`${line}\n`));
    this.#readLines(at < 0 ? lines : lines.slice(0, at));
    if (at >= 0 || jsonStart.test(this.#open)) {
      this.#json = new JsonRows();
      return this.add([...(at < 0 ? [] : lines.slice(at)), this.#open].join('\n'));
    }
    const next = end > 0 && readRow(this.#open);
    if (next) this.rows.push(next);
    return end > 0;
  }

  end(): void {
    if (!this.#json) this.#readLines(splitLines(this.#open));
    this.#open = '';
  }

  #readLines(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const { rows } = this;
    rows.length = this.#certain;
    for (const line of lines) {
      const row = readRow(line);
      const last = rows.at(-1);
      const more = fence.test(line) ? '' : line.trim();
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
  const rest = line.slice(marked.length).replace(marks, '').trim();
  const text = marked.trimStart().startsWith('|') ? rest.replace(/\s*\|$/u, '') : rest;
  return { number, text, isJoined: others !== undefined };
}

/** A complete string, a mark, or a complete word or number. */
const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+(?=[\s"{}[\]:,]))/suy;

interface Frame {
  readonly isList: boolean;
  readonly values: string[];
  key?: string | undefined;
}

/** Rows in JSON, however it is nested: strings of lists, objects with a number and texts, and texts whose names are numbers. */
class JsonRows {
  #text = '';
  readonly #frames: Frame[] = [];

  add(piece: string): Row[] {
    this.#text += piece;
    const rows: Row[] = [];
    let end = 0;
    token.lastIndex = 0;
    for (let found = token.exec(this.#text); found; found = token.exec(this.#text)) {
      end = token.lastIndex;
      rows.push(...this.#take(found[1] ?? ''));
    }
    this.#text = this.#text.slice(end);
    return rows;
  }

  #take(mark: string): readonly Row[] {
    const frame = this.#frames.at(-1);
    if (mark === '{' || mark === '[') this.#frames.push({ isList: mark === '[', values: [] });
    if (mark === ':' && frame) frame.key = frame.values.pop();
    if (mark === '}' || mark === ']') return toRow(this.#frames.pop()?.values ?? []);
    if (!frame || /^[{}[\]:,]$/u.test(mark)) return [];
    const value = readValue(mark);
    const { isList, key = '', values } = frame;
    frame.key = undefined;
    const rows = isList ? splitLines(value).flatMap(line => readRow(line) ?? []) : [];
    if (isNumber(key)) rows.push(...toRow([key, value]));
    if (rows.length === 0) values.push(value);
    return rows;
  }
}

/** A text also where its line breaks stand as they are. */
function readValue(mark: string): string {
  try {
    return String(JSON.parse(mark));
  } catch {
    return mark.replace(/^"|"$/gu, '');
  }
}

const isNumber = (value: string) => /^\d{1,4}$/u.test(value);

/** @param values the number, and the text or the echo and the text */
function toRow(values: Frame['values']): Row[] {
  const number = values.find(isNumber);
  const texts = values.filter(value => !isNumber(value));
  if (number === undefined || texts.length === 0) return [];
  const text = [...new Set([texts[0], texts.at(-1)])].join('|');
  return [{ number: Number(number), text, isJoined: false }];
}
