import { type KeyboardEvent, useState } from 'react';
import { isForOthers } from '../../lib/open-key.ts';

/** How far Page Up and Page Down go. */
const rowsOfAPage = 8;

interface ListKeys {
  /** The row that the keyboard is at; undefined in an empty list. */
  readonly active: number | undefined;
  /** Goes to the first row, as the search changes what rows there are. */
  restart(): void;
  /** The keys of an editable combobox whose listbox stands open, as the ARIA practices describe them. */
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void;
}

/** @param firstRow the row to begin at */
export function useListKeys(rowCount: number, firstRow: number, onActivate: (row: number) => void): ListKeys {
  const [row, setRow] = useState(firstRow);
  // Home and End move the cursor of a text until somebody goes down into the list.
  const [isInList, setInList] = useState(false);
  const active = row < rowCount ? row : undefined;
  return {
    active,
    restart() {
      setInList(false);
      setRow(0);
    },
    onKeyDown(event) {
      if (isForOthers(event)) return;
      if (event.key === 'Enter') {
        event.preventDefault();
        if (active !== undefined) onActivate(active);
        return;
      }
      const isOfText = event.key === 'Home' || event.key === 'End';
      if (isOfText && !isInList && event.currentTarget.value !== '') return;
      const next = moveRow(row, event.key, rowCount);
      if (next === undefined) return;
      event.preventDefault();
      setInList(true);
      setRow(next);
    },
  };
}

/** Where a key leads; undefined for any other key, and in an empty list. */
export function moveRow(row: number, key: string, rowCount: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: rowsOfAPage,
    PageUp: -rowsOfAPage,
    Home: -row,
    End: rowCount,
  };
  const step = steps[key];
  if (step === undefined || rowCount === 0) return undefined;
  return Math.min(Math.max(row + step, 0), rowCount - 1);
}
