/** Heights of what the list is made of, in pixels. */
export interface RowHeights {
  readonly heading: number;
  readonly row: number;
}

/** What is in sight. */
export interface View {
  readonly top: number;
  readonly height: number;
}

/** Rows that stay rendered above and below what is in sight. */
const marginRows = 6;

/** Up to this number all are rendered, so that the browser's own search finds them. */
const maxUnwindowed = 60;

/** The rendered rows of one group, as indexes in it. */
export interface RenderedRows {
  readonly from: number;
  readonly to: number;
}

/** Which rows of each group are rendered. @param counts rows of each group */
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

/** Where a row begins, in pixels from the top of the list. @param index among the rows of all groups */
export function findRowTop(counts: readonly number[], index: number, heights: RowHeights): number {
  let before = 0;
  for (const [group, count] of counts.entries()) {
    if (index < before + count) return (group + 1) * heights.heading + index * heights.row;
    before += count;
  }
  return 0;
}

/** The scroll position that shows a row below its heading, changed no more than necessary. */
export function scrollToRow(rowTop: number, view: View, { heading, row }: RowHeights): number {
  return Math.max(Math.min(view.top, rowTop - heading), rowTop + row - view.height);
}
