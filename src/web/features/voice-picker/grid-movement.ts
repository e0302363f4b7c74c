/** A place in the grid of voices: each row is a voice, with its name and its Play button. */
export interface Cell {
  readonly row: number;
  readonly column: 'voice' | 'preview';
}

/** What `aria-activedescendant` says of a cell. */
export function getCellId(grid: string, { row, column }: Cell): string {
  return `${grid}-${row}-${column}`;
}

/** How far Page Up and Page Down go. */
const rowsOfAPage = 6;

/** Where an arrow, Home, End or a page key leads; undefined for any other key, and in an empty grid. */
export function moveCell(cell: Cell | undefined, key: string, rowCount: number): Cell | undefined {
  if (rowCount === 0) return undefined;
  const { row, column } = cell ?? { row: -1, column: 'voice' as const };
  const goTo = (wanted: number): Cell => ({ row: Math.min(Math.max(wanted, 0), rowCount - 1), column });
  switch (key) {
    case 'ArrowDown':
      return goTo(row + 1);
    case 'ArrowUp':
      return goTo(cell ? row - 1 : rowCount - 1);
    case 'PageDown':
      return goTo(row + rowsOfAPage);
    case 'PageUp':
      return goTo(row - rowsOfAPage);
    case 'Home':
      return goTo(0);
    case 'End':
      return goTo(rowCount - 1);
    case 'ArrowRight':
      return { row: Math.max(row, 0), column: 'preview' };
    case 'ArrowLeft':
      return { row: Math.max(row, 0), column: 'voice' };
    default:
      return undefined;
  }
}

/**
 * The row whose name begins with what was typed in one go, as in a list of the system: one letter again and again goes
 * from one name with it to the next.
 * @param from the row that is looked at now; -1 for none
 */
export function findTypedRow(names: readonly string[], typed: string, from: number): number | undefined {
  const wanted = typed.toLowerCase();
  const isOneLetter = [...wanted].every(letter => letter === wanted[0]);
  const beginning = isOneLetter ? wanted.slice(0, 1) : wanted;
  // Who types on goes on with the same name as long as it fits.
  const first = isOneLetter ? from + 1 : Math.max(from, 0);
  const rows = names.map((_, index) => (first + index) % names.length);
  return rows.find(row => names[row]?.toLowerCase().startsWith(beginning));
}
