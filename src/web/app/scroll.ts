/** Keeps the scroll position from before hydration. `scroll` events may come too late, with the next frame. */
export function createEarlyScroll() {
  let { scrollY } = window;
  return {
    /** Call during rendering, before the router scrolls to the top. */
    note() {
      scrollY = window.scrollY;
    },
    /** Call before the page is painted. */
    restore() {
      if (scrollY > 0) window.scrollTo(0, scrollY);
    },
  };
}

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
