const running = new Set<symbol>();

export function holdPage(): () => void {
  const hold = Symbol();
  running.add(hold);
  return () => void running.delete(hold);
}

/** A page that is left still runs for a moment after the question. */
const leavingMs = 3000;

let isLeaving = false;

export function noteLeaving(): void {
  isLeaving = true;
  // Timers stand still while the person is asked.
  setTimeout(() =>
    setTimeout(() => {
      isLeaving = false;
    }, leavingMs),
  );
}

/** Leaving a page breaks off its calls before any event says so: waits until it is clear that the page stays. */
export async function waitWhileLeaving(): Promise<void> {
  while (isLeaving) await new Promise(resolve => setTimeout(resolve, 100));
}

/** Pending writes to the browser's storage: closing the tab would lose them, another page of ours would not. */
const unwritten = new Set<symbol>();

export function holdTab(): () => void {
  const hold = Symbol();
  unwritten.add(hold);
  return () => void unwritten.delete(hold);
}

export const isTabHeld = (): boolean => isWorkRunning() || unwritten.size > 0;

export const isWorkRunning = (): boolean => running.size > 0;
