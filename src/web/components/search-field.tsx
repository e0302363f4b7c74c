import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';
import { focusInDialog } from './dialog.tsx';
import classes from './search-field.module.css';

interface SearchFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  /** Accessible name and placeholder. */
  readonly label: string;
  /** The grid or list that it searches. */
  readonly popup: 'grid' | 'listbox';
  /** The list's id, and that of its active item. */
  readonly list: string;
  readonly activeId: string | null | undefined;
  readonly query: string;
  readonly onChange: (query: string) => void;
  /** ArrowDown, ArrowUp; in an empty search also Home and End. */
  readonly onMove: (key: string) => void;
  /** Chooses the active item. */
  readonly onEnter: () => void;
}

/** An editable combobox (ARIA practices) over an open list. Arrow keys move in the list, Enter chooses its active item. */
export function SearchField(props: SearchFieldProps) {
  const { ref, label, popup, list, activeId, query, onChange, onMove, onEnter } = props;
  function moveToList(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    // In a text Home and End move the cursor.
    const keys = query === '' ? ['ArrowDown', 'ArrowUp', 'Home', 'End'] : ['ArrowDown', 'ArrowUp'];
    if (event.key !== 'Enter' && !keys.includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Enter') onEnter();
    else onMove(event.key);
  }

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
      aria-activedescendant={activeId ?? undefined}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      value={query}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={moveToList}
    />
  );
}

/** Sets the focus in an opened list; `either` is the list on a touch screen, whose keyboard would hide half of it, else the search. */
export function useInitialFocus(
  findInList: () => HTMLElement | null,
  search: RefObject<HTMLInputElement | null>,
  first: 'list' | 'search' | 'either',
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useLayoutEffect(() => {
    const isList = first === 'list' || (first === 'either' && matchMedia('(pointer: coarse)').matches);
    focusInDialog(isList ? findInList() : search.current);
  }, []);
}
