export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Of a voice. */
export const columns = { name: 0, play: 1, star: 2 } as const;

/** The cell that a key moves to; undefined for other keys. */
export function findNextCell(
  key: string,
  { row, column }: Cell,
  rowCount: number,
  pageRows: number,
): Cell | undefined {
  const toRow = (next: number) => ({ row: Math.min(rowCount - 1, Math.max(0, next)), column });
  switch (key) {
    case 'ArrowDown':
      return toRow(row + 1);
    case 'ArrowUp':
      return toRow(row - 1);
    case 'PageDown':
      return toRow(row + pageRows);
    case 'PageUp':
      return toRow(row - pageRows);
    case 'ArrowRight':
      return { row, column: Math.min(columns.star, column + 1) };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'Home':
      return { row: 0, column: 0 };
    case 'End':
      return { row: rowCount - 1, column: 0 };
    default:
      return undefined;
  }
}

const typeaheadMs = 500;

/** Letters typed in the list go to the next name that starts with them; one letter repeated to the next name with it. */
export class Typeahead {
  #typed = '';
  #lastMs = 0;

  /** A space belongs to the name that is being typed. */
  isTyping(nowMs: number): boolean {
    return this.#typed !== '' && nowMs - this.#lastMs < typeaheadMs;
  }

  /** @returns the index of the name; undefined if none starts so */
  type(letter: string, names: readonly string[], from: number, nowMs: number): number | undefined {
    this.#typed = (this.isTyping(nowMs) ? this.#typed : '') + letter.toLowerCase();
    this.#lastMs = nowMs;
    const isRepeated = [...this.#typed].every(each => each === letter.toLowerCase());
    const start = isRepeated ? letter.toLowerCase() : this.#typed;
    // A longer text may go on with the name that it is at.
    const first = isRepeated ? from + 1 : from;
    for (let step = 0; step < names.length; step++) {
      const index = (first + step) % names.length;
      if (names[index]?.toLowerCase().startsWith(start)) return index;
    }
    return undefined;
  }
}
