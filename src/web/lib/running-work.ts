/** What would be lost if the page were left now. */
const running = new Set<symbol>();

/** Keeps people from leaving the page by mistake until what comes back is called. */
export function holdPage(): () => void {
  const hold = Symbol();
  running.add(hold);
  return () => void running.delete(hold);
}

export function isWorkRunning(): boolean {
  return running.size > 0;
}
