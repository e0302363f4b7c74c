import { CodedError } from '#shared/errors.ts';

/** Browsers write two or three lines. */
const mostLines = 20;
/** As much of a line as is looked at. */
const mostLineBytes = 256;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const headerLine = /^[\w!#$%&'*+.^`|~-]+:/u;
const folded = /^[ \t]/u;
const formData = /^content-disposition:[ \t]*form-data[ \t]*(?:;|$)/iu;

/**
 * Reads along with the parser of forms and looks only at the heads of the parts, because the parser drops a part without
 * a word when its head is too long or makes no sense. Keeps no more than a line's beginning, however small the pieces are.
 */
export class PartHeads {
  readonly #delimiter: Buffer;
  /** What may be the beginning of a delimiter, or of a line. A form may begin with a delimiter. */
  #rest: Buffer = Buffer.from('\r\n');
  #head: { lines: number; isFormData: boolean } | undefined;
  #isOver = false;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /** @throws CodedError `bad_request` for a part that the parser would not take as it is */
  push(chunk: Buffer): void {
    let bytes: Buffer | undefined = this.#isAcross(chunk) ? Buffer.concat([this.#rest, chunk]) : chunk;
    while (bytes && !this.#isOver)
      bytes = this.#head ? this.#readLine(bytes, this.#head) : this.#findHead(bytes);
  }

  /** A head, or a delimiter, may lie across the last piece and this one; else they are not copied into one. */
  #isAcross(chunk: Buffer): boolean {
    const { length } = this.#delimiter;
    if (this.#head || chunk.length < length) return true;
    return Buffer.concat([this.#rest, chunk.subarray(0, length)]).includes(this.#delimiter);
  }

  /** @returns what follows the next delimiter, undefined when there is none yet */
  #findHead(bytes: Buffer): Buffer | undefined {
    const at = bytes.indexOf(this.#delimiter);
    if (at < 0) return this.#keep(bytes.subarray(Math.max(0, bytes.length - this.#delimiter.length + 1)));
    this.#head = { lines: 0, isFormData: false };
    return bytes.subarray(at + this.#delimiter.length);
  }

  /** @returns what follows the line, undefined when it has no end yet */
  #readLine(bytes: Buffer, head: { lines: number; isFormData: boolean }): Buffer | undefined {
    const end = bytes.indexOf(lineFeed);
    const text = end < 0 ? bytes : bytes.subarray(0, end);
    // The last byte may be the first half of a line break. One anywhere else ends no line.
    const bareBreak = text.subarray(0, -1).includes(carriageReturn);
    if (bareBreak || (end >= 0 && text.at(-1) !== carriageReturn)) throw broken();
    if (end < 0)
      return this.#keep(
        bytes.length <= mostLineBytes
          ? bytes
          : Buffer.concat([bytes.subarray(0, mostLineBytes - 1), bytes.subarray(-1)]),
      );
    this.#takeLine(text.toString('latin1', 0, Math.min(text.length - 1, mostLineBytes)), head);
    // The empty line's own break may be the first half of a delimiter.
    return bytes.subarray(this.#head ? end + 1 : end - 1);
  }

  #takeLine(line: string, head: { lines: number; isFormData: boolean }): void {
    head.lines += 1;
    // What follows the boundary in its own line.
    if (head.lines === 1) {
      this.#isOver = line.startsWith('--');
      if (!this.#isOver && line.trim() !== '') throw broken();
      return;
    }
    if (line === '') {
      if (!head.isFormData) throw broken();
      this.#head = undefined;
      return;
    }
    if (head.lines > mostLines)
      throw new CodedError('bad_request', { message: 'A part of the form has too many headers.' });
    if (!headerLine.test(line) && !folded.test(line)) throw broken();
    head.isFormData ||= formData.test(line);
  }

  #keep(bytes: Buffer): undefined {
    // A copy, so that the whole piece is not kept with it.
    this.#rest = Buffer.from(bytes);
  }
}

function broken(): CodedError {
  return new CodedError('bad_request', { message: 'The form is broken or was cut short.' });
}
