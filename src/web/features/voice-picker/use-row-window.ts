import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Cell } from './grid-keys.ts';
import { findRendered, findRowTop, type RowHeights, scrollToRow, type View } from './row-layout.ts';

// Before the first layout.
const usualHeights: RowHeights = { heading: 38, row: 64 };
const usualView: View = { top: 0, height: 640 };

/** Which rows of a long list are rendered, and where. Keeps the active row in sight. */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  groups: readonly { readonly voices: readonly unknown[] }[],
  active: Cell,
) {
  const [heights, setHeights] = useState(usualHeights);
  const [view, setView] = useState(usualView);
  const wasShown = useRef(false);
  const counts = groups.map(({ voices }) => voices.length);
  const rendered = findRendered(counts, view, heights);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      setHeights(before => measureRows(element, before));
      setView(before => (before.height === element.clientHeight ? before : readView(element)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move, or other heights, scrolls
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const rowTop = findRowTop(counts, active.row, heights);
    const { clientHeight } = element;
    element.scrollTop = wasShown.current
      ? scrollToRow(rowTop, readView(element), heights)
      : rowTop - (clientHeight - heights.row) / 2;
    wasShown.current = clientHeight > 0 && heights !== usualHeights;
    setView(readView(element));
  }, [active, heights]);

  return {
    pageRows: Math.max(1, Math.floor(view.height / heights.row) - 1),
    /** @param activeAt index of the active row in the group; it is always rendered, because the grid names it */
    listRendered(group: number, activeAt: number): number[] {
      const { from, to } = rendered[group] ?? { from: 0, to: 0 };
      const rows = Array.from({ length: to - from }, (_, at) => from + at);
      const isFar = (activeAt < from || activeAt >= to) && activeAt >= 0 && activeAt < (counts[group] ?? 0);
      return isFar ? [...rows, activeAt] : rows;
    },
    getTop: (at: number) => heights.heading + at * heights.row,
    getHeight: (count: number) => heights.heading + count * heights.row,
    onScroll() {
      const element = list.current;
      if (!element) return;
      const next = readView(element);
      // Rows come and go in steps of a row.
      const step = (top: number) => Math.floor(top / heights.row);
      setView(before => (step(before.top) === step(next.top) ? before : next));
    },
  };
}

function readView({ scrollTop, clientHeight }: HTMLElement): View {
  return { top: scrollTop, height: clientHeight };
}

/** The heights before while the list is not shown. */
function measureRows(list: HTMLElement, before: RowHeights): RowHeights {
  const row = list.querySelector<HTMLElement>('[role="row"]')?.offsetHeight || before.row;
  const heading = list.querySelector<HTMLElement>('[role="rowgroup"] > p')?.offsetHeight || before.heading;
  return row === before.row && heading === before.heading && before !== usualHeights
    ? before
    : { row, heading };
}
