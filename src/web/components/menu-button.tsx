import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import classes from './menu-button.module.css';

interface MenuItem {
  readonly label: string;
  choose(): void;
}

/** Between the button and its menu, and beyond it. */
const distancePx = 12;

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/**
 * A button that opens a menu of things to do (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button). Arrow keys, Home, End and
 * first letters go along it; Escape, Tab and whatever takes the focus close it.
 */
export function MenuButton({ label, items }: MenuButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  /** Which item has the focus; undefined while the menu is closed. */
  const [current, setCurrent] = useState<number>();
  const isOpen = current !== undefined;

  // Above the button where there is no room below it: the page stays where it is under the pointer.
  useLayoutEffect(() => {
    const list = menu.current;
    if (!isOpen || !list || !button.current) return;
    const { top, bottom } = button.current.getBoundingClientRect();
    const needed = list.offsetHeight + distancePx;
    list.dataset.side = bottom + needed > window.innerHeight && top > needed ? 'above' : 'below';
  }, [isOpen]);

  useEffect(() => {
    if (current === undefined) return;
    const item = menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]')[current];
    item?.focus({ preventScroll: true });
    // The whole of it, also where there is room neither below nor above.
    menu.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [current]);

  function close(): void {
    setCurrent(undefined);
    button.current?.focus();
  }

  function openByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setCurrent(event.key === 'ArrowDown' ? 0 : items.length - 1);
  }

  function takeKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Tab') {
      setCurrent(undefined);
      return;
    }
    const next = findNext(event.key, current ?? 0, items);
    if (event.key === 'Escape') close();
    else if (next !== undefined) setCurrent(next);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function closeWithoutFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    // The button closes it by its own click.
    const isNear = currentTarget.contains(relatedTarget) || relatedTarget === button.current;
    if (!isNear) setCurrent(undefined);
  }

  return (
    <div className={classes.place}>
      <Button
        ref={button}
        variant="default"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onKeyDown={openByKey}
        onClick={() => (isOpen ? close() : setCurrent(0))}
      >
        {label}
        <span className={classes.arrow} aria-hidden="true" />
      </Button>
      {isOpen && (
        <div
          id={id}
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={classes.menu}
          onKeyDown={takeKey}
          onBlur={closeWithoutFocus}
        >
          {items.map((item, index) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={index === current ? 0 : -1}
              className={classes.item}
              onClick={() => {
                close();
                item.choose();
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Beyond the last one is the first one; a letter leads to the next one that begins with it. */
function findNext(key: string, current: number, items: readonly MenuItem[]): number | undefined {
  const { length } = items;
  if (key === 'ArrowDown') return (current + 1) % length;
  if (key === 'ArrowUp') return (current - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const after = Array.from({ length }, (_, step) => (current + 1 + step) % length);
  return after.find(index => items[index]?.label.toLowerCase().startsWith(key.toLowerCase()));
}
