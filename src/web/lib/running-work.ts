/** What would be lost if the page were left now. */
const running = new Set<symbol>();

/** Keeps people from leaving the page by mistake until what comes back is called. */
export function holdPage(): () => void {
  const hold = Symbol();
  running.add(hold);
  return () => void running.delete(hold);
}

/** What is on its way into the browser's store: lost if the tab were closed now, though not if another screen of ours came. */
const unwritten = new Set<symbol>();

/** Keeps people from closing or reloading the tab by mistake until what comes back is called. */
export function holdTab(): () => void {
  const hold = Symbol();
  unwritten.add(hold);
  return () => void unwritten.delete(hold);
}

/** Whether anything would be lost with the tab. */
export function isTabHeld(): boolean {
  return isWorkRunning() || unwritten.size > 0;
}

export function isWorkRunning(): boolean {
  return running.size > 0;
}
