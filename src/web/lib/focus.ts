import {
  type FocusEventHandler,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';

const firstKey = 'default';

/** Focuses a new page as a browser does, unless the page has set a focus. @returns for the page's `main`, which needs `tabIndex={-1}` */
export function usePageFocus(page: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const isFirst = useLocation().key === firstKey;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new page moves the focus
  useEffect(() => {
    if (isFirst || main.current?.contains(document.activeElement)) return;
    main.current?.focus({ preventScroll: true });
  }, [page]);
  return main;
}

/** Moves the focus when a focused control is removed, which browsers do not. @returns props for the control */
export function useFocusFallback(
  isThere: boolean,
  focusFallback: RefObject<HTMLElement | null>,
): { readonly onFocus: FocusEventHandler; readonly onBlur: FocusEventHandler } {
  // React suppresses the blur event of a removed control, so this is still true then.
  const isFocused = useRef(false);

  useLayoutEffect(() => {
    if (isThere || !isFocused.current) return;
    isFocused.current = false;
    focusFallback.current?.focus();
  }, [isThere, focusFallback]);
  // Removed together with its container.
  useLayoutEffect(
    () => () => {
      if (isFocused.current) focusFallback.current?.focus();
    },
    [focusFallback],
  );

  return {
    onFocus() {
      isFocused.current = true;
    },
    onBlur() {
      isFocused.current = false;
    },
  };
}

export function takeFocus(control: HTMLElement | null): void {
  control?.focus();
}

/** A row of buttons as one tab stop; arrow keys, Home and End move in it. @returns the props of one of them */
export function useRovingIndex(count: number) {
  const [current, setCurrent] = useState(0);
  const elements = useRef(new Map<number, HTMLElement>());
  // There may be fewer than before.
  const stop = Math.min(current, count - 1);
  return (index: number, onClick: () => void) => ({
    tabIndex: index === stop ? 0 : -1,
    ref: (element: HTMLElement | null) => {
      if (element) elements.current.set(index, element);
      else elements.current.delete(index);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const next = findNext(event.key, index, count);
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setCurrent(next);
      elements.current.get(next)?.focus();
    },
    onClick: () => {
      onClick();
      setCurrent(index);
    },
  });
}

function findNext(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

const ownMoves = ['wheel', 'touchmove', 'keydown', 'beforeinput', 'pointerdown'] as const;

export function useFollowing(isActive: boolean): RefObject<boolean> {
  const isFollowing = useRef(false);
  useEffect(() => {
    if (isActive) isFollowing.current = true;
  }, [isActive]);
  useEffect(() => {
    const stop = new AbortController();
    const letGo = () => {
      isFollowing.current = false;
    };
    for (const move of ownMoves) window.addEventListener(move, letGo, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return isFollowing;
}
