import { type KeyboardEvent, useRef, useState } from 'react';
import { isForOthers } from '../../lib/open-key.ts';
import { type Cell, findTypedRow, moveCell } from './grid-movement.ts';

interface GridKeysOptions {
  /** The names of the rows, in order. */
  readonly names: readonly string[];
  /** The row to begin at. */
  readonly firstRow: number;
  /** The letter with which the list was opened, as the beginning of a name. */
  readonly typed: string;
  /** What Enter does in a cell. */
  readonly onActivate: (cell: Cell) => void;
}

export interface GridKeys {
  /** The cell that the keyboard is at; undefined where there is none. */
  readonly active: Cell | undefined;
  /** Goes to the first row, as the search changes what rows there are. */
  restart(): void;
  /** What has the focus keeps it; these keys move in the grid from there. */
  onSearchKey(event: KeyboardEvent<HTMLInputElement>): void;
  onListKey(event: KeyboardEvent): void;
}

/** Who stops typing for this long begins another name. */
const typingPauseMs = 1000;

/** The keys of an editable combobox with a grid, and of the grid itself, as the ARIA practices describe them. */
export function useGridKeys({ names, firstRow, typed: firstTyped, onActivate }: GridKeysOptions): GridKeys {
  const [cell, setCell] = useState<Cell>(() => ({
    row: (firstTyped ? findTypedRow(names, firstTyped, -1) : undefined) ?? firstRow,
    column: 'voice',
  }));
  // In the search box, the keys that move its cursor belong to the text until somebody goes down into the grid.
  const [isInGrid, setInGrid] = useState(false);
  const [opened] = useState(() => performance.now());
  const typed = useRef({ text: firstTyped, atMs: firstTyped ? opened : Number.NEGATIVE_INFINITY });
  const active = cell.row < names.length ? cell : undefined;

  function move(event: KeyboardEvent): boolean {
    const next = moveCell(active, event.key, names.length);
    if (!next) return false;
    event.preventDefault();
    setInGrid(true);
    setCell(next);
    return true;
  }

  function activate(event: KeyboardEvent): void {
    event.preventDefault();
    if (active) onActivate(active);
  }

  const isTypingName = () => performance.now() - typed.current.atMs < typingPauseMs;

  function typeName(letter: string): void {
    const text = isTypingName() ? typed.current.text + letter : letter;
    typed.current = { text, atMs: performance.now() };
    const row = findTypedRow(names, text, active?.row ?? -1);
    if (row !== undefined) setCell({ row, column: 'voice' });
  }

  return {
    active,
    restart() {
      setInGrid(false);
      setCell({ row: 0, column: 'voice' });
    },
    onSearchKey(event) {
      if (isForOthers(event)) return;
      const isOfText = /^(?:Home|End|Arrow(?:Left|Right))$/.test(event.key);
      if (isOfText && !isInGrid && event.currentTarget.value !== '') return;
      if (move(event)) return;
      const isPlayed = event.key === ' ' && isInGrid && active?.column === 'preview';
      if (event.key === 'Enter' || isPlayed) activate(event);
    },
    onListKey(event) {
      // A Play button that has the focus itself answers for itself.
      if (event.target !== event.currentTarget) return;
      if (isForOthers(event) || move(event)) return;
      if (event.key === 'Enter' || (event.key === ' ' && !isTypingName())) return activate(event);
      if ([...event.key].length !== 1) return;
      event.preventDefault();
      typeName(event.key);
    },
  };
}
