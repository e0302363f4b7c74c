import { useEffect, useRef } from 'react';

/**
 * Keeps a row of a list in a dialog in sight, at first with its neighbours on both sides. Only what scrolls within the dialog
 * does: `scrollIntoView` would move the page under it, too.
 * @param rowId the element's id; undefined while the keyboard is at none
 */
export function useRowInSight(rowId: string | undefined): void {
  const hasScrolled = useRef(false);
  useEffect(() => {
    const row = rowId === undefined ? null : document.getElementById(rowId);
    if (!row) return;
    let box = row.parentElement;
    while (box && !(box instanceof HTMLDialogElement)) {
      // What does not scroll stays as it is.
      box.scrollTop += measureWay(box, row, !hasScrolled.current);
      box = box.parentElement;
    }
    hasScrolled.current = true;
  }, [rowId]);
}

/** How far the box is from showing the row, in pixels down; 0 when it is in sight and need not stand in the middle. */
function measureWay(box: HTMLElement, row: HTMLElement, isCentred: boolean): number {
  const frame = box.getBoundingClientRect();
  const place = row.getBoundingClientRect();
  if (isCentred) return (place.top + place.bottom - frame.top - frame.bottom) / 2;
  // What stands above its rows is no place for one.
  const padding = Number.parseFloat(getComputedStyle(box).scrollPaddingTop) || 0;
  const above = place.top - frame.top - padding;
  const below = place.bottom - frame.bottom;
  return above < 0 ? above : Math.max(below, 0);
}
