/** Work that leaving the page would lose. */
const running = new Set<symbol>();

/** Warns before leaving the page until the returned function is called. */
export function holdPage(): () => void {
  const hold = Symbol();
  running.add(hold);
  return () => void running.delete(hold);
}

/** Pending writes to the browser's storage: closing the tab would lose them, another page of ours would not. */
const unwritten = new Set<symbol>();

/** Warns before closing or reloading the tab until the returned function is called. */
export function holdTab(): () => void {
  const hold = Symbol();
  unwritten.add(hold);
  return () => void unwritten.delete(hold);
}

/** Whether closing the tab would lose anything. */
export function isTabHeld(): boolean {
  return isWorkRunning() || unwritten.size > 0;
}

export function isWorkRunning(): boolean {
  return running.size > 0;
}
