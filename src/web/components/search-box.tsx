import type { KeyboardEvent, Ref } from 'react';
import classes from './search-box.module.css';

interface SearchBoxProps {
  readonly ref: Ref<HTMLInputElement>;
  /** Its name, and what stands in it while it is empty. */
  readonly label: string;
  /** What it searches. */
  readonly popup: 'grid' | 'listbox';
  readonly query: string;
  /** The id of the grid or list in which it searches. */
  readonly list: string;
  /** The id of the cell or option that the keyboard is at. */
  readonly activeItem: string | undefined;
  readonly onChange: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** An editable combobox of the ARIA practices, whose grid or list is there as long as it is. */
export function SearchBox(props: SearchBoxProps) {
  const { ref, label, popup, query, list, activeItem, onChange, onKeyDown } = props;
  return (
    <input
      ref={ref}
      className={classes.search}
      type="text"
      role="combobox"
      aria-label={label}
      aria-haspopup={popup}
      aria-expanded="true"
      aria-autocomplete="list"
      aria-controls={list}
      aria-activedescendant={activeItem}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      value={query}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
