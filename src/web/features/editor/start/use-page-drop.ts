import { useEffect, useEffectEvent, useState } from 'react';
import { type Dropped, readTransfer } from './dropped.ts';

/**
 * Takes what is let go anywhere on the page. Text that is let go in a field belongs to the field.
 * @param take called within the event; without it the browser would leave the page and open what was dropped
 * @returns whether files are held over the page
 */
export function usePageDrop(take: (dropped: Dropped) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(take);
  useEffect(() => {
    // Entering a child counts before the parent is left.
    let depth = 0;
    const move = (by: 1 | -1) => (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const listeners = {
      dragenter: move(1),
      dragleave: move(-1),
      // Says that it may be let go here.
      dragover: (event: DragEvent) => {
        if (isForPage(event)) event.preventDefault();
      },
      drop: (event: DragEvent) => {
        depth = 0;
        setOver(false);
        // What is kept for the page comes by the field (src/web/app/early-input.ts).
        if (event.defaultPrevented || !isForPage(event) || !event.dataTransfer) return;
        event.preventDefault();
        drop(readTransfer(event.dataTransfer));
      },
    };
    const entries = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, []);
  return isOver;
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function isForPage(event: DragEvent): boolean {
  const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
  return holdsFiles(event) || !isField;
}
