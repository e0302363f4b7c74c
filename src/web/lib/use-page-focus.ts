import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** `useLocation`'s key for the first address. */
const firstKey = 'default';

/**
 * Focuses a page after a navigation, as a browser does, unless the page has set a focus itself.
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
