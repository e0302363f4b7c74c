/** Holds up this process, as work that never waits does: no timer fires and nothing is read meanwhile. */
export function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
