import { type KeyboardEvent, useRef, useState } from 'react';

/** A row of buttons as a single tab stop: arrow keys, Home and End move in it. @returns the props of one of them */
export function useRovingIndex(count: number) {
  const [current, setCurrent] = useState(0);
  const elements = useRef(new Map<number, HTMLElement>());
  // There may be fewer than before.
  const stop = Math.min(current, count - 1);
  return (index: number, onClick: () => void) => ({
    tabIndex: index === stop ? 0 : -1,
    ref: (element: HTMLElement | null) => {
      if (element) elements.current.set(index, element);
      else elements.current.delete(index);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const next = findNext(event.key, index, count);
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setCurrent(next);
      elements.current.get(next)?.focus();
    },
    onClick: () => {
      onClick();
      setCurrent(index);
    },
  });
}

/** Wraps around. */
function findNext(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
