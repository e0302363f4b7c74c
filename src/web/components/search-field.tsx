import type { CompositeStore } from '@ariakit/react/composite';
import { useStoreState } from '@ariakit/react/store';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect } from 'react';
import { focusInDialog } from './dialog.tsx';
import classes from './search-field.module.css';

interface SearchFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  /** Accessible name and placeholder. */
  readonly label: string;
  /** The grid or list that it searches. */
  readonly popup: 'grid' | 'listbox';
  readonly store: CompositeStore;
  /** Ids of the list, its first and its last item. */
  readonly list: string;
  readonly ends: readonly (string | null | undefined)[];
  readonly query: string;
  readonly onChange: (query: string) => void;
}

/** An editable combobox (ARIA practices) over an open list. Arrow keys move in the list, Enter chooses its active item. */
export function SearchField({ ref, label, popup, store, list, ends, query, onChange }: SearchFieldProps) {
  const activeId = useStoreState(store, 'activeId');
  function moveToList(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      store.item(store.getState().activeId)?.element?.click();
      return;
    }
    const next = findNext(event.key);
    if (!next) return;
    event.preventDefault();
    store.move(next);
  }

  function findNext(key: string): string | null | undefined {
    if (key === 'ArrowDown') return store.down() ?? activeId;
    if (key === 'ArrowUp') return store.up() ?? activeId;
    // In a text these keys move the cursor.
    if (query !== '') return undefined;
    if (key === 'Home') return ends[0];
    return key === 'End' ? ends[1] : undefined;
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
  store: CompositeStore,
  search: RefObject<HTMLInputElement | null>,
  first: 'list' | 'search' | 'either',
): void {
  useLayoutEffect(() => {
    const isList = first === 'list' || (first === 'either' && matchMedia('(pointer: coarse)').matches);
    focusInDialog(isList ? findActive(store) : search.current);
  }, [store, search, first]);
  useEffect(() => {
    const item = findActive(store);
    const list = item?.closest<HTMLElement>('[role="grid"], [role="listbox"]');
    if (item && list) list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
  }, [store]);
}

function findActive(store: CompositeStore): HTMLElement | null {
  return document.getElementById(store.getState().activeId ?? '');
}
