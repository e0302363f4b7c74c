/** Keeps the scroll position from before hydration. */
export interface EarlyScroll {
  /** To be called as the page is drawn, before the router goes to the top with it. */
  readonly note: () => void;
  /** Goes back there, before the page is seen at its top. */
  readonly giveBack: () => void;
}

/** Reads the position itself: browsers send `scroll` events with the next frame, which may be too late. */
export function createEarlyScroll(): EarlyScroll {
  let { scrollY } = window;
  return {
    note() {
      scrollY = window.scrollY;
    },
    giveBack() {
      if (scrollY > 0) window.scrollTo(0, scrollY);
    },
  };
}

/** Names what the router keeps of how far each page was scrolled. */
export const scrollStorageKey = 'benshi-scroll';

/** Reload and Back restore the position; a new visit begins at the top. */
export function forgetScrollOfNewVisit(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') return;
  try {
    sessionStorage.removeItem(scrollStorageKey);
  } catch {
    // No storage, nothing kept.
  }
}
