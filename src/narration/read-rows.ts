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
  /^([\s*\p{Cf}|[(#-]*(\p{Nd}{1,4})(\s?[-–,&]\s?\p{Nd}{1,4})?(?:\s?\([≤<=]{0,2}\p{Nd}{1,4}\))?[\s*\p{Cf}]*[|｜:：︓.)\]])/u;
const marks = /^[\s*\p{Cf}]+/u;
const fence = /^\s*(?:```|~~~)/u;
/** Nothing else begins a line so. */
const jsonStart = /^[ \t]*(?:```\w*[ \t]*)?(?:\{[ \t]*["\n]|\[[ \t]*["{[\n])/mu;

/**
 * Reads rows `NUMBER|ECHO|TEXT` or `NUMBER: TEXT`, also as strings or objects of JSON, in linear time. A row without a number goes on
 * the one before, unless an empty row or a fence is between them: then it is a remark.
 * @returns each row once the next one begins; the last one, which may be cut, before an error of the answer is thrown, too
 */
export async function* readRows(answer: AsyncIterable<string>): AsyncGenerator<Row, void> {
  let row: Row | undefined;
  let goesOn = false;
  try {
    for await (const line of readLines(answer)) {
      const next = readRow(line);
      const more = fence.test(line) ? '' : line.trim();
      if (next) {
        if (row) yield row;
        row = next;
        goesOn = true;
      } else if (!row || !goesOn) continue;
      else if (more === '') goesOn = row.text === '';
      // Not trimmed: that would copy all of it with each line.
      else row = { ...row, text: row.text === '' ? more : `${row.text} ${more}` };
    }
  } finally {
    if (row) yield row;
  }
}

/** Each as soon as it is complete; the last one also before an error is thrown. */
async function* readLines(answer: AsyncIterable<string>): AsyncGenerator<string, void> {
  let open = '';
  let json: JsonRows | undefined;
  try {
    for await (const piece of answer) {
      open += piece;
      if (!/[\n"\]}]/u.test(piece)) continue;
      const begin = json ? 0 : (jsonStart.exec(open)?.index ?? -1);
      const end = begin < 0 ? open.lastIndexOf('\n') + 1 : begin;
      yield* splitLines(open.slice(0, end)).slice(0, -1);
      open = open.slice(end);
      if (begin < 0) continue;
      json ??= new JsonRows();
      yield* json.add(open);
      open = '';
    }
  } finally {
    if (!json) yield* splitLines(open);
  }
}

function readRow(line: string): Row | undefined {
  const [, marked = '', digits = '', others] = start.exec(line) ?? [];
  const rest = line.slice(marked.length);
  // A time, such as `12:30`.
  if (digits === '' || (/^\p{Nd}/u.test(rest) && !/[|｜]$/u.test(marked))) return undefined;
  const text = rest.replace(marks, '').trim();
  return {
    number: Number([...digits].map(readDigit).join('')),
    text: marked.trimStart().startsWith('|') ? text.replace(/\|$/u, '').trim() : text,
    isJoined: others !== undefined,
  };
}

/** Rows in JSON, however it is nested: strings of lists, objects with a number and texts, and texts whose names are numbers. */
class JsonRows {
  #text = '';
  /** Of the object or list that is open. */
  #values: string[] = [];
  #key = '';

  /** @returns rows as text */
  add(piece: string): string[] {
    this.#text += piece;
    const rows: string[] = [];
    let end = 0;
    // A complete string, a mark, or a word or number, which may go on.
    const tokens = this.#text.matchAll(/\s*("(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+)/gsuy);
    for (const { 0: whole, 1: mark = '', index } of tokens) {
      if (index + whole.length === this.#text.length && !/["{}[\]:,]$/u.test(mark)) break;
      end = index + whole.length;
      rows.push(...this.#take(mark));
    }
    this.#text = this.#text.slice(end);
    return rows;
  }

  #take(mark: string): string[] {
    const [key, values] = [this.#key, this.#values];
    this.#key = mark === ':' ? (values.pop() ?? '') : '';
    if (mark === ':' || mark === ',') return [];
    if (/^[{}[\]]$/u.test(mark)) {
      this.#values = [];
      return printRow(values);
    }
    const value = readValue(mark);
    if (isNumber(key)) return printRow([key, value]);
    const lines = splitLines(value);
    if (key === '' && lines.some(readRow)) return lines;
    values.push(value);
    return [];
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
function printRow(values: readonly string[]): string[] {
  const number = values.find(isNumber);
  const texts = values.filter(value => !isNumber(value));
  if (number === undefined || texts.length === 0) return [];
  return [[...new Set([number, texts[0], texts.at(-1)])].join('|')];
}
