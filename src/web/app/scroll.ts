/** Keeps the scroll position from before hydration. */
export interface EarlyScroll {
  /** Call during rendering, before the router scrolls to the top. */
  readonly note: () => void;
  /** Restores it before the page is painted. */
  readonly restore: () => void;
}

/** Reads the position itself: browsers send `scroll` events with the next frame, which may be too late. */
export function createEarlyScroll(): EarlyScroll {
  let { scrollY } = window;
  return {
    note() {
      scrollY = window.scrollY;
    },
    restore() {
      if (scrollY > 0) window.scrollTo(0, scrollY);
    },
  };
}

/** The router's storage key for scroll positions. */
export const scrollStorageKey = 'benshi-scroll';

/** Reload and Back restore the position; a new visit starts at the top. */
export function forgetScrollOfNewVisit(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') return;
  try {
    sessionStorage.removeItem(scrollStorageKey);
  } catch {
    // No storage, no position.
  }
}
