import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export const columns = { name: 0, play: 1, star: 2 } as const;

/** The cell that a key moves to; undefined for other keys. */
export function findNextCell(
  key: string,
  { row, column }: Cell,
  rowCount: number,
  pageRows: number,
): Cell | undefined {
  const toRow = (next: number) => ({ row: Math.min(rowCount - 1, Math.max(0, next)), column });
  switch (key) {
    case 'ArrowDown':
      return toRow(row + 1);
    case 'ArrowUp':
      return toRow(row - 1);
    case 'PageDown':
      return toRow(row + pageRows);
    case 'PageUp':
      return toRow(row - pageRows);
    case 'ArrowRight':
      return { row, column: Math.min(columns.star, column + 1) };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'Home':
      return { row: 0, column: 0 };
    case 'End':
      return { row: rowCount - 1, column: 0 };
    default:
      return undefined;
  }
}

const typeaheadMs = 500;

/** Letters typed in the list go to the next name that starts with them; one letter repeated to the next name with it. */
export class Typeahead {
  #typed = '';
  #lastMs = 0;

  /** A space belongs to the name that is being typed. */
  isTyping(nowMs: number): boolean {
    return this.#typed !== '' && nowMs - this.#lastMs < typeaheadMs;
  }

  /** @returns the index of the name; undefined if none starts so */
  type(letter: string, names: readonly string[], from: number, nowMs: number): number | undefined {
    this.#typed = (this.isTyping(nowMs) ? this.#typed : '') + letter.toLowerCase();
    this.#lastMs = nowMs;
    const isRepeated = [...this.#typed].every(each => each === letter.toLowerCase());
    const start = isRepeated ? letter.toLowerCase() : this.#typed;
    // A longer text may go on with the name that it is at.
    const first = isRepeated ? from + 1 : from;
    for (let step = 0; step < names.length; step++) {
      const index = (first + step) % names.length;
      if (names[index]?.toLowerCase().startsWith(start)) return index;
    }
    return undefined;
  }
}

/** In pixels. */
interface RowHeights {
  readonly heading: number;
  readonly row: number;
}

interface View {
  readonly top: number;
  readonly height: number;
}

/** Above and below what is in sight. */
const marginRows = 6;

/** Up to this number all are rendered, so that the browser's own search finds them. */
const maxUnwindowed = 60;

/** Indexes in a group. */
interface RenderedRows {
  readonly from: number;
  readonly to: number;
}

/** @param counts rows of each group */
export function findRendered(counts: readonly number[], view: View, heights: RowHeights): RenderedRows[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let top = 0;
  return counts.map(count => {
    const firstTop = top + heights.heading;
    top = firstTop + count * heights.row;
    if (total <= maxUnwindowed) return { from: 0, to: count };
    const clamp = (index: number) => Math.min(count, Math.max(0, index));
    return {
      from: clamp(Math.floor((view.top - firstTop) / heights.row) - marginRows),
      to: clamp(Math.ceil((view.top + view.height - firstTop) / heights.row) + marginRows),
    };
  });
}

/** In pixels from the top of the list. @param index among the rows of all groups */
export function findRowTop(counts: readonly number[], index: number, heights: RowHeights): number {
  let before = 0;
  for (const [group, count] of counts.entries()) {
    if (index < before + count) return (group + 1) * heights.heading + index * heights.row;
    before += count;
  }
  return 0;
}

/** Changes the scroll position no more than showing a row below its heading needs. */
export function scrollToRow(rowTop: number, view: View, { heading, row }: RowHeights): number {
  return Math.max(Math.min(view.top, rowTop - heading), rowTop + row - view.height);
}

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
