/** Names what the router keeps of how far each page was scrolled. */
export const scrollStorageKey = 'benshi-scroll';

/** A reload and Back go to where one was; an address that is opened anew, even one that was seen before, begins at its top. */
export function forgetScrollOfNewVisit(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') return;
  try {
    sessionStorage.removeItem(scrollStorageKey);
  } catch {
    // No storage, nothing kept.
  }
}
