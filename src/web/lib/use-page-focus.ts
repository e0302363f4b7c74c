import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** `useLocation`'s key for the first address. */
const firstKey = 'default';

/**
 * Focuses a page after a navigation, as a browser does: the keyboard starts at its top, and screen readers read it. Keeps a focus
 * that the page has set itself.
 * @param page changes when the page does
 * @returns for the page's `main`, which needs `tabIndex={-1}`
 */
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
