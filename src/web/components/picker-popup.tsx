import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
} from 'react';
import { CloseButton } from './button.tsx';
import { focusInDialog, onItself, useModalDialog } from './dialog.tsx';
import field from './field.module.css';
import classes from './picker-popup.module.css';

interface PickerPopupProps {
  readonly id: string;
  readonly title: string;
  /** `names` for short rows; `list` for a few items: as tall as they are, with a visible title. */
  readonly size: 'search' | 'names' | 'list';
  readonly onClose: () => void;
  /** @param close to be called after a choice */
  readonly children: (close: () => void) => ReactNode;
}

/** Below its field if there is space, else over the whole width. */
export function PickerPopup({ id, title, size, onClose, children }: PickerPopupProps) {
  const { close, dialogProps } = useModalDialog(onClose);
  const heading = useId();
  const { ref } = dialogProps;
  // A notice that appears above pushes the field down, and its list with it out of the window.
  useEffect(() => {
    const dialog = ref.current;
    const scrollBack = () => dialog?.parentElement?.scrollIntoView({ block: 'nearest' });
    const note: IntersectionObserverCallback = ([seen]) => seen && seen.intersectionRatio < 1 && scrollBack();
    const observer = new IntersectionObserver(note, { threshold: 1 });
    if (dialog) observer.observe(dialog);
    return () => observer.disconnect();
  }, [ref]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      id={id}
      className={`card ${classes.popup}`}
      data-size={size}
      aria-labelledby={heading}
      onClick={onItself(close)}
      {...dialogProps}
    >
      <div className={`scroll ${classes.content}`}>
        <h2 id={heading} className={size === 'list' ? classes.title : 'visually-hidden'}>
          {title}
        </h2>
        <div className={classes.close}>
          <CloseButton onClick={close} />
        </div>
        {children(close)}
      </div>
    </dialog>
  );
}

export function ChosenMark(props: ComponentProps<'svg'>) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: who uses it names or hides it
    <svg className={`drawing ${classes.chosen}`} viewBox="0 0 24 24" {...props}>
      <path d="m4 13 5 5L20 6" />
    </svg>
  );
}

interface SearchFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly popup: 'grid' | 'listbox';
  readonly list: string;
  readonly activeId: string | null | undefined;
  readonly query: string;
  readonly onChange: (query: string) => void;
  /** ArrowDown, ArrowUp; in an empty search also Home and End. */
  readonly onMove: (key: string) => void;
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
      className={`${field.input} ${classes.search}`}
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
