import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** What `useLocation` calls the address with which the page was opened. */
const firstKey = 'default';

/**
 * Gives the focus to a screen that comes after another one, as a browser does with a page that it opens: the keyboard goes on
 * at its top, and a screen reader begins to read it. A screen that has put the focus somewhere itself keeps it there.
 * @param screen changes when the screen does
 * @returns for the screen's `main`, which needs `tabIndex={-1}`
 */
export function useArrivalFocus(screen: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const isFirst = useLocation().key === firstKey;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new screen is an arrival
  useEffect(() => {
    if (isFirst || main.current?.contains(document.activeElement)) return;
    main.current?.focus({ preventScroll: true });
  }, [screen]);
  return main;
}
