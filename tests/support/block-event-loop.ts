export function blockEventLoop(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
