/** Moves a player to a position, unless it is there already. */
export function place(element: HTMLMediaElement, seconds: number): void {
  if (Number.isNaN(element.duration)) return;
  if (element.ended || Math.abs(element.currentTime - seconds) > 0.001) element.currentTime = seconds;
}

/** Events of an element; `change` for all that change its position, or what can be played of it. */
interface ElementWatch {
  readonly change: () => void;
  readonly pause: () => void;
  readonly empty: () => void;
}

/** @returns ends the watching */
export function watchElement(element: HTMLMediaElement, { change, pause, empty }: ElementWatch): () => void {
  const control = new AbortController();
  const changes = ['durationchange', 'loadedmetadata', 'seeked', 'canplay', 'timeupdate', 'ended'];
  for (const name of changes) element.addEventListener(name, change, control);
  element.addEventListener('pause', pause, control);
  element.addEventListener('emptied', empty, control);
  return () => control.abort();
}

/** How long it plays, in seconds; undefined while that is not known, and of a stream without an end. */
export function readDuration(element: HTMLMediaElement | undefined): number | undefined {
  return element && Number.isFinite(element.duration) ? element.duration : undefined;
}

/** Whether it has something to play at a place. */
export function hasMore(element: HTMLMediaElement, seconds: number): boolean {
  if (element.ended || element.error || Number.isNaN(element.duration)) return false;
  return seconds < element.duration - 0.001;
}
