/** Moves a player to a place, unless it stands there already. */
export function place(element: HTMLMediaElement | undefined, seconds: number): void {
  if (!element || Number.isNaN(element.duration)) return;
  if (element.ended || Math.abs(element.currentTime - seconds) > 0.001) element.currentTime = seconds;
}

/** How long it plays, in seconds; undefined while that is not known, and of a stream without an end. */
export function readDuration(element: HTMLMediaElement | undefined): number | undefined {
  return element && Number.isFinite(element.duration) ? element.duration : undefined;
}
