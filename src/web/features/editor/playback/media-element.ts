/** Moves a player to a position, unless it is there already. */
export function place(element: HTMLMediaElement | undefined, seconds: number): void {
  if (!element || Number.isNaN(element.duration)) return;
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
  const heard = [
    ...['durationchange', 'loadedmetadata', 'seeked', 'canplay', 'timeupdate', 'ended'].map(
      name => [name, change] as const,
    ),
    ['pause', pause] as const,
    ['emptied', empty] as const,
  ];
  for (const [name, listener] of heard) element.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of heard) element.removeEventListener(name, listener);
  };
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
