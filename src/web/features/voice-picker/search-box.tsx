import type { KeyboardEvent, Ref } from 'react';
import classes from './search-box.module.css';

interface SearchBoxProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly query: string;
  /** The id of the grid in which it searches. */
  readonly grid: string;
  /** The id of the cell that the keyboard is at. */
  readonly activeCell: string | undefined;
  readonly onChange: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** An editable combobox of the ARIA practices, whose grid is there as long as it is. */
export function SearchBox({ ref, query, grid, activeCell, onChange, onKeyDown }: SearchBoxProps) {
  return (
    <input
      ref={ref}
      className={classes.search}
      type="text"
      role="combobox"
      aria-label="Search by name or tag"
      aria-haspopup="grid"
      aria-expanded="true"
      aria-autocomplete="list"
      aria-controls={grid}
      aria-activedescendant={activeCell}
      placeholder="Search by name or tag"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      value={query}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
